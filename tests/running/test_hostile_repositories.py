"""Other people's repositories that try to get out of the sandbox, or at what it hides."""

import os
import re
import socket
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Answered, Job

from tests.conftest import Workspace
from tests.needs import needs
from tests.repository import commit

pytestmark = [needs("bubblewrap"), pytest.mark.usefixtures("alone")]
SECRET = "s3cret"


def answers(workspace: Workspace, *sources: str) -> list[str | None]:
    """Return what parts of different modules answer that run one after the other."""
    limits = Limits(20, 2**30, untrusted=os.path.realpath(workspace.root))
    jobs = [
        Job(f"p{number}", workspace.puzzle(f"p{number}", source), FUNCTION, "part1", None, limits)
        for number, source in enumerate(sources)
    ]
    outcomes = [outcome for _, outcome in pool.run_all(jobs)]
    return [outcome.answer if isinstance(outcome, Answered) else outcome.message for outcome in outcomes]


PROCESS_1 = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def part1():
    done = []
    for process in sorted(int(name) for name in os.listdir('/proc') if name.isdigit()):
        if process in (os.getpid(), os.getppid()): continue
        if libc.ptrace(16, process, 0, 0) == 0: done.append(f'traced {process}')
        for name, flags in (('mem', os.O_RDWR), ('environ', os.O_RDONLY), ('maps', os.O_RDONLY)):
            try: os.read(os.open(f'/proc/{process}/{name}', flags), 1); done.append(f'{name} of {process}')
            except PermissionError: pass
        for number in range(10):
            try: os.open(f'/proc/{process}/fd/{number}', os.O_RDWR); done.append(f'{number} of {process}')
            except (PermissionError, FileNotFoundError): pass
    # Its processes are the guard, which is process 1, and the supervisor.
    names = [open(f'/proc/{process}/comm').read() for process in (1, 2)]
    return repr(done), all(name.startswith('python') for name in names)
"""


LEAVES_MEMORY = """
import ctypes
libc = ctypes.CDLL(None)
def part1():
    libc.shmat.restype = ctypes.c_void_p
    segment, queue = libc.shmget(7, 4096, 0o1666), libc.msgget(7, 0o1666)
    ctypes.memmove(ctypes.c_void_p(libc.shmat(segment, None, 0)), b'letter', 6)
    return segment >= 0, libc.msgsnd(queue, (ctypes.c_long * 2)(1, 7), 8, 0)
"""
LOOKS_FOR_MEMORY = """
import ctypes
libc = ctypes.CDLL(None)
def part1(): return libc.shmget(7, 0, 0), libc.msgget(7, 0)
"""


SPOILS = """
import os, resource
def part1():
    for process in (1, 2):
        for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_AS):
            resource.prlimit(process, kind, (1, 1))
        os.setpriority(os.PRIO_PROCESS, process, 19)
    return 1
"""
SIGNALS = """
import os, signal
def part1():
    for number in range(1, 65):
        if number != signal.SIGINT: os.kill(1, number)
    return 1
"""
EXCHANGES = """
import os, shutil
def part1():
    scratch = os.path.dirname(os.getcwd())
    os.chdir('/')
    shutil.rmtree(scratch)
    os.mkdir('/dev/shm/there')
    os.symlink('/dev/shm/there', scratch)
    return 1
"""
STATE = """
import os, resource
def part1():
    limits = [resource.getrlimit(kind) for kind in range(16)]
    folders = os.listdir('/tmp'), len([name for name in os.listdir('/proc') if name.isdigit()])
    return limits, os.nice(0), folders
"""


@pytest.mark.parametrize("source", [SPOILS, SIGNALS, EXCHANGES], ids=["limits", "signals", "folders"])
def test_a_part_spoils_its_own_sandbox_only(workspace: Workspace, source: str) -> None:
    """Whatever it does to the processes and folders of its worker, the next module has others."""
    before, _, after = answers(workspace, STATE, source, STATE)
    one, other = (re.sub("puzzles-[0-9a-f]+", "", str(answer)) for answer in (before, after))
    assert one == other
    assert one.endswith("4))")


CALLS = """
import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == 'x86_64'
CALLS = {
    'add_key': (248, 217), 'request_key': (249, 218), 'keyctl': (250, 219), 'io_uring_setup': (425, 425),
    'io_uring_enter': (426, 426), 'io_uring_register': (427, 427), 'bpf': (321, 280),
    'perf_event_open': (298, 241), 'userfaultfd': (323, 282),
}
def errno(number, *arguments):
    ctypes.set_errno(0)
    done = libc.syscall(number, *map(ctypes.c_long, arguments))
    return ctypes.get_errno() if done == -1 else 0
def part1():
    found = {name: errno(numbers[not X86], 0, 0, 0, 0, 0) for name, numbers in CALLS.items()}
    odd = [name for name, number in found.items() if number != 1]
    new = [1 << bit for bit in (17, 25, 26, 27, 28, 29, 30)]
    odd += [hex(flag) for flag in new if not errno(272 if X86 else 97, flag)]
    odd += [hex(flag) for flag in new if not errno(56 if X86 else 220, flag | 17, 0, 0, 0, 0)]
    if X86 and errno(0x40000000 + 39) != 38: odd.append('x32')
    return repr(odd)
"""


POOLS = """
import multiprocessing, subprocess, sys, threading
from concurrent.futures import ProcessPoolExecutor
def part1():
    context = multiprocessing.get_context('fork')
    with context.Pool(2) as workers: squares = workers.map(abs, [-1, -2])
    with ProcessPoolExecutor(2, mp_context=context) as workers: more = [*workers.map(abs, [-3])]
    queue = context.Queue()
    child = context.Process(target=queue.put, args=(4,))
    child.start()
    more.append(queue.get())
    child.join()
    one, other = context.Pipe()
    one.send(5)
    more.append(other.recv())
    thread = threading.Thread(target=more.append, args=(6,))
    thread.start()
    thread.join()
    words = [sys.executable, '-c', 'import asyncio; print(asyncio.run(asyncio.sleep(0, 7)))']
    return squares, more, subprocess.run(words, capture_output=True, text=True).stdout
"""


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        pytest.param([PROCESS_1], ["('[]', True)"], id="process 1 is ours"),
        pytest.param([LEAVES_MEMORY, LOOKS_FOR_MEMORY], ["(True, 0)", "(-1, -1)"], id="memory of the system"),
        pytest.param([CALLS], ["[]"], id="calls that are refused"),
        pytest.param([POOLS], ["([1, 2], [3, 4, 5, 6], '7\\n')"], id="processes, threads and loops work"),
    ],
)
def test_what_a_part_can_do_there(workspace: Workspace, sources: list[str], expected: list[str]) -> None:
    """What solutions use to be quick, and nothing that leads out, or to the next module."""
    assert expected == answers(workspace, *sources)


def test_a_server_that_listens_in_the_workspace(workspace: Workspace) -> None:
    """A database may have its socket there: nobody inside can connect to it, or send to it."""
    stream, datagram = workspace.root / "stream", workspace.root / "datagram"
    source = f"""
import os, socket
def part1():
    said = []
    for make in (lambda: socket.socket(socket.AF_UNIX), lambda: socket.socketpair(type=socket.SOCK_DGRAM)[0],
                 lambda: socket.socketpair()[0], lambda: socket.socketpair(type=socket.SOCK_SEQPACKET)[0]):
        for path in ({str(stream)!r}, {str(datagram)!r}):
            assert os.path.exists(path)
            try: made = make(); made.connect(path); said.append('connected')
            except OSError: pass
            try: made = make(); made.sendto(b'x', path); said.append('sent')
            except OSError: pass
    return repr(said)
"""
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        # Their paths are longer than an address may be.
        before = Path.cwd()
        os.chdir(workspace.root)
        try:
            one.bind("stream")
            other.bind("datagram")
        finally:
            os.chdir(before)
        one.listen()
        other.setblocking(False)
        given = answers(workspace, source)
        with pytest.raises(BlockingIOError):
            other.recv(1)
    assert given[0] == "[]" or "path too long" in str(given[0])


SEEN = """
import os, sys
OF_PROGRAMS = ('/dev', '/proc', '/usr', '/opt', '/sys', '/bin', '/sbin', '/lib', sys.prefix, sys.base_prefix)
def part1():
    seen = []
    for folder, folders, names in os.walk('/'):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in OF_PROGRAMS]
        for name in names:
            path = os.path.join(folder, name)
            if {secret!r} in path: seen.append(path)
            try:
                if os.path.getsize(path) < 1000 and {secret!r} in open(path, errors='replace').read():
                    seen.append(path)
            except OSError: pass
    return sorted(path for path in seen if not path.endswith('.py'))
"""


def looked_around(workspace: Workspace, **environment: str) -> str:
    """Return the files with a secret that a part finds anywhere, or what is said instead."""
    workspace.puzzle("looks", SEEN.format(secret=SECRET), "[main]\n")
    ended = workspace.run("check", "looks", "--fresh", "--untrusted", "--json", **environment)
    row = ended.rows[0]
    return str(row["answer"] or row["message"])


def test_what_lies_beside_the_workspace(workspace: Workspace) -> None:
    """Its neighbours, its inputs and its repository are not there; nor are those of a program's folder."""
    (workspace.root.parent / "beside").write_text(SECRET)
    workspace.input("other", "cases.toml", f'[main]\npart1 = "{SECRET}"\n')
    (workspace.root / "README").write_text("")
    commit(workspace.root, SECRET)
    (workspace.root / ".git" / "config").write_text(f"[remote]\nurl = https://me:{SECRET}@example.org\n")
    assert "[]" == looked_around(workspace)
    source = 'cd "$(dirname "$0")/../.."; cat inputs/prints/cases.toml; ls inputs/*; echo 17\n'
    program = workspace.root / "puzzles" / "prints" / "look.sh"
    program.parent.mkdir()
    program.write_text(source)
    workspace.input("prints", "cases.toml", f'[main]\ninput = ""\npart1 = "{SECRET}"\n')
    rows = workspace.run("run", "prints", "--part", "1", "--untrusted", "--json").rows
    assert ["17"] == [row["answer"] for row in rows], rows


def test_puzzles_that_are_the_folder_above(workspace: Workspace) -> None:
    """A link in the place of `puzzles/` shows nothing of where it leads."""
    (workspace.root.parent / "id_rsa").write_text(SECRET)
    above = workspace.root.parent / "looks.py"
    above.write_text(SEEN.format(secret=SECRET))
    workspace.input("looks", "cases.toml", "[main]\n")
    (workspace.root / "puzzles").rmdir()
    (workspace.root / "puzzles").symlink_to("..")
    row = workspace.run("run", "looks", "--untrusted", "--json").rows[0]
    assert ("error", None) == (row["verdict"], row["answer"])
    assert f"leads out of {workspace.root}" in row["message"]


def test_puzzles_that_are_the_inputs(workspace: Workspace) -> None:
    """Where both are the same folder, it is hidden."""
    (workspace.root / "puzzles").rmdir()
    (workspace.root / "inputs" / "looks.py").write_text("def part1(): return open(__file__).read()\n")
    (workspace.root / "puzzles").symlink_to("inputs")
    workspace.input("looks", "cases.toml", f'[main]\npart1 = "{SECRET}"\n')
    rows = workspace.run("run", "looks", "--untrusted", "--json").rows
    assert all(row["answer"] is None for row in rows), rows


def test_a_module_that_is_elsewhere(workspace: Workspace) -> None:
    """Its code is not handed in, though the runner can read and compile it."""
    elsewhere = workspace.root.parent / "elsewhere.py"
    elsewhere.write_text(f"def part1(): return {SECRET!r}\n")
    (workspace.root / "puzzles" / "looks.py").symlink_to(elsewhere)
    workspace.input("looks", "cases.toml", "[main]\n")
    row = workspace.run("run", "looks", "--untrusted", "--json").rows[0]
    assert ("error", None) == (row["verdict"], row["answer"])


def test_a_workspace_that_holds_the_home_folder(workspace: Workspace) -> None:
    """It is refused, with what to do."""
    home = workspace.root / "me"
    home.mkdir()
    (home / "id_rsa").write_text(SECRET)
    workspace.puzzle("looks", SEEN.format(secret=SECRET))
    ended = workspace.run("run", "looks", "--untrusted", HOME=str(home))
    assert (2, "") == (ended.code, ended.out)
    assert "holds your home folder" in ended.err


def test_a_layouts_command_runs_inside(workspace: Workspace, tmp_path: Path) -> None:
    """So does one that stands before the interpreter."""
    told = workspace.root / "told"
    evil = workspace.root / "evil"
    evil.write_text(f"#!/bin/sh\necho outside >> {told}\necho 1\n")
    evil.chmod(0o755)
    (workspace.root / "puzzles").rmdir()
    (workspace.root / "2021").mkdir()
    (workspace.root / "2021" / "day01.py").write_text("print(1)\n")
    (workspace.root / "2021" / "day02.xyz").write_text("x\n")
    workspace.input("aoc2021d1", "cases.toml", '[main]\ninput = "1"\n')
    workspace.input("aoc2021d2", "cases.toml", '[main]\ninput = "1"\n')
    for command in (f"{evil} {{file}}", f"{evil} {{python}} {{file}}"):
        (workspace.root / "pyproject.toml").write_text(
            f'[[tool.puzzles.layout]]\npath = ["{{year}}/day{{day:02}}.py", "{{year}}/day{{day:02}}.xyz"]\n'
            f'command = "{command}"\n'
        )
        workspace.run("check", "--untrusted")
        assert not told.exists(), command
    workspace.run("bench", "aoc2021", "--untrusted", "--samples", "1")
    assert not told.exists()
