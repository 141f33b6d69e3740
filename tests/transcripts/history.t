One author's writes in quick succession extend one revision; what they replaced stays.

  $ echo 'first' | planmark plan create --task demo --author ben
  created the plan of demo
  revision 1, position 1, 6 bytes, version <version-1>
  $ echo 'second' | planmark plan replace --task demo --author ben
  replaced the plan of demo
  revision 1 extended, position 2, 7 bytes, version <version-2>
  $ echo 'third' | planmark plan replace --task demo --author ben
  replaced the plan of demo
  revision 1 extended, position 3, 6 bytes, version <version-3>
  $ planmark plan log --task demo
  revision 1  <time>  ben (person)  6 bytes, position 3  Plan
  $ planmark plan log --task demo --all
  revision 1  <time>  ben (person)  6 bytes, position 3  Plan
    position 1  <time>  -0 +6 bytes at byte 0
    position 2  <time>  -5 +6 bytes at byte 0
    position 3  <time>  -5 +4 bytes at byte 0
  $ planmark plan show --task demo --position 1
  first
  $ planmark plan diff --task demo @1 @2
  --- revision 1 (position 1)
  +++ revision 1 (position 2)
  @@ -1 +1 @@
  -first
  +second
  $ planmark plan diff --task demo @2 HEAD
  --- revision 1 (position 2)
  +++ revision 1 (position 3)
  @@ -1 +1 @@
  -second
  +third

A position or a revision is restored as a new revision, with its title.

  $ echo 'fourth' | planmark plan replace --task demo --author cleo --title 'New title'
  replaced the plan of demo
  revision 2, position 4, 7 bytes, version <version-4>
  $ planmark plan diff --task demo
  --- revision 1 (position 3, title "Plan")
  +++ revision 2 (position 4, title "New title")
  @@ -1 +1 @@
  -third
  +fourth
  $ planmark plan restore --task demo --position 2
  restored the plan of demo
  revision 3, position 5, 7 bytes, version <version-5>
  $ planmark plan show --task demo
  second
  $ planmark plan restore --task demo --revision 1
  restored the plan of demo
  revision 4, position 6, 6 bytes, version <version-6>
  $ planmark plan log --task demo
  revision 4  <time>  anna (person)  6 bytes, position 6, restores revision 1  Plan
  revision 3  <time>  anna (person)  7 bytes, position 5, restores position 2  Plan
  revision 2  <time>  cleo (person)  7 bytes, position 4  New title
  revision 1  <time>  ben (person)  6 bytes, position 3  Plan
  $ planmark plan log --task demo --limit 1
  revision 4  <time>  anna (person)  6 bytes, position 6, restores revision 1  Plan

A deleted plan keeps its history, and the next one continues it.

  $ planmark plan delete --task demo
  deleted the plan of demo
  4 revisions kept, version <version-7>
  to see what it was: planmark plan show --task demo --revision 4
  $ planmark plan show --task demo
  error[plan-not-found]: task "demo" has no plan
  next: Create it with `planmark plan create --task demo FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task demo` what a deleted one was.
  [4]
  $ planmark plan log --task demo --limit 2
  the plan is deleted; its revisions can be shown, and a new plan continues them
  revision 4  <time>  anna (person)  6 bytes, position 6, restores revision 1  Plan
  revision 3  <time>  anna (person)  7 bytes, position 5, restores position 2  Plan
  $ planmark plan show --task demo --revision 2
  fourth
  $ planmark plan diff --task demo 1 2
  --- revision 1 (position 3, title "Plan")
  +++ revision 2 (position 4, title "New title")
  @@ -1 +1 @@
  -third
  +fourth
  $ planmark plan list
  no plans in "<folder>/home"
  $ echo 'fifth' | planmark plan create --task demo
  created the plan of demo
  revision 5, position 7, 6 bytes, version <version-8>
  $ planmark plan log --task demo --limit 1
  revision 5  <time>  anna (person)  6 bytes, position 7  Plan

The first revision is compared with nothing.

  $ echo 'only' | planmark plan create --task single
  created the plan of single
  revision 1, position 1, 5 bytes, version <version-9>
  $ planmark plan diff --task single
  --- nothing
  +++ revision 1 (position 1)
  @@ -0,0 +1 @@
  +only
  $ planmark plan diff --task single 1 HEAD
  the texts are equal
