"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and what is left."""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGCHLD, SIGUSR1, set_wakeup_fd, signal
from marshal import dumps, loads
from mmap import mmap
from os import _exit, close, dup2, fork, getpid, pipe, set_blocking, set_inheritable, urandom
from os import read as read_from
from os import write as write_to
from select import POLLIN, POLLOUT, poll
from time import perf_counter_ns

import lines
import processes
from calls import failure
from imports import engines, forget_imports, prepare_early
from loader import OF_CALL, fork_loaders
from messages import (
    EVENT_BYTES,
    REPLY_BYTES,
    TOKEN_BYTES,
    caller,
    clear,
    framed,
    imported,
    receive,
    send,
    stamp,
    write,
    written,
)
from usage import HeadAndTail, limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from calls import Order

    # How a call ended: the state, and the exit code and peak of its process.
    End = tuple[str, int, int]

# Milliseconds: as long as a poll can take; in which a process says where it is, and one that was killed has
# ended; and between two looks at all processes of a sandbox. Nanoseconds.
FOREVER, PLACE, LAST_WORDS, LOOK, MILLISECOND = 2**30, 250, 1000, 50, 1_000_000
# Bytes that are kept of the beginning and of the end of what is printed; the same of what waits to be shown;
# and those of a read.
KEPT, BACKLOG, PIECE = 2**15, 2**22, 2**16
# Orders that have these in common share a loaded module.
OF_MODULE = ("id", "path", "memory", "environment", "engine", "loads", "traced")
# After these the worker is of no use any more.
LAST_STATES = ("crowded", "large", "forged")


def keep(before: set[str], requests: str, replies: str, scratch: str, sandboxed: str = "") -> "NoReturn":
    forget_imports(before)
    # It is for this program, and not for what a puzzle starts.
    os.environ.pop("LD_BIND_NOW", None)
    for end in (requests, replies):
        # No program has them.
        set_inheritable(int(end), False)
    limit()
    if sandboxed:
        # Who could trace it would have no limit of memory and processes.
        processes.prctl(processes.PR_SET_DUMPABLE, 0)
    Supervisor(int(requests), int(replies), scratch, is_sandboxed=bool(sandboxed)).serve()
    _exit(0)


class Gone(Exception):
    """The runner has closed its end, or the forker is dead: nobody waits for a reply any more."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests: int, replies: int, scratch: str, *, is_sandboxed: bool) -> None:
        self.requests, self.replies = requests, replies
        self.scratch = scratch
        self.is_sandboxed = is_sandboxed
        # The folder of calls, as it was when it was made.
        self.folder = ""
        self.identity: tuple[int, ...] = ()
        self.number_of_folders = 0
        # The module that is loaded, its token, and its loader; 0 where there is none.
        self.module: list[object] | None = None
        self.module_token = b""
        self.loader = 0
        self.shared = mmap(-1, REPLY_BYTES)
        # What a call has printed: what is kept of it, and what waits to be shown.
        self.kept, self.unshown = HeadAndTail(KEPT), HeadAndTail(BACKLOG)
        self.is_shown = False
        # What is left of the frame that is under way to the runner.
        self.frame = memoryview(b"")
        self.start_forker()

    def start_forker(self) -> None:
        modules, self.modules = pipe()
        self.calls, self.calls_to = pipe()
        self.events, events = pipe()
        self.output, self.errors = pipe()
        self.woken, wake = pipe()
        set_blocking(wake, False)
        me = getpid()
        processes.prctl(processes.PR_SET_CHILD_SUBREAPER, 1)
        self.forker = fork()
        if not self.forker:
            try:
                for number in (1, 2):
                    dup2(self.errors, number)
                lines.install()
                own = (self.modules, self.calls_to, self.events, self.output, self.errors, self.woken, wake)
                for end in (*own, self.requests, self.replies):
                    close(end)
                fork_loaders(me, modules, self.calls, events, self.shared, self.is_sandboxed)
            finally:
                _exit(0)
        close(modules)
        close(events)
        for end in (self.replies, self.events, self.output, self.woken):
            set_blocking(end, False)
        # The end of a program ends a poll.
        signal(SIGCHLD, self.watch_forker)
        set_wakeup_fd(wake)

    def watch_forker(self, *_: object) -> None:
        if os.waitpid(self.forker, os.WNOHANG | os.WUNTRACED)[0]:
            raise Gone

    def serve(self) -> None:
        try:
            self.runner_token = bytes(TOKEN_BYTES)
            self.tell("ready")
            while frame := receive(self.requests):
                self.answer(loads(frame))
        except (Gone, BrokenPipeError):
            pass
        finally:
            signal(SIGCHLD, SIG_DFL)
            if self.is_sandboxed:
                # With process 1, all ends.
                _exit(0)
            processes.kill(self.loader)
            # Its children become those of this process.
            processes.kill(self.forker)
            processes.kill_group(caller(self.shared))
            processes.sweep()
            if self.folder:
                processes.discard(self.folder)
            processes.discard(self.scratch)

    def answer(self, order: "Order") -> None:
        """Make a call, tidy up after it, and tell how it ended: state, exit code, peak, time and reply.

        Then comes what is kept of what it has printed. Where that cannot be done, the state is `fault`, with
        the reason.
        """
        self.runner_token, self.token = order["token"], urandom(TOKEN_BYTES)
        self.kept, self.unshown = HeadAndTail(KEPT), HeadAndTail(BACKLOG)
        self.is_shown = order["shown"]
        clear(self.shared)
        try:
            # On some file systems, a new folder costs more than all the rest of a call.
            if not self.folder or processes.identity(self.folder) != self.identity:
                self.make_folder()
            order |= {"token": self.token, "folder": self.folder}
            begun = perf_counter_ns()
            state, code, peak = self.call(order)
            now = perf_counter_ns()
            seconds = (now - max(begun, min(imported(self.shared), now))) / 1e9
            if state not in LAST_STATES:
                self.tidy()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.unload()
            self.tell("fault", error.strerror, error.filename)
            return
        printed = bytes(self.kept.take())
        self.tell(state, code, peak, seconds, written(self.shared, self.token), printed)
        if state in LAST_STATES:
            raise Gone

    def make_folder(self) -> None:
        self.number_of_folders += 1
        folder = os.path.join(self.scratch, str(self.number_of_folders))
        # The first call makes it, or one before has removed it.
        if not os.path.isdir(self.scratch):
            os.mkdir(self.scratch, 0o700)
        os.mkdir(folder, 0o700)
        self.folder, self.identity = folder, processes.identity(folder)

    def tell(self, *report: "Any") -> None:
        """Send a report, after all that was printed; wait until the runner has read enough to take it."""
        while not self.pass_on():
            self.listen(FOREVER)
        self.frame = memoryview(framed(self.runner_token + dumps(report)))
        while not self.write():
            self.listen(FOREVER)

    def pass_on(self) -> bool:
        """Send what was printed as far as the runner takes it; tell whether nothing is left to be sent."""
        while self.write():
            printed = bytes(self.unshown.take())
            if not printed:
                return True
            self.frame = memoryview(framed(self.runner_token + dumps(("printed", printed))))
        return False

    def write(self) -> bool:
        """Write what is left of a frame as far as the pipe takes it; tell whether that was all."""
        try:
            while self.frame:
                self.frame = self.frame[write_to(self.replies, self.frame) :]
        except BlockingIOError:
            return False
        return True

    def listen(self, patience: int, *pipes: int) -> list[int]:
        """Wait for some milliseconds, or until a pipe can be read, and return those that can.

        What is printed is passed on. Raises Gone.
        """
        ready = poll()
        ready.register(self.requests, 0)
        for each in (self.woken, self.output, *pipes):
            ready.register(each, POLLIN)
        if self.frame:
            ready.register(self.replies, POLLOUT)
        readable = [each for each, _ in ready.poll(patience)]
        if self.requests in readable:
            raise Gone
        if self.woken in readable:
            read_from(self.woken, PIECE)
        if self.output in readable:
            self.forward()
        self.pass_on()
        return readable

    def forward(self) -> bool:
        try:
            chunk = read_from(self.output, PIECE)
        except BlockingIOError:
            return False
        self.kept.add(chunk)
        if self.is_shown:
            self.unshown.add(chunk)
        return bool(chunk)

    def call(self, order: "Order") -> "End":
        prepare_early(order["engine"])
        start = getattr(engines.get(order["engine"]), "start", None)
        module = [order[name] for name in OF_MODULE]
        if start or module != self.module:
            self.unload()
        if start:
            stamp(self.shared)
            return self.run_program(start, order)
        if self.module:
            stamp(self.shared)
            send(self.calls_to, dumps([order[name] for name in OF_CALL]))
        else:
            self.module, self.module_token = module, self.token
            send(self.modules, dumps(order))
        return self.wait(order, [self.events], self.hear)

    def run_program(self, start: "Callable[[Order, int], Any]", order: "Order") -> "End":
        try:
            program = start(order, self.errors)
        except OSError:
            raise
        except Exception as error:
            program = failure(error)
        if type(program) is dict:
            write(self.shared, self.token, program)
            return "done", 0, 0
        pipes = [program.pipe]

        def hear(readable: list[int]) -> "End | None":
            if program.pipe in readable and not program.read():
                pipes.clear()
            process, code, usage = processes.reap(program.process, os.WNOHANG)
            if not process:
                return None
            write(self.shared, self.token, program.reply(code, usage))
            program.process = 0
            return "done", code, usage.ru_maxrss

        group = program.process
        try:
            return self.wait(order, pipes, hear)
        finally:
            if program.process:
                processes.kill(program.process)
                processes.reap(program.process)
            processes.kill_group(group)
            processes.sweep(self.forker)
            for end in (program.pipe, program.given, program.watching):
                if end is not None:
                    close(end)

    def wait(self, order: "Order", pipes: list[int], hear: "Callable[[list[int]], End | None]") -> "End":
        """Return how a call ended, as it is heard of, or by its limit: that of the import is another one."""
        timeout = int(order["timeout"] * 1e9)
        now = perf_counter_ns()
        deadline, next_look = now + timeout, now + LOOK * MILLISECOND
        is_extended = False
        while True:
            if now >= deadline and imported(self.shared) and not is_extended:
                deadline = min(imported(self.shared), now) + timeout
                is_extended = True
            if now >= deadline:
                return self.end_overdue()
            patience = min((deadline - now) // MILLISECOND + 1, LOOK if self.is_sandboxed else FOREVER)
            if ended := hear(self.listen(patience, *pipes)):
                return ended
            now = perf_counter_ns()
            if self.is_sandboxed and now >= next_look:
                next_look = now + LOOK * MILLISECOND
                if state := processes.complaint(order["memory"]):
                    return state, 0, 0

    def end_overdue(self) -> "End":
        """End a call, which may reply where it is. One that is busy in C, or hears of no signal, does not."""
        # The limit is that of the reply: only the end of the process takes long.
        state = "done" if written(self.shared, self.token) else "timeout"
        if not imported(self.shared):
            state = "import timeout"
        if self.loader and state != "done":
            processes.kill(caller(self.shared) or self.loader, SIGUSR1)
            until = perf_counter_ns() + PLACE * MILLISECOND
            while not written(self.shared, self.token) and perf_counter_ns() < until:
                # It lets go what it has printed before it replies.
                self.listen(1)
        self.unload()
        return state, 0, 0

    def hear(self, readable: list[int]) -> "End | None":
        """Read an event, if there is one; return how the call ended where it tells that."""
        if self.events not in readable:
            return None
        event = read_from(self.events, EVENT_BYTES)
        if not event:
            raise Gone
        kind, token, numbers = event[:1], event[1 : 1 + TOKEN_BYTES], event[1 + TOKEN_BYTES :]
        if len(event) != EVENT_BYTES or token not in (self.token, self.module_token):
            return "forged", 0, 0
        number, peak = int.from_bytes(numbers[:4], "big", signed=True), int.from_bytes(numbers[4:], "big")
        if kind == b"s":
            self.loader = number
            return None
        if kind == b"c":
            return "done", number, peak
        processes.kill_group(self.loader)
        processes.kill_group(caller(self.shared))
        self.loader, self.module = 0, None
        if kind == b"r":
            raise OSError(number, os.strerror(number))
        # It has made the call itself, or not come so far.
        is_done = imported(self.shared) or written(self.shared, self.token)
        return "done" if is_done else "import died", number, peak

    def unload(self) -> None:
        """End the loader, with the call that it waits for."""
        while self.module:
            processes.kill(self.loader)
            readable = self.listen(LAST_WORDS, self.events)
            if not readable or self.hear(readable) == ("forged", 0, 0):
                raise Gone
        # It has not read what came too late.
        left = poll()
        left.register(self.calls, POLLIN)
        while left.poll(0):
            read_from(self.calls, PIECE)

    def tidy(self) -> None:
        """Kill what the call has left behind, pass on what that has printed, and empty its folder."""
        while orphans := [child for child in processes.children(self.forker) if child != self.loader]:
            for orphan in orphans:
                processes.kill(orphan)
            self.listen(1)
        while self.forward():
            pass
        try:
            names = os.listdir(self.folder)
            if names:
                # It may take long, and is no time of the call.
                self.tell("cleaning")
            for name in names:
                os.unlink(os.path.join(self.folder, name))
        except OSError:
            processes.discard(self.folder)
            self.folder = ""
