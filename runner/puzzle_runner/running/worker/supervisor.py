"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and what is left."""

import gc
import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIGCHLD, SIGUSR1, set_wakeup_fd, signal
from marshal import dumps
from os import _exit, close, dup2, fork, pipe, set_blocking, set_inheritable, urandom
from os import read as read_from
from os import write as write_to
from select import POLLIN, POLLOUT, poll
from time import perf_counter_ns

import processes
from imports import engines, forget_imports, import_engine
from loader import OF_CALL, fork_loaders
from messages import BEGUN, CALLER, EVENT, IMPORTED, TOKEN_BYTES, Memory, framed, receive, send
from usage import HeadAndTail, Lines, limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from calls import Order

    # How a call ended: the state, and the exit code and peak of its process.
    End = tuple[str, int, int]

# Milliseconds: as long as a poll can take; in which a process says where it is; and between two looks at all
# processes of a sandbox. Nanoseconds.
FOREVER, PLACE, LOOK, MILLISECOND = 2**30, 250, 50, 1_000_000
# Bytes that are kept of the beginning and of the end of what is printed; the same of what waits to be shown;
# and those of a read.
KEPT, BACKLOG, PIECE = 2**15, 2**22, 2**16
# Orders that have these in common share a loaded module.
OF_MODULE = ("id", "path", "memory", "environment", "engine", "loads", "traced")
NO_CALL = bytes(TOKEN_BYTES)
OF_FORKER = ("engine", "traced")
# After these the worker is of no use any more.
LAST_STATES = ("crowded", "large", "forged")


def keep(before: set[str], requests: str, replies: str, scratch: str, sandboxed: str = "") -> "NoReturn":
    """Fork the supervisor, wait until it has ended or was stopped, and end all that it has left."""
    forget_imports(before)
    # It is for this program, and not for what a puzzle starts.
    os.environ.pop("LD_BIND_NOW", None)
    pipes = int(requests), int(replies)
    for end in pipes:
        # No program has them.
        set_inheritable(end, False)
    limit()
    if sandboxed:
        # Who could trace it would have no limit of memory and processes.
        processes.prctl(processes.PR_SET_DUMPABLE, 0)
    processes.prctl(processes.PR_SET_CHILD_SUBREAPER, 1)
    shared = Memory()
    supervisor = fork()
    if not supervisor:
        try:
            Supervisor(*pipes, scratch, shared, is_sandboxed=bool(sandboxed)).serve()
        finally:
            _exit(0)
    for end in pipes:
        close(end)
    _, status = os.waitpid(supervisor, os.WUNTRACED)
    # A sandbox ends with this process.
    if not sandboxed:
        if os.WIFSTOPPED(status):
            processes.kill(supervisor)
        processes.kill_group(shared.get(CALLER))
        processes.sweep()
        processes.discard(scratch)
    _exit(0)


class Gone(Exception):
    """The runner has closed its end, so that nobody waits for a reply any more, or the forker is dead."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(
        self, requests: int, replies: int, scratch: str, shared: Memory, *, is_sandboxed: bool
    ) -> None:
        self.requests, self.replies = requests, replies
        self.shared = shared
        self.is_sandboxed = is_sandboxed
        self.token = self.runner_token = NO_CALL
        # The folder of calls, and what it was when it was made.
        self.scratch, self.folder = scratch, ""
        self.mode_and_inode: tuple[int, ...] = ()
        # The loader, 0 where there is none, what it has loaded, and what the forker has prepared.
        self.loader = 0
        self.module: list[object] = []
        self.common: list[object] = []
        # What a call has printed: what is kept of it, and what waits to be shown.
        self.kept, self.unshown = HeadAndTail(KEPT), HeadAndTail(BACKLOG)
        self.is_shown = False
        # What is left of the frame that is under way to the runner.
        self.frame = memoryview(b"")
        self.output, errors = pipe()
        for number in (1, 2):
            dup2(errors, number)
        close(errors)
        # Also where the environment asks for no buffer.
        stdout = Lines(open(1, "wb", closefd=False), encoding="utf-8", line_buffering=True)
        sys.stdout = sys.__stdout__ = stdout  # type: ignore[misc]
        self.woken, self.wake = pipe()
        for each in (replies, self.output, self.woken, self.wake):
            set_blocking(each, False)

    def serve(self) -> None:
        # The first time, the compiler makes a thousand objects for itself: loaders find them made.
        compile("", "", "exec")
        # Nothing that is here now is ever garbage; a collector that looked at it would copy its pages.
        gc.disable()
        gc.freeze()
        orders, self.orders = pipe()
        self.events, events = pipe()
        self.forker = fork()
        if not self.forker:
            try:
                own = (self.requests, self.replies, self.output, self.woken, self.wake)
                for end in (*own, self.orders, self.events):
                    close(end)
                fork_loaders(orders, events, self.shared, is_sandboxed=self.is_sandboxed)
            finally:
                _exit(0)
        close(orders)
        close(events)
        # The end of a child ends a poll.
        signal(SIGCHLD, lambda *_: None)
        set_wakeup_fd(self.wake)
        processes.prctl(processes.PR_SET_CHILD_SUBREAPER, 1)
        try:
            self.tell("ready")
            while order := receive(self.requests):
                self.answer(order)
        except (Gone, BrokenPipeError):
            pass
        if not self.is_sandboxed:
            processes.kill(self.loader)
            processes.kill(self.forker)
            processes.kill_group(self.shared.get(CALLER))
            processes.sweep()
            if self.folder:
                # A folder in the other would need a shell.
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
        self.shared.clear()
        # The call before may have had it otherwise.
        set_blocking(1, True)
        try:
            # On some file systems, a new folder costs more than all the rest of a call.
            if not self.folder:
                # The first call makes it, or one before has removed it.
                if not os.path.isdir(self.scratch):
                    os.mkdir(self.scratch, 0o700)
                self.folder = os.path.join(self.scratch, self.token.hex())
                os.mkdir(self.folder, 0o700)
                self.mode_and_inode = os.lstat(self.folder)[:2]
            order |= {"token": self.token, "folder": self.folder}
            begun = perf_counter_ns()
            state, code, peak = self.call(order)
            now = perf_counter_ns()
            imported = min(self.shared.get(IMPORTED), now)
            seconds = (now - max(begun, imported)) / 1e9
            if state not in LAST_STATES:
                self.tidy()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.unload()
            self.tell("fault", error.strerror, error.filename)
            return
        reply, printed = self.shared.written(self.token), self.kept.take()
        self.tell(state, code, peak, seconds, reply, printed)
        if state in LAST_STATES:
            raise Gone

    def tell(self, *report: "Any") -> None:
        """Send a report, after all that was printed; wait until the runner has read enough to take it."""
        while not self.pass_on():
            self.listen(FOREVER)
        self.frame = framed(report, self.runner_token)
        while not self.pass_on():
            self.listen(FOREVER)

    def pass_on(self) -> bool:
        """Send what was printed as far as the runner takes it; tell whether nothing is left to be sent."""
        try:
            while True:
                while self.frame:
                    self.frame = self.frame[write_to(self.replies, self.frame) :]
                printed = self.unshown.take()
                if not printed:
                    return True
                self.frame = framed(("printed", printed), self.runner_token)
        except BlockingIOError:
            return False

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
            if os.waitpid(self.forker, os.WNOHANG | os.WUNTRACED)[0]:
                raise Gone
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
        import_engine(order["engine"])
        start = getattr(engines.get(order["engine"]), "start", None)
        module = [order[name] for name in OF_MODULE]
        if start or module != self.module:
            self.unload()
        if start:
            self.shared.stamp()
            return self.run_program(start, order)
        if self.loader:
            self.shared.stamp()
            send(self.orders, [order[name] for name in OF_CALL])
        else:
            common = [order[name] for name in OF_FORKER]
            if common != self.common:
                send(self.orders, order)
                self.common = common
            send(self.orders, dumps(order))
            token, loader, number = self.next_event()
            if token != BEGUN:
                raise Gone
            if not loader:
                raise OSError(number, os.strerror(number))
            self.loader, self.module = loader, module
        return self.wait(order, [self.events], self.hear_of_call)

    def next_event(self) -> tuple[bytes, int, int]:
        """Return the token of a call, or NO_CALL, and the two numbers of an event."""
        while self.events not in self.listen(FOREVER, self.events):
            pass
        event = read_from(self.events, EVENT.size)
        return EVENT.unpack(event) if len(event) == EVENT.size else (event, 0, 0)

    def hear_of_call(self, readable: list[int]) -> "End | None":
        """Return how the call ended, if it has: its loader tells of it, or has ended itself."""
        if self.events not in readable:
            return None
        token, code, peak = self.next_event()
        if token == self.token:
            return "done", code, peak
        if token != NO_CALL:
            return "forged", 0, 0
        self.forget_loader()
        # It has made the call itself, or not come so far.
        is_done = self.shared.get(IMPORTED) or self.shared.written(self.token)
        return "done" if is_done else "import died", code, peak

    def unload(self) -> None:
        """End the loader, with the call that it waits for."""
        processes.kill(self.loader)
        while self.loader:
            if self.next_event()[0] == NO_CALL:
                self.forget_loader()

    def forget_loader(self) -> None:
        processes.kill_group(self.loader)
        processes.kill_group(self.shared.get(CALLER))
        self.loader, self.module = 0, []
        if self.shared.get(IMPORTED) and not self.shared.get(CALLER):
            # It may have left some of its order in the pipe, for the forker.
            raise Gone

    def run_program(self, start: "Callable[[Order, int], Any]", order: "Order") -> "End":
        program = start(order, 2)
        if type(program) is dict:
            self.shared.write(self.token, program)
            return "done", 0, 0
        pipes, group = [program.pipe], program.process

        def hear(readable: list[int]) -> "End | None":
            if program.pipe in readable and not program.read():
                pipes.clear()
            process, code, usage = processes.reap(group, os.WNOHANG)
            if not process:
                return None
            self.shared.write(self.token, program.reply(code, usage))
            return "done", code, usage.ru_maxrss

        try:
            return self.wait(order, pipes, hear)
        finally:
            processes.kill_group(group)
            processes.sweep(self.forker)
            for end in (program.pipe, program.given, program.watching):
                if end is not None:
                    close(end)

    def wait(self, order: "Order", pipes: list[int], hear: "Callable[[list[int]], End | None]") -> "End":
        """Return how a call ended, as it is heard of, or by its limit: that of the import is another one."""
        timeout = int(order["timeout"] * 1e9)
        begun = now = perf_counter_ns()
        deadline, next_look = begun + timeout, begun + LOOK * MILLISECOND
        while now < deadline:
            patience = min((deadline - now) // MILLISECOND + 1, LOOK if self.is_sandboxed else FOREVER)
            if ended := hear(self.listen(patience, *pipes)):
                return ended
            now = perf_counter_ns()
            imported = min(self.shared.get(IMPORTED), now)
            deadline = (imported or begun) + timeout
            if self.is_sandboxed and now >= next_look:
                next_look = now + LOOK * MILLISECOND
                if state := processes.complaint(order["memory"]):
                    return state, 0, 0
        # The limit is that of the reply: only the end of the process takes long.
        state = "done" if self.shared.written(self.token) else "timeout"
        if not self.shared.get(IMPORTED):
            state = "import timeout"
        if self.loader and state != "done":
            # It replies where it is, after what it has printed; one that is busy in C does not.
            processes.kill(self.shared.get(CALLER) or self.loader, SIGUSR1)
            until = perf_counter_ns() + PLACE * MILLISECOND
            while not self.shared.written(self.token) and perf_counter_ns() < until:
                self.listen(1)
        self.unload()
        return state, 0, 0

    def tidy(self) -> None:
        """Kill what the call has left behind, pass on what that has printed, and have its folder empty."""
        processes.sweep(self.forker)
        while self.forward():
            pass
        try:
            if os.lstat(self.folder)[:2] == self.mode_and_inode and not os.listdir(self.folder):
                return
        except FileNotFoundError:
            pass
        # It may take long, and is no time of the call.
        self.tell("cleaning")
        processes.discard(self.folder)
        self.folder = ""
