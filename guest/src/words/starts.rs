//! What a person's choice of a start asks of an agent. Names of tools stand in backticks, as they are
//! called in this package.

use super::Template;

catalog! {
    START_TASK = "start.argument.task_id", 1,
        "The id of the task.";
    START_BUILD = "start.build", 1,
        "Work through the plan of the task {task}. Read it with `get_task_plan` first. Take the first step that is not done, do it, and check it in the way the plan says.";
    START_BUILD_ABOUT = "start.build.about", 1,
        "Work through a task's plan.";
    START_BUILD_RECORD = "start.build.record", 1,
        "After each step add what was done, what was found and what is open with `update_task_plan` and mode `append`: send the addition alone. Then go on with the next step. Where the plan leaves a decision open, stop and ask.";
    START_BUILD_TITLE = "start.build.title", 1,
        "Build by the plan";
    START_PLAN = "start.plan", 1,
        "Write a plan for the task {task}; don't build anything yet. See with `get_task_plan` whether it has one: then go on with that. Look at the code and at what is asked for, and ask about what is unclear.";
    START_PLAN_ABOUT = "start.plan.about", 1,
        "Write a plan for a task, and store it.";
    START_PLAN_STORE = "start.plan.store", 1,
        "Store a first version early with `create_task_plan`: the goal, the decisions with their reasons, the steps in order and how each is checked, the open questions. Add what you find later with `update_task_plan` and mode `append`: send the addition alone.";
    START_PLAN_TITLE = "start.plan.title", 1,
        "Plan a task";
    START_RECOVER = "start.recover", 1,
        "Your context was cut, and what you remember of the task {task} may be wrong. Its plan is stored: read it with `get_task_plan` before you do anything else, and trust it more than your memory. Compare it with the state of the work, say in a few lines where the task stands and what comes next, then go on from there.";
    START_RECOVER_ABOUT = "start.recover.about", 1,
        "Find back to a task after a reset or a compaction.";
    START_RECOVER_TITLE = "start.recover.title", 1,
        "Recover a task";
    START_WORK = "start.work", 1,
        "Save the plan that this conversation agreed on with `save_plan`, the whole text; where there is none yet, write it first, and ask about what is unclear. Where one is active already, go on with that. Then see its tasks with `read_plan_tasks`.";
    START_WORK_ABOUT = "start.work.about", 1,
        "Save a plan of tasks, and work through it.";
    START_WORK_TICK = "start.work.tick", 1,
        "Do the next open task, check it in the way the plan says, and only then end it with `tick_plan_task`, by its title word for word or by its id. Go on until no task is open; read the tasks again whenever you aren't sure of them. Where the plan leaves a decision open, stop and ask.";
    START_WORK_TITLE = "start.work.title", 1,
        "Work through a saved plan";
}
