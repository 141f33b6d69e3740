Every refusal says what to do next, and nothing is written.

  $ echo 'text' | planmark plan append --task demo
  $ planmark plan show --task demo
  $ planmark plan log --task demo
  $ planmark plan delete --task demo
  $ planmark plan restore --task demo --revision 1
  $ printf '# Plan\n\naaa\nbc\r\nde\r\n' | planmark plan create --task demo --title Title

Task ids.

  $ planmark plan show --task ''
  $ planmark plan show --task 'a b'
  $ planmark plan show --task "$(head -c 10000 /dev/zero | tr '\0' a)"
  $ printf '{"task":"a\\u0000b","content":"x"}' | planmark plan save --request -

Content.

  $ printf '' | planmark plan create --task demo
  $ printf '' | planmark plan append --task demo
  $ printf ' \n\t\302\240\n' | planmark plan append --task demo
  $ head -c 262145 /dev/zero | tr '\0' a | planmark plan replace --task demo
  $ head -c 262127 /dev/zero | tr '\0' a | planmark plan append --task demo
  $ yes | planmark plan append --task demo
  $ echo 'text' | planmark plan create --task demo --title "$(printf 'two\nlines')"
  $ echo 'text' | planmark plan create --task demo --author ''

Files.

  $ planmark plan create --task demo missing.md
  $ mkdir folder; planmark plan create --task demo folder
  $ planmark plan create --task demo folder/missing.md
  $ printf 'good\377bad' | planmark plan create --task demo
  $ printf '\377\376a\0' > utf16.md; planmark plan create --task demo utf16.md
  $ echo '{"task":"demo","contents":"x"}' | planmark plan save --request -
  $ printf '{"task":"demo","content":"\\ud800"}' | planmark plan save --request -

Versions and edits.

  $ planmark plan edit --task demo --find bc --replace x
  $ echo 'text' | planmark plan replace --task demo --expect 0123
  $ planmark plan edit --task demo --expect 0123 --find bc --replace x
  $ echo 'text' | planmark plan create --task other --expect 0123
  $ planmark plan edit --task demo --expect "$(version demo)" --find aa --replace x
  $ planmark plan edit --task demo --expect "$(version demo)" --find AAA --replace x
  $ planmark plan edit --task demo --expect "$(version demo)" --find "$(printf 'bc\nde')" --replace x
  $ planmark plan edit --task demo --expect "$(version demo)" --find '' --replace x
  $ planmark plan edit --task demo --expect "$(version demo)" --find-file - --replace-file -
  $ planmark plan restore --task demo --revision 9
  $ planmark plan restore --task demo --position 0
  $ planmark plan show --task demo --revision 0
  $ planmark plan diff --task demo 1 9

Nothing of this changed the plan.

  $ planmark plan log --task demo --all

A command line that can't be understood.

  $ planmark plan shw --task demo
  $ planmark plan diff --task demo 1.5
  $ planmark plan show --task demo --revision 1 --position 1
  $ planmark plan restore --task demo
  $ planmark plan show
