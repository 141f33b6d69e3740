Every command explains itself.

  $ planmark --help
  Keeps a coding agent's plan safe
  (empty)
  A plan is one Markdown text per task. Planmark stores every text it ever was, refuses a write that
  is based on an old one, and says when a write removed most of it.
  (empty)
  Usage: planmark [OPTIONS] <COMMAND>
  (empty)
  Commands:
    plan         Write, read and restore plans
    session      Make, list, fork and show sessions
    save         Save a plan of tasks, and make it the active one
    plans        List the saved plans of the session
    select       Make a saved plan the active one
    view         Print a saved plan as it is now
    clear        Take a saved plan off the branch; its text stays for at least 30 days
    tasks        Show the tasks of the active plan: done, next, skipped
    tick         End a task, named by its id or by its title word for word
    untick       Reopen a task
    marker       Print the line that tells an agent where it is
    prompt       Print the text for a system prompt: how to work, and the active plan
    continue     Say what to do next on a root: the one read of a turn
    root         Admit, block, seal and show roots: work that is served task by task, and ends with a
                 receipt
    transport    Show what a goal or loop carries, and say what is to become of it
    guard        Print the guard line, and check where it stands
    identity     Say which client runs, and how it is served
    gc           Remove the texts of plans that were cleared more than 30 days ago
    doctor       Say what is installed, whether the home can be used, and how to mend what is wrong
    init         Tell a client to start the MCP server and to run the hooks, or no longer to
    component    Write the engine's component and its WIT, for other hosts
    replay       Run recorded calls again, and say which of them go another way now
    tools        Print the tools that an agent gets: with --json exactly as MCP lists them
    call         Run one tool as an agent would, and print its answer
    mcp          Serve agents over the Model Context Protocol: tools, plans as resources, prompts
    completions  Print the script with which a shell completes this program's command line
    hook         Answer a client's hook: deny what has drifted, bring a session back, go on at the end
                 of a turn
    preview      Show the preview page: what the engine makes of a plan, in a browser on this machine
  (empty)
  Options:
    -h, --help
            Print help (see a summary with '-h')
  (empty)
    -V, --version
            Print version
  (empty)
  Options for every command:
        --home <DIR>
            Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data folder]
  (empty)
        --json
            Print one JSON document: the result on standard output, an error on standard error
  (empty)
        --color <WHEN>
            When to use colours
            
            [default: auto]
  (empty)
  Exit codes:
     0  done
     1  doctor found something wrong, a listing is not whole, a replay differs, or printing failed
     2  the command line can't be understood
     3  the request breaks a rule; sending it again will not help
     4  there is no such plan, revision, position, session or task
     5  the plan is not what the request was based on; read it and decide again
     6  somebody else holds the plan, held it, or was faster; the same request may succeed now
     7  the home, or what is stored in it, can't be used
     8  the engine itself failed
     9  it is not known whether the change was stored; read before trying again
    10  the change is stored, but its answer was lost; don't send it again
  (empty)
  Example:
    planmark plan create --task demo plan.md
    planmark plan show --task demo
  $ planmark plan --help
  Write, read and restore plans
  (empty)
  Usage: planmark plan [OPTIONS] <COMMAND>
  (empty)
  Commands:
    create   Create a task's plan, or replace the one there is
    append   Add a fragment at the end of a plan, after one blank line
    replace  Replace the whole text of a plan
    edit     Replace the one place where a text stands
    save     Store the whole text that an editor holds, without a truncation warning
    show     Print a plan, or any text it ever was
    log      List the revisions of a plan, newest first
    diff     Show what changed between two texts of a plan
    restore  Bring an earlier text and its title back, as a new revision
    delete   Delete a plan; its revisions stay
    list     List the plans of the home
  (empty)
  Options:
    -h, --help  Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  $ for command in create append replace edit save show log diff restore delete list; do
  >   echo "== $command"; planmark plan $command --help
  > done
  == create
  Create a task's plan, or replace the one there is
  (empty)
  Usage: planmark plan create [OPTIONS] --task <ID> [FILE]
  (empty)
  Arguments:
    [FILE]  File that holds the text; standard input when absent or `-`
  (empty)
  Options:
        --task <ID>                  Task whose plan is meant: 1 to 256 printable ASCII characters
                                     without space
        --title <TEXT>               New title; the stored one is kept when absent
        --expect <VERSION>           Refuse the write unless this is the plan's version [from: plan
                                     show --json]
        --author <NAME>              Name recorded with the revision [env: PLANMARK_AUTHOR] [default:
                                     the user's name]
        --coalesce-window <SECONDS>  How long after its last write your latest revision is extended
                                     instead of adding one; 0 never [env: PLANMARK_COALESCE_WINDOW]
    -h, --help                       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan create --task demo --title 'Release 2' plan.md
  == append
  Add a fragment at the end of a plan, after one blank line
  (empty)
  The plan needs not be read first. An append sent twice is appended twice.
  (empty)
  Usage: planmark plan append [OPTIONS] --task <ID> [FILE]
  (empty)
  Arguments:
    [FILE]
            File that holds the text; standard input when absent or `-`
  (empty)
  Options:
        --task <ID>
            Task whose plan is meant: 1 to 256 printable ASCII characters without space
  (empty)
        --title <TEXT>
            New title; the stored one is kept when absent
  (empty)
        --expect <VERSION>
            Refuse the write unless this is the plan's version [from: plan show --json]
  (empty)
        --author <NAME>
            Name recorded with the revision [env: PLANMARK_AUTHOR] [default: the user's name]
  (empty)
        --coalesce-window <SECONDS>
            How long after its last write your latest revision is extended instead of adding one; 0
            never
            
            [env: PLANMARK_COALESCE_WINDOW]
  (empty)
    -h, --help
            Print help (see a summary with '-h')
  (empty)
  Options for every command:
        --home <DIR>
            Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data folder]
  (empty)
        --json
            Print one JSON document: the result on standard output, an error on standard error
  (empty)
        --color <WHEN>
            When to use colours
            
            [default: auto]
  (empty)
  Example:
    printf '## Findings\n' | planmark plan append --task demo
  == replace
  Replace the whole text of a plan
  (empty)
  Usage: planmark plan replace [OPTIONS] --task <ID> [FILE]
  (empty)
  Arguments:
    [FILE]  File that holds the text; standard input when absent or `-`
  (empty)
  Options:
        --task <ID>                  Task whose plan is meant: 1 to 256 printable ASCII characters
                                     without space
        --title <TEXT>               New title; the stored one is kept when absent
        --expect <VERSION>           Refuse the write unless this is the plan's version [from: plan
                                     show --json]
        --author <NAME>              Name recorded with the revision [env: PLANMARK_AUTHOR] [default:
                                     the user's name]
        --coalesce-window <SECONDS>  How long after its last write your latest revision is extended
                                     instead of adding one; 0 never [env: PLANMARK_COALESCE_WINDOW]
    -h, --help                       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan replace --task demo --expect 3f2a… plan.md
  == edit
  Replace the one place where a text stands
  (empty)
  Usage: planmark plan edit [OPTIONS] --task <ID> <--find <TEXT>|--find-file <FILE>> <--replace <TEXT>|--replace-file <FILE>>
  (empty)
  Options:
        --task <ID>                  Task whose plan is meant: 1 to 256 printable ASCII characters
                                     without space
        --find <TEXT>                Text to find; it must occur exactly once
        --find-file <FILE>           File that holds the text to find; `-` is standard input
        --replace <TEXT>             Text that takes its place, literally; may be empty
        --replace-file <FILE>        File that holds the text that takes its place; `-` is standard
                                     input
        --expect <VERSION>           Refuse the write unless this is the plan's version [from: plan
                                     show --json]
        --author <NAME>              Name recorded with the revision [env: PLANMARK_AUTHOR] [default:
                                     the user's name]
        --coalesce-window <SECONDS>  How long after its last write your latest revision is extended
                                     instead of adding one; 0 never [env: PLANMARK_COALESCE_WINDOW]
    -h, --help                       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan edit --task demo --expect 3f2a… --find '- [ ] Ship' --replace '- [x] Ship'
  == save
  Store the whole text that an editor holds, without a truncation warning
  (empty)
  The text may be empty. A request is a JSON object with the fields `task`, `title`, `content` and
  `expected_version`; other fields are ignored.
  (empty)
  Usage: planmark plan save [OPTIONS] [FILE]
  (empty)
  Arguments:
    [FILE]
            File that holds the text; standard input when absent or `-`
  (empty)
  Options:
        --task <ID>
            Task whose plan is meant
  (empty)
        --title <TEXT>
            New title; the stored one is kept when absent
  (empty)
        --request <FILE>
            File that holds the request as JSON; `-` is standard input
  (empty)
        --expect <VERSION>
            Refuse the write unless this is the plan's version [from: plan show --json]
  (empty)
        --author <NAME>
            Name recorded with the revision [env: PLANMARK_AUTHOR] [default: the user's name]
  (empty)
        --coalesce-window <SECONDS>
            How long after its last write your latest revision is extended instead of adding one; 0
            never
            
            [env: PLANMARK_COALESCE_WINDOW]
  (empty)
    -h, --help
            Print help (see a summary with '-h')
  (empty)
  Options for every command:
        --home <DIR>
            Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data folder]
  (empty)
        --json
            Print one JSON document: the result on standard output, an error on standard error
  (empty)
        --color <WHEN>
            When to use colours
            
            [default: auto]
  (empty)
  Example:
    planmark plan save --task demo plan.md
    planmark plan save --request request.json
  == show
  Print a plan, or any text it ever was
  (empty)
  Usage: planmark plan show [OPTIONS] --task <ID>
  (empty)
  Options:
        --task <ID>     Task whose plan is meant: 1 to 256 printable ASCII characters without space
        --revision <N>  Text of this revision
        --position <N>  Text after this many writes; reaches what a coalesced write replaced
        --line-numbers  Number the lines, which end at LF, CRLF or CR
    -h, --help          Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan show --task demo
    planmark plan show --task demo --revision 2 > old.md
  == log
  List the revisions of a plan, newest first
  (empty)
  Usage: planmark plan log [OPTIONS] --task <ID>
  (empty)
  Options:
        --task <ID>  Task whose plan is meant: 1 to 256 printable ASCII characters without space
        --all        Show every write of each revision, those it replaced by coalescing included
        --limit <N>  Show at most this many revisions [default: all]
    -h, --help       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan log --task demo --all
  == diff
  Show what changed between two texts of a plan
  (empty)
  A point is a revision number (3), a position (@5), or HEAD, the latest revision.
  (empty)
  Usage: planmark plan diff [OPTIONS] --task <ID> [FROM] [TO]
  (empty)
  Arguments:
    [FROM]
            Older text [default: the revision before the latest]
  (empty)
    [TO]
            Newer text [default: HEAD]
  (empty)
  Options:
        --task <ID>
            Task whose plan is meant: 1 to 256 printable ASCII characters without space
  (empty)
    -h, --help
            Print help (see a summary with '-h')
  (empty)
  Options for every command:
        --home <DIR>
            Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data folder]
  (empty)
        --json
            Print one JSON document: the result on standard output, an error on standard error
  (empty)
        --color <WHEN>
            When to use colours
            
            [default: auto]
  (empty)
  Example:
    planmark plan diff --task demo
    planmark plan diff --task demo 1 HEAD
    planmark plan diff --task demo @4 @5
  == restore
  Bring an earlier text and its title back, as a new revision
  (empty)
  Usage: planmark plan restore [OPTIONS] --task <ID> <--revision <N>|--position <N>>
  (empty)
  Options:
        --task <ID>                  Task whose plan is meant: 1 to 256 printable ASCII characters
                                     without space
        --revision <N>               Text of this revision
        --position <N>               Text after this many writes; reaches what a coalesced write
                                     replaced
        --expect <VERSION>           Refuse the write unless this is the plan's version [from: plan
                                     show --json]
        --author <NAME>              Name recorded with the revision [env: PLANMARK_AUTHOR] [default:
                                     the user's name]
        --coalesce-window <SECONDS>  How long after its last write your latest revision is extended
                                     instead of adding one; 0 never [env: PLANMARK_COALESCE_WINDOW]
    -h, --help                       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan restore --task demo --revision 2
  == delete
  Delete a plan; its revisions stay
  (empty)
  Usage: planmark plan delete [OPTIONS] --task <ID>
  (empty)
  Options:
        --task <ID>                  Task whose plan is meant: 1 to 256 printable ASCII characters
                                     without space
        --expect <VERSION>           Refuse the write unless this is the plan's version [from: plan
                                     show --json]
        --author <NAME>              Name recorded with the revision [env: PLANMARK_AUTHOR] [default:
                                     the user's name]
        --coalesce-window <SECONDS>  How long after its last write your latest revision is extended
                                     instead of adding one; 0 never [env: PLANMARK_COALESCE_WINDOW]
    -h, --help                       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan delete --task demo
  == list
  List the plans of the home
  (empty)
  Usage: planmark plan list [OPTIONS]
  (empty)
  Options:
    -h, --help  Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark plan list --json
  $ planmark doctor --help
  Say what is installed, whether the home can be used, and how to mend what is wrong
  (empty)
  Usage: planmark doctor [OPTIONS]
  (empty)
  Options:
    -h, --help  Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark doctor --home ./plans
  $ planmark component --help
  Write the engine's component and its WIT, for other hosts
  (empty)
  Usage: planmark component [OPTIONS] --out <DIR>
  (empty)
  Options:
        --out <DIR>  Folder to write planmark.wasm and wit/ into; made when absent, same names
                     replaced
    -h, --help       Print help
  (empty)
  Options for every command:
        --home <DIR>    Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data
                        folder]
        --json          Print one JSON document: the result on standard output, an error on standard
                        error
        --color <WHEN>  When to use colours [default: auto]
  (empty)
  Example:
    planmark component --out ./engine
