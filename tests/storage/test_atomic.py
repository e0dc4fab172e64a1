"""Files on disk: whole or not there, whatever happens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from puzzle_runner import sessions, settings
from puzzle_runner.errors import StoreFailed
from puzzle_runner.inputs import cached, case_file, cases
from puzzle_runner.storage import atomic, database

# What writes an input in place is found out by one in five of them: it is large, which takes long.
KILLS = 10
LINES = 500_000
KILLED_WRITERS = """
import os, random, signal, sys, time
from pathlib import Path
from puzzle_runner.inputs import case_file, cases, guesses, writing
from puzzle_runner.model import Expected
folder, chance = Path(sys.argv[1]), random.Random(3)

# A process that waits for the disk would nearly always be killed there.
os.fsync = lambda _: None

def write(number):
    writing.save_input(folder, "main", b"7\\n" * int(sys.argv[3]))
    writing.set_answers(folder / case_file.FILE, "main", {1: Expected(str(number)), 2: Expected("x" * 5000)})
    writing.add_guess(folder, 1, str(number), guesses.now())

# The forked processes have then imported all that writing needs.
write(0)
for _ in range(int(sys.argv[2])):
    done, tell = os.pipe()
    if not (writer := os.fork()):
        for number in range(1, 10**9):
            write(number)
            os.write(tell, b"1")
    os.read(done, 1)
    time.sleep(chance.uniform(0.0, 0.01))
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    os.close(done)
    os.close(tell)
    print(flush=True)
    sys.stdin.readline()
"""


def test_a_session_is_in_the_folder_of_logins_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other file has a mark in its place."""
    monkeypatch.setattr(sessions, "_known", {"0123456789abcdef"})
    for write in (atomic.write, atomic.create):
        for folder in (settings.config_folder(), settings.data_folder(), tmp_path):
            path = folder / write.__name__
            write(path, b"session=0123456789abcdef")
            is_login = folder == settings.config_folder()
            assert ("0123456789abcdef" if is_login else sessions.MARK) == path.read_text()[8:]


def test_written_and_written_again(tmp_path: Path) -> None:
    """A new file has the usual mode; one that is linked from elsewhere, and shared with a group, stays so."""
    real, link = tmp_path / "elsewhere" / "real", tmp_path / "link"
    atomic.write(real, b"old")
    umask = os.umask(0o022)
    os.umask(umask)
    assert 0o644 & ~umask == real.stat().st_mode & 0o777
    real.chmod(0o660)
    link.symlink_to(real)
    atomic.write(link, b"new")
    assert (True, b"new", 0o660) == (link.is_symlink(), real.read_bytes(), real.stat().st_mode & 0o777)
    assert [real] == list(real.parent.iterdir())


def test_the_users_folders_are_the_users() -> None:
    """Whatever the umask, nobody else can enter the data folder or read a file or database in it."""
    folder = settings.data_folder() / "inputs" / "aoc2021d3"
    before = os.umask(0o000)
    try:
        atomic.write(folder / "main.txt", b"6")
        atomic.write(folder / "main.txt", b"7")
        atomic.create(folder / "more.txt", b"8")
        with database.connect(folder / "a.db", ["CREATE TABLE a (b TEXT)"]), atomic.locked("a"):
            modes = {path.name: path.stat().st_mode & 0o777 for path in settings.data_folder().rglob("*")}
    finally:
        os.umask(before)
    assert {0o700} == {modes.pop(name) for name in ("inputs", "aoc2021d3", "locks")}
    assert 0o700 == settings.data_folder().stat().st_mode & 0o777
    assert {0o600} == {mode for name, mode in modes.items() if not name.endswith(".lock")}


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    """A pipe stays one, as a device would, also behind a link: the superuser could lose /dev/null."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(StoreFailed, match="it is not a regular file"):
            atomic.write(path, b"new")
    assert (True, {pipe, link}) == (pipe.is_fifo(), set(tmp_path.iterdir()))


def test_created_never_over_another(tmp_path: Path) -> None:
    """A file that is there stays as it is; in a file, a folder or a folder's place nothing can be written."""
    path, folder = tmp_path / "file", tmp_path / "taken"
    folder.mkdir()
    assert atomic.create(path, b"first")
    assert not atomic.create(path, b"second")
    with pytest.raises(StoreFailed):
        atomic.write(folder, b"")
    for make in (atomic.write, atomic.create):
        with pytest.raises(StoreFailed, match="cannot be written"):
            make(path / "below", b"")
    assert (b"first", {path, folder}) == (path.read_bytes(), {*tmp_path.iterdir()})


def test_a_lock_that_cannot_be_had_is_said() -> None:
    """One that is not given up, or cannot be made; what fails under a lock keeps its error."""
    with atomic.locked("a"), pytest.raises(StoreFailed, match=r"a\.lock"), atomic.locked("a", patience=0.01):
        pass
    with pytest.raises(FileNotFoundError), atomic.locked("a"):
        raise FileNotFoundError
    locks = settings.data_folder() / "locks"
    locks.rename(locks.with_name("others"))
    locks.write_text("")
    with pytest.raises(StoreFailed, match="cannot be made"), atomic.locked("a"):
        pass


def test_killed_at_any_moment_nothing_is_lost_or_torn(tmp_path: Path) -> None:
    """Killed at random once it has written, again and again, a process leaves the old state or the new."""
    folder = tmp_path / "inputs" / "aoc2021d3"
    kept = 0
    with subprocess.Popen(
        [sys.executable, "-c", KILLED_WRITERS, str(folder), str(KILLS), str(LINES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as killer:
        assert killer.stdin
        assert killer.stdout
        while killer.stdout.readline():
            (case,) = case_file.load(folder).cases
            sent = cached.guesses(folder)
            assert "7\n" * (LINES - 1) + "7" == cases.text(case)
            assert len(sent) > kept
            kept = len(sent)
            if kept > 50:
                (folder / cached.GUESSES).unlink()
                kept = 0
            killer.stdin.write(b"\n")
            killer.stdin.flush()
    assert 0 == killer.returncode
