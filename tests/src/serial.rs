//! Whether calls that ran at the same time answered as if one had run after the other (AC-…-003.3).

use std::collections::BTreeMap;

use planmark_core::document::answer::Plan;

use crate::engine::{Answer, Engine, native_memory};
use crate::script::{self, Given, Line};
use crate::stage::Played;
use crate::writer::{Writer, agent};

/// Says which order of the calls explains every answer and the state they left, when one does. The
/// order respects time: a call that had ended before another began comes before it.
///
/// `before` is what had been called on the empty store earlier.
#[must_use]
pub fn order_of(before: &[Line], played: &[Played], left: &dyn Engine, task: &str) -> Option<Vec<usize>> {
    let state = state_of(left, task);
    let mut found = None;
    permute(&mut (0..played.len()).collect(), 0, &mut |order| {
        if respects_time(order, played) && replay(before, order, played, task) == state {
            found = Some(order.to_vec());
        }
        found.is_some()
    });
    found
}

/// All that can be read of a task, and of the session of calls that name none.
type StateOf = (Answer<Plan>, String);

fn state_of(engine: &dyn Engine, task: &str) -> Option<StateOf> {
    let (plan, revisions, steps) = Writer::new(engine, task, agent("witness")).everything();
    let session = script::everything(engine, script::DEFAULT_SESSION);
    Some((plan, format!("{revisions:?} {steps:?} {session}")))
}

fn respects_time(order: &[usize], played: &[Played]) -> bool {
    order.iter().enumerate().all(|(place, &first)| {
        order[..place].iter().all(|&earlier| played[first].ended >= played[earlier].began)
    })
}

/// Makes the calls in that order; gives the state they leave when every answer is the one played.
fn replay(before: &[Line], order: &[usize], played: &[Played], task: &str) -> Option<StateOf> {
    let host = native_memory();
    for line in before {
        answer(host.engine.as_ref(), line).ok()?;
    }
    for &number in order {
        if answer(host.engine.as_ref(), &played[number].line) != played[number].given {
            return None;
        }
    }
    state_of(host.engine.as_ref(), task)
}

fn answer(engine: &dyn Engine, line: &Line) -> Given {
    let args = serde_json::Value::Object(line.args.clone());
    let args = script::expand(args, &BTreeMap::new()).expect("a script's line");
    script::call(engine, line, &args).expect("a script's line")
}

/// Visits every order of `items` from `from` on until `visit` says that it is enough.
fn permute(items: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize]) -> bool) -> bool {
    if from >= items.len() {
        return visit(items);
    }
    for place in from..items.len() {
        items.swap(from, place);
        if permute(items, from + 1, visit) {
            return true;
        }
        items.swap(from, place);
    }
    false
}
