"""Reading regular files, up to a size."""

import os
from pathlib import Path

from tests.conftest import Workspace

GOOD = "def part1(text): return text\n"


def odd_ones(workspace: Workspace) -> None:
    """Write what may lie in a workspace by mistake or malice, each beside the good puzzle."""
    workspace.puzzle("good", GOOD, "[main]\ninput = '7'\npart1 = 7\n")
    workspace.puzzle(
        "long", f"def part{'9' * 5000}(text): return 1\ndef part1(text): return 1\n", "[main]\ninput = ''\n"
    )
    workspace.puzzle("twenty", f"def part{'9' * 20}(text): return 1\n", "[main]\ninput = ''\n")
    workspace.puzzle("large", "def part1(text):\n    return '" + "7" * 3_000_000 + "'\n")
    workspace.puzzle("digits", "def part1(text):\n    return " + "7" * 150_000 + "\n")
    workspace.puzzle("number", GOOD, f"[main]\ninput = ''\npart1 = {'7' * 150_000}\n")
    workspace.puzzle("nested", GOOD, f"x = {'[' * 100_000}\n")
    for id, name in (("pipe_case", "cases.toml"), ("pipe_input", "main.txt")):
        workspace.puzzle(id, GOOD, "[main]\n")
        path = workspace.root / "inputs" / id / name
        path.unlink(missing_ok=True)
        os.mkfifo(path)
    workspace.puzzle("zero", GOOD, "[main]\n")
    (workspace.root / "inputs" / "zero" / "main.txt").symlink_to("/dev/zero")
    os.mkfifo(workspace.root / "puzzles" / "pipe.py")
    Path(os.fsdecode(os.fsencode(workspace.root / "puzzles") + b"/b\xffd.py")).write_text(GOOD)


def test_one_odd_file_does_not_take_down_the_others(workspace: Workspace) -> None:
    """Whatever lies there, `list` shows the good one, and `check` runs it and remembers it."""
    odd_ones(workspace)
    listed = {entry["id"]: entry for entry in workspace.run("list", "--json").document["puzzles"]}
    errors = {id for id, entry in listed.items() if "error" in entry}
    assert {"large", "digits", "number", "nested", "pipe", "pipe_case"} == errors
    assert "is not a regular file" in listed["pipe"]["error"]
    for cached in (False, True):
        ended = workspace.run("check", "--json")
        verdicts = {row["puzzle"]: (row["verdict"], row["cached"]) for row in ended.rows}
        assert (1, "") == (ended.code, ended.err)
        assert {("right", cached)} == {verdicts["good"]}
        assert {("error", False)} == {verdicts[id] for id in ("pipe_input", "zero", *errors)}


def test_a_pipe_is_no_input(workspace: Workspace) -> None:
    """It would be waited for, for ever: it is said, with exit code 4."""
    workspace.puzzle("good", GOOD)
    os.mkfifo(workspace.root / "pipe")
    ended = workspace.run("run", "good", "--input", "pipe")
    assert (4, True) == (ended.code, "--input pipe cannot be read: it is not a regular file" in ended.err)
    assert 4 == workspace.run("import", "/dev/zero").code
