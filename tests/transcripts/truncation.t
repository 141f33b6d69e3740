A write that removes most of a plan says so, shows what it removed, and where it still is.

  $ for n in $(seq 1 60); do echo "line $n of a plan that is worth keeping"; done > long.md
  $ planmark plan create --task demo long.md
  $ echo 'only this was remembered' | planmark plan replace --task demo
  $ planmark plan restore --task demo --revision 1
  $ planmark plan diff --task demo | wc -l

A create over an existing plan and an exact edit are measured too.

  $ echo 'only this' | planmark plan create --task demo
  $ planmark plan restore --task demo --revision 1
  $ head -n 55 long.md > most.md
  $ planmark plan edit --task demo --expect "$(version demo)" --find-file most.md --replace ''
  $ planmark plan restore --task demo --revision 1

With JSON the record is in the answer, and nothing beside it.

  $ echo 'only this' | planmark plan replace --task demo --json

The editor path never warns.

  $ planmark plan restore --task demo --revision 1
  $ echo 'only this' | planmark plan save --task demo
