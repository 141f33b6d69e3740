//! What the runtime says: to agents, through transports, in denials.

use super::Template;

catalog! {
    NOTE_ENTRY_ROOT = "note.entry-root", 1,
        "Entry {number} of this branch concerns the root {root}, means nothing there, and was skipped.";
    INVALID_GLOB = "refusal.invalid-glob.message", 1,
        "no path can be owned by the glob {glob}; nothing was written";
    INVALID_GLOB_NEXT = "refusal.invalid-glob.next", 1,
        "Write it relative to the project's folder, without `..`, and with `/**` at its end for all that is in a folder: `src/**`.";
    INVALID_LISTING = "refusal.invalid-listing.message", 1,
        "what the client's tool answered is not of the form that is known; nothing was written";
    INVALID_LISTING_NEXT = "refusal.invalid-listing.next", 1,
        "Send what `get_goal` or `CronList` answered, as JSON and whole.";
    INVALID_ROOT = "refusal.invalid-root.message", 1,
        "the {field} is not valid; nothing was written";
    INVALID_ROOT_NEXT = "refusal.invalid-root.next", 1,
        "Correct the {field}: ids have letters, digits, `.`, `_` and `-`, generations count from 1, digests have 64 hex digits, and texts are one line within their limit.";
    PREVIEW_TASK = "refusal.preview-task.message", 1,
        "the task is not the current one of root {root}, which is {current}; nothing was written";
    PREVIEW_TASK_NEXT = "refusal.preview-task.next", 1,
        "Do the current task first: call `continue_runtime_read`, and go on with what it answers.";
    ROOT_DRIVEN = "refusal.root-driven.message", 1,
        "root {root} is carried out by plan {plan}, and is not finished; nothing was written";
    ROOT_DRIVEN_NEXT = "refusal.root-driven.next", 1,
        "Go on with the root: it is not for an agent to take its plan away. A person can clear it.";
    ROOT_EARLIER = "refusal.root-earlier.message", 1,
        "the session has {later}, a later generation of root {root}; nothing was written";
    ROOT_EARLIER_NEXT = "refusal.root-earlier.next", 1,
        "Admit a generation after that one.";
    ROOT_EXISTS = "refusal.root-exists.message", 1,
        "the session has another admission of root {root}; nothing was written";
    ROOT_EXISTS_NEXT = "refusal.root-exists.next", 1,
        "Admit it under the next generation, or send what it was admitted with.";
    ROOT_ITEM_EXISTS = "refusal.root-item-exists.message", 1,
        "root {root} has something else under the id {id}; nothing was written";
    ROOT_ITEM_EXISTS_NEXT = "refusal.root-item-exists.next", 1,
        "Choose another id, or send what it was given with.";
    ROOT_ITEM_NOT_FOUND = "refusal.root-item-not-found.message", 1,
        "root {root} has nothing under the id {id}; nothing was written";
    ROOT_ITEM_NOT_FOUND_NEXT = "refusal.root-item-not-found.next", 1,
        "Look at the root for the ids it has.";
    ROOT_LOST_NEXT = "refusal.root-lost.next", 1,
        "{why} It can't be sealed any more: what is left to do goes on under a later generation.";
    ROOT_NOT_FOUND = "refusal.root-not-found.message", 1,
        "the session has no root {root} that the engine drives";
    ROOT_NOT_FOUND_NEXT = "refusal.root-not-found.next", 1,
        "Look at the session for the roots it has, and at their verdicts.";
    ROOT_OPEN = "refusal.root-open.message", 1,
        "root {root} is not finished, and was not sealed; nothing was written";
    ROOT_OPEN_NEXT = "refusal.root-open.next", 1,
        "{why} Then seal it.";
    TOO_MANY_ROOT_ITEMS = "refusal.too-many-root-items.message", 1,
        "root {root} has {limit} of them already; nothing was written";
    TOO_MANY_ROOT_ITEMS_NEXT = "refusal.too-many-root-items.next", 1,
        "Put several into one.";
    TOO_MANY_ROOTS = "refusal.too-many-roots.message", 1,
        "the session has {limit} roots already; nothing was written";
    TOO_MANY_ROOTS_NEXT = "refusal.too-many-roots.next", 1,
        "Admit it in another session.";
    RUNTIME_CLIENT_FLOOR = "runtime.client.floor", 1,
        "It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.";
    RUNTIME_CLIENT_GOAL = "runtime.client.goal", 1,
        "Its agent sets a goal with `create_goal`, which the client pursues turn after turn, and ends it with `update_goal`.";
    RUNTIME_CLIENT_LOOP = "runtime.client.loop", 1,
        "Its agent makes a loop with `CronCreate`, which ticks by time between turns, and ends it with `CronDelete`.";
    RUNTIME_CLIENT_QUESTION = "runtime.client.question", 1,
        "Which program are you running in? Answer with one of these words and nothing else: claude-code, codex, cursor, opencode, gemini, copilot, vscode, pi, other.";
    RUNTIME_CLOSEOUT = "runtime.closeout", 2,
        "Closeout of {root}: every task is done; open obligations: {count}. See to each of them and have it discharged; then read again.";
    RUNTIME_CLOSEOUT_ITEM = "runtime.closeout.item", 1,
        "{id}: {text}.";
    RUNTIME_CLOSEOUT_READY = "runtime.closeout.ready", 1,
        "Closeout of {root}: every task is done, and no obligation is open. Read again: the next read seals it.";
    RUNTIME_COMPLETED = "runtime.completed", 1,
        "Completed: {root}, which works on {target}, is finished and sealed under the authority of {authority}, with receipt {digest}.";
    RUNTIME_DENY_ASKED = "runtime.deny.asked", 1,
        "Denied: this call of {what} is not the one that the directive of {root} asked for, which has not been made yet. Call `{tool}` now, once, with exactly these arguments, and with nothing added, left out or reworded: {arguments}.";
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
        "When it is done and checked, tick {id} with `{tool}`, then end the turn or read again.";
    RUNTIME_UPCOMING = "runtime.upcoming", 1,
        "Not yet: task {number} of {total}, {id}: {title}.";
    RUNTIME_UPCOMING_CLOSEOUT = "runtime.upcoming.closeout", 2,
        "Not yet: the closeout; open obligations: {count}.";
}
