One author's writes in quick succession extend one revision; what they replaced stays.

  $ echo 'first' | planmark plan create --task demo --author ben
  $ echo 'second' | planmark plan replace --task demo --author ben
  $ echo 'third' | planmark plan replace --task demo --author ben
  $ planmark plan log --task demo
  $ planmark plan log --task demo --all
  $ planmark plan show --task demo --position 1
  $ planmark plan diff --task demo @1 @2
  $ planmark plan diff --task demo @2 HEAD

A position or a revision is restored as a new revision, with its title.

  $ echo 'fourth' | planmark plan replace --task demo --author cleo --title 'New title'
  $ planmark plan diff --task demo
  $ planmark plan restore --task demo --position 2
  $ planmark plan show --task demo
  $ planmark plan restore --task demo --revision 1
  $ planmark plan log --task demo
  $ planmark plan log --task demo --limit 1

A deleted plan keeps its history, and the next one continues it.

  $ planmark plan delete --task demo
  $ planmark plan show --task demo
  $ planmark plan log --task demo --limit 2
  $ planmark plan show --task demo --revision 2
  $ planmark plan diff --task demo 1 2
  $ planmark plan list
  $ echo 'fifth' | planmark plan create --task demo
  $ planmark plan log --task demo --limit 1

The first revision is compared with nothing.

  $ echo 'only' | planmark plan create --task single
  $ planmark plan diff --task single
  $ planmark plan diff --task single 1 HEAD
