"""`--untrusted`: the zoo once more inside bubblewrap, with animals that try each door."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool, sandbox
from puzzle_runner.running.call import Job

from tests.conftest import Ended, Workspace
from tests.needs import needs
from tests.running.test_zoo import fully_checked, inhabited, looked_at
from tests.zoo import ANIMALS, DOORS, PATIENT


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Return a workspace with those that test the walls of the sandbox, and a memory limit."""
    zoo = Workspace(tmp_path_factory.mktemp("zoo"))
    (zoo.root / "pyproject.toml").write_text('[tool.puzzles]\nmemory = "256 MiB"\n')
    for name, animal in DOORS.items():
        stored = f"part1 = {animal.stored}\n" if animal.stored else ""
        zoo.puzzle(name, animal.module(), f"[main]\n{stored}")
        zoo.input(name, "main.txt", animal.input)
    (zoo.root / "config").mkdir()
    (zoo.root / "config" / "accounts.toml").write_text("s3cret")
    (zoo.root / "data").mkdir()
    zoo.input("accounts", "main.txt", f"{zoo.root / 'config'} {zoo.root / 'data'}")
    return zoo


@pytest.fixture(scope="module")
def checked(zoo: Workspace) -> Iterator[Ended]:
    """Return how `check --untrusted` of them ended, while a server listens on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.MonkeyPatch.context() as patch:
        # As large as it is, to fill it would take long.
        patch.setattr(sandbox, "SCRATCH_BYTES", 2**26)
        zoo.input("network", "main.txt", str(server.getsockname()[1]))
        yield zoo.run(
            "check", "--fresh", "--untrusted", "--timeout", "10", "--json", AOC_SESSION="s3cret",
            PUZZLES_DATA_DIR=str(zoo.root / "data"), PUZZLES_CONFIG_DIR=str(zoo.root / "config"),
        )  # fmt: skip


@needs("bubblewrap")
@pytest.mark.parametrize("name", DOORS)
def test_no_door_is_open(checked: Ended, name: str) -> None:
    """Each has one row, with the right verdict and a text that says why."""
    looked_at(checked, name, DOORS[name])


# One for each way of ending, and those that touch processes and folders.
INSIDE = (
    "raises", "overflows_the_c_stack", "exits_on_import", "prints_10_mb", "takes_30_gb",
    "child_escapes", "child_returns_too", "threads_go_on", "fills_its_folder",
    "removes_its_folder_and_the_one_above", "locks_its_folder", "closes_everything",
    "kills_its_parent", "kills_its_group", "pool_at_import", "threads_at_import",
    "stops_its_keeper", "forges_a_reply",
)  # fmt: skip


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Return how some of the ordinary zoo ended."""
    zoo = inhabited(tmp_path_factory.mktemp("inside"), INSIDE)
    return fully_checked(zoo.run, zoo.root, PATIENT, "--untrusted")


@needs("bubblewrap")
@pytest.mark.parametrize("name", INSIDE)
def test_the_zoo_inside(inside: Ended, name: str) -> None:
    """What misbehaves has the same verdict in a sandbox."""
    looked_at(inside, name, ANIMALS[name])


@needs("bubblewrap")
def test_nothing_is_left(zoo: Workspace, checked: Ended) -> None:
    """The sandboxes are gone with their processes, and nothing of ours was said beside the results."""
    assert (1, "") == (checked.code, checked.err)
    pool.stop()
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert [] == [line for line in lines if str(zoo.root).encode() in line]


@needs("bubblewrap")
@pytest.mark.usefixtures("brief_bench")
def test_a_workspace_may_trust_nothing(workspace: Workspace) -> None:
    """`untrusted = true` in `[tool.puzzles]` does the same for every command; --debug is refused."""
    (workspace.root / "pyproject.toml").write_text("[tool.puzzles]\nuntrusted = true\n")
    workspace.puzzle("pids", "import os\ndef part1(): return len(os.listdir('/home'))\n")
    for command in ("run", "check"):
        assert ["0"] == [row["answer"] for row in workspace.run(command, "pids", "--json").rows]
    assert 0 == workspace.run("bench", "pids", "--samples", "1").code
    ended = workspace.run("run", "pids", "--debug")
    assert (2, "--untrusted do not go together" in ended.err) == (ended.code, True)


@needs("bubblewrap")
def test_what_links_lead_to_is_not_given(workspace: Workspace, tmp_path: Path) -> None:
    """A repository may have a link to a login as an input, or as a case file whose keys are arguments."""
    login = tmp_path / "accounts.toml"
    login.write_text('[default]\nsession = "s3cret"\n')
    workspace.puzzle("input", "def part1(text): return text\n", "[main]\n")
    workspace.puzzle("key", "def part1(text, *, session=None): return session\n")
    workspace.puzzle("inside", "def part1(text): return text\n", "[main]\n")
    (workspace.root / "inputs" / "key").mkdir()
    (workspace.root / "inputs" / "key" / "cases.toml").symlink_to(login)
    (workspace.root / "inputs" / "input" / "main.txt").symlink_to(login)
    workspace.input("inside", "other", "here")
    (workspace.root / "inputs" / "inside" / "main.txt").symlink_to("other")
    ended = workspace.run("check", "--untrusted", "--json")
    assert [("input", "error", None), ("inside", "unknown", "here"), ("key", "error", None)] == [
        (row["puzzle"], row["verdict"], row["answer"]) for row in ended.rows
    ]
    assert ("s3cret" in ended.out, 2) == (False, ended.out.count(f"leads out of {workspace.root}"))
    assert "s3cret" in workspace.run("run", "input", "--json").rows[0]["answer"]


@needs("bubblewrap")
@pytest.mark.parametrize("link", [False, True])
def test_verdicts_are_remembered_where_the_runner_is_a_checkout(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: bool
) -> None:
    """As it is for these tests, or as a link among the installed packages."""
    if link:
        packages = tmp_path / "site-packages"
        packages.mkdir()
        (packages / "puzzle_runner").symlink_to(sandbox.PACKAGE)
        monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
        monkeypatch.setattr(sandbox, "PACKAGE", str(packages / "puzzle_runner"))
    workspace.puzzle("one", "def part1(): return 1\n", "[main]\npart1 = 1\n")
    rows = [workspace.run("check", "--untrusted", "--json").rows[0] for _ in range(2)]
    assert [("right", False), ("right", True)] == [(row["verdict"], row["cached"]) for row in rows]


@needs("bubblewrap")
def test_a_repository_names_no_variables(workspace: Workspace) -> None:
    """Its settings are as little trusted as its code, unless they ask for the sandbox themselves."""
    source = "import os\ndef part1(): return os.environ.get('TOKEN', '')\n"
    workspace.puzzle("looks", source)
    settings = workspace.root / "pyproject.toml"
    answers = []
    for text, option in (("", ["--untrusted"]), ("untrusted = true\n", []), ("", [])):
        settings.write_text(f'[tool.puzzles]\nenv = ["TOKEN"]\n{text}')
        answers.append(workspace.run("run", "looks", "--json", *option, TOKEN="s3cret").rows[0]["answer"])
    assert ["", "s3cret", "s3cret"] == answers


@needs("bubblewrap")
def test_what_other_peoples_code_prints_moves_no_cursor(workspace: Workspace) -> None:
    """It is shown as it comes, with control characters spelt out; one's own may have colours."""
    source = "def part1(): print('\\x1b]52;c;eA==\\x07\\r\\nline', flush=True); return 1\n"
    workspace.puzzle("prints", source)
    assert "\\x1b]52;c;eA==\\x07\nline\n" == workspace.run("run", "prints", "--untrusted").err
    assert "\x1b]52;c;eA==\x07" in workspace.run("run", "prints").err


@needs("bubblewrap")
@pytest.mark.usefixtures("alone")
def test_a_sandbox_is_for_one_module(workspace: Workspace) -> None:
    """All parts of a module share one, also when they are run in turn; another module has another."""
    # When its first process has started, in ticks: the number of a namespace is used again.
    source = "def part1(): return open('/proc/1/stat').read().split()[21]\npart2 = part1\n"
    limits = Limits(10, 2**30, untrusted=str(workspace.root))
    jobs = [
        Job(name, workspace.puzzle(name, source), FUNCTION, part, None, limits)
        for name in ("one", "two")
        for part in ("part1", "part2")
    ]
    for outcomes in (
        [outcome for _, outcome in pool.run_all(jobs)],
        [pool.run(job) for job in jobs],
    ):
        one, again, two, last = (outcome.answer for outcome in outcomes)
        assert (one, two) == (again, last)
        assert one != two


SHARED = """
import mmap, time
def part1():
    kept = mmap.mmap(-1, 2**28)
    kept[::4096] = kept[::4096]
    time.sleep(60)
"""
FILES = """
import time
def part1():
    open('/tmp/large', 'wb').write(b'x' * 2**26)
    kept = b'x' * 2**26
    time.sleep(60)
"""
HIDDEN = """
import ctypes, os, time
def part1():
    for _ in range(2):
        if os.fork() == 0: break
    ctypes.CDLL(None).prctl(4, 0)
    kept = b'x' * 2**26
    time.sleep(60)
"""


@needs("bubblewrap")
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("source", [SHARED, FILES, HIDDEN], ids=["shared", "files", "hidden"])
def test_all_memory_counts(workspace: Workspace, source: str) -> None:
    """What is shared, what lies in files in memory, and what a process lets nobody look at."""
    limits = Limits(10, 2**27, untrusted=str(workspace.root))
    ended = pool.run(Job("large", workspace.puzzle("large", source), FUNCTION, "part1", None, limits))
    says = "its processes need more than 0.125 GiB of memory"
    assert (Verdict.MEMORY, says) == (ended.verdict, ended.message)


def test_without_bubblewrap_nothing_runs(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program is missing, one sentence says so, and how to get it."""
    monkeypatch.setattr(sandbox, "PROGRAM", "no-such-program")
    monkeypatch.setattr(sandbox, "check", sandbox.check.__wrapped__)
    workspace.puzzle("one", "def part1(): return 1\n")
    ended = workspace.run("run", "one", "--untrusted")
    assert (2, "") == (ended.code, ended.out)
    assert "bubblewrap is not installed" in ended.err


@pytest.mark.parametrize("refused", ["--unshare-all", "--proc"])
def test_a_sandbox_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str) -> None:
    """What bubblewrap says is passed on, before anything is run; a container may refuse a new /proc alone."""
    program = tmp_path / "bwrap"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in *{refused}*) echo "bwrap: No permissions" >&2; exit 1;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(sandbox, "PROGRAM", str(program))
    with pytest.raises(UsageError, match=r"cannot make one: No permissions\. Allow"):
        sandbox.check.__wrapped__()
