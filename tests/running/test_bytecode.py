"""`check` compiles a module once, and never runs the code of another source."""

import marshal

from puzzle_runner import settings
from puzzle_runner.checking.regression import BYTECODE

from tests.conftest import Workspace

ONE, TWO = "def part1(text):\n    return 1\n", "def part1(text):\n    return 2\n"
CASE = '[main]\ninput = "x"\npart1 = 1\n'
# Bytes before the code: https://peps.python.org/pep-0552/.
BEGINNING = 16


def test_the_code_that_is_kept_is_run_as_long_as_the_source_is_the_same(workspace: Workspace) -> None:
    """Another code in that place is seen in the answer, until the module is edited.

    A damaged file is replaced. The workspace has none. What is nested too deeply to be written down is
    compiled each time.
    """

    def answer() -> str | None:
        (row,) = workspace.run("check", "--fresh", "--json").rows
        return row["answer"]

    workspace.puzzle("one", ONE, CASE)
    assert "1" == answer()
    (kept,) = (settings.data_folder() / BYTECODE).iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:BEGINNING] + marshal.dumps(compile(TWO, "one.py", "exec")))
    assert "2" == answer()
    workspace.puzzle("one", ONE + "\n")
    assert "1" == answer()
    for left in (0, BEGINNING, len(whole) - 1):
        kept.write_bytes(kept.read_bytes()[:left])
        assert "1" == answer()
        assert len(whole) == len(kept.read_bytes())
    assert ["one.py"] == [path.name for path in (workspace.root / "puzzles").iterdir()]
    workspace.puzzle("one", f"{ONE}{'lambda: ' * 1000}1\n")
    assert ["1", "1"] == [answer(), answer()]
