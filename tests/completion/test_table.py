"""The table of commands: derived from their declarations, and kept until one changes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner import commands, settings
from puzzle_runner.commands.options import Words
from puzzle_runner.completion import table, words
from puzzle_runner.completion.line import COMMAND, OPTION, read, split
from puzzle_runner.completion.table import FILE, TEXT, Command
from puzzle_runner.completion.words import KINDS

from tests.conftest import Workspace

# What a new command takes: one file.
GREET = '''
from typing import Annotated
from puzzle_runner import typer
from puzzle_runner.commands.options import Part, Selectors, Words
from puzzle_runner.output.render import Report

Loud = Annotated[bool, typer.Option("--loud", help="Shout.")]
Tone = Annotated[str, typer.Option(metavar="NAME|none", help="How it sounds."), Words.SAVED]
ORDER = 25

def greet(
    selectors: Selectors = None, part: Part = None, tone: Tone = "none", loud: Loud = False
) -> Report:
    """Greet the puzzles."""
    return Report({"greeted": selectors}, [f"Good morning, {selectors}{'!' * loud}"])
'''


def below(command: Command) -> Iterator[Command]:
    """Yield a command, and those below it."""
    yield command
    for inner in command["commands"].values():
        yield from below(inner)


def offered(text: str) -> dict[str, str]:
    """Return what is offered at the end of a line, with the descriptions."""
    line = read(table.load(), split(f"puzzles {text}")[1:])
    return {word.text: word.description() for word in words.fitting(line)}


def kept() -> Path:
    """Return the file of the table."""
    return settings.data_folder() / table.NAME


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
    taken = {
        word
        for command in below(table.derive())
        for kind in [*command["arguments"], *(option["kind"] for option in command["options"].values())]
        for word in kind.removesuffix("...").split("|")
        if word.isupper()
    }
    assert {*Words.__members__, TEXT} == taken
    assert {*Words.__members__} == {*KINDS} - {COMMAND, OPTION} | {FILE}


def test_a_command_is_one_file(greet: Path, workspace: Workspace) -> None:
    """With its file alone it has its place in the help, runs, and is completed with all that it takes."""
    workspace.puzzle("euler7", "def solve(): return 1\n")
    help = workspace.run("--help").out
    assert help.index(" run ") < help.index(" greet ") < help.index(" check ")
    assert "Good morning, ['euler7']!\n" == workspace.run("greet", "euler7", "--loud").out
    assert ["euler7"] == workspace.run("greet", "euler7", "--json").document["greeted"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(workspace.root)
        assert {"greet": "Greet the puzzles."} == offered("gr")
        assert {"euler7": ""} == offered("greet ")
        assert {"1": ""} == offered("greet -p ")
        assert {"--loud": "Shout."} == offered("greet --lo")
        assert {"none": ""} == offered("greet --tone ")


@pytest.mark.usefixtures("greet")
@pytest.mark.parametrize("word", ["helping", "options", "__init__", "a.b", "import_"])
def test_a_module_without_a_place_in_the_help_is_no_command(workspace: Workspace, word: str) -> None:
    """Other modules beside the commands cannot be typed."""
    ended = workspace.run(word)
    assert (2, True) == (ended.code, f'There is no command "{word}"' in ended.err)


def test_the_table_follows_the_sources(greet: Path) -> None:
    """It is derived again after a command has changed, has come or has gone."""
    assert "Greet the puzzles." == table.load()["commands"]["greet"]["help"]
    before = kept().stat().st_mtime_ns
    assert (table.load(), before) == (table.derive(), kept().stat().st_mtime_ns)
    greet.write_text(GREET.replace("Greet the", "Salute all"))
    sys.modules.pop(f"{commands.__name__}.greet")
    assert "Salute all puzzles." == table.load()["commands"]["greet"]["help"]
    greet.unlink()
    sys.modules.pop(f"{commands.__name__}.greet")
    assert "greet" not in table.load()["commands"]


@pytest.mark.parametrize("damage", [b"", b"abc", b"\0" * 100, b"the end"])
def test_a_damaged_table_is_derived_again(damage: bytes) -> None:
    """A damaged file counts as missing and is replaced."""
    expected = table.load()
    whole = kept().read_bytes()
    kept().write_bytes(whole[:-7] + damage if damage == b"the end" else damage)
    assert expected == table.load()
    assert whole == kept().read_bytes()


def test_without_a_place_to_keep_it_the_table_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a data folder that cannot be written, or without a home folder, completion works."""
    (settings.data_folder().parent).mkdir(exist_ok=True)
    settings.data_folder().write_text("This is a file.")
    assert "run" in table.load()["commands"]
    for name in ("HOME", "PUZZLES_DATA_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert "run" in table.load()["commands"]


def test_two_processes_at_once_write_one_table() -> None:
    """Each finds a table or makes one, and a whole one is left."""
    code = "from puzzle_runner.completion import table; print(len(table.load()['commands']))"
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    expected = f"{len(table.derive()['commands'])}\n"
    assert [expected] * 2 == [process.communicate()[0] for process in both]
    assert [table.NAME] == os.listdir(settings.data_folder())
    assert table.derive() == table.load()
