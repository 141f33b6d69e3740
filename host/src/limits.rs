//! Every limit of the host, in one place.

/// What one call of the engine may use. The defaults fit every call that the engine's own limits
/// allow, with room to spare; a component that reaches one of them is broken or hostile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Fuel of one call: about one unit for each WebAssembly instruction. Counted by instruction,
    /// not by time, so that a call ends at the same place on every machine, and none of it is used
    /// while the call waits for a lease. Default 2,000,000,000: about a second.
    pub fuel: u64,
    /// Most bytes of memory that one call's instance may have. Default 67,108,864.
    pub memory_bytes: usize,
    /// Most bytes of native stack that the component's code may use. Default 524,288.
    pub stack_bytes: usize,
    /// Most bytes that the component may hand to the host at once: the arguments of one import
    /// call, or the answer of one export. Default 8,388,608.
    pub transfer_bytes: usize,
    /// How many instances are kept ready. A call beyond them gets an instance of its own that is
    /// made for it, which costs some 20 microseconds more: calls that wait for a lease delay no
    /// other call. Default 32; 0 suits a process that makes a call or two.
    pub pooled_instances: u32,
    /// How many bytes of a returned instance's memory are cleared in place, instead of being given
    /// back to the operating system and fetched anew. Default 1,048,576.
    pub resident_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 2_000_000_000,
            memory_bytes: 64 << 20,
            stack_bytes: 512 << 10,
            transfer_bytes: 8 << 20,
            pooled_instances: 32,
            resident_bytes: 1 << 20,
        }
    }
}
