/// Counts changes of the tables.
pub(crate) const VERSION: i32 = 3;

/// The tables, made where they are missing.
pub(crate) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS solutions (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    level TEXT NOT NULL,
    moves INTEGER NOT NULL,
    pushes INTEGER,
    solution TEXT NOT NULL,
    by TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (world, level, by, solution)
);
CREATE TABLE IF NOT EXISTS positions (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    level TEXT NOT NULL,
    name TEXT NOT NULL,
    moves TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE INDEX IF NOT EXISTS positions_by_level ON positions (world, level);
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    name TEXT NOT NULL,
    record TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE IF NOT EXISTS collections (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    name TEXT NOT NULL,
    author TEXT NOT NULL DEFAULT '',
    introduction TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (world, name)
);
CREATE TABLE IF NOT EXISTS levels (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    collection INTEGER,
    key TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE INDEX IF NOT EXISTS levels_by_collection ON levels (collection);
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
";

/// Changes to tables of older versions, before [`TABLES`]; each with the version from which on it is not needed. Nothing
/// a person kept is lost.
pub(crate) const MIGRATIONS: [(i32, &str); 1] = [(
    3,
    "
-- Several solutions of a level are kept, and who found them.
ALTER TABLE solutions RENAME TO solutions_2;
CREATE TABLE solutions (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    level TEXT NOT NULL,
    moves INTEGER NOT NULL,
    pushes INTEGER,
    solution TEXT NOT NULL,
    by TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (world, level, by, solution)
);
INSERT INTO solutions (world, level, moves, pushes, solution, at)
    SELECT world, level, moves, pushes, solution, at FROM solutions_2;
DROP TABLE solutions_2;
-- Own levels lie in collections.
CREATE TABLE collections (
    id INTEGER PRIMARY KEY,
    world TEXT NOT NULL,
    name TEXT NOT NULL,
    author TEXT NOT NULL DEFAULT '',
    introduction TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (world, name)
);
INSERT INTO collections (world, name) SELECT DISTINCT world, 'My levels' FROM levels;
ALTER TABLE levels ADD COLUMN collection INTEGER;
ALTER TABLE levels ADD COLUMN key TEXT NOT NULL DEFAULT '';
UPDATE levels SET collection = (SELECT id FROM collections WHERE collections.world = levels.world);
",
)];
