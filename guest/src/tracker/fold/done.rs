//! Which tasks of a queue are done: a bit for each, as hex digits where it is stored.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Places of a queue, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Done {
    /// Four places each, the first one lowest.
    digits: Vec<u8>,
}

impl Done {
    /// None of `total` places.
    pub(super) fn none_of(total: usize) -> Self {
        Self { digits: vec![0; total.div_ceil(4)] }
    }

    /// Whether the place is among them.
    pub(super) fn has(&self, place: usize) -> bool {
        self.digits.get(place / 4).is_some_and(|digit| digit & bit(place) != 0)
    }

    /// Puts a place among them, or takes it away.
    pub(super) fn put(&mut self, place: usize, done: bool) {
        if let Some(digit) = self.digits.get_mut(place / 4) {
            *digit = if done { *digit | bit(place) } else { *digit & !bit(place) };
        }
    }

    /// How many they are.
    pub(super) fn count(&self) -> u32 {
        self.digits.iter().map(|digit| digit.count_ones()).sum()
    }
}

fn bit(place: usize) -> u8 {
    match place % 4 {
        0 => 1,
        1 => 2,
        2 => 4,
        _ => 8,
    }
}

impl Serialize for Done {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hex = |digit: &u8| char::from_digit(u32::from(*digit), 16);
        serializer.serialize_str(&self.digits.iter().filter_map(hex).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for Done {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
        let digits = digits.collect::<Option<Vec<u8>>>();
        digits.map(|digits| Self { digits }).ok_or_else(|| serde::de::Error::custom("hex digits were due"))
    }
}
