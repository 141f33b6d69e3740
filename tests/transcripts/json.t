With `--json` every command prints one document: results on standard output.

  $ echo '# Plan' | planmark plan create --task demo --json
  {"task":"demo","title":"Plan","bytes":7,"chars":7,"revision":1,"coalesced":false,"position":1,"version":"<version-1>","events":[{"kind":"plan-created","task":"demo","revision":1,"version":"<version-1>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-created","task":"demo","revision":1,"version":"<version-1>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ echo 'more' | planmark --json plan append --task demo
  {"task":"demo","title":"Plan","bytes":13,"chars":13,"revision":1,"coalesced":true,"position":2,"version":"<version-2>","events":[{"kind":"plan-updated","task":"demo","revision":1,"version":"<version-2>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"demo","revision":1,"version":"<version-2>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ printf 'a\\nb' | planmark plan replace --task demo --json
  {"task":"demo","title":"Plan","bytes":4,"chars":4,"revision":1,"coalesced":true,"position":3,"version":"<version-3>","events":[{"kind":"plan-updated","task":"demo","revision":1,"version":"<version-3>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"demo","revision":1,"version":"<version-3>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ planmark plan edit --task demo --expect "$(version demo)" --find a --replace '```' --json
  {"task":"demo","title":"Plan","bytes":6,"chars":6,"revision":1,"coalesced":true,"position":4,"version":"<version-4>","events":[{"kind":"plan-updated","task":"demo","revision":1,"version":"<version-4>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"demo","revision":1,"version":"<version-4>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ planmark plan save --task demo --json < /dev/null
  {"task":"demo","title":"Plan","bytes":0,"chars":0,"revision":1,"coalesced":true,"position":5,"version":"<version-5>","events":[{"kind":"plan-updated","task":"demo","revision":1,"version":"<version-5>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"demo","revision":1,"version":"<version-5>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ printf '```\nopen' | planmark plan save --task demo --json
  {"task":"demo","title":"Plan","bytes":8,"chars":8,"revision":1,"coalesced":true,"position":6,"version":"<version-6>","events":[{"kind":"plan-updated","task":"demo","revision":1,"version":"<version-6>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"demo","revision":1,"version":"<version-6>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ planmark plan show --task demo --json
  {"task":"demo","title":"Plan","content":"```\nopen","bytes":8,"chars":8,"revision":1,"position":6,"version":"<version-6>","author":{"kind":"person","name":"anna"},"created_at_ms":<ms>,"updated_at_ms":<ms>,"notes":[{"kind":"open-code-fence","line":1,"message":"The text ends inside the code fence that opens in line 1: what is appended becomes code until that fence is closed."}]}
  $ planmark plan show --task demo --position 2 --json
  {"task":"demo","title":"Plan","content":"# Plan\n\nmore\n","position":2,"revision":1}
  $ planmark plan log --task demo --all --json
  {"task":"demo","present":true,"revisions":[{"number":1,"position":6,"title":"Plan","bytes":8,"chars":8,"author":{"kind":"person","name":"anna"},"created_at_ms":<ms>,"updated_at_ms":<ms>,"steps":[{"position":1,"at_ms":<ms>,"at":0,"removed":0,"inserted":7},{"position":2,"at_ms":<ms>,"at":7,"removed":0,"inserted":6},{"position":3,"at_ms":<ms>,"at":0,"removed":13,"inserted":4},{"position":4,"at_ms":<ms>,"at":0,"removed":1,"inserted":3},{"position":5,"at_ms":<ms>,"at":0,"removed":6,"inserted":0},{"position":6,"at_ms":<ms>,"at":0,"removed":0,"inserted":8}]}]}
  $ planmark plan diff --task demo @1 HEAD --json
  {"task":"demo","from":{"revision":1,"position":1,"title":"Plan"},"to":{"revision":1,"position":6,"title":"Plan"},"added_lines":2,"removed_lines":1,"unified":"@@ -1 +1,2 @@\n-# Plan\n+```\n+open\n\\ No newline at end of file\n"}
  $ echo 'one' | planmark plan create --task one --json > /dev/null
  $ planmark plan diff --task one --json
  {"task":"one","to":{"revision":1,"position":1,"title":"Plan"},"added_lines":1,"removed_lines":0,"unified":"@@ -0,0 +1 @@\n+one\n"}
  $ planmark plan restore --task demo --position 1 --json
  {"task":"demo","title":"Plan","bytes":7,"chars":7,"revision":2,"coalesced":false,"position":7,"version":"<version-7>","events":[{"kind":"plan-updated","task":"demo","revision":2,"version":"<version-7>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-created","task":"demo","revision":2,"version":"<version-7>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ planmark plan list --json
  {"plans":[{"task":"demo","title":"Plan","bytes":7,"revision":2,"updated_at_ms":<ms>},{"task":"one","title":"Plan","bytes":4,"revision":1,"updated_at_ms":<ms>}],"unreadable":[]}
  $ planmark plan delete --task demo --json
  {"task":"demo","revisions":2,"version":"<version-8>","events":[{"kind":"plan-deleted","task":"demo","revision":2,"version":"<version-8>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
  $ planmark --version --json | sed 's/"version":"[^"]*"/"version":"<release>"/'
  {"component":"<digest>","version":"<release>"}

An error is one document too, on standard error, and standard output is empty.

  $ planmark plan show --task demo --json
  {"error":{"code":"plan-not-found","message":"task \"demo\" has no plan","next":"Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.","effect":"nothing-written"}}
  [4]
  $ planmark plan show --task demo --json 2> /dev/null
  [4]
  $ planmark plan show --json
  {"error":{"code":"usage","message":"the following required arguments were not provided: --task <ID>","next":"Correct the command line; `planmark --help` and `planmark plan COMMAND --help` say what there is.","effect":"nothing-written"}}
  [2]
  $ printf 'good\377bad' | planmark plan create --task demo --json
  {"error":{"code":"not-utf-8","message":"standard input is not UTF-8: byte 4 is 0xff","next":"Save the text as UTF-8, then try again.","effect":"nothing-written","offset":4}}
  [3]
  $ head -c 300000 /dev/zero | tr '\0' a | planmark plan create --task demo --json
  {"error":{"code":"content-too-large","message":"the text to store has 300000 bytes, and at most 262144 can be stored; nothing was stored","next":"Shorten the text: move finished detail to a file of its own and name that file in the plan.","effect":"nothing-written","bytes":300000,"limit":262144}}
  [3]
  $ yes | planmark plan create --task demo --json
  {"error":{"code":"content-too-large","message":"standard input has more than 1,048,576 bytes; the limit is 262,144","next":"Shorten the text: move finished detail to a file of its own and name that file in the plan.","effect":"nothing-written","limit":262144}}
  [3]
  $ echo 'text' | planmark plan replace --task one --expect 0123 --json
  {"error":{"code":"version-conflict","message":"the plan has changed since the version that was given; nothing was written","next":"Read the plan with `planmark plan show --task one`, decide again, and send the change with --expect <version-9>.","effect":"nothing-written","current_version":"<version-9>"}}
  [5]
  $ echo 'aaa' | planmark plan replace --task one --json > /dev/null
  $ planmark plan edit --task one --expect "$(version one)" --find aa --replace x --json
  {"error":{"code":"find-ambiguous","message":"the text to find occurs 2 times, overlaps counted, and must occur once; nothing was written","next":"Give more of the text around the place with --find, so that it occurs once.","effect":"nothing-written","occurrences":2}}
  [3]

A request ignores fields that it does not know.

  $ echo '{"task":"one","content":"# One","mode":"append","x":[1]}' | planmark plan save --request - --json
  {"task":"one","title":"Plan","bytes":5,"chars":5,"revision":1,"coalesced":true,"position":3,"version":"<version-10>","events":[{"kind":"plan-updated","task":"one","revision":1,"version":"<version-10>","author":{"kind":"person","name":"anna"},"at_ms":<ms>},{"kind":"revision-updated","task":"one","revision":1,"version":"<version-10>","author":{"kind":"person","name":"anna"},"at_ms":<ms>}]}
