//! What an agent reads of its tools. Names of tools stand in backticks, as they are called in this
//! package.

use super::Template;

catalog! {
    ADVICE_DONE = "advice.done", 1,
        "Every task is done.";
    ADVICE_NO_PLAN = "advice.no-plan", 1,
        "No plan is active: save one with `save_plan` when there is one to follow.";
    ADVICE_NO_TASKS = "advice.no-tasks", 1,
        "The plan has no tasks, so nothing can be ticked: save it again with `save_plan`, each task an item `- [ ] title` below the heading `## Section 4`.";
    ADVICE_OPEN = "advice.open", 1,
        "Do the task `next`, then tick it with `tick_plan_task` by its title, word for word.";
    ADVICE_OTHER_PLANS = "advice.other-plans", 1,
        "No plan is active: make one of `plans` active with `select_plan`, or save one with `save_plan`.";
    APPENDED = "answer.appended", 1,
        "Appended: the stored plan now has {bytes} bytes ({chars} characters), revision {revision}.";
    CLEARED = "answer.cleared", 1,
        "Cleared: the plan is off this session.";
    DELETED = "answer.deleted", 1,
        "Deleted: the task has no plan now. Revisions that stay: {revisions}.";
    EDITED = "answer.edited", 1,
        "Edited: the stored plan now has {bytes} bytes ({chars} characters), revision {revision}.";
    OPEN_BEFORE = "answer.open-before", 1,
        "The task is open already, and nothing changed: {done} of {total} done.";
    REOPENED = "answer.reopened", 1,
        "Reopened: {done} of {total} done.";
    REPLAYED = "answer.replayed", 1,
        "This request was made before: this is its answer of then, and nothing changed now.";
    RESTORED = "answer.restored", 1,
        "Restored: the stored plan now has {bytes} bytes ({chars} characters), revision {revision}.";
    SAVED = "answer.saved", 1,
        "Saved: this plan is the active one now. Its tasks: {total}. Begin with `next`.";
    SAVED_WITHOUT_TASKS = "answer.saved-without-tasks", 1,
        "Saved, but no task was found in it: write each as an item `- [ ] title` below the heading `## Section 4`, and save it again.";
    SELECTED = "answer.selected", 1,
        "Selected: this plan is the active one now, and what was done of it is still done.";
    SELECTED_BEFORE = "answer.selected-before", 1,
        "This plan was the active one before, and nothing changed.";
    STORED = "answer.stored", 1,
        "Stored: the plan now has {bytes} bytes ({chars} characters), revision {revision}.";
    TICKED = "answer.ticked", 1,
        "Ticked: {done} of {total} done. Go on with `next`.";
    TICKED_BEFORE = "answer.ticked-before", 1,
        "The task was done before, and nothing changed: {done} of {total} done.";
    TICKED_LAST = "answer.ticked-last", 1,
        "Ticked: every task is done, {done} of {total}.";
    CLEAR_PLAN_PLAN = "argument.clear_plan.plan_id", 1,
        "The plan's id. Left out, the active plan is meant.";
    CONTINUE_RUNTIME_READ_CLOSURE = "argument.continue_runtime_read.closure_id", 1,
        "Exactly as it was given to you.";
    CONTINUE_RUNTIME_READ_GENERATION = "argument.continue_runtime_read.generation", 1,
        "Exactly as it was given to you.";
    CONTINUE_RUNTIME_READ_IDENTITY = "argument.continue_runtime_read.identity_digest", 1,
        "Exactly as it was given to you.";
    CREATE_TASK_PLAN_CONTENT = "argument.create_task_plan.content", 1,
        "The whole plan in Markdown: this tool replaces the whole plan with it. To add a section, use `update_task_plan` with mode `append`.";
    CREATE_TASK_PLAN_MODE = "argument.create_task_plan.mode", 1,
        "Leave it out: this tool replaces the whole plan and refuses every mode. To add a section, use `update_task_plan` with mode `append`.";
    EDIT_TASK_PLAN_VERSION = "argument.edit_task_plan.expected_version", 1,
        "The version of the plan that the edit is based on, as the last answer about it gave it.";
    EDIT_TASK_PLAN_FIND = "argument.edit_task_plan.find", 1,
        "The text to replace, exactly as the plan has it, white space and line breaks included.";
    EDIT_TASK_PLAN_REPLACEMENT = "argument.edit_task_plan.replacement", 1,
        "What takes its place, literally. Empty removes the text.";
    ARGUMENT_EXPECTED_VERSION = "argument.expected_version", 1,
        "The version you have seen: if the plan has changed since, nothing is written.";
    LIST_TASK_PLAN_REVISIONS_BEFORE = "argument.list_task_plan_revisions.before", 1,
        "List revisions below this number: the `next_before` of the last page.";
    LIST_TASK_PLAN_REVISIONS_LIMIT = "argument.list_task_plan_revisions.limit", 1,
        "How many, 1 to 200. Default 20.";
    ARGUMENT_POSITION = "argument.position", 1,
        "The number of a write, instead of `revision`.";
    READ_PLAN_TASKS_ALL = "argument.read_plan_tasks.all", 1,
        "True for everything, however long: every task, the whole text of `next`, every note.";
    READ_PLAN_TASKS_FROM = "argument.read_plan_tasks.from", 1,
        "List tasks from this number on: the `next_from` of the last page, or 1 to see those that are done.";
    READ_PLAN_TASKS_PLAN = "argument.read_plan_tasks.plan_id", 1,
        "Another plan of this session than the active one.";
    ARGUMENT_REQUEST_ID = "argument.request_id", 1,
        "A new UUID, if you may send this call again: the same one gives the same answer and changes nothing.";
    ARGUMENT_REVISION = "argument.revision", 1,
        "The number of a revision.";
    SAVE_PLAN_CONTENT = "argument.save_plan.content", 1,
        "The whole plan in Markdown, with its tasks as items `- [ ] title` below the heading `## Section 4`.";
    SELECT_PLAN_PLAN = "argument.select_plan.plan_id", 1,
        "The plan's id, as `save_plan` gave it.";
    ARGUMENT_TASK_ID = "argument.task_id", 1,
        "The id of the task, as it was given to you.";
    TICK_TASK_ID = "argument.tick.task_id", 1,
        "The task's id, `task-` and 16 characters. Send this or `title`, not both.";
    TICK_TITLE = "argument.tick.title", 1,
        "The task's title, word for word. Send this or `task_id`, not both.";
    ARGUMENT_TITLE = "argument.title", 1,
        "A title on one line. Left out, the stored one stays.";
    UPDATE_TASK_PLAN_CONTENT = "argument.update_task_plan.content", 1,
        "With mode `replace` the whole document; with mode `append` only the text to add.";
    UPDATE_TASK_PLAN_MODE = "argument.update_task_plan.mode", 1,
        "`replace` (the default) or `append`, in lower case.";
    PLACE_ARGUMENT = "part.argument", 1,
        "the argument `{argument}`";
    PLACE_ARGUMENTS = "part.arguments", 1,
        "the text of the arguments";
    FOUND_FLAG = "part.found-flag", 1,
        "true or false";
    FOUND_LIST = "part.found-list", 1,
        "a list";
    FOUND_NULL = "part.found-null", 1,
        "null";
    FOUND_OBJECT = "part.found-object", 1,
        "an object";
    FOUND_OTHER_NUMBER = "part.found-other-number", 1,
        "another number";
    FOUND_TEXT = "part.found-text", 1,
        "a string";
    FOUND_WHOLE = "part.found-whole", 1,
        "a number";
    WANTED_FLAG = "part.wanted-flag", 1,
        "true or false";
    WANTED_NUMBER = "part.wanted-number", 1,
        "a whole number from 0 to 4294967295";
    WANTED_TEXT = "part.wanted-text", 1,
        "a string";
    CLEAR_PLAN = "tool.clear_plan", 1,
        "Takes a saved plan off this session: the active one, or the one named. No other becomes active by itself.";
    TITLE_CLEAR_PLAN = "tool.clear_plan.title", 1,
        "Clear plan";
    CONTINUE_RUNTIME_READ = "tool.continue_runtime_read", 1,
        "Says what to do next. Call it exactly once in a turn, with exactly the arguments that a goal, a loop, a guard line or a denial gave you. `active`: do its `current_task` as it is worded, and only look at `next_upcoming_task`. `completed`: relay `completed_report` as it is worded. `retry-later`: do no task, and make no second call. Then do what `directive` says, and nothing else, about a goal or loop.";
    CONTINUE_RUNTIME_READ_TICK = "tool.continue_runtime_read.tick", 1,
        "When the task is done and checked, tick it with `tick_plan_task` by its id.";
    TITLE_CONTINUE_RUNTIME_READ = "tool.continue_runtime_read.title", 1,
        "Continue";
    CREATE_TASK_PLAN = "tool.create_task_plan", 1,
        "Stores the plan document of a task: Markdown, kept byte for byte, the task's memory across a context reset. This tool replaces the whole plan: where there is one, `content` overwrites all of it. To add a section, use `update_task_plan` with mode `append`: it takes only the section.";
    TITLE_CREATE_TASK_PLAN = "tool.create_task_plan.title", 1,
        "Create task plan";
    DELETE_TASK_PLAN = "tool.delete_task_plan", 1,
        "Deletes the plan document of a task.";
    DELETE_TASK_PLAN_KEPT = "tool.delete_task_plan.kept", 1,
        "Its earlier texts stay in the store, for the person who runs this.";
    DELETE_TASK_PLAN_LISTED = "tool.delete_task_plan.listed", 1,
        "Its earlier texts stay: `list_task_plan_revisions` lists them, `get_task_plan_revision` reads them.";
    TITLE_DELETE_TASK_PLAN = "tool.delete_task_plan.title", 1,
        "Delete task plan";
    EDIT_TASK_PLAN = "tool.edit_task_plan", 1,
        "Changes one place of the plan document of a task: `find` must occur in it exactly once, `replacement` takes its place, and all else stays.";
    EDIT_TASK_PLAN_READ = "tool.edit_task_plan.read", 1,
        "`get_task_plan` gives the text and the version.";
    TITLE_EDIT_TASK_PLAN = "tool.edit_task_plan.title", 1,
        "Edit task plan";
    GET_TASK_PLAN = "tool.get_task_plan", 1,
        "Reads the plan document of a task: the whole text, its size, and the version that `expected_version` takes. Read it after a context reset, and before you replace it. To append you needn't.";
    TITLE_GET_TASK_PLAN = "tool.get_task_plan.title", 1,
        "Get task plan";
    GET_TASK_PLAN_REVISION = "tool.get_task_plan_revision", 1,
        "Reads an earlier text of a task's plan, that of a deleted plan included. Name it by `revision` or by `position`, not both: a position also reaches texts that a later write of the same revision replaced.";
    TITLE_GET_TASK_PLAN_REVISION = "tool.get_task_plan_revision.title", 1,
        "Get task plan revision";
    LIST_TASK_PLAN_REVISIONS = "tool.list_task_plan_revisions", 1,
        "Lists the revisions of a task's plan, newest first, without their texts. Those of a deleted plan stay.";
    TITLE_LIST_TASK_PLAN_REVISIONS = "tool.list_task_plan_revisions.title", 1,
        "List task plan revisions";
    READ_PLAN_TASKS = "tool.read_plan_tasks", 1,
        "Reads where this session's plan stands: what is done, the first open task with its details, and a page of the tasks after it. Call it after a compaction, when you lost the task, or when a tick was refused. It also lists the plans to choose from when none is active.";
    TITLE_READ_PLAN_TASKS = "tool.read_plan_tasks.title", 1,
        "Read plan tasks";
    RESTORE_TASK_PLAN_REVISION = "tool.restore_task_plan_revision", 1,
        "Brings an earlier text of a task's plan and its title back, as a new revision: what it replaces stays in the history. Name it by `revision` or by `position`, not both. The task must have a plan.";
    TITLE_RESTORE_TASK_PLAN_REVISION = "tool.restore_task_plan_revision.title", 1,
        "Restore task plan revision";
    SAVE_PLAN = "tool.save_plan", 1,
        "Saves a plan and makes it the active one of this session. Its text stays as saved; what is done is kept beside it. Saving again makes a new plan, with nothing done.";
    TITLE_SAVE_PLAN = "tool.save_plan.title", 1,
        "Save plan";
    SELECT_PLAN = "tool.select_plan", 1,
        "Makes a plan that is saved in this session the active one. What was done of it is still done.";
    TITLE_SELECT_PLAN = "tool.select_plan.title", 1,
        "Select plan";
    TICK_PLAN_TASK = "tool.tick_plan_task", 1,
        "Marks a task of the active plan as done: call it as soon as the task is done, once for each. Name the task by its title, word for word as the plan, the marker or the last answer has it, or by its id. A task that is done stays done.";
    TICK_PLAN_TASK_READ = "tool.tick_plan_task.read", 1,
        "If you don't have the title word for word, don't guess: `read_plan_tasks` gives it.";
    TITLE_TICK_PLAN_TASK = "tool.tick_plan_task.title", 1,
        "Tick plan task";
    UNTICK_PLAN_TASK = "tool.untick_plan_task", 1,
        "Reopens a task of the active plan that was ticked by mistake. Name it by its title, word for word, or by its id.";
    TITLE_UNTICK_PLAN_TASK = "tool.untick_plan_task.title", 1,
        "Untick plan task";
    UPDATE_TASK_PLAN = "tool.update_task_plan", 1,
        "Changes the plan document of a task, in one of two modes. `replace`, the default, takes the whole document as `content` and overwrites the entire plan: if you send only a section, the rest is deleted. `append` takes only the text to add and puts it at the end, after a blank line; you needn't read the plan first. An append is not idempotent: sent again, the text is added again. The task must have a plan.";
    UPDATE_TASK_PLAN_EDIT = "tool.update_task_plan.edit", 1,
        "To change one place, use `edit_task_plan`.";
    TITLE_UPDATE_TASK_PLAN = "tool.update_task_plan.title", 1,
        "Update task plan";
    TOOLS_DOCUMENTS = "tools.documents", 1,
        "A task plan is the one document of a task that outlives your context: keep in it what is decided, done and next. Start it with `create_task_plan`, add to it with `update_task_plan` and mode `append`, and read it with `get_task_plan` after a context reset, before you go on.";
    NEXT_NOT_OFFERED = "tools.next-not-offered", 1,
        "Ask the person who runs this: what would help here is not among the tools that are offered.";
    TOOLS_RECOVERY = "tools.recovery", 1,
        "Nothing that was ever stored is lost: `list_task_plan_revisions` and `restore_task_plan_revision` bring a text back that was overwritten. Never rewrite a plan from memory.";
    TOOLS_REFUSALS = "tools.refusals", 1,
        "A refused call changed nothing unless its `effect` says otherwise; its `next` says what to do.";
    TOOLS_RUNTIME = "tools.runtime", 1,
        "When a goal, a loop, a guard line or a denial names `continue_runtime_read`, call it once with exactly its arguments: it alone says what comes next, and when the work is finished.";
    TOOLS_TRACKER = "tools.tracker", 1,
        "A saved plan is the list of tasks that this session follows. Do the first open task, tick it with `tick_plan_task` by its title, word for word from the marker, and go on with the next. After a compaction, or whenever you don't know the task, call `read_plan_tasks` instead of guessing.";
}
