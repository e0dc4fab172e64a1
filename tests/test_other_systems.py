"""A system without what only Unix has, such as Windows: the commands work there, or say that they do not.

`without_unix/sitecustomize.py` says what is missing; what else Windows does otherwise is not seen here.
"""

import signal
from pathlib import Path

import pytest

from tests.conftest import Ended, Workspace, until

WITHOUT_UNIX = {
    "PYTHONPATH": str(Path(__file__).parent / "without_unix"),
    # As in a pipe on Windows; and what relies on the encoding of the system fails.
    "PYTHONIOENCODING": "cp1252",
    "PYTHONWARNDEFAULTENCODING": "1",
}
CASES = '[main]\ninput = "2"\npart1 = 3\n'
# The body of a part, its verdict, and the message.
PARTS = {
    "right": ("return int(text) + 1", "right", ""),
    "raises": ("raise ValueError('no')", "error", "ValueError: no (raises.py, line 2, in part1)"),
    "exits": ("import os; os._exit(4)", "crash", "its process exited with status 4 before it returned"),
    "is_killed": ("import os; os.kill(os.getpid(), 15)", "crash", "its process was killed by SIGTERM"),
    "has_a_sibling": ("import _sibling; return _sibling.THREE", "right", ""),
    "has_a_sibling_of_our_name": ("import calls; return calls.THREE", "right", ""),
    "is_long": ("return 3\n" + "# Much is read in pieces.\n" * 1000, "right", ""),
}
HANGS = "import time\ndef part1():\n    print('✓ so far', flush=True)\n    time.sleep(1000)\n"


def run(workspace: Workspace, *arguments: str, stdin: str | None = None, **environment: str) -> Ended:
    """Run a command to its end, in a world without what only Unix has."""
    return workspace.process(*arguments, stdin=stdin, **WITHOUT_UNIX, **environment)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Return how `check` of these parts ended."""
    root = tmp_path_factory.mktemp("parts")
    workspace = Workspace(root / "workspace")
    for sibling in ("_sibling", "calls"):
        workspace.puzzle(sibling, "THREE = 3\n")
    for id, (body, _, _) in PARTS.items():
        workspace.puzzle(id, f"def part1(text):\n    {body}\n", CASES)
    return run(workspace, "check", "--json", PUZZLES_DATA_DIR=str(root / "data"))


@pytest.mark.parametrize("id", PARTS)
def test_each_call_has_an_interpreter_of_its_own(checked: Ended, id: str) -> None:
    """Without fork, a part has the verdict and the message that it has with it."""
    _, verdict, message = PARTS[id]
    rows = [(row["verdict"], row["message"]) for row in checked.rows if row["puzzle"] == id]
    assert (1, "") == (checked.code, checked.err)
    assert [verdict] == [row[0] for row in rows]
    assert message in rows[0][1]


def test_a_part_that_hangs_is_ended(workspace: Workspace) -> None:
    """The limit of time holds; what was printed is kept as it is, and shown as the stream can."""
    workspace.puzzle("hangs", HANGS)
    ended = run(workspace, "run", "hangs", "--timeout", "0.5", "--json")
    assert (1, "\\u2713 so far\n") == (ended.code, ended.err)
    assert [("timeout", "✓ so far\n")] == [(row["verdict"], row["output"]) for row in ended.rows]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("run one --untrusted", 2, "--untrusted needs a sandbox, and there is one for Linux only."),
        ("run one --solution echo", 0, "programs do not run on this system, which has no fork"),
    ],
)
def test_what_does_not_work_is_said(workspace: Workspace, command: str, code: int, said: str) -> None:
    """What needs fork, or Linux, is refused or left out in a sentence."""
    workspace.puzzle("one", "def part1(text):\n    return 3\n", CASES)
    workspace.puzzle("one/echo", "").with_suffix(".sh").write_text("echo 3\n")
    ended = run(workspace, *command.split())
    assert (code, True) == (ended.code, said in ended.out + ended.err)


def test_an_interrupted_check_leaves_nothing(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """^C ends the interpreters that are under way, and removes their folders."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    workspace.puzzle("hangs", HANGS, CASES)
    with workspace.start("check", environment=WITHOUT_UNIX) as process:
        until(lambda: any("reply" in command for command in workspace.left()))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    until(lambda: not workspace.left())
    assert (130, []) == (process.returncode, [*scratch.iterdir()])
