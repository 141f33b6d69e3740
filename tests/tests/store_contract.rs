//! Every store keeps the contract: the behaviours of `planmark_tests::contract`, a test each.

use planmark::store::memory::MemoryStore;
use planmark::store::scripted::Scripted;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::contract::{Fixture, WAIT};
use planmark_tests::contract_tests;

fn memory_store() -> Fixture {
    Fixture::new(MemoryStore::with_wait(WAIT), ())
}

fn sqlite_store() -> Fixture {
    let home = tempfile::tempdir().expect("a temporary folder");
    let store = SqliteStore::open_with_wait(home.path(), WAIT).expect("a fresh home opens");
    Fixture::new(store, home)
}

fn scripted_memory_store() -> Fixture {
    Fixture::new(Scripted::new(MemoryStore::with_wait(WAIT)), ())
}

contract_tests!(memory, crate::memory_store);
contract_tests!(sqlite, crate::sqlite_store);
contract_tests!(scripted_memory, crate::scripted_memory_store);
