//! Random numbers that a seed decides.

/// A generator: xorshift over 64 bits. Good enough to choose schedules and moments.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator of that seed; neighbouring seeds give unrelated numbers.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 to `end`, exclusive; 0 when `end` is.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }
}
