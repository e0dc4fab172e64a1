"""Completion, asked by the shells themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Workspace

BASH = """
eval "$(puzzles completion bash)"
COMP_WORDS=({words})
COMP_CWORD={index}
_puzzles_completion puzzles
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
# The widgets of zsh need a terminal: what they would be given is printed instead.
ZSH = """
compdef() {{ }}
_files() {{ }}
compadd() {{ print -l -- "${{@:2}}" }}
eval "$(puzzles completion zsh)"
words=({words})
CURRENT={index}+1
_puzzles
"""
FISH = """
puzzles completion fish | source
complete -C "{line}"
"""


@pytest.fixture
def filled(workspace: Workspace) -> Workspace:
    """Return a workspace with some puzzles, the one edited last being euler7."""
    source = "def part1(t): pass\ndef part1_fast(t): pass\ndef part2(t): pass\n"
    workspace.puzzle("aoc2021d1", source, "[example]\n[main]\n")
    workspace.puzzle("_euler9", "")
    os.utime(workspace.puzzle("euler22", source.replace("fast", "sieve")), (1, 1))
    os.utime(workspace.root / "puzzles" / "aoc2021d1.py", (1, 1))
    workspace.puzzle("euler7", "def solve_list(t): pass\n", "[tiny]\n")
    return workspace


def offered(workspace: Workspace, shell: str, line: str) -> list[str]:
    """Return what a shell offers at the end of a line."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    script = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell].format(
        words=quoted, index=len(words) - 1, line=line
    )
    ended = subprocess.run(
        [shell, *(["-f"] if shell == "zsh" else ["--no-config"] if shell == "fish" else []), "-c", script],
        cwd=workspace.root,
        env=os.environ
        | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(workspace.root),
        },
        capture_output=True,
        encoding="utf-8",
        timeout=30,
    )
    assert "" == ended.stderr
    return [line for line in ended.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("puzzles ch", ["check"]),
        ("puzzles run e", ["euler7", "euler22", "euler"]),
        ("puzzles run aoc2021d1 --case ", ["example", "main"]),
        ("puzzles run 2021/1 --solution f", ["fast"]),
    ],
)
def test_shells_offer(filled: Workspace, shell: str, line: str, words: list[str]) -> None:
    """Each shell offers commands, ids, cases and solutions."""
    assert sorted(words) == sorted(offered(filled, shell, line))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("puzzles run --case ", ["tiny"]),
        ("puzzles run euler22 --part ", ["1", "2"]),
        ("puzzles run --solution ", ["all", "list"]),
        ("puzzles run --case = t", ["tiny"]),
        ("puzzles check aoc2", ["aoc2021d1", "aoc2021"]),
        ("puzzles check --ju", ["--junit"]),
        ("puzzles completion z", ["zsh"]),
        ("puzzles --v", ["--version"]),
        ("puzzles nonsense --x", []),
        ("puzzles run nonsense --case ", ["tiny"]),
    ],
)
def test_what_is_offered(filled: Workspace, line: str, words: list[str]) -> None:
    """Where no puzzle is named, the one edited last is meant, as by `run`."""
    assert words == offered(filled, "bash", line)


def test_no_workspace_is_no_error(tmp_path: Path) -> None:
    """Where nothing can be read, nothing is offered and nothing is said."""
    environment = {"_PUZZLES_COMPLETE": "complete_bash", "COMP_WORDS": "puzzles run", "COMP_CWORD": "2"}
    ended = Workspace(tmp_path / "w").process(**environment, PUZZLES_WORKSPACE=str(tmp_path / "none"))
    assert (0, "", "") == ended


def test_typer_is_not_imported(filled: Workspace) -> None:
    """Ids, cases and solutions are answered without typer, which takes longer than the rest."""
    code = (
        "import sys\nfrom puzzle_runner import completion\ncompletion.main()\n"
        "print(sorted({'typer', 'json', 'sqlite3', 'rich', 'asyncio'} & set(sys.modules)))"
    )
    for words in ("puzzles run", "puzzles run euler7 --case", "puzzles run euler7 --solution"):
        ended = subprocess.run(
            [sys.executable, "-c", code],
            cwd=filled.root,
            env=os.environ | {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()))},
            capture_output=True,
            text=True,
        )
        assert "[]" == ended.stdout.splitlines()[-1], ended.stderr
