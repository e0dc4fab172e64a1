BEGIN TRANSACTION;
CREATE TABLE code (
        content_hash TEXT PRIMARY KEY,
        source_hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE "records" (
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
        warm REAL,
        warm_low REAL,
        warm_high REAL,
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
        timed TEXT NOT NULL,
        samples TEXT NOT NULL,
        cpu_samples TEXT NOT NULL,
        waits TEXT NOT NULL
    ) STRICT;
INSERT INTO "records" VALUES(1,'212a345198614f7c07c09af702f897fa','euler1',1,'default','main',NULL,'right','23',0.01,0.00996,0.01004,0.00995,NULL,NULL,NULL,10000000,1,'["euler1.py"]','s1','i1','Test x2 #0000','CPython 3.11.7','0123456789abcdef0123456789abcdef01234567',0,1000.0,0.001,0.1,'[]',1.0,NULL,'call','[[0.01, 0.01], [0.00999, 0.01001], [0.009980000000000001, 0.01002], [0.00997, 0.010029999999999999], [0.00996, 0.01004], [0.00995, 0.01005]]','[[0.01, 0.01], [0.00999, 0.01001], [0.009980000000000001, 0.01002], [0.00997, 0.010029999999999999], [0.00996, 0.01004], [0.00995, 0.01005]]','[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]');
INSERT INTO "records" VALUES(2,'37a4a2a4e7ab829ebe8f6d051fe52806','euler1',1,'quick','main',NULL,'right','23',0.02,0.01992,0.02008,0.0199,0.001,NULL,NULL,10000000,0,'["euler1.py"]','s1','i1','Test x2 #0000','CPython 3.11.7','0123456789abcdef0123456789abcdef01234567',0,1000.0,0.001,0.1,'["Busy."]',2.0,'before','call','[[0.02, 0.02], [0.01998, 0.02002], [0.019960000000000002, 0.02004], [0.01994, 0.020059999999999998], [0.01992, 0.02008], [0.0199, 0.0201]]','[[0.02, 0.02], [0.01998, 0.02002], [0.019960000000000002, 0.02004], [0.01994, 0.020059999999999998], [0.01992, 0.02008], [0.0199, 0.0201]]','[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]');
INSERT INTO "records" VALUES(3,'0c4d91ca4bb42ec626745fb3da2d038e','euler1',1,'quick','main','work','right',NULL,5.0e-05,4.98000000000000043109e-05,5.02e-05,4.975e-05,7.0e-06,7.0e-06,8.0e-06,NULL,1,'["euler1.py"]','s1','i1','Test x2 #0000','CPython 3.11.7',NULL,1,NULL,0.001,NULL,'[]',3.0,NULL,'call','[[5e-05, 5e-05], [4.995e-05, 5.005e-05], [4.99e-05, 5.0100000000000005e-05], [4.9850000000000006e-05, 5.015e-05], [4.9800000000000004e-05, 5.02e-05], [4.975e-05, 5.0249999999999995e-05]]','[[5e-05, 5e-05], [4.995e-05, 5.005e-05], [4.99e-05, 5.0100000000000005e-05], [4.9850000000000006e-05, 5.015e-05], [4.9800000000000004e-05, 5.02e-05], [4.975e-05, 5.0249999999999995e-05]]','[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]');
INSERT INTO "records" VALUES(4,'0c3950276b813534bdee1f28581d67ad','aoc2021d1',2,'default','main',NULL,'right','23',0.5,0.498,0.502,0.4975,NULL,NULL,NULL,10000000,1,'["_grid.py", "aoc2021d1.rs"]','s1','i1','Test x2 #0000','rust','0123456789abcdef0123456789abcdef01234567',0,1000.0,0.001,0.1,'[]',4.0,NULL,'process','[[0.5, 0.5], [0.4995, 0.5005], [0.499, 0.501], [0.4985, 0.5015], [0.498, 0.502], [0.4975, 0.5025]]','[[0.5, 0.5], [0.4995, 0.5005], [0.499, 0.501], [0.4985, 0.5015], [0.498, 0.502], [0.4975, 0.5025]]','[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]');
CREATE TABLE sources (
        puzzle TEXT NOT NULL,
        files TEXT NOT NULL,
        PRIMARY KEY (puzzle, files)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "sources" VALUES('aoc2021d1','["_grid.py", "aoc2021d1.rs"]');
INSERT INTO "sources" VALUES('euler1','["euler1.py"]');
CREATE INDEX current ON records
        (puzzle, part, solution, "case", account, source_hash, input_hash, machine, taken);
CREATE INDEX by_name ON records (name, puzzle, part, solution, "case", taken) WHERE name IS NOT NULL
    ;
COMMIT;
PRAGMA user_version = 3;
