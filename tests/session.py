"""The reader of a document at a terminal: a home of their own, two sites, and commands as they are typed."""

import io
import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from puzzle_runner import cli
from puzzle_runner.timing import machine

from tests import stand_in
from tests.conftest import reused_workers, terminal
from tests.stand_in import Reply, Request, Site

# What the documents show in place of the temporary home, of this machine and of the sites.
HOME, MACHINE = "/home/me", "AMD EPYC x2 #f830"
CLUSTER = "tcp://host:8786"
ANSWERS = {"1": "12", "2": "60"}
CALENDAR = """<html><body>[Log Out]<pre class="calendar">
<a aria-label="Day 1, two stars" class="calendar-day1">x</a>
<a aria-label="Day 2, one star" class="calendar-day2">x</a>
<a aria-label="Day 3" class="calendar-day3">x</a></pre></body></html>"""
BOARD = """{"event": "2021", "num_days": 25, "day1_ts": 1638334800, "members": {
"4711": {"id": 4711, "name": "Ada", "stars": 3, "local_score": 8, "completion_day_level": {
 "1": {"1": {"get_star_ts": 1638335412}, "2": {"get_star_ts": 1638335700}},
 "2": {"1": {"get_star_ts": 1638421920}}}},
"3": {"id": 3, "name": "Bob", "stars": 2, "local_score": 5, "completion_day_level": {
 "1": {"1": {"get_star_ts": 1638335100}, "2": {"get_star_ts": 1638340200}}}},
"1": {"id": 1, "name": null, "stars": 0, "local_score": 0, "completion_day_level": {}}}}"""
# Seconds after which a command that prints nothing waits for what is not typed.
SILENCE = 40
# In a shell these mean more than themselves.
_SHELL = set("|&;<>()$`\\*?[]#~=%'\"")


class Calendar(Site):
    """Advent of Code with one invented day, which judges answers and shows part 2 after the first star."""

    def __init__(self) -> None:
        super().__init__()
        stand_in.advent(self)
        self.accepted: list[str] = []
        board = f"/2021/leaderboard/private/view/{stand_in.USER}.json"
        self.replies |= {"/2021": Reply(body=CALENDAR), board: Reply(body=BOARD)}

    def reply(self, request: Request) -> Reply:
        """Return the page as it is for this account now, and the reply to an answer."""
        if request.path == "/2021/day/3":
            return Reply(body=stand_in.day(*self.accepted))
        if request.method == "POST":
            return Reply(body=stand_in.article(self._judged(**request.form)))
        return super().reply(request)

    def _judged(self, level: str, answer: str) -> str:
        if answer == ANSWERS[level]:
            self.accepted.append(answer)
            return stand_in.RIGHT
        return stand_in.wrong("too low" if int(answer) < int(ANSWERS[level]) else "too high")


class Session:
    """Runs commands in the order of a document. `folder` is the current one; a command may change it."""

    def __init__(self, home: Path, sites: dict[str, str], patch: pytest.MonkeyPatch, stack: ExitStack):
        self.home = self.folder = home
        self.sites, self.patch, self.stack = sites, patch, stack
        self.tools = home.parent / "tools"
        _make_tools(self.tools)

    def write(self, name: str, text: str) -> None:
        """Write a file of the current folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        # What was saved in the very moment in which a check begins is not remembered.
        past = time.time() - 1
        os.utime(path, (past, past))

    def run(self, command: str, typed: str = "") -> tuple[int, str]:
        """Return the exit code of a command and what it prints, with the names that documents show."""
        if CLUSTER in command:
            code, printed = self._in_shell(command.replace(CLUSTER, self._cluster()))
        elif typed:
            code, printed = self._in_terminal(command, typed)
        elif command.startswith("puzzles ") and not _SHELL & set(command):
            self.patch.chdir(self.folder)
            code, printed = called(shlex.split(command)[1:])
        else:
            code, printed = self._in_shell(command)
        return code, self._renamed(printed)

    def _in_shell(self, command: str) -> tuple[int, str]:
        place = self.home.parent / "folder"
        ended = subprocess.run(
            ["bash", "-c", f'{command}\ncode=$?; pwd > "{place}"; exit $code'],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=50,
        )
        self.folder = Path(place.read_text().rstrip("\n"))
        return ended.returncode, ended.stdout

    def _in_terminal(self, command: str, typed: str) -> tuple[int, str]:
        """Run a command in a terminal. Each line of `typed` is `AWAITED| TYPED`, or `AWAITED| $ COMMAND`."""
        ours, theirs = terminal()
        process = subprocess.Popen(
            ["bash", "-c", command],
            cwd=self.folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"},
            # A password is asked for at the terminal of the session: this one, not the developer's.
            start_new_session=True,
        )
        os.close(theirs)
        waiting = [line.partition("| ")[::2] for line in typed.splitlines()]
        printed, seen = b"", 0
        try:
            while chunk := _read(ours):
                printed += chunk
                while waiting and (at := printed.find(waiting[0][0].encode(), seen)) >= 0:
                    seen = at + len(waiting[0][0].encode())
                    self._type(ours, waiting.pop(0)[1])
        except TimeoutError:
            pytest.fail(f"{command} waits, and {waiting[:1]} was not printed, but {printed.decode()}")
        finally:
            os.close(ours)
            # It has ended, or hears now that its terminal has gone.
            code = process.wait(20)
        # A line that is written over is not seen.
        shown = re.sub(r"\r\x1b\[2K([^\r\n]*(?=\r\x1b))?", "", printed.decode())
        return code, shown.replace("\r", "")

    def _type(self, terminal: int, text: str) -> None:
        if text.startswith("$ "):
            assert 0 == self._in_shell(text[2:])[0]
        else:
            os.write(terminal, f"{text}\n".encode())

    def _cluster(self) -> str:
        """Return the address of a scheduler with one worker, which go with the session."""
        from distributed import LocalCluster

        here = {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
        cluster = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, **here)
        return str(self.stack.enter_context(cluster).scheduler_address)

    def _renamed(self, text: str) -> str:
        for address, site in self.sites.items():
            text = text.replace(address, site)
        for home in (str(self.home), os.path.realpath(self.home)):
            text = text.replace(home, HOME)
        return text.replace(machine.identity(), MACHINE)


def _read(terminal: int) -> bytes:
    """Return what comes from a terminal; nothing once nobody has its other end. Raises TimeoutError."""
    if not select.select([terminal], [], [], SILENCE)[0]:
        raise TimeoutError
    try:
        return os.read(terminal, 2**16)
    except OSError:
        # Linux says so when the last one has closed the other end.
        return b""


def called(arguments: Sequence[str]) -> tuple[int, str]:
    """Return the exit code of `puzzles` and what it prints on both streams, run in this process."""
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    before = sys.stdin
    try:
        streams = (redirect_stdout(printed), redirect_stderr(printed))
        with open(os.devnull) as sys.stdin, streams[0], streams[1], reused_workers():
            code = cli.main(arguments)
    finally:
        sys.stdin = before
    return code, printed.buffer.getvalue().decode()


def _make_tools(folder: Path) -> None:
    """Make the programs that a reader has: ours, and a browser that does nothing."""
    folder.mkdir()
    python = f'exec "{sys.executable}"'
    tools = {"puzzles": f'{python} -m puzzle_runner "$@"', "python": f'{python} "$@"', "browser": "exit 0"}
    for name, line in (tools | {"pytest": f'{python} -m pytest "$@"'}).items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)


@contextmanager
def session(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Yield a session in a folder, with both sites on loopback."""
    home = folder / "reader"
    home.mkdir()
    with ExitStack() as stack:
        advent = stack.enter_context(stand_in.serve(Calendar()))
        euler = stack.enter_context(stand_in.serve(stand_in.euler(Site())))
        sites = {advent.address: "https://adventofcode.com", euler.address: "https://projecteuler.net"}
        reader = Session(home, sites, patch, stack)
        variables = {
            "PATH": f"{reader.tools}{os.pathsep}{os.environ['PATH']}",
            "PUZZLES_DATA_DIR": str(home / ".local/share/puzzles"),
            "PUZZLES_CONFIG_DIR": str(home / ".config/puzzles"),
            "PUZZLES_AOC_URL": advent.address,
            "PUZZLES_EULER_URL": euler.address,
            "PUZZLES_MIN_INTERVAL": "0",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "BROWSER": str(reader.tools / "browser"),
            "EDITOR": "true",
            **dict.fromkeys(("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"), os.devnull),
            # Only the plugin that is shown: loading all takes half a second.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "-p puzzle_runner.pytest_plugin",
        }
        for who in ("AUTHOR", "COMMITTER"):
            variables |= {f"GIT_{who}_NAME": "Me", f"GIT_{who}_EMAIL": "me@example.org"}
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr("webbrowser.open", lambda url: True)
        yield reader
