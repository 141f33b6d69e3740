A plan is created from a file, read, extended, listed and compared.

  $ printf '# Release 2\n\n- [ ] Write notes\n- [ ] Ship\n' > plan.md
  $ planmark plan create --task demo --title 'Release 2' plan.md
  created the plan of demo
  revision 1, position 1, 42 bytes, version <version-1>
  $ planmark plan show --task demo
  # Release 2
  (empty)
  - [ ] Write notes
  - [ ] Ship
  $ printf '## Findings\n\nThe notes are short.\n' | planmark plan append --task demo --coalesce-window 0
  appended to the plan of demo
  revision 2, position 2, 77 bytes, version <version-2>
  $ planmark plan show --task demo
  # Release 2
  (empty)
  - [ ] Write notes
  - [ ] Ship
  (empty)
  ## Findings
  (empty)
  The notes are short.
  $ planmark plan list
  demo  <time>  revision 2, 77 bytes  Release 2
  $ planmark plan log --task demo
  revision 2  <time>  anna (person)  77 bytes, position 2  Release 2
  revision 1  <time>  anna (person)  42 bytes, position 1  Release 2
  $ planmark plan diff --task demo
  --- revision 1 (position 1)
  +++ revision 2 (position 2)
  @@ -2,3 +2,7 @@
   
   - [ ] Write notes
   - [ ] Ship
  +
  +## Findings
  +
  +The notes are short.

In a pipe the text has no byte more than was stored.

  $ printf 'no line feed at the end' | planmark plan replace --task demo -
  replaced the plan of demo
  revision 2 extended, position 3, 23 bytes, version <version-3>
  $ planmark plan show --task demo
  no line feed at the end (no-eol)

Lines end at LF, CRLF and CR only (CLI-03).

  $ printf 'a\fb\342\200\250c\302\205d\r\ne\n' | planmark plan create --task lines
  created the plan of lines
  revision 1, position 1, 14 bytes, version <version-4>
  $ planmark plan show --task lines --line-numbers
  1  a\u{c}b\u{2028}c\u{85}d
  2  e

An exact edit names the version that was read.

  $ planmark plan create --task demo plan.md --coalesce-window 0
  replaced the plan of demo
  revision 3, position 4, 42 bytes, version <version-5>
  $ planmark plan edit --task demo --expect "$(version demo)" --find '- [ ] Write' --replace '- [x] Write'
  edited the plan of demo
  revision 3 extended, position 5, 42 bytes, version <version-6>
  $ planmark plan diff --task demo
  --- revision 2 (position 3)
  +++ revision 3 (position 5)
  @@ -1 +1,4 @@
  -no line feed at the end
  \ No newline at end of file
  +# Release 2
  +
  +- [x] Write notes
  +- [ ] Ship
