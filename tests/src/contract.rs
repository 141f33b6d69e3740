//! The contract suite: one table of behaviours that every store passes.
//!
//! A behaviour is a function over a fresh, empty store whose `acquire` waits [`WAIT`]. The table in
//! this file names them all; [`contract_tests!`](crate::contract_tests) makes a test of each for one
//! store, and [`run`] runs them in a row.

pub mod bodies;
pub mod cells;
pub mod commits;
pub mod leases;
pub mod scans;
pub mod snapshots;

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use planmark::store::{Call, Store};
use planmark_core::capability::{Action, CapabilityCode, Cell, Mutation, Outcome, Scope, ScopeKind};

/// How long `acquire` waits in the stores under test.
pub const WAIT: Duration = Duration::from_secs(1);

/// A store under test, and what must live as long as it does: its folder.
pub struct Fixture {
    store: Box<dyn Store>,
    _keep: Box<dyn Any + Send + Sync>,
}

impl Fixture {
    /// A fixture of a fresh, empty store whose `acquire` waits [`WAIT`].
    pub fn new(store: impl Store, keep: impl Any + Send + Sync) -> Self {
        Self { store: Box::new(store), _keep: Box::new(keep) }
    }

    /// Starts a call.
    #[must_use]
    pub fn begin(&self) -> Box<dyn Call> {
        self.store.begin()
    }

    /// Commits in a call of its own.
    pub fn commit(&self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        let mut call = self.begin();
        call.acquire(scope)?;
        call.commit(scope, mutations)
    }

    /// Puts a cell that is absent, in a call of its own.
    pub fn put(&self, scope: &Scope, key: &str, value: &str) {
        self.commit(scope, &[put(key, None, value)]).expect("the cell is absent");
    }

    /// As [`put`](Self::put), and gives the cell's version.
    #[must_use]
    pub fn put_new(&self, scope: &Scope, key: &str, value: &str) -> u64 {
        self.put(scope, key, value);
        self.get(scope, key).expect("the cell was put").version
    }

    /// Reads a cell in a call of its own.
    #[must_use]
    pub fn get(&self, scope: &Scope, key: &str) -> Option<Cell> {
        self.begin().get(scope, key).expect("a well-formed get succeeds")
    }
}

/// The scope of a task.
#[must_use]
pub fn task(id: &str) -> Scope {
    Scope { kind: ScopeKind::Task, id: id.to_owned() }
}

/// The scope of a session.
#[must_use]
pub fn session(id: &str) -> Scope {
    Scope { kind: ScopeKind::Session, id: id.to_owned() }
}

/// A mutation that stores a value.
#[must_use]
pub fn put(key: &str, expected: Option<u64>, value: &str) -> Mutation {
    Mutation { key: key.to_owned(), expected, action: Action::Put(value.to_owned()) }
}

/// A mutation that removes a cell.
#[must_use]
pub fn remove(key: &str, expected: Option<u64>) -> Mutation {
    Mutation { key: key.to_owned(), expected, action: Action::Remove }
}

/// A mutation that only checks a version.
#[must_use]
pub fn check(key: &str, expected: Option<u64>) -> Mutation {
    Mutation { key: key.to_owned(), expected, action: Action::Check }
}

/// The code of an outcome that must be a failure.
pub fn code<T: Debug>(outcome: Outcome<T>) -> CapabilityCode {
    outcome.expect_err("this must fail").code
}

/// Hands the table of behaviours to the macro named in brackets, after the arguments given.
#[doc(hidden)]
#[macro_export]
macro_rules! contract_table {
    ([$($then:tt)*] $($argument:tt)*) => {
        $($then)*! { $($argument)*;
            cells {
                an_absent_cell_is_none,
                a_value_comes_back_byte_for_byte,
                versions_start_at_one_or_later_and_grow,
                no_version_is_used_again_after_a_remove,
                scopes_are_apart,
                malformed_scopes_are_invalid,
                the_longest_ids_are_valid,
                malformed_keys_are_invalid,
                the_largest_key_and_value_fit,
            }
            scans {
                cells_come_in_byte_order,
                a_prefix_selects_every_key_that_starts_with_it,
                a_scan_starts_at_from,
                pages_join_without_gap_or_overlap,
                a_page_ends_before_it_grows_too_large,
                a_cell_larger_than_a_page_has_one_alone,
                limits_outside_1_to_1000_are_invalid,
                malformed_bounds_are_invalid,
                scopes_come_in_byte_order_and_pages,
                kinds_of_scopes_are_listed_apart,
                a_scope_without_cells_is_not_listed,
            }
            snapshots {
                every_read_of_a_call_sees_one_state,
                a_snapshot_begins_with_the_first_read,
                acquire_starts_a_new_snapshot,
                a_commit_ends_the_snapshot,
            }
            leases {
                a_lease_excludes_until_the_commit,
                a_lease_ends_with_the_call,
                a_held_scope_answers_busy_after_the_wait,
                a_held_scope_delays_no_other,
                a_busy_call_may_ask_again,
                a_call_gets_one_lease,
                a_refused_commit_ends_the_lease_too,
                a_commit_needs_the_lease_of_its_scope,
                reads_need_no_lease,
                threads_take_turns,
            }
            commits {
                a_version_that_is_not_expected_conflicts,
                a_commit_is_all_or_none,
                a_check_checks_and_changes_nothing,
                a_remove_removes,
                malformed_commits_are_invalid,
                sixty_four_mutations_are_one_commit,
                commits_on_many_scopes_meet_without_harm,
                a_conflict_among_others_harms_itself_alone,
                no_increment_is_lost,
            }
            bodies {
                a_body_comes_back_byte_for_byte,
                the_same_bytes_again_succeed,
                other_bytes_are_refused,
                of_racing_bodies_one_wins,
                an_absent_body_is_none,
                malformed_ids_are_invalid,
                sizes_outside_1_to_262144_are_invalid,
                bodies_are_listed_in_pages,
                a_removed_body_is_gone,
                bodies_need_no_lease_and_end_none,
            }
        }
    };
}

/// Makes a module named `$store` with a test for each behaviour, on stores that `$make` makes.
#[macro_export]
macro_rules! contract_tests {
    ($store:ident, $make:path) => {
        mod $store {
            $crate::contract_table! { [$crate::contract_tests] @each $make }
        }
    };
    (@each $make:path; $($module:ident { $($behaviour:ident,)* })*) => {
        $(mod $module {
            $(#[test]
            fn $behaviour() {
                $crate::contract::$module::$behaviour(&$make());
            })*
        })*
    };
}

macro_rules! as_array {
    (; $($module:ident { $($behaviour:ident,)* })*) => {
        &[$($((concat!(stringify!($module), "::", stringify!($behaviour)), $module::$behaviour),)*)*]
    };
}

/// A behaviour: its name, and the function that checks it on a fresh store.
pub type Behaviour = (&'static str, fn(&Fixture));

/// Every behaviour, by name.
pub const BEHAVIOURS: &[Behaviour] = contract_table!([as_array]);

/// Checks every behaviour in turn, each on a fresh store.
///
/// # Panics
///
/// At the first behaviour that the store doesn't have; its name has been printed.
pub fn run(make: impl Fn() -> Fixture) {
    for (name, behaviour) in BEHAVIOURS {
        println!("{name}");
        behaviour(&make());
    }
}
