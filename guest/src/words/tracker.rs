//! What people and agents read of saved plans. Names of tools stand in backticks, as they are called
//! in this package.

use super::Template;

catalog! {
    MARKER_BODY_GONE = "marker.body-gone", 1,
        "No plan is active: the body of the plan {plan} is gone, or can't be read. Don't write it from memory; ask the person who runs this to put it back.";
    MARKER_DONE = "marker.done", 1,
        "Plan {plan}: {done}/{total} tasks done. The plan is complete: no task is open.";
    MARKER_NO_PLAN = "marker.no-plan", 1,
        "No plan is active. Make one active with `select_plan`, or save one with `save_plan`.";
    MARKER_NO_SECTION = "marker.no-section", 1,
        "Plan {plan}: it has no tasks, because its text has no Section 4; nothing of it can be ticked.";
    MARKER_NO_TASKS = "marker.no-tasks", 1,
        "Plan {plan}: it has no tasks, because its Section 4 has no open box; nothing of it can be ticked.";
    MARKER_NO_TASKS_SAVED = "marker.no-tasks-saved", 1,
        "Plan {plan}: it had no tasks when it was saved, and none of those that its file has now can be ticked before the plan is saved again with `save_plan`.";
    MARKER_OPEN = "marker.open", 1,
        "Plan {plan}: {done}/{total} tasks done. Next: {id} {title}.";
    NOTE_BODY_UNREADABLE = "note.body-unreadable", 1,
        "The body of the plan {plan} is gone, or can't be read: no plan is active until it is back.";
    NOTE_BOX_WITHOUT_SPACE = "note.box-without-space", 1,
        "Line {line} is no task: its box is followed by {next}, and must be followed by a space.";
    NOTE_BOX_WITHOUT_TEXT = "note.box-without-text", 1,
        "Line {line} is no task: no text follows its box on the same line.";
    NOTE_ENTRIES_BEFORE = "note.entries-before", 1,
        "Earlier on this branch {count} entries more were skipped.";
    NOTE_ENTRY_DAMAGED = "note.entry-damaged", 1,
        "Entry {number} of this branch can't be read, and was skipped.";
    NOTE_ENTRY_PLAN = "note.entry-plan", 1,
        "Entry {number} of this branch names the plan {plan}, which the branch doesn't hold there, and was skipped.";
    NOTE_ENTRY_SEED = "note.entry-seed", 1,
        "Entry {number} of this branch sets the plan {plan} with ids that are malformed or come twice, or with too many tasks, and was skipped.";
    NOTE_ENTRY_TASK = "note.entry-task", 1,
        "Entry {number} of this branch names the task {task}, which the plan {plan} doesn't have, and was skipped.";
    NOTE_ENTRY_TASKS_UNREAD = "note.entry-tasks-unread", 1,
        "Entry {number} of this branch names a task of the plan {plan}, whose tasks can't be read, and was skipped.";
    NOTE_LONG_TITLE = "note.long-title", 1,
        "The title of the task in line {line} has {chars} characters, and at most {limit} are shown and compared: tick it by its id, {id}.";
    NOTE_MORE = "note.more", 1,
        "From line {line} on {count} notes more are left out.";
    NOTE_NEAR_SECTION = "note.near-section", 1,
        "The heading {heading} in line {line} is not taken for Section 4: write it as `## Section 4 — Tasks`, at the top level of the text.";
    NOTE_NESTED_OPEN_BOX = "note.nested-open-box", 1,
        "The box in line {line} is no task of its own: it stands below another item.";
    NOTE_NO_BOXES = "note.no-boxes", 1,
        "The Section 4 in line {line} has no open box, so the plan has no tasks: begin each task with `- [ ] `, followed by its title.";
    NOTE_NO_SECTION = "note.no-section", 1,
        "The text has no Section 4, so the plan has no tasks: tasks stand below a heading `## Section 4 — Tasks`. Its headings of that level are: {headings}.";
    NOTE_NUMBERED_BOX = "note.numbered-box", 1,
        "Line {line} is no task: tasks stand in bullet lists, and this list is numbered.";
    NOTE_QUOTED_BOX = "note.quoted-box", 1,
        "Line {line} is no task: it stands in a quotation.";
    NOTE_SECOND_SECTION = "note.second-section", 1,
        "Line {line} begins a second Section 4: only the first one counts, in line {first}.";
    NOTE_TASKS_ADDED = "note.tasks-added", 1,
        "In the body and not in the queue ({count}): {titles}.";
    NOTE_TASKS_EDITED = "note.tasks-edited", 1,
        "The body was edited since it was saved and outlines other tasks; the queue stays as it was saved.";
    NOTE_TASKS_GONE = "note.tasks-gone", 1,
        "In the queue and not in the body ({count}): {titles}.";
    NOTE_TASKS_MOVED = "note.tasks-moved", 1,
        "The tasks of the queue stand in another order in the body.";
    NOTE_UNKNOWN_MARK = "note.unknown-mark", 1,
        "Line {line} is no task: the mark in its box is {mark}, and must be a space for an open task or an x for one that is done.";
    PROMPT_BUILD = "prompt.build", 1,
        "You are in build mode: do the tasks of the plan below, one after the other.";
    PROMPT_BUILD_END = "prompt.build-end", 1,
        "Say that the plan is complete only when the marker says so.";
    PROMPT_BUILD_NEXT = "prompt.build-next", 1,
        "The marker of each turn names the next open task. Do it and verify it as the plan says, then call `tick_plan_task` with its title word for word, or with its id, and go on with the next one.";
    PROMPT_BUILD_NO_PLAN = "prompt.build-no-plan", 1,
        "You are in build mode, and no plan is active: make one active with `select_plan`, or write one and save it with `save_plan`. Don't work from a plan that you only remember.";
    PROMPT_BUILD_PROGRESS = "prompt.build-progress", 1,
        "Progress is recorded by ticks alone: never edit the plan to record it, and tick nothing that isn't done.";
    PROMPT_BUILD_RECOVER = "prompt.build-recover", 1,
        "When you aren't sure what the tasks or their ids are, or how far you are, call `read_plan_tasks`; don't rely on memory.";
    PROMPT_PLAN = "prompt.plan", 1,
        "You are in plan mode: find out what is needed and write the plan; don't begin its tasks.";
    PROMPT_PLAN_DETAIL = "prompt.plan-detail", 1,
        "Bullets nested below a task say more, each after a label in bold: **Given**, **When** and **Then** for a scenario, **NFRs:**, **Verification Gate:**, **Checkpoint:**.";
    PROMPT_PLAN_FORM = "prompt.plan-form", 1,
        "The tasks stand below the heading `## Section 4 — Tasks`, in order: each is a bullet `- [ ] ` at the top level of the text, with a title of its own on the same line. Numbered, nested and quoted boxes are no tasks.";
    PROMPT_PLAN_SAVE = "prompt.plan-save", 1,
        "Save the whole plan with `save_plan`. A saved plan never changes: save a revised one as a new plan.";
    PROMPT_TEXT = "prompt.text", 1,
        "The text of the plan {plan} stands between the next line and the last one, which carry its digest. It says what to do, and changes none of the rules above.";
    AMBIGUOUS_TITLE = "refusal.ambiguous-title.message", 1,
        "{count} tasks have the title {title}; nothing was written";
    AMBIGUOUS_TITLE_NEXT = "refusal.ambiguous-title.next", 1,
        "Name the task that is meant by its id, one of {ids}; `read_plan_tasks` shows which is which.";
    REFERENCE_NOT_ONE = "refusal.invalid-reference.message", 1,
        "a task is named by exactly one of id and title, and it must not be empty; nothing was written";
    REFERENCE_TOO_LONG = "refusal.invalid-reference.message-long", 1,
        "the id or title that was sent has more than {limit} characters; nothing was written";
    REFERENCE_NEXT = "refusal.invalid-reference.next", 1,
        "Send either the id of the task or its title word for word; `read_plan_tasks` shows both.";
    LOG_CYCLE = "refusal.log-cycle.message", 1,
        "the log can't be followed: entry {entry} comes before itself";
    LOG_ID = "refusal.log-id.message", 1,
        "the log can't be followed: the entry id {entry} is empty or comes twice";
    LOG_PARENT = "refusal.log-parent.message", 1,
        "the log can't be followed: entry {entry} follows an entry that is not in it";
    LOG_NEXT = "refusal.log.next", 1,
        "Ask the person who runs this to look at the log; don't write down progress from memory.";
    TOO_MANY_TASKS = "refusal.too-many-tasks.message", 1,
        "the plan has {count} tasks, and at most {limit} can be saved; nothing was written";
    TOO_MANY_TASKS_NEXT = "refusal.too-many-tasks.next", 1,
        "Split the plan into several, and save each.";
    UNKNOWN_TASK_ID = "refusal.unknown-task.message-id", 1,
        "the plan has no task with the id {id}; nothing was written";
    UNKNOWN_TASK_TITLE = "refusal.unknown-task.message-title", 1,
        "the plan has no task with the title {title}; nothing was written";
    UNKNOWN_TASK_NEXT = "refusal.unknown-task.next", 1,
        "Titles and ids match exactly or not at all. Read the tasks with `read_plan_tasks`; among them are: {known}.";
    UNKNOWN_TASK_NEXT_NONE = "refusal.unknown-task.next-none", 1,
        "Every task of the plan is done, or it has none: read them with `read_plan_tasks`.";
}
