//! What the runtime says: to agents, through transports, in denials.

use super::Template;

catalog! {
    RUNTIME_CLIENT_FLOOR = "runtime.client.floor", 1,
        "It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.";
    RUNTIME_CLIENT_GOAL = "runtime.client.goal", 1,
        "Its agent sets a goal with `create_goal`, which the client pursues turn after turn, and ends it with `update_goal`.";
    RUNTIME_CLIENT_LOOP = "runtime.client.loop", 1,
        "Its agent makes a loop with `CronCreate`, which ticks by time between turns, and ends it with `CronDelete`.";
    RUNTIME_CLIENT_QUESTION = "runtime.client.question", 1,
        "Which program are you running in? Answer with one of these words and nothing else: claude-code, codex, cursor, opencode, gemini, copilot, vscode, pi, other.";
    RUNTIME_CLOSEOUT = "runtime.closeout", 1,
        "Closeout of {root}: every task is done, and {count} obligations are open. See to each of them and have it discharged; then read again.";
    RUNTIME_CLOSEOUT_ITEM = "runtime.closeout.item", 1,
        "- {id}: {text}.";
    RUNTIME_CLOSEOUT_READY = "runtime.closeout.ready", 1,
        "Closeout of {root}: every task is done, and no obligation is open. Read again: the next read seals it.";
    RUNTIME_COMPLETED = "runtime.completed", 1,
        "Completed: {root}, which works on {target}, is finished and sealed under the authority of {authority}, with receipt {digest}.";
    RUNTIME_DENY_CALL = "runtime.deny.call", 1,
        "Denied: while {root} is carried out, no call of {what} is made but the one that a directive asked for, with exactly its arguments. Call `{tool}` exactly once, with exactly these arguments, and do what its directive says: {arguments}.";
    RUNTIME_DENY_CHANGE = "runtime.deny.change", 1,
        "Denied: {what} belongs to {root}, and its current task was not served in this turn. Call `{tool}` exactly once, with exactly these arguments, and go on with what it answers: {arguments}.";
    RUNTIME_DENY_UNREADABLE = "runtime.deny.unreadable", 1,
        "Denied: what this client said about the call can't be read, and {root} is being carried out. Call `{tool}` exactly once, with exactly these arguments, and if this comes again, tell the person who runs this: {arguments}.";
    RUNTIME_DIRECTIVE_CALL = "runtime.directive.call", 1,
        "Call `{tool}` now, once, with exactly these arguments, and with nothing added, left out or reworded: {arguments}.";
    RUNTIME_DIRECTIVE_FLOOR = "runtime.directive.floor", 1,
        "Make no call: this client has no goal or loop that is used for this. The guard line and the hooks remain.";
    RUNTIME_DIRECTIVE_FOREIGN = "runtime.directive.foreign", 1,
        "Make no call: the goal or loop that is there is somebody else's, and stays as it is. The guard line and the hooks remain.";
    RUNTIME_DIRECTIVE_KEEP = "runtime.directive.keep", 1,
        "Make no call: leave the goal or loop as it is.";
    RUNTIME_DIRECTIVE_NOT_ACTIVATED = "runtime.directive.not-activated", 1,
        "Make no call: the engine does not drive this root.";
    RUNTIME_DIRECTIVE_STALE = "runtime.directive.stale", 1,
        "Make no call: the goal that is there is of another root, and only its own receipt or a person ends it. The guard line and the hooks remain.";
    RUNTIME_DIRECTIVE_UNOBSERVED = "runtime.directive.unobserved", 1,
        "Make no call: the loop is to end, and its id is not known. Tell the person who runs this.";
    RUNTIME_GUARD = "runtime.guard", 1,
        "Planmark guard {identity}: work on the plan without a task that `{tool}` served in this turn is off the rails; stop it, call `{tool}` exactly once with exactly these arguments, and go on with what it answers: {arguments}.";
    RUNTIME_LINT_COPIED = "runtime.lint.copied", 1,
        "{path} holds the guard line in line {line}, and no selector selects it: remove it there, it is put in where texts are assembled.";
    RUNTIME_LINT_DIVERGED = "runtime.lint.diverged", 1,
        "{path} holds a guard line in line {line} that is not the one in force: put in the one that `planmark guard render` gives, byte for byte.";
    RUNTIME_LINT_MISSING = "runtime.lint.missing", 1,
        "{path} is selected and has no guard line.";
    RUNTIME_LINT_REPEATED = "runtime.lint.repeated", 1,
        "{path} holds the guard line again in line {line}: once is enough.";
    RUNTIME_LINT_SELECTS_NOTHING = "runtime.lint.selects-nothing", 1,
        "The selector {path} selects no text.";
    RUNTIME_REENTRY_ACTIVE = "runtime.reentry.active", 1,
        "If it answers `active`: your task is its `current_task`, exactly as it is worded there. Its `next_upcoming_task` is only to be seen; don't begin it.";
    RUNTIME_REENTRY_CALL = "runtime.reentry.call", 1,
        "Call `{tool}` exactly once, with exactly these arguments: {arguments}.";
    RUNTIME_REENTRY_COMPLETED = "runtime.reentry.completed", 1,
        "If it answers `completed`: relay its `completed_report` exactly as it is worded there, and do what its directive says.";
    RUNTIME_REENTRY_NAME = "runtime.reentry.name", 1,
        "Planmark re-entry {identity}.";
    RUNTIME_REENTRY_NEVER = "runtime.reentry.never", 1,
        "Don't read the plan or its state in any other way, don't choose or word a task yourself, and don't say that the work is finished without the receipt in a `completed` answer.";
    RUNTIME_REENTRY_RETRY = "runtime.reentry.retry", 1,
        "If it answers `retry-later`: do no task, make no second call, and change nothing about this goal or loop; it stays for the next time.";
    RUNTIME_RETRY_BLOCKED = "runtime.retry.blocked", 1,
        "Nothing is served now: {root} is blocked by {blocks}.";
    RUNTIME_RETRY_CHANGING = "runtime.retry.changing", 1,
        "Nothing is served now: what is stored about the root {root} is being changed, or can't be read.";
    RUNTIME_RETRY_CLOSED = "runtime.retry.closed-elsewhere", 1,
        "Nothing is served now: {root} was closed elsewhere; its plan is off the branch, or another generation was admitted.";
    RUNTIME_RETRY_EDITED = "runtime.retry.edited", 1,
        "Nothing is served now: the body of plan {plan} was edited, and outlines other tasks than the queue of {root} has.";
    RUNTIME_RETRY_MISMATCHED = "runtime.retry.mismatched", 1,
        "Nothing is served now: the arguments name another identity than {root} has.";
    RUNTIME_RETRY_NOT_ACTIVATED = "runtime.retry.not-activated", 1,
        "Nothing is served now: the engine does not drive {root}, which is {verdict}.";
    RUNTIME_RETRY_NOTHING = "runtime.retry.nothing-to-do", 1,
        "Nothing is served now: {root} has no task and no obligation, and so nothing that could be finished.";
    RUNTIME_RETRY_OTHER_PLAN = "runtime.retry.other-plan", 1,
        "Nothing is served now: {root} serves plan {plan}, and another one is active.";
    RUNTIME_RETRY_UNKNOWN = "runtime.retry.unknown-root", 1,
        "Nothing is served now: this session has no such root.";
    RUNTIME_RETRY_UNREADABLE = "runtime.retry.unreadable", 1,
        "Nothing is served now: the body of plan {plan} can't be read.";
    RUNTIME_TASK = "runtime.task", 1,
        "Task {number} of {total}, {id}: {title}.";
    RUNTIME_TASK_END = "runtime.task.end", 1,
        "When it is done and checked, tick {id} with `tick_plan_task`, then end the turn or read again.";
    RUNTIME_UPCOMING = "runtime.upcoming", 1,
        "Not yet: task {number} of {total}, {id}: {title}.";
    RUNTIME_UPCOMING_CLOSEOUT = "runtime.upcoming.closeout", 1,
        "Not yet: the closeout, with {count} open obligations.";
}
