"""What was looked at has a state, which is believed if its stamp is the one that the call has seen."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from puzzle_runner.running import traces

# Nanoseconds after which two changes have two stamps.
TICK = 20_000_000
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
    young.append(tracing.stamp("names", ".") == "changing")
print(json.dumps([stamps, young]))
"""


def old(path: Path) -> str:
    """Return a path once its stamp proves its state."""
    while time.time_ns() - path.lstat().st_ctime_ns <= TICK:
        time.sleep(0.001)
    return str(path)


def test_the_worker_makes_the_same_stamps(tmp_path: Path) -> None:
    """It imports nothing of the runner, and takes no stamp that another change could have, too."""
    (tmp_path / "file").write_text("8")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dangling").symlink_to("gone")
    os.mkfifo(tmp_path / "pipe")
    looked = [
        *(("file", old(tmp_path / name)) for name in ("file", "link", ".", "pipe")),
        *(("file", str(tmp_path / name)) for name in ("none", "dangling")),
        ("names", old(tmp_path)),
    ]
    told = subprocess.run(
        [sys.executable, "-c", WORKER, Path(traces.__file__).parent / "worker", json.dumps(looked)],
        capture_output=True,
        check=True,
    )
    young = [True, False, True, False]
    assert [[traces.stamp(*each) for each in looked], young] == json.loads(told.stdout)


def test_what_has_changed_since_the_call_saw_it_is_not_believed(tmp_path: Path) -> None:
    """A file that was moved there has other content than the call has read, however old it is."""
    path, other = tmp_path / "x", tmp_path / "y"
    path.write_text("8")
    other.write_text("6")
    line = f"file\t{path}\t{traces.stamp('file', old(path))}"
    assert traces.parse("", line).states == (traces.state("file", str(path)),)
    line = f"file\t{path}\t{traces.stamp('file', str(path))}\t"
    other.rename(path)
    assert f"{path} was changed at that time" == traces.parse("", line).doubt
    assert "in doubt before" == traces.parse("in doubt before", line).doubt


@pytest.mark.parametrize("line", ["file", "odd\t/", "names\tx\ty\tz"])
def test_a_damaged_line_is_a_doubt(line: str) -> None:
    """A puzzle can write what it wants into its own reply."""
    assert traces.parse("", line).doubt
