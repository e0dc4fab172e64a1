"""A new site: a folder in `sites/`, which no other module names."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import puzzle_runner

SITE = '''
"""Harbour Quest: four nights a year."""

import re

from puzzle_runner.sites.site import Site


class Quest(Site):
    NAME = "quest"
    TITLE = "Harbour Quest"
    ID = "quest{year}n{day}"
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

    def url(self, id: str) -> str:
        return f"{self.ADDRESS}/{id[5:9]}/{id[10]}"


SITE = Quest()
'''


CALL = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from puzzle_runner import cli
ended = []
for command in json.load(sys.stdin):
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(printed), redirect_stderr(printed):
        code = int(cli.main(command.split()))
    ended.append((command, code, printed.buffer.getvalue().decode()))
print(json.dumps(ended))
"""
ENDS = {
    "list quest2030 --json": (0, '"kind": "quest"'), "check quest": (0, "puzzles account add --site quest"),
    "run quest-2030n3 --input puzzles/quest2030n3.py": (0, "? unknown"),
    "open quest2030n3": (0, "https://quest.invalid/2030/3"),
    "submit quest2030n3 7 --part 1 --yes": (5, "puzzles account add --site quest"),
    "submit 2021/3 7 --part 1 --yes": (5, 'Run "puzzles account add",'), "calendar 2021": (0, "aoc2021d1"),
}  # fmt: skip


def test_a_folder_is_a_site(tmp_path: Path) -> None:
    """Its ids, groups, addresses and logins are those of every command; no other site is the default."""
    copy, puzzles = tmp_path / "package" / "puzzle_runner", tmp_path / "workspace" / "puzzles"
    shutil.copytree(Path(puzzle_runner.__path__[0]), copy, ignore=shutil.ignore_patterns("__pycache__"))
    # The first of all folders.
    (copy / "sites" / "aaa").mkdir()
    (copy / "sites" / "aaa" / "__init__.py").touch()
    (copy / "sites" / "aaa" / "site.py").write_text(SITE)
    (copy / "sites" / "aaa" / "pages.py").write_text("from puzzle_runner.sites.pages import Pages\n")
    puzzles.mkdir(parents=True)
    (puzzles / "quest2030n3.py").write_text('"""Lamps"""\n\n\ndef part1(text=""):\n    return 7\n')
    ended = subprocess.run(
        [sys.executable, "-c", CALL],
        cwd=puzzles.parent,
        env={**os.environ, "PYTHONPATH": str(copy.parent), "BROWSER": "true"},
        input=json.dumps([*ENDS]),
        capture_output=True,
        text=True,
    )
    assert 0 == ended.returncode, ended.stderr
    for command, code, printed in json.loads(ended.stdout.splitlines()[-1]):
        assert (ENDS[command][0], True) == (code, ENDS[command][1] in printed), (command, printed)
