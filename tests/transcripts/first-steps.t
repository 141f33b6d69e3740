A plan is created from a file, read, extended, listed and compared.

  $ printf '# Release 2\n\n- [ ] Write notes\n- [ ] Ship\n' > plan.md
  $ planmark plan create --task demo --title 'Release 2' plan.md
  $ planmark plan show --task demo
  $ printf '## Findings\n\nThe notes are short.\n' | planmark plan append --task demo --coalesce-window 0
  $ planmark plan show --task demo
  $ planmark plan list
  $ planmark plan log --task demo
  $ planmark plan diff --task demo

In a pipe the text has no byte more than was stored.

  $ printf 'no line feed at the end' | planmark plan replace --task demo -
  $ planmark plan show --task demo

Lines end at LF, CRLF and CR only (CLI-03).

  $ printf 'a\fb\342\200\250c\302\205d\r\ne\n' | planmark plan create --task lines
  $ planmark plan show --task lines --line-numbers

An exact edit names the version that was read.

  $ planmark plan create --task demo plan.md --coalesce-window 0
  $ planmark plan edit --task demo --expect "$(version demo)" --find '- [ ] Write' --replace '- [x] Write'
  $ planmark plan diff --task demo
