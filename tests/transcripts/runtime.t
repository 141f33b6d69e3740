A root is admitted, served task by task, and sealed.

  $ printf '# Release\n\n## Section 4\n\n- [ ] Write the parser\n  - **Verification Gate:** `make test`\n- [ ] Document it\n' > plan.md
  $ planmark save plan.md --session s --plan rel > /dev/null
  $ planmark root show --session s
  $ planmark continue --session s
  $ planmark root cutover --session s
  $ planmark root admit release --target 'release of v2' --owns 'src/**' --session s
  $ planmark root obligation release review 'have it reviewed' --session s
  $ planmark continue --client claude-code --session s
  $ planmark continue --session s > first 2> /dev/null; planmark continue --session s 2> /dev/null | cmp - first
  $ planmark tick 'Document it' --session s
  $ planmark tick 'Write the parser' --session s
  $ planmark root block release ci 'the build is broken' --session s > /dev/null; planmark continue --session s
  $ planmark root unblock release ci --session s > /dev/null; planmark tick 'Document it' --session s
  $ planmark root seal release --session s
  $ planmark continue --session s
  $ planmark root discharge release review --session s
  $ planmark continue --session s
  $ planmark root seal release/1 --session s
  $ planmark root show release --session s --json | field standing

What a client shows decides what becomes of its goal or loop.

  $ planmark session new --id t > /dev/null; planmark save plan.md --session t --plan rel > /dev/null; planmark root cutover --session t > /dev/null
  $ planmark root admit release --target 'release of v2' --session t > /dev/null
  $ planmark transport show --client codex --session t
  $ planmark transport reconcile --client opencode --absent --session t
  $ printf '{"goal":{"threadId":"t","objective":"fix the login","status":"active"}}' | planmark transport reconcile --client codex --session t
  $ printf 'no JSON' | planmark transport reconcile --client codex --session t
  $ planmark transport reconcile --client codex --absent --session t --json | field action

The guard line stands where it must, once and byte for byte.

  $ planmark guard render --session t > guard.txt; cat guard.txt
  $ cp guard.txt good.md; echo 'no line' > missing.md; sed 's/once/twice/' guard.txt > diverged.md; cat guard.txt guard.txt > twice.md
  $ planmark guard lint good.md --session t
  $ planmark guard lint good.md missing.md diverged.md twice.md --session t
  $ planmark guard lint --select 'prompts/*.md' good.md --session t
  $ planmark guard render --session nobody

Which client runs is said by its surroundings, by configuration, or by its answer.

  $ planmark identity
  $ CODEX_THREAD_ID=1 planmark identity --client cursor
  $ planmark identity --client cursor
  $ planmark identity --answer 'Claude Code' --json
  $ planmark identity --all

What can't be is refused.

  $ planmark root admit release --target 'another' --session t
  $ planmark root admit other --target 'x' --plan nowhere --session t
  $ planmark root seal nobody --session t
  $ planmark root seal release/x --session t
  $ planmark root discharge release nobody --session t
