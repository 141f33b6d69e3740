A write that removes most of a plan says so, shows what it removed, and where it still is.

  $ for n in $(seq 1 60); do echo "line $n of a plan that is worth keeping"; done > long.md
  $ planmark plan create --task demo long.md
  created the plan of demo
  revision 1, position 1, 2,391 bytes, version <version-1>
  $ echo 'only this was remembered' | planmark plan replace --task demo
  replaced the plan of demo
  revision 2, position 2, 25 bytes, version <version-2>
  warning: this write removed most of the plan: of 2,391 characters 25 are left, 2,366 fewer (98 %)
  the text before it is revision 1:
    planmark plan show --task demo --revision 1
    planmark plan restore --task demo --revision 1
  removed 60 lines:
  -line 1 of a plan that is worth keeping
  -line 2 of a plan that is worth keeping
  -line 3 of a plan that is worth keeping
  -line 4 of a plan that is worth keeping
  -line 5 of a plan that is worth keeping
  -line 6 of a plan that is worth keeping
  -line 7 of a plan that is worth keeping
  -line 8 of a plan that is worth keeping
  -line 9 of a plan that is worth keeping
  -line 10 of a plan that is worth keeping
  -line 11 of a plan that is worth keeping
  -line 12 of a plan that is worth keeping
  -line 13 of a plan that is worth keeping
  -line 14 of a plan that is worth keeping
  -line 15 of a plan that is worth keeping
  -line 16 of a plan that is worth keeping
  -line 17 of a plan that is worth keeping
  -line 18 of a plan that is worth keeping
  -line 19 of a plan that is worth keeping
  -line 20 of a plan that is worth keeping
  … and 40 lines more
  $ planmark plan restore --task demo --revision 1
  restored the plan of demo
  revision 3, position 3, 2,391 bytes, version <version-3>
  $ planmark plan diff --task demo | wc -l
  64

A create over an existing plan and an exact edit are measured too.

  $ echo 'only this' | planmark plan create --task demo
  replaced the plan of demo
  revision 4, position 4, 10 bytes, version <version-4>
  warning: this write removed most of the plan: of 2,391 characters 10 are left, 2,381 fewer (99 %)
  the text before it is revision 3:
    planmark plan show --task demo --revision 3
    planmark plan restore --task demo --revision 3
  removed 60 lines:
  -line 1 of a plan that is worth keeping
  -line 2 of a plan that is worth keeping
  -line 3 of a plan that is worth keeping
  -line 4 of a plan that is worth keeping
  -line 5 of a plan that is worth keeping
  -line 6 of a plan that is worth keeping
  -line 7 of a plan that is worth keeping
  -line 8 of a plan that is worth keeping
  -line 9 of a plan that is worth keeping
  -line 10 of a plan that is worth keeping
  -line 11 of a plan that is worth keeping
  -line 12 of a plan that is worth keeping
  -line 13 of a plan that is worth keeping
  -line 14 of a plan that is worth keeping
  -line 15 of a plan that is worth keeping
  -line 16 of a plan that is worth keeping
  -line 17 of a plan that is worth keeping
  -line 18 of a plan that is worth keeping
  -line 19 of a plan that is worth keeping
  -line 20 of a plan that is worth keeping
  … and 40 lines more
  $ planmark plan restore --task demo --revision 1
  restored the plan of demo
  revision 5, position 5, 2,391 bytes, version <version-5>
  $ head -n 55 long.md > most.md
  $ planmark plan edit --task demo --expect "$(version demo)" --find-file most.md --replace ''
  edited the plan of demo
  revision 6, position 6, 200 bytes, version <version-6>
  warning: this write removed most of the plan: of 2,391 characters 200 are left, 2,191 fewer (91 %)
  the text before it is revision 5:
    planmark plan show --task demo --revision 5
    planmark plan restore --task demo --revision 5
  removed 55 lines:
  -line 1 of a plan that is worth keeping
  -line 2 of a plan that is worth keeping
  -line 3 of a plan that is worth keeping
  -line 4 of a plan that is worth keeping
  -line 5 of a plan that is worth keeping
  -line 6 of a plan that is worth keeping
  -line 7 of a plan that is worth keeping
  -line 8 of a plan that is worth keeping
  -line 9 of a plan that is worth keeping
  -line 10 of a plan that is worth keeping
  -line 11 of a plan that is worth keeping
  -line 12 of a plan that is worth keeping
  -line 13 of a plan that is worth keeping
  -line 14 of a plan that is worth keeping
  -line 15 of a plan that is worth keeping
  -line 16 of a plan that is worth keeping
  -line 17 of a plan that is worth keeping
  -line 18 of a plan that is worth keeping
  -line 19 of a plan that is worth keeping
  -line 20 of a plan that is worth keeping
  … and 35 lines more
  $ planmark plan restore --task demo --revision 1
  restored the plan of demo
  revision 7, position 7, 2,391 bytes, version <version-7>

With JSON the record is in the answer, and nothing beside it.

  $ echo 'only this' | planmark plan replace --task demo --json
  {"task":"demo","title":"Plan","bytes":10,"chars":10,"revision":8,"coalesced":false,"position":8,"version":"<version-8>","truncation":{"prior_chars":2391,"new_chars":10,"prior_revision":7,"warning":"This write removed most of the plan: it had 2391 characters and has 10 now, 2381 fewer (99 % dropped). The text before it is kept as revision 7; the plan tools can't fetch it, but the person who runs this can read and restore it. If the drop was not meant, say so and stop: don't rewrite the plan from memory. To add a section without sending the whole document, update with mode `append`."},"events":[{"kind":"plan-updated","task":"demo","revision":8,"version":"<version-8>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-created","task":"demo","revision":8,"version":"<version-8>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}

The editor path never warns.

  $ planmark plan restore --task demo --revision 1
  restored the plan of demo
  revision 9, position 9, 2,391 bytes, version <version-9>
  $ echo 'only this' | planmark plan save --task demo
  saved the plan of demo
  revision 10, position 10, 10 bytes, version <version-10>
