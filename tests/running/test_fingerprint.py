"""What of an installation decides how a puzzle runs."""

import sys
from pathlib import Path

import pytest
from puzzle_runner.running import fingerprint


def test_what_is_installed_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version, or the same one with other files, a path, a loose module: each makes another hash."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])

    def now() -> str:
        fingerprint.of_installation.cache_clear()
        fingerprint.installation.cache_clear()
        return fingerprint.of_installation()

    seen = [now()]
    for name, content in (
        ("numpy-2.3.3.dist-info/RECORD", "numpy/a.py,sha256=1,1\n"),
        ("numpy-2.3.4.dist-info/RECORD", "numpy/a.py,sha256=1,1\n"),
        ("numpy-2.3.4.dist-info/RECORD", "numpy/a.py,sha256=2,1\n"),
        ("own.pth", "/home/me/one"),
        ("own.pth", "/home/me/two"),
        ("loose.py", "X = 1"),
        ("loose.py", "X = 2"),
        ("of_the_system/__init__.py", ""),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)
        seen.append(now())
    (folder / "linked").symlink_to(tmp_path)
    seen.append(now())
    (folder / "linked").unlink()
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    seen.append(now())
    assert len(seen) == len({*seen})
    (folder / "__pycache__").mkdir()
    assert seen[-1] == now()
    fingerprint.of_installation.cache_clear()
    fingerprint.installation.cache_clear()
