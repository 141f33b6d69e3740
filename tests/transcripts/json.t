With `--json` every command prints one document: results on standard output.

  $ echo '# Plan' | planmark plan create --task demo --json
  $ echo 'more' | planmark --json plan append --task demo
  $ printf 'a\\nb' | planmark plan replace --task demo --json
  $ planmark plan edit --task demo --expect "$(version demo)" --find a --replace '```' --json
  $ planmark plan save --task demo --json < /dev/null
  $ printf '```\nopen' | planmark plan save --task demo --json
  $ planmark plan show --task demo --json
  $ planmark plan show --task demo --position 2 --json
  $ planmark plan log --task demo --all --json
  $ planmark plan diff --task demo @1 HEAD --json
  $ echo 'one' | planmark plan create --task one --json > /dev/null
  $ planmark plan diff --task one --json
  $ planmark plan restore --task demo --position 1 --json
  $ planmark plan list --json
  $ planmark plan delete --task demo --json
  $ planmark --version --json | sed 's/"version":"[^"]*"/"version":"<release>"/'

An error is one document too, on standard error, and standard output is empty.

  $ planmark plan show --task demo --json
  $ planmark plan show --task demo --json 2> /dev/null
  $ planmark plan show --json
  $ printf 'good\377bad' | planmark plan create --task demo --json
  $ head -c 300000 /dev/zero | tr '\0' a | planmark plan create --task demo --json
  $ yes | planmark plan create --task demo --json
  $ echo 'text' | planmark plan replace --task one --expect 0123 --json
  $ echo 'aaa' | planmark plan replace --task one --json > /dev/null
  $ planmark plan edit --task one --expect "$(version one)" --find aa --replace x --json

A request ignores fields that it does not know.

  $ echo '{"task":"one","content":"# One","mode":"append","x":[1]}' | planmark plan save --request - --json
