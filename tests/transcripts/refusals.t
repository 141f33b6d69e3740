Every refusal says what to do next, and nothing is written.

  $ echo 'text' | planmark plan append --task demo
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ planmark plan show --task demo
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ planmark plan log --task demo
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ planmark plan delete --task demo
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ planmark plan restore --task demo --revision 1
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ printf '# Plan\n\naaa\nbc\r\nde\r\n' | planmark plan create --task demo --title Title
  created the plan of demo
  revision 1, position 1, 20 bytes, version <version-1>

Task ids.

  $ planmark plan show --task ''
  error[invalid-task-id]: the task id "" is not valid: it must have 1 to 256 printable ASCII characters without space
  next: Give --task an id of 1 to 256 printable ASCII characters without space.
  [3]
  $ planmark plan show --task 'a b'
  error[invalid-task-id]: the task id "a b" is not valid: it must have 1 to 256 printable ASCII characters without space
  next: Give --task an id of 1 to 256 printable ASCII characters without space.
  [3]
  $ planmark plan show --task "$(head -c 10000 /dev/zero | tr '\0' a)"
  error[invalid-task-id]: the task id "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" is not valid: it must have 1 to 256 printable ASCII characters without space
  next: Give --task an id of 1 to 256 printable ASCII characters without space.
  [3]
  $ printf '{"task":"a\\u0000b","content":"x"}' | planmark plan save --request -
  error[invalid-task-id]: the task id "a\u{0}b" is not valid: it must have 1 to 256 printable ASCII characters without space
  next: Give --task an id of 1 to 256 printable ASCII characters without space.
  [3]

Content.

  $ printf '' | planmark plan create --task demo
  error[content-required]: the content is empty; nothing was written
  next: Give the text in a file or on standard input. To store an empty text use `planmark plan save --task demo`, to remove the plan `planmark plan delete --task demo`.
  [3]
  $ printf '' | planmark plan append --task demo
  error[content-required]: the content is empty; nothing was written
  next: Give the text in a file or on standard input. To store an empty text use `planmark plan save --task demo`, to remove the plan `planmark plan delete --task demo`.
  [3]
  $ printf ' \n\t\302\240\n' | planmark plan append --task demo
  error[fragment-whitespace-only]: the text to append is white space only; nothing was written
  next: Give a fragment that holds more than white space.
  [3]
  $ head -c 262145 /dev/zero | tr '\0' a | planmark plan replace --task demo
  error[content-too-large]: the text to store has 262145 bytes, and at most 262144 can be stored; nothing was stored
  next: Shorten the text: move finished detail to a file of its own and name that file in the plan.
  [3]
  $ head -c 262127 /dev/zero | tr '\0' a | planmark plan append --task demo
  error[content-too-large]: the text to store has 262147 bytes, and at most 262144 can be stored; nothing was stored
  next: Shorten the text: move finished detail to a file of its own and name that file in the plan.
  [3]
  $ yes | planmark plan append --task demo
  error[content-too-large]: standard input has more than 1,048,576 bytes; the limit is 262,144
  write: nothing was written
  next: Shorten the text: move finished detail to a file of its own and name that file in the plan.
  [3]
  $ echo 'text' | planmark plan create --task demo --title "$(printf 'two\nlines')"
  error[invalid-title]: the title must have at most 1024 characters, none of them a control character; nothing was written
  next: Give --title at most 1,024 characters, none of them a control character.
  [3]
  $ echo 'text' | planmark plan create --task demo --author ''
  error[invalid-author]: the author's name must have 1 to 128 characters, none of them a control character
  next: Give --author a name of 1 to 128 characters without control characters, or leave it out.
  [3]

Files.

  $ planmark plan create --task demo missing.md
  error[input-missing]: "missing.md" does not exist
  write: nothing was written
  next: Name a file that holds the text, or leave FILE out and send the text to standard input.
  [3]
  $ mkdir folder; planmark plan create --task demo folder
  error[input-is-folder]: "folder" is a folder
  write: nothing was written
  next: Name a file that holds the text, or leave FILE out and send the text to standard input.
  [3]
  $ planmark plan create --task demo folder/missing.md
  error[input-missing]: "folder/missing.md" does not exist
  write: nothing was written
  next: Name a file that holds the text, or leave FILE out and send the text to standard input.
  [3]
  $ printf 'good\377bad' | planmark plan create --task demo
  error[not-utf-8]: standard input is not UTF-8: byte 4 is 0xff
  write: nothing was written
  next: Save the text as UTF-8, then try again.
  [3]
  $ printf '\377\376a\0' > utf16.md; planmark plan create --task demo utf16.md
  error[not-utf-8]: "utf16.md" is not UTF-8: byte 0 is 0xff
  write: nothing was written
  next: The text looks like UTF-16. Save it as UTF-8, then try again.
  [3]
  $ echo '{"task":"demo","contents":"x"}' | planmark plan save --request -
  error[request-invalid]: standard input is not a request: missing field `content`
  write: nothing was written
  next: Send a JSON object with the strings task and content, and if wanted title and expected_version.
  [3]
  $ printf '{"task":"demo","content":"\\ud800"}' | planmark plan save --request -
  error[request-invalid]: standard input is not a request: unexpected end of hex escape at line 1 column 33
  write: nothing was written
  next: Send a JSON object with the strings task and content, and if wanted title and expected_version.
  [3]

Versions and edits.

  $ planmark plan edit --task demo --find bc --replace x
  error[version-required]: an exact edit needs the version of the plan that it is based on; nothing was written
  next: Read the plan with `planmark plan show --task demo --json` and give its version with --expect.
  [3]
  $ echo 'text' | planmark plan replace --task demo --expect 0123
  error[version-conflict]: the plan has changed since the version that was given; nothing was written
  next: Read the plan with `planmark plan show --task demo`, decide again, and send the change with --expect <version-1>.
  [5]
  $ planmark plan edit --task demo --expect 0123 --find bc --replace x
  error[version-conflict]: the plan has changed since the version that was given; nothing was written
  next: Read the plan with `planmark plan show --task demo`, decide again, and send the change with --expect <version-1>.
  [5]
  $ echo 'text' | planmark plan create --task other --expect 0123
  error[version-conflict]: a version was given, but task "other" has no plan now; nothing was written
  next: There is no plan now. Leave --expect out to create one; `planmark plan log --task other` shows what was.
  [5]
  $ planmark plan edit --task demo --expect "$(version demo)" --find aa --replace x
  error[find-ambiguous]: the text to find occurs 2 times, overlaps counted, and must occur once; nothing was written
  next: Give more of the text around the place with --find, so that it occurs once.
  [3]
  $ planmark plan edit --task demo --expect "$(version demo)" --find AAA --replace x
  error[find-missing]: the text to find doesn't occur in the plan; nothing was written
  next: Read the plan and copy the text to find from it exactly: letter case, spaces and line breaks count. `planmark plan show --task demo` prints the plan.
  [3]
  $ planmark plan edit --task demo --expect "$(version demo)" --find "$(printf 'bc\nde')" --replace x
  error[find-missing]: the text to find doesn't occur in the plan; nothing was written
  next: The plan has this text with other line endings (its own are mixed): read the plan and send the text to find with the line endings it has there. `planmark plan show --task demo` prints the plan.
  [3]
  $ planmark plan edit --task demo --expect "$(version demo)" --find '' --replace x
  error[find-required]: the text to find is empty; nothing was written
  next: Give --find a text that is not empty.
  [3]
  $ planmark plan edit --task demo --expect "$(version demo)" --find-file - --replace-file -
  error[usage]: standard input can't hold both the text to find and its replacement
  write: nothing was written
  next: Give one of them as an argument or as a file.
  [2]
  $ planmark plan restore --task demo --revision 9
  error[revision-not-found]: task "demo" has no revision 9: its revisions are 1 to 1
  next: `planmark plan log --task demo --all` lists the revisions and positions.
  [4]
  $ planmark plan restore --task demo --position 0
  error[revision-not-found]: task "demo" has no position 0: its positions are 1 to 1
  next: `planmark plan log --task demo --all` lists the revisions and positions.
  [4]
  $ planmark plan show --task demo --revision 0
  error[revision-not-found]: task "demo" has no revision 0: its revisions are 1 to 1
  next: `planmark plan log --task demo --all` lists the revisions and positions.
  [4]
  $ planmark plan diff --task demo 1 9
  error[revision-not-found]: task "demo" has no revision 9: its revisions are 1 to 1
  next: `planmark plan log --task demo --all` lists the revisions and positions.
  [4]

Nothing of this changed the plan.

  $ planmark plan log --task demo --all
  revision 1  <time>  anna (person)  20 bytes, position 1  Title
    position 1  <time>  -0 +20 bytes at byte 0

A command line that can't be understood.

  $ planmark plan shw --task demo
  error: unrecognized subcommand 'shw'
  (empty)
    tip: a similar subcommand exists: 'show'
  (empty)
  Usage: planmark plan [OPTIONS] <COMMAND>
  (empty)
  For more information, try '--help'.
  [2]
  $ planmark plan diff --task demo 1.5
  error: invalid value '1.5' for '[FROM]': a point is a revision number (3), a position (@5), or HEAD
  (empty)
  For more information, try '--help'.
  [2]
  $ planmark plan show --task demo --revision 1 --position 1
  error: the argument '--revision <N>' cannot be used with '--position <N>'
  (empty)
  Usage: planmark plan show --task <ID> --revision <N>
  (empty)
  For more information, try '--help'.
  [2]
  $ planmark plan restore --task demo
  error: the following required arguments were not provided:
    <--revision <N>|--position <N>>
  (empty)
  Usage: planmark plan restore --task <ID> <--revision <N>|--position <N>>
  (empty)
  For more information, try '--help'.
  [2]
  $ planmark plan show
  error: the following required arguments were not provided:
    --task <ID>
  (empty)
  Usage: planmark plan show --task <ID>
  (empty)
  For more information, try '--help'.
  [2]
