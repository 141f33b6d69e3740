The tools of an agent, for people: what they are, and one call of one.

  $ planmark tools
  documents
    create_task_plan  destructive
      Stores the plan document of a task: Markdown, kept byte for byte, the task's memory across a context reset.
    update_task_plan  destructive
      Changes the plan document of a task, in one of two modes.
    get_task_plan  read-only
      Reads the plan document of a task: the whole text, its size, and the version that `expected_version` takes.
    delete_task_plan  destructive  idempotent
      Deletes the plan document of a task.
  tracker
    save_plan
      Saves a plan and makes it the active one of this session.
    select_plan  idempotent
      Makes a plan that is saved in this session the active one.
    clear_plan  destructive  idempotent
      Takes a saved plan off this session: the active one, or the one named.
    read_plan_tasks  read-only
      Reads where this session's plan stands: what is done, the first open task with its details, and a page of the tasks after it.
    tick_plan_task  idempotent
      Marks a task of the active plan as done: call it as soon as the task is done, once for each.

  $ planmark tools --profile recovery --tool-suffix kandev
  recovery
    edit_task_plan_kandev  destructive  idempotent
      Changes one place of the plan document of a task: `find` must occur in it exactly once, `replacement` takes its place, and all else stays.
    list_task_plan_revisions_kandev  read-only
      Lists the revisions of a task's plan, newest first, without their texts.
    get_task_plan_revision_kandev  read-only
      Reads an earlier text of a task's plan, that of a deleted plan included.
    restore_task_plan_revision_kandev  destructive
      Brings an earlier text of a task's plan and its title back, as a new revision: what it replaces stays in the history.
    untick_plan_task_kandev  idempotent
      Reopens a task of the active plan that was ticked by mistake.

  $ planmark tools --profile runtime
  error[invalid-argument]: the profiles that were chosen have no tools in this version
  next: Choose a profile that has tools, or none for the default, where this program is configured.
  [3]

  $ planmark tools --profile documents,documents
  error[invalid-argument]: the profile `documents` was chosen twice
  next: Choose each profile once, where this program is configured.
  [3]

An answer is what the agent reads.

  $ planmark call create_task_plan --args '{"task_id": "demo", "content": "# Plan"}'
  {"acknowledgement":"Stored: the plan now has 6 bytes (6 characters), revision 1.","task_id":"demo","title":"Plan","bytes":6,"chars":6,"revision":1,"version":"<version-1>"}

  $ printf '{"task_id": "demo", "content": "Next", "mode": "append"}' | planmark call update_task_plan --args -
  {"acknowledgement":"Appended: the stored plan now has 12 bytes (12 characters), revision 1.","task_id":"demo","title":"Plan","bytes":12,"chars":12,"revision":1,"version":"<version-2>"}

  $ planmark call get_task_plan --args '{"task_id": "demo"}'
  {"task_id":"demo","title":"Plan","bytes":12,"chars":12,"revision":1,"version":"<version-2>","content":"# Plan\n\nNext"}

So is a refusal, and the exit code says which.

  $ planmark call get_task_plan --args '{"task_id": "other"}'
  {"error":{"code":"plan-not-found","kind":"state","retryable":false,"message":"task \"other\" has no plan","next":"Create the plan first; a plan can't be changed before it exists.","effect":"nothing-written"}}
  [4]

  $ planmark call get_task_plan --args '{"task": "demo"}'
  {"error":{"code":"invalid-argument","kind":"validation","retryable":false,"message":"this tool has no argument \"task\"; nothing was written","next":"Use the arguments it has: `task_id`.","effect":"nothing-written"}}
  [3]

  $ planmark call update_plan
  {"error":{"code":"unknown-tool","kind":"validation","retryable":false,"message":"no tool \"update_plan\" is offered; nothing was written","next":"Use a tool of the list, by the name it has there.","effect":"nothing-written"}}
  [3]

  $ planmark call create_task_plan_x --tool-suffix x --args '{"task_id": "demo", "content": "X", "mode": "append"}'
  {"error":{"code":"mode-not-offered","kind":"validation","retryable":false,"message":"creating a plan takes no mode, and \"append\" was given: it would have made the content the whole plan; nothing was written","next":"Use `update_task_plan_x` with mode `append` to add a section, or create without a mode to send the whole document.","effect":"nothing-written"}}
  [3]

The tools of saved plans need a session.

  $ planmark call read_plan_tasks
  {"error":{"code":"session-not-found","kind":"state","retryable":false,"message":"this program keeps no session for saved plans; nothing was written","next":"Ask the person who runs this to name a session where the tools are configured.","effect":"nothing-written"}}
  [4]

  $ planmark call read_plan_tasks --session s-1
  {"standing":"no-plan","advice":"No plan is active: save one with `save_plan` when there is one to follow.","done":0,"total":0,"tasks":[]}

A tool that only reads makes no home.

  $ planmark call get_task_plan --args '{"task_id": "demo"}' --home none > /dev/null; [ -e none ] || echo none is made
  none is made
