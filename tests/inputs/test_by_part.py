"""Inputs that each part of a puzzle has for itself: in tables, and in files such as `main.part2.txt`."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs import cached, cases, writing

from tests.conftest import Workspace
from tests.inputs.test_case_file import NAMES, TEXTS, quoted, read

ID = "lanterns"
ECHO = "".join(f"def part{part}(text): return text\n" for part in (1, 2, 3))


@given(name=NAMES, texts=st.dictionaries(st.integers(1, 999), TEXTS, min_size=1), inside=st.booleans())
def test_any_inputs_round_trip(name: str, texts: dict[int, str], inside: bool) -> None:
    """Whether they stand in a table or in files, each part gets its own."""
    with tempfile.TemporaryDirectory() as folder:
        table = "".join(f"{part} = {quoted(text)}\n" for part, text in texts.items())
        if not inside:
            for part, text in texts.items():
                cases.file(Path(folder), name, part).write_bytes(text.encode())
        (case,) = read(Path(folder), f"[{quoted(name)}.input]\n{table}" if inside else f"[{quoted(name)}]\n")
        expected = {
            part: cases.tidy(text if inside else text.removeprefix("\ufeff")) for part, text in texts.items()
        }
        assert expected == cases.texts(case)
        assert expected == {part: cases.text(case, part) for part in texts}


def test_one_case_has_a_row_for_each_part(workspace: Workspace) -> None:
    """Not one for each part and input: what a part lacks of its own, it gets from the case."""

    def answers(command: str) -> list[tuple[str, int, str]]:
        rows = workspace.run(*command.split(), "--json").rows
        return [(row["case"], row["part"], row["answer"]) for row in rows]

    workspace.puzzle(ID, ECHO, '[example.input]\n1 = "a"\n2 = "b"\n3 = "c"\n[main]\npart2 = "two"\n')
    workspace.input(ID, "main.part2.txt", "two\n")
    file = workspace.input(ID, "main.txt", "all\n")
    expected = [("example", 1, "a"), ("example", 2, "b"), ("example", 3, "c")]
    expected += [("main", 1, "all"), ("main", 2, "two"), ("main", 3, "all")]
    assert expected == answers(f"run {ID}") == answers("check")
    shown = workspace.run("case", ID, "example")
    assert ["  input of part 1:", "    a", "  input of part 2:", "    b"] == shown.out.splitlines()[1:5]
    assert {"1": "a", "2": "b", "3": "c"} == workspace.run("case", ID, "example", "--json").document["input"]
    workspace.input(ID, "main.part2.txt", "zwei\n")
    (wrong,) = [row for row in workspace.run("check", "--json").rows if row["verdict"] == "wrong"]
    assert ("main", 2, "zwei") == (wrong["case"], wrong["part"], wrong["answer"])
    # One that has none is an error of that part alone, and a stray file is one of the puzzle.
    file.unlink()
    rows = workspace.run("run", ID, "--case", "main", "--json").rows
    assert ["error", "wrong", "error"] == [row["verdict"] for row in rows]
    assert "[main]: it has no input" in rows[0]["message"]
    stray = workspace.input(ID, "main.part9.txt", "stray\n")
    ended = workspace.run("run", ID)
    assert (4, True) == (ended.code, f"{stray}: there is no part 9." in ended.out)


def test_a_part_that_is_not_unlocked_is_skipped(workspace: Workspace) -> None:
    """What was fetched may lack an input until its part is unlocked; another account may have it."""
    workspace.puzzle(ID, ECHO)
    for label, parts in (("one", [1]), ("two", [1, 2, 3])):
        folder = cached.inputs(writing.claim("aoc", label, label, rename=False).folder, ID)
        folder.mkdir(parents=True)
        for part in parts:
            (folder / f"main.part{part}.txt").write_text(f"{label}{part}\n")
    rows = workspace.run("check", "--json").rows
    answers = ["one1", None, None, "two1", "two2", "two3"]
    assert [*zip(["one"] * 3 + ["two"] * 3, answers, strict=True)] == [
        (row["account"], row["answer"]) for row in rows
    ]
    assert {"skipped"} == {row["verdict"] for row in rows if row["answer"] is None}
    assert 0 == workspace.run("check").code
    alone = workspace.run("run", ID, "--part", "2", "--account", "one")
    assert (5, True) == (alone.code, f'"puzzles fetch {ID}" gets it when the part is unlocked' in alone.out)
