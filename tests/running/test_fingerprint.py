"""What of an installation decides how a puzzle runs."""

import sys
from pathlib import Path

import pytest
from puzzle_runner.running import fingerprint


def test_an_installed_package_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package, or another version of one, makes another fingerprint; the same ones make the same."""
    folder = tmp_path / "site-packages"
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    seen = []
    for name in ("numpy-2.3.3.dist-info", "numpy-2.3.4.dist-info", "README"):
        (folder / name).mkdir(parents=True)
        fingerprint.of_installation.cache_clear()
        fingerprint.installation.cache_clear()
        seen.append(fingerprint.of_installation())
    fingerprint.of_installation.cache_clear()
    assert seen[0] != seen[1] == seen[2]
    assert {"numpy-2.3.3", "numpy-2.3.4"} < set(fingerprint.packages(sys.path))
