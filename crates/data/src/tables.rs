/// The tables, made where they are missing. `user_version` counts changes of the schema.
pub(crate) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS solutions (
    world TEXT NOT NULL,
    level TEXT NOT NULL,
    moves INTEGER NOT NULL,
    pushes INTEGER,
    solution TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (world, level)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    name TEXT NOT NULL,
    record TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE IF NOT EXISTS levels (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE IF NOT EXISTS notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
    name TEXT NOT NULL,
    part INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name, part)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS parts_go_with_their_room AFTER DELETE ON notes BEGIN
    DELETE FROM parts WHERE name = old.name;
END;
PRAGMA user_version = 2;
";
