"""The words that are offered, and what they stand for."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner import cli, commands, settings
from puzzle_runner.commands.options import Words
from puzzle_runner.completion import line as lines
from puzzle_runner.completion import words
from puzzle_runner.completion.line import FILE, NAME, TEXT, read, split
from puzzle_runner.completion.words import KINDS

from tests import repository
from tests.conftest import Workspace

ALL_IDS = ["aoc2021d1", "euler7", "euler22", "mine"]
ARGUMENTS = {
    "": [module.__name__.rpartition(".")[2] for module in cli.all_commands()],
    "ru": ["run"],
    "nonsense ": [],
    "run ": ALL_IDS,
    "run e": ["euler7", "euler22", "euler"],
    "check aoc2": ["aoc2021d1", "aoc2021"],
    "open e": ["euler7", "euler22"],
    "submit euler7 ": [],
    "account ": ["add", "list", "check", "remove"],
    "account remove ": ["alice", "work"],
    "completion z": ["zsh"],
    "run --case ": ["tiny", "all"],
    "run aoc2021d1 --case ": ["example", "main", "main@alice", "all"],
    "run --case=m aoc2021d1 --case=main@": ["main@alice"],
    "run nonsense --case ": ["tiny", "all"],
    "answer mine 9 --case ": ["my case"],
    "answer mine --case 'my c": ["my case"],
    'answer mine --case "my c': ["my case"],
    "answer mine --case my\\ c": ["my case"],
    "answer mine --case my\\": ["my case"],
    "run 2021/1 --part ": ["1", "2"],
    "run 2021/1 --part 2 --solution ": ["default", "all"],
    "run --account ": ["alice", "work"],
    "bench --save ": ["before"],
    "leaderboard --by ": ["solution", "puzzle", "kind", "year"],
    "run --timeout ": [],
    "--v": ["--version"],
    "check --ju": ["--junit"],
    "account list --j": ["--json"],
}


# What a new command takes: one file.
GREET = '''
from typing import Annotated
from puzzle_runner.declare import Option
from puzzle_runner.commands.options import Part, Selectors, Words
from puzzle_runner.output.render import Report

Loud = Annotated[bool, Option(help="Shout.")]
Tone = Annotated[str, Option(metavar="NAME|none", help="How it sounds."), Words.SAVED]
ORDER = 125
EXAMPLE = "puzzles greet aoc"

def greet(
    selectors: Selectors = None, part: Part = None, tone: Tone = "none", loud: Loud = False
) -> Report:
    """Greet the puzzles."""
    return Report({"greeted": selectors}, [f"Good morning, {selectors}{'!' * loud}"])
'''


def offered(text: str) -> dict[str, str]:
    """Return what is offered at the end of a line, in the current folder."""
    return words.fitting(read(split(f"puzzles {text}")[1:]))


@pytest.fixture
def inside(filled: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return the filled workspace, being the current folder."""
    monkeypatch.chdir(filled.root)
    return filled


@pytest.mark.usefixtures("inside")
def test_words() -> None:
    """Ids in natural order, values of the puzzles that a line names, and nothing that only the user knows."""
    assert ARGUMENTS == {text: [*offered(text)] for text in ARGUMENTS}


def test_what_can_be_compared_with(inside: Workspace) -> None:
    """Solutions, branches and tags, names of saved records."""
    repository.commit(inside.root, "Begin")
    repository.branch(inside.root, "topic")
    described = offered("bench aoc2021d1 --against ")
    assert ["default", "fast"] == [*described][:2]
    assert {
        "fast": "Count them by row.",
        "topic": "Begin",
        "before": "saved records",
    }.items() <= described.items()


@pytest.mark.parametrize("text", ["run ", "run --case ", "bench --against ", "export ", "run --account "])
def test_an_empty_workspace(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """It has nothing to offer, and looking for it makes nothing."""
    monkeypatch.chdir(workspace.root)
    assert {} == offered(text)
    assert not settings.data_folder().exists()


def test_typer_is_not_imported(filled: Workspace) -> None:
    """Everything is offered without it, as it takes longer than all else."""
    lines = ["", "run ", "run aoc2021d1 --case ", "run aoc2021d1 --solution ", "leaderboard --by ", "run --"]
    code = f"""
import os, sys
from puzzle_runner.completion import shells
for line in {lines}:
    os.environ["COMP_LINE"] = f"puzzles {{line}}"
    shells.main()
    print({{"typer", "rich", "asyncio"}} & {{*sys.modules}}, file=sys.stderr)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=filled.root,
        env=os.environ | {"_PUZZLES_COMPLETE": "complete_zsh"},
        capture_output=True,
        text=True,
    )
    assert ["set()"] * len(lines) == ended.stderr.splitlines()


@pytest.fixture
def greet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the file of an invented command, in a folder that belongs to the package of commands."""
    folder = tmp_path / "more commands"
    folder.mkdir()
    (folder / "greet.py").write_text(GREET)
    (folder / "helping.py").write_text("VALUE = 1\n")
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(folder)])
    yield folder / "greet.py"
    for name in ("greet", "helping"):
        sys.modules.pop(f"{commands.__name__}.{name}", None)
        vars(commands).pop(name, None)


def test_every_kind_is_looked_up_and_every_mark_is_used() -> None:
    """Every kind that a command takes can be offered, and every kind on offer is taken by a command."""
    taken = set()
    commands, _, _ = lines.command([])
    below, _, _ = lines.command(["account"])
    for typed in (*([name] for name in commands), *(["account", name] for name in below)):
        _, parameters, _ = lines.command(typed)
        for parameter in parameters:
            if parameter.type is not bool:
                taken |= {word for word in lines.kind(parameter).split("|") if word.isupper()}
    assert {*Words.__members__, TEXT} == taken
    assert {*Words.__members__} == {*KINDS} - {NAME} | {FILE}


def test_a_command_is_one_file(greet: Path, workspace: Workspace) -> None:
    """With its file alone it has its place in the help, runs, and is completed with all that it takes."""
    workspace.puzzle("euler7", "def solve(): return 1\n")
    help = workspace.run("--help").out
    assert help.index("\n  run ") < help.index("\n  greet ") < help.index("\n  check ")
    assert "Good morning, ['euler7']!\n" == workspace.run("greet", "euler7", "--loud").out
    assert ["euler7"] == workspace.run("greet", "euler7", "--json").document["greeted"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(workspace.root)
        assert {"greet": "Greet the puzzles."} == offered("gr")
        assert {"--loud": "Shout."} == offered("greet --lo")
        expected = {"greet ": ["euler7"], "greet -p ": ["1"], "greet --tone ": ["none"]}
        assert expected == {text: [*offered(text)] for text in expected}
