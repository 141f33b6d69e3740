A plan is saved once, and worked through.

  $ printf '# Desk\n\n## Section 4: Tasks\n\n- [ ] Write `lend`\n  - **Given** a book **When** it is lent **Then** it is out\n- [~] Maybe later\n- [ ] Replay 2025\n- [ ] Ship\n' > plan.md
  $ planmark save plan.md --session s --plan desk
  saved plan desk, 155 bytes, 3 tasks
  <folder>/home/plans/s/desk.md
  next: Write `lend`
  note: Line 7 is no task: the mark in its box is "~", and must be a space for an open task or an x for one that is done.
  $ planmark tasks --session s
  next	task-20be282f3a8de9d2	Write `lend`
  open	task-2f46f81070162efa	Replay 2025
  open	task-7722cb8b808fa179	Ship
  warning: Line 7 is no task: the mark in its box is "~", and must be a space for an open task or an x for one that is done.
  $ planmark tick 'Write `lend`' --session s
  done: Write `lend`
  1/3 done, next: Replay 2025
  $ planmark tick 'Write   `lend`' --session s
  done already: Write `lend`
  1/3 done, next: Replay 2025
  $ planmark tick Ship --session s
  done: Ship
  2/3 done, next: Replay 2025
  note: 1 earlier task is open: task-2f46f81070162efa
  $ planmark tasks --session s 2> /dev/null
  done	task-20be282f3a8de9d2	Write `lend`
  next	task-2f46f81070162efa	Replay 2025
  done	task-7722cb8b808fa179	Ship
  $ planmark marker --session s
  Plan desk: 2/3 tasks done. Next: task-2f46f81070162efa "Replay 2025".
  $ planmark untick Ship --session s
  open again: Ship
  1/3 done, next: Replay 2025
  $ planmark plans --session s
  * desk  1/3 done  saved <time>
  $ planmark view --session s 2> /dev/null | cmp - plan.md
  $ planmark prompt --session s > before; planmark tick Ship --session s > /dev/null 2>&1; planmark prompt --session s | cmp - before

What can't be ticked is refused, and nothing is written.

  $ planmark tick 'write `lend`' --session s
  error[unknown-task]: the plan has no task with the title "write `lend`"; nothing was written
  next: Titles and ids match exactly or not at all. Read the tasks with `planmark tasks`; among them are: task-20be282f3a8de9d2 "Write `lend`".
  [4]
  $ planmark tick 'Maybe later' --session s
  error[unknown-task]: the plan has no task with the title "Maybe later"; nothing was written
  next: Titles and ids match exactly or not at all. Read the tasks with `planmark tasks`; among them are: task-2f46f81070162efa "Replay 2025".
  [4]
  $ planmark tick task-0000000000000000 --session s
  error[unknown-task]: the plan has no task with the id "task-0000000000000000"; nothing was written
  next: Titles and ids match exactly or not at all. Read the tasks with `planmark tasks`; among them are: task-2f46f81070162efa "Replay 2025".
  [4]
  $ planmark save plan.md --session s --plan desk
  error[plan-exists]: there is a body under the plan id "desk" already, and no save changes one; nothing was written
  next: Give --plan another id, or leave it out for a new one.
  [3]
  $ planmark save plan.md --session s --plan ../desk
  error[invalid-plan-id]: the plan id "../desk" is not valid: it must have 1 to 128 letters, digits, dots, underscores and hyphens, begin with a letter or digit, not end with a dot, and not be a device's name
  next: `planmark plans` shows the saved plans of the session.
  [3]
  $ planmark tasks --session s --strict > /dev/null 2>&1
  [1]

A request that is sent again is done once.

  $ planmark tick 'Replay 2025' --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  done: Replay 2025
  3/3 done
  all tasks of the plan are done (desk)
  $ planmark tick 'Replay 2025' --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  done: Replay 2025
  3/3 done
  note: this request was made before; nothing was changed now
  all tasks of the plan are done (desk)
  $ planmark tick Ship --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  error[request-reused]: this request id was used for another request; nothing was written
  next: Give --request a new UUID with each new request, and the same one to send a request again.
  [3]
  $ planmark marker --session s
  Plan desk: 3/3 tasks done. The plan is complete: no task is open.

A session goes back and forks; clearing makes no other plan active.

  $ planmark session fork --session s --id t --at 3
  made session t
  entry 0 of 0, mode build, 1 plan
  $ planmark marker --session t
  Plan desk: 1/3 tasks done. Next: task-2f46f81070162efa "Replay 2025".
  $ planmark session go 2 --session s
  moved session s
  entry 2 of 7, mode build, 1 plan
  $ planmark marker --session s
  Plan desk: 0/3 tasks done. Next: task-20be282f3a8de9d2 "Write `lend`".
  $ planmark clear --session s
  plan desk is cleared; its body stays for 30 days
  no plan is active now
  $ planmark marker --session s
  No plan is active. Make one active with `select_plan`, or save one with `save_plan`.
  $ planmark select nope --session s
  error[saved-plan-not-found]: this session has no saved plan "nope"
  next: `planmark plans` shows the saved plans of the session.
  [4]
  $ planmark gc --session s
  removed 0 files, kept 1
  $ planmark session mode plan --session s
  mode plan
  $ planmark session show --session s
  session s
  made <time>, entry 9 of 9, mode plan
  (empty)
  (empty)
      9  mode plan  <time> by anna
      8  clear desk  <time> by anna
      2  activate desk  <time> by anna
      1  set desk (3 tasks)  <time> by anna
  $ planmark session list
  s  <time>  9 entries
  t  <time>  0 entries, desk 1/3 done
  $ planmark marker --session empty
  No plan is active. Make one active with `select_plan`, or save one with `save_plan`.
  $ planmark tick Ship --session empty
  error[no-active-plan]: no plan is active in this session; nothing was written
  next: Make a saved plan active with `planmark select`, or save one with `planmark save`.
  [4]

The last message of a transcript is a plan too, and a session of Pi is read where it is.

  $ printf '%s\n' '{"type":"session_meta","payload":{"id":"c"}}' '{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":"## Section 4\n\n- [ ] From Codex\n"}}' > codex.jsonl
  $ planmark save --last codex.jsonl --session c --plan p
  the last message in this transcript of Codex, 31 bytes
  saved plan p, 31 bytes, 1 task
  <folder>/home/plans/c/p.md
  next: From Codex
  $ planmark save --last plan.md --session c
  error[transcript-unknown]: "plan.md" is no transcript of Claude Code, Codex or Pi
  write: nothing was written
  next: Name the session's .jsonl file, or save the plan's text itself: `planmark save FILE`.
  [3]
  $ printf '%s\n' '{"type":"session","version":3,"id":"pi-1"}' '{"type":"custom","id":"a","parentId":null,"customType":"workflow-plan","data":{"event":"set","planId":"p","path":"p.md","at":1,"tasks":[{"id":"task-1","title":"One"},{"id":"task-2","title":"Two"}]}}' '{"type":"custom","id":"b","parentId":"a","customType":"workflow-plan","data":{"event":"tick","planId":"p","taskId":"task-1","at":2}}' > pi.jsonl
  $ printf '## Section 4\n- [ ] One\n- [ ] Two\n' > p.md
  $ planmark tasks --pi pi.jsonl 2> /dev/null
  done	task-1	One
  next	task-2	Two
  $ planmark tick Two --pi pi.jsonl
  error[owner-unavailable]: the session's log is kept by Pi
  write: nothing was written
  next: Make the change in Pi, or make a session of your own of it: `planmark session import FILE`.
  [6]
  $ planmark session import pi.jsonl --id mine
  imported session mine
  entry 2 of 2, mode build, 1 plan
  $ planmark session import pi.jsonl --id branch --branch
  imported session branch
  entry 2 of 2, mode build, 1 plan
  $ planmark tasks --session mine 2> /dev/null
  done	task-1	One
  next	task-2	Two
