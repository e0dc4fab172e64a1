"""The files that count for a program: all in its folder, each with its content."""

import os
from pathlib import Path

from puzzle_runner.engines.program import sources


def test_what_counts_of_a_folder(tmp_path: Path) -> None:
    """Data and hidden files count; caches, histories and packages do not, and links are not followed."""
    for name in (
        "a.sh",
        ".data",
        "d d/\n.txt",
        "target/x",
        ".git/x",
        "__pycache__/x.pyc",
        "node_modules/y/x",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "target" / sources.CACHE).touch()
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    found = sources.snapshot(str(tmp_path)).files
    assert {"a.sh", ".data", "d d/\n.txt", "loop", "pipe"} == found.keys()
    assert ("other", f"link {tmp_path}") == (found["pipe"], found["loop"])


def test_each_change_counts(tmp_path: Path) -> None:
    """A content, whatever its time; a file that appears or goes, a program, a link's target, a large file."""
    for name in ("data", "gone", "old", "new"):
        (tmp_path / name).write_text(name)
    large = tmp_path / "large"
    large.write_bytes(b"8" * (sources.LARGE + 1))
    (tmp_path / "now").symlink_to("old")

    def state() -> str:
        return sources.snapshot(str(tmp_path)).hash

    hashes = [state()]
    os.utime(tmp_path / "data", (1, 1))
    assert hashes == [state()]
    for change in (
        lambda: (tmp_path / "data").write_text("atad"),
        lambda: (tmp_path / "appears").touch(),
        lambda: (tmp_path / "gone").unlink(),
        lambda: (tmp_path / "data").chmod(0o755),
        lambda: (tmp_path / "new").rename(tmp_path / "old"),
        lambda: large.write_bytes(b"6" * (sources.LARGE + 1)),
    ):
        change()
        os.utime(tmp_path / "data", (1, 1))
        hashes.append(state())
    assert 7 == len({*hashes})
