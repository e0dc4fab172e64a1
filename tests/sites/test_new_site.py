"""A new site: a folder in `sites/`, which no other module names."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import puzzle_runner
import pytest

SITE = '''
"""Harbour Quest: four nights a year."""

import re
from collections.abc import Mapping

from puzzle_runner.sites.site import Site


class Quest(Site):
    NAME = "quest"
    TITLE = "Harbour Quest"
    ADDRESS = "https://quest.invalid"
    PERSONAL = True
    COOKIE = "lantern"
    SESSION_VARIABLE = "QUEST_LANTERN"
    USER_PATH = "/keeper"
    PARTS = 3

    def parse(self, text: str) -> str | None:
        match = re.fullmatch(r"quest-?([0-9]{4})n([1-4])", text)
        return f"quest{match[1]}n{match[2]}" if match else None

    def group(self, id: str) -> str:
        return id[:9]

    def fields(self, id: str) -> Mapping[str, int]:
        return {"year": int(id[5:9]), "day": int(id[10])}

    def url(self, id: str) -> str:
        return f"{self.ADDRESS}/{id[5:9]}/{id[10]}"


SITE = Quest()
'''


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package that has one more folder in `sites/`, the first of them."""
    source = Path(puzzle_runner.__path__[0])
    copy = tmp_path_factory.mktemp("package") / "puzzle_runner"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    folder = copy / "sites" / "aaa"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "site.py").write_text(SITE)
    return copy.parent


@pytest.mark.parametrize(("command", "code", "shown"), [
    (["list", "quest2030", "--json"], 0, '"kind": "quest"'),
    (["run", "quest-2030n3", "--input", "puzzles/quest2030n3.py"], 0, "? unknown"),
    (["check", "quest"], 0, 'Run "puzzles account add --site quest"'),
    (["open", "quest2030n3"], 0, "https://quest.invalid/2030/3"),
    (["submit", "quest2030n3", "7", "--part", "1", "--yes"], 5, "puzzles account add --site quest"),
    (["account", "list", "--site", "quest"], 0, "no account"),
    (["submit", "2021/3", "7", "--part", "1", "--yes"], 5, 'Run "puzzles account add",'),
    (["calendar", "2021"], 0, "aoc2021d1"),
], ids=lambda value: value[0] if isinstance(value, list) else "")  # fmt: skip
def test_a_folder_is_a_site(package: Path, tmp_path: Path, command: list[str], code: int, shown: str) -> None:
    """Its ids, groups, addresses and logins are those of every command; no other site is the default."""
    puzzles = tmp_path / "workspace" / "puzzles"
    puzzles.mkdir(parents=True)
    (puzzles / "quest2030n3.py").write_text('"""Lamps"""\n\n\ndef part1(text=""):\n    return 7\n')
    ended = subprocess.run(
        [sys.executable, "-m", "puzzle_runner", *command],
        cwd=puzzles.parent,
        env={**os.environ, "PYTHONPATH": str(package), "BROWSER": "true"},
        capture_output=True,
        text=True,
    )
    assert code == ended.returncode, ended.stderr
    assert shown in ended.stdout + ended.stderr
