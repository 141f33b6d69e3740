A root is admitted, served task by task, and sealed.

  $ printf '# Release\n\n## Section 4\n\n- [ ] Write the parser\n  - **Verification Gate:** `make test`\n- [ ] Document it\n' > plan.md
  $ planmark save plan.md --session s --plan rel > /dev/null
  $ planmark root show --session s
  no roots; admit one with `planmark root admit`
  $ planmark continue --session s
  error[root-not-found]: the session has no root
  write: nothing was written
  next: Admit one with `planmark root admit`, after `planmark root cutover`.
  [4]
  $ planmark root cutover --session s
  the engine drives roots that are admitted from here on
  $ planmark root admit release --target 'release of v2' --owns 'src/**' --session s
  admitted root release/1  engine-driven, open
  works on release of v2, under planmark, serves plan rel
  owns 1 glob: src/**
  $ planmark root obligation release review 'have it reviewed' --session s
  changed root release/1  engine-driven, open
  works on release of v2, under planmark, serves plan rel
  [ ] review: have it reviewed
  owns 1 glob: src/**
  $ planmark continue --client claude-code --session s
  Task 1 of 2, task-b6827fe6ff909861: "Write the parser".
    - **Verification Gate:** `make test`
  When it is done and checked, tick task-b6827fe6ff909861 with `tick_plan_task`, then end the turn or read again.
  (empty)
  Not yet: task 2 of 2, task-b21467e92e083e69: "Document it".
  install: Call `CronCreate` now, once, with exactly these arguments, and with nothing added, left out or reworded: {"cron":"*/10 * * * *","durable":false,"prompt":"Planmark re-entry <digest>.\nCall `continue_runtime_read` exactly once, with exactly these arguments: {\"closure_id\":\"release\",\"generation\":1,\"identity_digest\":\"<digest>\"}.\nIf it answers `active`: your task is its `current_task`, exactly as it is worded there. Its `next_upcoming_task` is only to be seen; don't begin it.\nIf it answers `completed`: relay its `completed_report` exactly as it is worded there, and do what its directive says.\nIf it answers `retry-later`: do no task, make no second call, and change nothing about this goal or loop; it stays for the next time.\nDon't read the plan or its state in any other way, don't choose or word a task yourself, and don't say that the work is finished without the receipt in a `completed` answer.","recurring":true}.
  $ planmark continue --session s > first 2> /dev/null; planmark continue --session s 2> /dev/null | cmp - first
  $ planmark tick 'Document it' --session s
  error[preview-task]: the task is not the current one of root "release/1", which is "task-b6827fe6ff909861"; nothing was written
  next: Do the current task first: call `planmark continue`, and go on with what it answers.
  [3]
  $ planmark tick 'Write the parser' --session s
  done: Write the parser
  1/2 done, next: Document it
  $ planmark root block release ci 'the build is broken' --session s > /dev/null; planmark continue --session s
  Nothing is served now: release/1 is blocked by "the build is broken".
  unavailable: Make no call: this client has no goal or loop that is used for this. The guard line and the hooks remain.
  [6]
  $ planmark root unblock release ci --session s > /dev/null; planmark tick 'Document it' --session s
  done: Document it
  2/2 done
  all tasks of the plan are done (rel)
  $ planmark root seal release --session s
  error[root-open]: root "release/1" is not finished, and was not sealed; nothing was written
  next: Closeout of release/1: every task is done; open obligations: 1. See to each of them and have it discharged; then read again. Then seal it.
  [3]
  $ planmark continue --session s
  Closeout of release/1: every task is done; open obligations: 1. See to each of them and have it discharged; then read again.
  - review: "have it reviewed".
  unavailable: Make no call: this client has no goal or loop that is used for this. The guard line and the hooks remain.
  $ planmark root discharge release review --session s
  changed root release/1  engine-driven, ready
  works on release of v2, under planmark, serves plan rel
  [x] review: have it reviewed
  guards 1 glob: src/**
  served in this turn: closeout
  waits for a call of CronCreate (install)
  $ planmark continue --session s
  Completed: release/1, which works on "release of v2", is finished and sealed under the authority of "planmark", with receipt <digest>.
  unavailable: Make no call: this client has no goal or loop that is used for this. The guard line and the hooks remain.
  $ planmark root seal release/1 --session s
  unchanged root release/1  engine-driven, sealed
  works on release of v2, under planmark, serves plan rel
  [x] review: have it reviewed
  owns 1 glob: src/**
  receipt <digest>
  $ planmark root show release --session s --json | field standing
  "sealed"

What a client shows decides what becomes of its goal or loop.

  $ planmark session new --id t > /dev/null; planmark save plan.md --session t --plan rel > /dev/null; planmark root cutover --session t > /dev/null
  $ planmark root admit release --target 'release of v2' --session t > /dev/null
  $ planmark transport show --client codex --session t
  Planmark re-entry <digest>.
  Call `continue_runtime_read` exactly once, with exactly these arguments: {"closure_id":"release","generation":1,"identity_digest":"<digest>"}.
  If it answers `active`: your task is its `current_task`, exactly as it is worded there. Its `next_upcoming_task` is only to be seen; don't begin it.
  If it answers `completed`: relay its `completed_report` exactly as it is worded there, and do what its directive says.
  If it answers `retry-later`: do no task, make no second call, and change nothing about this goal or loop; it stays for the next time.
  Don't read the plan or its state in any other way, don't choose or word a task yourself, and don't say that the work is finished without the receipt in a `completed` answer.
  Codex: Its agent sets a goal with `create_goal`, which the client pursues turn after turn, and ends it with `update_goal`.
  $ planmark transport reconcile --client opencode --absent --session t
  Make no call: this client has no goal or loop that is used for this. The guard line and the hooks remain.
  unavailable: the client shows it as absent
  $ printf '{"goal":{"threadId":"t","objective":"fix the login","status":"active"}}' | planmark transport reconcile --client codex --session t
  Make no call: the goal or loop that is there is somebody else's, and stays as it is. The guard line and the hooks remain.
  unavailable: the client shows it as foreign
  $ printf 'no JSON' | planmark transport reconcile --client codex --session t
  error[invalid-argument]: what the client's tool answered is not of the form that is known; nothing was written
  next: Send what `get_goal` or `CronList` answered, as JSON and whole.
  [3]
  $ planmark transport reconcile --client codex --absent --session t --json | field action
  "install"

The guard line stands where it must, once and byte for byte.

  $ planmark guard render --session t > guard.txt; cat guard.txt
  Planmark guard <digest>: work on the plan without a task that `continue_runtime_read` served in this turn is off the rails; stop it, call `continue_runtime_read` exactly once with exactly these arguments, and go on with what it answers: {"closure_id":"release","generation":1,"identity_digest":"<digest>"}.
  $ cp guard.txt good.md; echo 'no line' > missing.md; sed 's/once/twice/' guard.txt > diverged.md; cat guard.txt guard.txt > twice.md
  $ planmark guard lint good.md --session t
  1 text checked against the line with digest <digest>, 0 found
  $ planmark guard lint good.md missing.md diverged.md twice.md --session t
  missing.md: "missing.md" is selected and has no guard line.
  diverged.md:1: "diverged.md" holds a guard line in line 1 that is not the one in force: put in the one that `planmark guard render` gives, byte for byte.
  twice.md:2: "twice.md" holds the guard line again in line 2: once is enough.
  4 texts checked against the line with digest <digest>, 3 found
  [1]
  $ planmark guard lint --select 'prompts/*.md' good.md --session t
  good.md:1: "good.md" holds the guard line in line 1, and no selector selects it: remove it there, it is put in where texts are assembled.
  prompts/*.md: The selector "prompts/*.md" selects no text.
  1 text checked against the line with digest <digest>, 2 found
  [1]
  $ planmark guard render --session nobody
  error[root-not-found]: the session has no root that the engine drives, and so no guard line
  next: Admit one with `planmark root admit`, after `planmark root cutover`.
  [4]

Which client runs is said by its surroundings, by configuration, or by its answer.

  $ planmark identity
  other  another client: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  nothing says which client runs
  ask the agent: Which program are you running in? Answer with one of these words and nothing else: claude-code, codex, cursor, opencode, gemini, copilot, vscode, pi, other.
  $ CODEX_THREAD_ID=1 planmark identity --client cursor
  codex  Codex: Its agent sets a goal with `create_goal`, which the client pursues turn after turn, and ends it with `update_goal`.
  its environment says so
  $ planmark identity --client cursor
  cursor  Cursor: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  it is configured so
  $ planmark identity --answer 'Claude Code' --json
  {"client":"claude-code","source":"answer","served":{"client":"claude-code","name":"Claude Code","transport":"loop-tick","reason":"Its agent makes a loop with `CronCreate`, which ticks by time between turns, and ends it with `CronDelete`."}}
  $ planmark identity --all
  claude-code  Claude Code: Its agent makes a loop with `CronCreate`, which ticks by time between turns, and ends it with `CronDelete`.
  codex  Codex: Its agent sets a goal with `create_goal`, which the client pursues turn after turn, and ends it with `update_goal`.
  cursor  Cursor: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  opencode  OpenCode: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  gemini  Gemini CLI: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  copilot  Copilot CLI: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  vscode  VS Code: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  pi  Pi: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.
  other  another client: It has no goal or loop that an agent is known to be able to set: it gets the guard line and the hooks it has.

What can't be is refused.

  $ planmark root admit release --target 'another' --session t
  error[root-exists]: the session has another admission of root "release/1"; nothing was written
  next: Admit it under the next generation, or send what it was admitted with.
  [3]
  $ planmark root admit other --target 'x' --plan nowhere --session t
  error[saved-plan-not-found]: this session has no saved plan "nowhere"
  next: `planmark plans` shows the saved plans of the session.
  [4]
  $ planmark root seal nobody --session t
  error[root-not-found]: the session has no root "nobody/1" that the engine drives
  next: Look at the session for the roots it has, and at their verdicts.
  [4]
  $ planmark root seal release/x --session t
  error: invalid value 'release/x' for '<ROOT>': a root is CLOSURE or CLOSURE/GENERATION: release, release/2
  (empty)
  For more information, try '--help'.
  [2]
  $ planmark root discharge release nobody --session t
  error[root-not-found]: root "release/1" has nothing under the id "nobody"; nothing was written
  next: Look at the root for the ids it has.
  [4]
