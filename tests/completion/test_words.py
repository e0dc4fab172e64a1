"""The words that are offered, and what they stand for."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.completion import table, words
from puzzle_runner.completion.line import read, split
from puzzle_runner.completion.words import Word
from puzzle_runner.engines import modules

from tests import repository
from tests.conftest import Workspace

ALL_IDS = ["aoc2021d1", "euler7", "euler22", "mine"]
ARGUMENTS = {
    "": [*table.derive()["commands"]],
    "re": ["report"],
    "ru": ["run"],
    "ch": ["check"],
    "nonsense ": [],
    "run ": ALL_IDS,
    "run e": ["euler7", "euler22", "euler"],
    "check aoc2": ["aoc2021d1", "aoc2021"],
    "history m": ["mine"],
    "history a": ["aoc2021d1"],
    "open e": ["euler7", "euler22"],
    "fetch ": ["aoc2021d1", "euler7", "euler22"],
    "fetch l": [],
    "submit ": ["aoc2021d1", "euler7", "euler22"],
    "submit euler7 ": [],
    "show ": ["aoc2021d1", "aoc2021d2", "aoc2021d10"],
    "answer mine ": [],
    "new ": [],
    "standings ": [],
    "export ": ["aoc2021d9", "euler1", "euler22"],
    "export eu": ["euler1", "euler22", "euler"],
    "account ": ["add", "list", "check", "remove"],
    "account add ": ["alice", "work"],
    "account remove ": ["work"],
    "account list ": [],
    "completion z": ["zsh"],
    "doctor ": [],
}
VALUES = {
    "run --case ": ["tiny", "all"],
    "run aoc2021d1 --case ": ["example", "main", "main@alice", "all"],
    "run aoc2021 --case m": ["main", "main@alice"],
    "run --case=m aoc2021d1 --case=main@": ["main@alice"],
    "run nonsense --case ": ["tiny", "all"],
    "run --account mine --case ": ["tiny", "all"],
    "answer mine 9 --case ": ["my case"],
    "run 2021/1 --part ": ["1", "2"],
    "run 2021/1 --solution ": ["default", "fast", "all"],
    "run 2021/1 --part 2 --solution ": ["default", "all"],
    "bench --solution ": ["list"],
    "run --account ": ["alice", "work"],
    "calendar --account a": ["alice"],
    "bench --save ": ["before"],
    "leaderboard --by ": ["solution", "puzzle", "kind", "year"],
    "leaderboard --format m": ["markdown"],
    "export --to c": ["csv"],
    "run --timeout ": [],
    "check --jobs ": [],
    "check --cluster ": [],
    "bench --fail-if-slower ": [],
}
OPTIONS = {
    "--v": ["--version"],
    "check --ju": ["--junit"],
    "account list --j": ["--json"],
    "nonsense --x": [],
}
DESCRIPTIONS = {
    "che": "Check every stored answer: all parts, solutions and cases.",
    "account rem": "Remove a session.",
    "check --jun": "Also write the results as JUnit XML.",
    "run aoc2021d1": "Lamps: how to light them",
    "show aoc2021d1": "Lamps: how to light them",
    "run mine": "",
    "run aoc2021": "1 puzzle",
    "run euler": "2 puzzles",
    "run 2021/1 --solution f": "Count them by row.",
    "run 2021/1 --part 2": "Light the lamps.",
    "run 2021/1 --case e": "with answers: part 1, part 2",
    "run 2021/1 --case main@": "without answers",
    "run --account a": "user 77 of aoc",
}


def offered(text: str) -> list[Word]:
    """Return what is offered at the end of a line, in the current folder."""
    return words.fitting(read(table.load(), split(f"puzzles {text}")[1:]))


@pytest.fixture
def inside(filled: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return the filled workspace, being the current folder."""
    monkeypatch.chdir(filled.root)
    return filled


@pytest.mark.usefixtures("inside")
def test_arguments() -> None:
    """Each command gets words of its kind, ids in natural order, and no words that only the user knows."""
    assert ARGUMENTS == {text: [word.text for word in offered(text)] for text in ARGUMENTS}


@pytest.mark.usefixtures("inside")
def test_values_of_options() -> None:
    """They are those of the puzzles that the line names; where it names none, of the one edited last."""
    assert VALUES == {text: [word.text for word in offered(text)] for text in VALUES}


def test_what_can_be_compared_with(inside: Workspace) -> None:
    """Solutions, branches and tags, names of saved records."""
    repository.commit(inside.root, "Begin")
    repository.branch(inside.root, "topic")
    described = {word.text: word.description() for word in offered("bench aoc2021d1 --against ")}
    assert ["default", "fast"] == [*described][:2]
    assert {
        "fast": "Count them by row.",
        "topic": "Begin",
        "before": "saved records",
    }.items() <= described.items()


def test_years() -> None:
    """From the first event to the latest that has begun."""
    years = [word.text for word in offered("calendar ")]
    today = date.today().year
    assert ("2015", True) == (years[0], years[-1] in (str(today), str(today - 1)))
    assert years == [word.text for word in offered("standings --year ")]


def test_options() -> None:
    """They are those of the command itself, each by all its names."""
    assert OPTIONS == {text: [word.text for word in offered(text)] for text in OPTIONS}


@pytest.mark.usefixtures("inside")
def test_descriptions() -> None:
    """A command's line in the help, a puzzle's title, a solution's first line, the answers of a case."""
    described = {text: {word.description() for word in offered(text)} for text in DESCRIPTIONS}
    assert {} == {text: about for text, about in described.items() if DESCRIPTIONS[text] not in about}


@pytest.mark.parametrize(
    "source",
    [
        '"""Title"""\n',
        '"""Title\n\nhttps://example.org\n"""\n',
        '"""\nTitle\n"""\n',
        '"""  Title  \n"""',
        "'''Title'''",
        '"Title"\n',
        "r'Title'",
        '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\n   \n"""Title"""\n',
        '\ufeff"""Title"""\r\n',
        '"""Title\r\n\r\nmore\r\n"""\r\n',
        "",
        "import sys\n",
        'x = """No title"""\n',
        '#"""No title"""\nx = 1\n',
        "\n" * 5000 + "x = 1\n",
    ],
)
def test_a_title_is_that_of_the_syntax_tree(tmp_path: Path, source: str) -> None:
    """Reading a title does not take a parser, and finds the same."""
    path = tmp_path / "mine.py"
    path.write_bytes(source.encode())
    assert modules.read("mine", path).title == Word("mine", module=path).description()


def test_a_module_that_cannot_be_read_has_no_title(tmp_path: Path) -> None:
    """It is offered all the same."""
    assert "" == Word("mine", module=tmp_path / "mine.py").description()


@pytest.mark.parametrize(
    "text", ["run ", "run --case ", "run --part ", "bench --against ", "export ", "show ", "run --account "]
)
def test_an_empty_workspace(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """It has nothing to offer, and looking for it makes nothing but the table of commands."""
    monkeypatch.chdir(workspace.root)
    assert [] == offered(text)
    assert [table.NAME] == os.listdir(settings.data_folder())


@pytest.mark.usefixtures("inside")
def test_what_cannot_be_read_hides_nothing_else() -> None:
    """Beside a database that is none, solutions can still be compared with."""
    for file in settings.data_folder().glob("timings.db*"):
        file.write_bytes(b"This is no database." * 100)
    assert ["default", "fast"] == [word.text for word in offered("bench 2021/1 --against ")]
    assert [] == offered("export ")


def test_typer_is_not_imported(filled: Workspace) -> None:
    """After the first TAB, everything is offered without it, as it takes longer than all else."""
    table.load()
    lines = ["", "run ", "run aoc2021d1 --case ", "run aoc2021d1 --solution ", "leaderboard --by ", "run --"]
    code = f"""
import os, sys
from puzzle_runner.completion import shells
for line in {lines}:
    os.environ["COMP_LINE"] = f"puzzles {{line}}"
    shells.main()
    print({{"typer", "json", "sqlite3", "rich", "asyncio"}} & {{*sys.modules}}, file=sys.stderr)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=filled.root,
        env=os.environ | {"_PUZZLES_COMPLETE": "complete_zsh"},
        capture_output=True,
        text=True,
    )
    assert ["set()"] * len(lines) == ended.stderr.splitlines()
