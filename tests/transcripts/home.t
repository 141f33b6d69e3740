The doctor looks at the program and at the home. A home that does not exist yet is in order.

  $ planmark doctor | sed 's/^\(planmark\|sqlite\) .*/\1  <version>/'
  planmark  <version>
  component sha256 <digest>
  sqlite  <version>
  home      <folder>/home
  (empty)
  ok        engine: version 0.1.0, storage format 1
  ok        home: does not exist yet; the first write makes it
  $ echo text | planmark plan create --task demo > /dev/null
  $ planmark doctor | tail -n 4 | sed 's/[0-9,]* bytes/<size>/g'
  ok        database: sound, schema 1 of 1, <size>, log <size>
  ok        plans: 1, all readable
  ok        sessions: 0, all readable
  ok        bodies: 0, all readable

What is wrong is said with what to do, in an exit code too.

  $ echo 'not a folder' > file
  $ planmark doctor --home file | tail -n 3; planmark doctor --home file > /dev/null
  ok        engine: version 0.1.0, storage format 1
  wrong     home: "file" is not a folder
            next: Name a folder as the home.
  [1]
  $ planmark plan show --task demo --home file
  error[home-not-a-directory]: the home "file" is not a folder
  next: Name a folder as the home, or move the file away.
  [7]
  $ echo text | planmark plan create --task demo --home file
  error[home-not-a-directory]: the home "file" is not a folder
  write: nothing was written
  next: Name a folder as the home, or move the file away.
  [7]
  $ mkdir broken; echo 'this is no database, whatever it is called' > broken/planmark.db
  $ planmark doctor --home broken | tail -n 3
  ok        home: can be read and written
  wrong     database: the database of the home "broken" is not a database
            next: Run `planmark doctor` for what can still be read; then move planmark.db and the files beside it whose names begin with it away, and put a backup in their place.
  $ planmark plan list --home broken
  error[home-not-a-database]: the database of the home "broken" is not a database
  next: Run `planmark doctor` for what can still be read; then move planmark.db and the files beside it whose names begin with it away, and put a backup in their place.
  [7]

A home of another name.

  $ echo text | planmark plan create --task demo --home other/plans
  created the plan of demo
  revision 1, position 1, 5 bytes, version <version-1>
  $ PLANMARK_HOME=other/plans planmark plan list
  demo  <time>  revision 1, 5 bytes  Plan
  $ PLANMARK_HOME= planmark plan list
  no plans in "<folder>/.local/share/planmark"
