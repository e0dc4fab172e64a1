"""The tables of the records: each migration brings a database from one version to the next."""

MIGRATIONS = (
    """
    CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        puzzle TEXT NOT NULL,
        part INTEGER NOT NULL,
        solution TEXT NOT NULL,
        "case" TEXT NOT NULL,
        account TEXT,
        verdict TEXT NOT NULL,
        answer TEXT,
        median REAL NOT NULL,
        low REAL NOT NULL,
        high REAL NOT NULL,
        minimum REAL NOT NULL,
        peak_bytes INTEGER,
        collects INTEGER NOT NULL,
        sources TEXT NOT NULL,
        source_hash TEXT NOT NULL,
        input_hash TEXT NOT NULL,
        machine TEXT NOT NULL,
        python TEXT NOT NULL,
        revision TEXT,
        dirty INTEGER NOT NULL,
        committed REAL,
        calibration REAL NOT NULL,
        load REAL,
        notes TEXT NOT NULL,
        taken REAL NOT NULL,
        name TEXT,
        samples TEXT NOT NULL,
        cpu_samples TEXT NOT NULL,
        waits TEXT NOT NULL
    ) STRICT;
    CREATE INDEX current ON records
        (puzzle, part, solution, "case", account, source_hash, input_hash, machine, taken);
    CREATE INDEX by_name ON records (name, puzzle, part, solution, "case", taken) WHERE name IS NOT NULL;
    CREATE TABLE sources (
        puzzle TEXT NOT NULL,
        files TEXT NOT NULL,
        PRIMARY KEY (puzzle, files)
    ) STRICT, WITHOUT ROWID
    """,
    # Earlier versions, which may use the same database, ask for this table and the column `parse`.
    """
    CREATE TABLE code (content_hash TEXT PRIMARY KEY, source_hash TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    # How a time was taken. Databases of earlier versions have other columns that nothing uses any more.
    """
    ALTER TABLE records ADD COLUMN timed TEXT NOT NULL DEFAULT 'call'
    """,
    # The samples have a table of their own: all else is read without them.
    """
    CREATE TABLE samples (
        record INTEGER PRIMARY KEY,
        seconds TEXT NOT NULL,
        cpu TEXT NOT NULL,
        waits TEXT NOT NULL
    ) STRICT;
    INSERT INTO samples SELECT id, samples, cpu_samples, waits FROM records ORDER BY id;
    ALTER TABLE records DROP COLUMN samples;
    ALTER TABLE records DROP COLUMN cpu_samples;
    ALTER TABLE records DROP COLUMN waits
    """,
    """
    ALTER TABLE records ADD COLUMN parse REAL
    """,
    # The index of this version is made by the next one.
    "",
    # Samples of fewer than six workers, each of which has a list in the list, have no interval.
    """
    DROP INDEX current;
    ALTER TABLE records RENAME COLUMN low TO least;
    ALTER TABLE records RENAME COLUMN high TO greatest;
    ALTER TABLE records ADD COLUMN low REAL;
    ALTER TABLE records ADD COLUMN high REAL;
    UPDATE records SET low = least, high = greatest
        WHERE (SELECT length(seconds) - length(replace(seconds, '[', '')) FROM samples WHERE record = id) > 6;
    ALTER TABLE records DROP COLUMN least;
    ALTER TABLE records DROP COLUMN greatest;
    CREATE INDEX current ON records
        (puzzle, part, solution, "case", account, source_hash, input_hash, machine, python, revision, dirty,
         taken, committed, median, low, high)
    """,
)
