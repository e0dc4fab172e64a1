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
    expected = {"a.sh", ".data", "d d/\n.txt", "loop", "pipe"}
    assert expected == found.keys()
    assert ("other", f"link {tmp_path}") == (found["pipe"], found["loop"])


def test_contents_count_and_not_times(tmp_path: Path) -> None:
    """The time of the last change need not tell a change, and a touch is none."""
    path = tmp_path / "a.sh"
    hashes = set()
    for text in ("echo 8", "echo 66", "echo 8"):
        path.write_text(text)
        for moment in (1, 2):
            os.utime(path, (moment, moment))
            hashes.add(sources.snapshot(str(tmp_path)).hash)
    assert 2 == len(hashes)


def test_other_changes(tmp_path: Path) -> None:
    """A file that appears, one that goes, a program that is one no more, another target, a large file."""
    for name in ("data", "gone", "old", "new"):
        (tmp_path / name).write_text(name)
    (tmp_path / "large").write_bytes(b"8" * (sources.LARGE + 1))
    (tmp_path / "now").symlink_to("old")
    hashes = [sources.snapshot(str(tmp_path)).hash]

    def changed() -> None:
        hashes.append(sources.snapshot(str(tmp_path)).hash)

    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x").touch()
    changed()
    (tmp_path / "gone").unlink()
    changed()
    (tmp_path / "data").chmod(0o755)
    changed()
    (tmp_path / "now").unlink()
    (tmp_path / "now").symlink_to("new")
    changed()
    (tmp_path / "large").write_bytes(b"6" * (sources.LARGE + 1))
    changed()
    assert len(hashes) == len({*hashes})
