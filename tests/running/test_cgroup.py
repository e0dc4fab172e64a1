"""A cgroup for a worker in a sandbox: where it can be made, what is written there, and what it does."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import cgroup, pool
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.cgroup import OWN_BYTES, Cgroup

from tests.conftest import Workspace
from tests.needs import needs

LIMITS = Limits(10, 2**28)
QUIET, EXCEEDED = "low 0\nmax 3\noom 0\noom_kill 0\n", "low 0\nmax 40\noom 1\noom_kill 3\n"
MANAGER = "user.slice/user-1000.slice/user@1000.service"
SCOPE = f"{MANAGER}/app.slice/app-terminal.scope"
is_delegated = pytest.mark.skipif(
    not cgroup.place(),
    reason="this user can make no cgroup (v2) with a limit of memory: none above his own is his and has one",
)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """Return a folder with the files of a user's session, which owns all from its manager on."""
    top = tmp_path / "cg roup"
    for path in (SCOPE, "user.slice/user-1000.slice/session-1.scope"):
        (top / path).mkdir(parents=True)
    for folder in (top, *(top / path for path in Path(SCOPE).parents)):
        (folder / "cgroup.subtree_control").write_text("cpu memory pids\n")
    for folder in (MANAGER, f"{MANAGER}/app.slice", SCOPE):
        (top / folder / "cgroup.procs").touch()
    for folder in (SCOPE, "user.slice/user-1000.slice/session-1.scope"):
        (top / folder / "cgroup.subtree_control").write_text("\n")
        (top / folder / "memory.max").write_text("max\n")
    return top


def mounts(top: Path, root: str = "/", kind: str = "cgroup2") -> str:
    """Return the text of mountinfo with cgroups mounted at a folder, as the last of three lines."""
    point = str(top).replace(" ", r"\040")
    return (
        "22 28 0:21 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n"
        "33 30 0:29 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
        f"34 30 0:30 {root} {point} rw,nosuid shared:9 master:3 - {kind} cgroup2 rw,nsdelegate\n"
    )


def test_beside_what_runs_in_a_users_session(top: Path) -> None:
    """The nearest one above that is the user's and hands on the memory controller is chosen."""
    assert top / MANAGER / "app.slice" == cgroup.chosen(f"0::/{SCOPE}\n", mounts(top))
    (top / MANAGER / "app.slice" / "cgroup.subtree_control").write_text("pids\n")
    assert top / MANAGER == cgroup.chosen(f"0::/{SCOPE}\n", mounts(top))


def test_below_the_one_of_all_processes(top: Path) -> None:
    """The topmost may hold processes and cgroups; below it, where only that is mounted."""
    (top / "cgroup.procs").touch()
    assert top == cgroup.chosen("12:memory:/x\n0::/\n", mounts(top))
    below = mounts(top / "user.slice", root="/user.slice")
    assert top / MANAGER / "app.slice" == cgroup.chosen(f"0::/{SCOPE}\n", below)


@pytest.mark.parametrize(
    ("own", "root", "kind"),
    [
        pytest.param("0::/user.slice/user-1000.slice/session-1.scope", "/", "cgroup2", id="a login by SSH"),
        pytest.param("9:memory:/\n1:name=systemd:/", "/", "cgroup2", id="version 1 only"),
        pytest.param(f"0::/{SCOPE}", "/", "tmpfs", id="not mounted"),
        pytest.param(f"0::/{SCOPE}", "/system.slice", "cgroup2", id="another part is mounted"),
        pytest.param("0::/../outside", "/", "cgroup2", id="outside of the namespace"),
        pytest.param("", "/", "cgroup2", id="no /proc"),
    ],
)
def test_nowhere(top: Path, own: str, root: str, kind: str) -> None:
    """Where a user has no cgroup to make another one in, there is none."""
    assert cgroup.chosen(own, mounts(top, root, kind)) is None


def test_nowhere_without_the_controller(top: Path) -> None:
    """A user's cgroups without the memory controller are no use."""
    for file in top.rglob("cgroup.subtree_control"):
        file.write_text("pids\n")
    assert cgroup.chosen(f"0::/{SCOPE}\n", mounts(top)) is None


@pytest.mark.parametrize("name", ["memory.max", "memory.high"])
def test_no_way_out_of_a_limit(top: Path, name: str) -> None:
    """Where the runner's own cgroup has a limit, a worker stays in there: beside it, it would be free."""
    (top / SCOPE / name).write_text("524288000\n")
    assert cgroup.chosen(f"0::/{SCOPE}\n", mounts(top)) is None


def test_none_where_it_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be made, or in which nothing can be limited, is no error, and is not left."""
    for place in (None, tmp_path / "not there", tmp_path):
        monkeypatch.setattr(cgroup, "place", lambda place=place: place)
        assert cgroup.make() is None
    assert [] == list(tmp_path.iterdir())


def test_a_limit_is_written_when_it_changes(tmp_path: Path) -> None:
    """It is that of the calls and what the worker needs; where it cannot be written, it is tried again."""
    file, group = tmp_path / "memory.max", Cgroup(tmp_path)
    group.limit(2**30)
    assert not file.exists()
    for memory in (2**30, 2**29):
        file.write_text("")
        group.limit(memory)
        assert memory + OWN_BYTES == int(file.read_text())
    file.write_text("max\n")
    group.limit(2**29)
    assert "max\n" == file.read_text()


@pytest.mark.parametrize(
    ("is_exceeded", "events"),
    [
        (False, QUIET),
        (True, EXCEEDED),
        (False, "oom 0\noom_kill 2\n"),
        (False, "oom 1\noom_kill 0\n"),
        (False, None),
    ],
)
def test_what_the_kernel_has_done(tmp_path: Path, is_exceeded: bool, events: str | None) -> None:
    """Processes that were killed for want of memory elsewhere are no excess; nor is what cannot be read."""
    if events is not None:
        (tmp_path / "memory.events").write_text(events)
    assert is_exceeded == Cgroup(tmp_path).is_exceeded()


def test_a_command_is_run_inside(tmp_path: Path) -> None:
    """It moves itself before it begins; where that fails it runs all the same."""
    for folder in (tmp_path, tmp_path / "not there"):
        ended = subprocess.run(
            [*Cgroup(folder).entered(), "echo", "a  b", "$0"], capture_output=True, text=True
        )
        assert (0, "a  b $0\n") == (ended.returncode, ended.stdout)
    assert "0\n" == (tmp_path / "cgroup.procs").read_text()


def test_what_killed_runners_have_left(tmp_path: Path) -> None:
    """An empty cgroup of a runner that is no more is removed; one with processes stays, and any other."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    kept = [f"puzzles-{os.getpid()}-0a", f"puzzles-{ended.pid}-0b", "app.slice"]
    for name in (*kept, f"puzzles-{ended.pid}-0c"):
        (tmp_path / name).mkdir()
    # What a cgroup with processes is to `rmdir`, a folder with a file is.
    (tmp_path / kept[1] / "busy").touch()
    cgroup.sweep(tmp_path)
    assert sorted(kept) == sorted(path.name for path in tmp_path.iterdir())


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of files in place of each cgroup that is made."""
    folder = tmp_path / "cgroup"
    folder.mkdir()
    for name, text in (("cgroup.procs", ""), ("memory.max", "max\n"), ("memory.events", QUIET)):
        (folder / name).write_text(text)
    monkeypatch.setattr(cgroup, "make", lambda: Cgroup(folder))
    # It has files, and cannot be removed.
    monkeypatch.setattr(cgroup, "PATIENCE", 0)
    yield folder
    pool.stop()


def run(workspace: Workspace, name: str, body: str, limits: Limits = LIMITS) -> Outcome:
    """Return how a part with this body ended."""
    source = f"import os\ndef part1():\n    {body}\n"
    limits = limits._replace(untrusted=str(workspace.root))
    return pool.run(Job(name, workspace.puzzle(name, source), FUNCTION, "part1", None, limits))


@needs("bubblewrap")
def test_a_worker_has_the_limit_of_its_job(workspace: Workspace, stand_in: Path) -> None:
    """A worker that is used again for a job with another limit is given that."""
    answers = []
    for memory in (2**28, 2**29):
        limits = LIMITS._replace(memory=memory)
        answers.append(run(workspace, "one", "return os.stat('/proc/self/ns/pid').st_ino", limits).answer)
        assert memory + OWN_BYTES == int((stand_in / "memory.max").read_text())
    assert answers[0] is not None and answers[0] == answers[1]
    assert "0\n" == (stand_in / "cgroup.procs").read_text()


@needs("bubblewrap")
@pytest.mark.parametrize("body", ["return 1", "os.kill(-1, 9)"])
def test_what_the_kernel_ends_takes_too_much(workspace: Workspace, stand_in: Path, body: str) -> None:
    """The verdict is `memory`, whether the part still answers or its worker dies; the next one is fresh."""
    assert "1" == run(workspace, "before", "return 1").answer
    (stand_in / "memory.events").write_text(EXCEEDED)
    ended = run(workspace, "large", body)
    says = "its processes need more than 0.25 GiB of memory"
    assert (Verdict.MEMORY, says, None) == (ended.failure, ended.message, ended.answer)
    assert not pool._workers.alive
    (stand_in / "memory.events").write_text(QUIET)
    assert "2" == run(workspace, "after", "return 2").answer


@needs("bubblewrap")
def test_a_worker_that_does_not_start_leaves_none(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its process cannot be started, its cgroup is removed."""
    folder = tmp_path / "cgroup"
    folder.mkdir()
    monkeypatch.setattr(cgroup, "make", lambda: Cgroup(folder))
    monkeypatch.setattr(cgroup, "ENTER", ("/no/such/program",))
    with pytest.raises(RunnerFailed, match="could not start a process"):
        run(workspace, "one", "return 1")
    assert not folder.exists()


@is_delegated
@needs("bubblewrap")
def test_the_kernel_limits_the_group(workspace: Workspace) -> None:
    """Memory that no process has mapped, which no patrol sees, counts; the cgroup goes with the worker."""
    fill = "f = os.memfd_create('f'); [os.write(f, bytes(2**20)) for _ in range({})]; return 'filled'"
    try:
        assert "filled" == run(workspace, "small", fill.format(64)).answer
        ended = run(workspace, "large", fill.format(512))
        assert (Verdict.MEMORY, "its processes need more than 0.25 GiB of memory") == ended[1:3]
        assert "1" == run(workspace, "after", "return 1").answer
    finally:
        pool.stop()
    place = cgroup.place()
    assert place and [] == list(place.glob(f"{cgroup.PREFIX}{os.getpid()}-*"))
