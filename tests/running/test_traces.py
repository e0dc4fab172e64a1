"""What was looked at is read once, and what its stamp proves is not read again."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from puzzle_runner import digest, files
from puzzle_runner.running import traces

# Prints the stamps of the worker, and whether these times in the past are too young: of a file system that
# keeps whole seconds, and of one that keeps more.
WORKER = """
import json, os, sys, types
sys.path.insert(0, sys.argv[1])
import tracing
stamps = [tracing.stamp(*each) for each in json.loads(sys.argv[2])]
now, mode, young = 10**18, os.stat(".").st_mode, []
tracing.time_ns = lambda: now
for ago in (10**9, 3 * 10**9, 10**7 + 1, 10**8 + 1):
    tracing.stat = lambda path: types.SimpleNamespace(
        st_mode=mode, st_ino=1, st_size=1, st_mtime_ns=0, st_ctime_ns=now - ago
    )
    young.append(tracing.stamp("folder", "") == "changing")
print(json.dumps([stamps, young]))
"""


def old(path: Path) -> str:
    """Return a path once its stamp proves its state."""
    while time.time_ns() - path.stat().st_ctime_ns <= traces.TICK:
        time.sleep(0.001)
    return str(path)


def test_what_has_its_stamp_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of many files that have not changed opens none of them."""
    path = tmp_path / "x"
    path.write_text("8")
    record = [traces.known("file", old(path))]
    assert record[0][1]
    monkeypatch.setattr(files, "read", None)
    assert traces.hold(record)


def test_contents_count(tmp_path: Path) -> None:
    """Another stamp is looked into: another content has another state, and an old one is as it was."""
    path = tmp_path / "x"
    path.write_text("8")
    record = [traces.known("file", old(path))]
    path.write_text("6")
    assert not traces.hold(record)
    path.write_text("8")
    assert traces.hold(record)


@pytest.mark.parametrize(("ago", "fraction", "proves"), [(1, 1, True), (1, 0, False), (3, 0, True)])
def test_a_stamp_that_another_change_could_have_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ago: int, fraction: int, proves: bool
) -> None:
    """Where a file system keeps whole seconds alone, that is so for two of them."""
    path = tmp_path / "x"
    path.write_text("8")
    changed = 10**9 * 10**9
    monkeypatch.setattr(traces, "stamp", lambda kind, path: f"1 1 0 {changed + fraction}")
    monkeypatch.setattr(time, "time_ns", lambda: changed + ago * traces.SECOND + 2)
    state, proof = traces.known("file", str(path))
    assert (digest.data(b"8"), proves) == (state.state, bool(proof))


def test_the_worker_makes_the_same_stamps(tmp_path: Path) -> None:
    """It imports nothing of the runner, and waits where the runner would not take a stamp for a proof."""
    (tmp_path / "file").write_text("8")
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    looked = [
        *(("file", old(tmp_path / name)) for name in ("file", "link", ".", "pipe")),
        ("file", str(tmp_path / "none")),
        *(("link", old(tmp_path / name)) for name in ("link", ".")),
        *((kind, old(tmp_path)) for kind in ("folder", "names")),
    ]
    told = subprocess.run(
        [sys.executable, "-c", WORKER, Path(traces.__file__).parent / "worker", json.dumps(looked)],
        capture_output=True,
        check=True,
    )
    young = [True, False, True, False]
    assert [[traces.stamp(*each) for each in looked], young] == json.loads(told.stdout)


def test_names_that_do_not_count(tmp_path: Path) -> None:
    """Of a folder, they are left out; `names` are found with any ending, and no others."""
    (tmp_path / "x.h").touch()
    folder, names = ("folder", str(tmp_path), (".git", "__pycache__")), ("names", str(tmp_path), ("x", "y"))
    before = traces.known(*folder)[0], traces.known(*names)[0]
    for name in (".git", "__pycache__"):
        (tmp_path / name).mkdir()
    assert before == (traces.known(*folder)[0], traces.known(*names)[0])
    assert before[0].state != traces.known(*folder[:2])[0].state
    (tmp_path / "y.h.gch").touch()
    assert before[0] != traces.known(*folder)[0]
    assert before[1] != traces.known(*names)[0]


def test_a_large_file_counts_with_its_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never read, and one that was written again is another."""
    monkeypatch.setattr(files, "read", None)
    path = tmp_path / "x"
    path.write_text("8")
    record = [traces.known("large", str(path))]
    assert traces.hold(record)
    os.utime(path, (5, 5))
    assert not traces.hold(record)


def test_what_cannot_be_read_has_a_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no crash, and is not taken for what it is once it can be read; a call that saw it is in doubt."""
    path = tmp_path / "x"
    path.write_text("8")

    def refuse(path: str) -> bytes:
        raise PermissionError(errno.EACCES, "no", path)

    with monkeypatch.context() as patch:
        patch.setattr(files, "read", refuse)
        record = [traces.known("file", old(path))]
        assert traces.hold(record)
        line = f"file\t{path}\t{traces.stamp('file', str(path))}"
        assert f"{path} cannot be hashed: Permission denied" == traces.of_reply("", line).doubt
    assert not traces.hold(record)
    assert "" == traces.of_reply("", line).doubt
