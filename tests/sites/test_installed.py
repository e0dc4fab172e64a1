"""Entry points of installed packages, and how they are remembered."""

import os
import sys
import time
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.sites import installed

GROUP = "invented.group"


def install(folder: Path, name: str, entry: str) -> Path:
    """Make the metadata of a package; return the file of its entry points."""
    path = folder / f"{name}-1.dist-info" / "entry_points.txt"
    path.parent.mkdir(parents=True)
    path.write_text(f"[{GROUP}]\n{entry}\n")
    return path


def settle(folder: Path, seconds: int) -> None:
    """Make the last change of a folder older than an installation takes."""
    os.utime(folder, (1_700_000_000 + seconds,) * 2)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder that packages are installed into."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", ["", str(tmp_path / "none.zip"), str(folder)])
    return folder


def test_what_is_installed_is_read_once(packages: Path) -> None:
    """What is remembered holds until a package is added or removed, and is one small file."""
    first = install(packages, "first", "a = b:c [extra]\n\nd=e.f:g")
    settle(packages, 1)
    for _ in range(2):
        assert [("a", "b:c"), ("d", "e.f:g")] == [*installed.entries(GROUP)]
        # Nobody opens it again: it is not seen that it is gone.
        first.unlink(missing_ok=True)
    install(packages, "second", "h = i:j")
    settle(packages, 2)
    assert [("h", "i:j")] == [*installed.entries(GROUP)]
    assert [] == [*installed.entries("another.group")]


def test_a_folder_that_has_just_changed_is_read_again(packages: Path) -> None:
    """Its files may not all be there yet."""
    path = install(packages, "first", "a = b:c")
    os.utime(packages, (time.time(),) * 2)
    assert [("a", "b:c")] == [*installed.entries(GROUP)]
    path.write_text(f"[{GROUP}]\nd = e:f\n")
    assert [("d", "e:f")] == [*installed.entries(GROUP)]
    assert not (settings.data_folder() / installed.FILE).exists()


def test_a_package_in_development_is_read_each_time(packages: Path, tmp_path: Path) -> None:
    """Its entry points change in their place, which does not change its folder."""
    settle(packages, 1)
    source = tmp_path / "src"
    path = install(source, "mine", "a = b:c")
    settle(source, 1)
    sys.path.insert(0, str(source))
    for entry in ("b:c", "d:e"):
        path.write_text(f"[{GROUP}]\na = {entry}\n")
        assert [("a", entry)] == [*installed.entries(GROUP)]


@pytest.mark.parametrize("damage", [b"", b"\n", b"[]\n[invented.group]\nx = y:z\n", b"\xff"])
def test_a_damaged_memory_is_replaced(packages: Path, damage: bytes) -> None:
    """The packages themselves tell, and it is written anew."""
    install(packages, "first", "a = b:c")
    settle(packages, 1)
    path = settings.data_folder() / installed.FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(damage)
    assert [("a", "b:c")] == [*installed.entries(GROUP)]
    assert str(packages) in path.read_text()
