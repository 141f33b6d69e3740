A plan is saved once, and worked through.

  $ printf '# Desk\n\n## Section 4: Tasks\n\n- [ ] Write `lend`\n  - **Given** a book **When** it is lent **Then** it is out\n- [~] Maybe later\n- [ ] Replay 2025\n- [ ] Ship\n' > plan.md
  $ planmark save plan.md --session s --plan desk
  $ planmark tasks --session s
  $ planmark tick 'Write `lend`' --session s
  $ planmark tick 'Write   `lend`' --session s
  $ planmark tick Ship --session s
  $ planmark tasks --session s 2> /dev/null
  $ planmark marker --session s
  $ planmark untick Ship --session s
  $ planmark plans --session s
  $ planmark view --session s 2> /dev/null | cmp - plan.md
  $ planmark prompt --session s > before; planmark tick Ship --session s > /dev/null 2>&1; planmark prompt --session s | cmp - before

What can't be ticked is refused, and nothing is written.

  $ planmark tick 'write `lend`' --session s
  $ planmark tick 'Maybe later' --session s
  $ planmark tick task-0000000000000000 --session s
  $ planmark save plan.md --session s --plan desk
  $ planmark save plan.md --session s --plan ../desk
  $ planmark tasks --session s --strict > /dev/null 2>&1

A request that is sent again is done once.

  $ planmark tick 'Replay 2025' --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  $ planmark tick 'Replay 2025' --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  $ planmark tick Ship --session s --request 0f8fad5b-d9cb-469f-a165-70867728950e
  $ planmark marker --session s

A session goes back and forks; clearing makes no other plan active.

  $ planmark session fork --session s --id t --at 3
  $ planmark marker --session t
  $ planmark session go 2 --session s
  $ planmark marker --session s
  $ planmark clear --session s
  $ planmark marker --session s
  $ planmark select nope --session s
  $ planmark gc --session s
  $ planmark session mode plan --session s
  $ planmark session show --session s
  $ planmark session list
  $ planmark marker --session empty
  $ planmark tick Ship --session empty

The last message of a transcript is a plan too, and a session of Pi is read where it is.

  $ printf '%s\n' '{"type":"session_meta","payload":{"id":"c"}}' '{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":"## Section 4\n\n- [ ] From Codex\n"}}' > codex.jsonl
  $ planmark save --last codex.jsonl --session c --plan p
  $ planmark save --last plan.md --session c
  $ printf '%s\n' '{"type":"session","version":3,"id":"pi-1"}' '{"type":"custom","id":"a","parentId":null,"customType":"workflow-plan","data":{"event":"set","planId":"p","path":"p.md","at":1,"tasks":[{"id":"task-1","title":"One"},{"id":"task-2","title":"Two"}]}}' '{"type":"custom","id":"b","parentId":"a","customType":"workflow-plan","data":{"event":"tick","planId":"p","taskId":"task-1","at":2}}' > pi.jsonl
  $ printf '## Section 4\n- [ ] One\n- [ ] Two\n' > p.md
  $ planmark tasks --pi pi.jsonl 2> /dev/null
  $ planmark tick Two --pi pi.jsonl
  $ planmark session import pi.jsonl --id mine
  $ planmark tasks --session mine 2> /dev/null
