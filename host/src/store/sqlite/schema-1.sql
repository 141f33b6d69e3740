-- Planmark's home, schema 1: a contract between every language that opens it (docs/storage.md).
--
-- Run in one transaction, on a database that is empty, after `PRAGMA page_size = 2048` and
-- `PRAGMA journal_mode = WAL`. Every connection that writes has `PRAGMA synchronous = FULL`. Small
-- pages, and tables with a row id, keep what a commit writes small: a commit rewrites a few cells
-- of a few hundred bytes to a few kilobytes.

-- Each task or session that ever held a cell. `version` counts the commits that put cells here: a
-- commit raises it by one and gives it to every cell it puts. The row stays when the cells go, so
-- that no version is given twice.
CREATE TABLE scopes (
    id      INTEGER PRIMARY KEY,
    kind    TEXT    NOT NULL,  -- 'task' or 'session'
    name    TEXT    NOT NULL,  -- the task's or session's own id
    version INTEGER NOT NULL,
    UNIQUE (kind, name)
) STRICT;

-- The cells. Keys are printable ASCII, compared by byte; values are UTF-8.
CREATE TABLE cells (
    id      INTEGER PRIMARY KEY,
    scope   INTEGER NOT NULL,  -- scopes.id
    key     TEXT    NOT NULL,
    version INTEGER NOT NULL,
    value   BLOB    NOT NULL,
    UNIQUE (scope, key)
) STRICT;

-- For people: every plan there is now, without its text.
CREATE VIEW plans AS
SELECT
    scopes.name                                    AS task,
    json_extract(head.value, '$.title')            AS title,
    json_extract(head.value, '$.bytes')            AS bytes,
    json_extract(head.value, '$.chars')            AS chars,
    json_extract(head.value, '$.revision.number')  AS revision,
    json_extract(head.value, '$.position')         AS position,
    json_extract(head.value, '$.version')          AS version,
    json_extract(head.value, '$.author.kind')      AS author_kind,
    json_extract(head.value, '$.author.name')      AS author,
    json_extract(head.value, '$.created_at_ms')    AS created_at_ms,
    json_extract(head.value, '$.updated_at_ms')    AS updated_at_ms
FROM scopes
JOIN (SELECT scope, key, CAST(value AS TEXT) AS value FROM cells) AS head
    ON head.scope = scopes.id AND head.key = 'head'
WHERE scopes.kind = 'task'
    AND CASE WHEN json_valid(head.value) THEN json_extract(head.value, '$.present') END;

-- For people: every revision of every plan, of deleted plans too, without its text. The latest of
-- each is a part of its head.
CREATE VIEW revisions AS
SELECT
    scopes.name                                     AS task,
    json_extract(revision.value, '$.number')        AS number,
    json_extract(revision.value, '$.position')      AS position,
    json_extract(revision.value, '$.title')         AS title,
    json_extract(revision.value, '$.bytes')         AS bytes,
    json_extract(revision.value, '$.chars')         AS chars,
    json_extract(revision.value, '$.author.kind')   AS author_kind,
    json_extract(revision.value, '$.author.name')   AS author,
    json_extract(revision.value, '$.created_at_ms') AS created_at_ms,
    json_extract(revision.value, '$.updated_at_ms') AS updated_at_ms,
    json_extract(revision.value, '$.restored')      AS restored
FROM scopes
JOIN (SELECT scope, key, CAST(value AS TEXT) AS value FROM cells) AS revision
    ON revision.scope = scopes.id AND revision.key >= 'rev/' AND revision.key < 'rev0'
WHERE scopes.kind = 'task' AND json_valid(revision.value)
UNION ALL
SELECT
    scopes.name,
    json_extract(head.value, '$.revision.number'),
    json_extract(head.value, '$.position'),
    json_extract(head.value, '$.title'),
    json_extract(head.value, '$.bytes'),
    json_extract(head.value, '$.chars'),
    json_extract(head.value, '$.author.kind'),
    json_extract(head.value, '$.author.name'),
    json_extract(head.value, '$.revision.created_at_ms'),
    json_extract(head.value, '$.updated_at_ms'),
    json_extract(head.value, '$.revision.restored')
FROM scopes
JOIN (SELECT scope, key, CAST(value AS TEXT) AS value FROM cells) AS head
    ON head.scope = scopes.id AND head.key = 'head'
WHERE scopes.kind = 'task' AND json_valid(head.value);

PRAGMA application_id = 1349274987;  -- 'PlMk'
PRAGMA user_version = 1;
