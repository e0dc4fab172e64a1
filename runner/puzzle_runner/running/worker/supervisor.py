"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and reaps what is left."""

import gc
import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGTERM, SIGUSR1, signal
from marshal import dumps, loads
from mmap import mmap
from os import _exit, close, set_blocking, set_inheritable, urandom
from os import read as read_from
from os import write as write_to
from select import POLLOUT, poll
from time import perf_counter_ns

import lines
import tracing
from children import Command, Loader
from cleanup import FOREVER, LAST_WORDS, LOOK, discard, is_there, make, sweep
from guard import ROUND, Patrol, be_guarded
from imports import engines, forget_imports, prepare
from loader import OF_CALL, serve_module
from messages import (
    REPLY_BYTES,
    TOKEN_BYTES,
    caller,
    clear,
    framed,
    imported,
    receive,
    sign,
    stamp,
    write,
    written,
)  # fmt: skip
from usage import HeadAndTail, freeze, limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from calls import Order
    from children import End

# Milliseconds in which a call says where it is.
PLACE = 250
# Bytes that are kept of the beginning and of the end of what is printed; those that wait to be shown; and
# those of a frame, and of a read.
KEPT, BACKLOG, PIECE = 2**15, 2**23, 2**16
# Orders that have these in common share a loaded module.
OF_MODULE = ("id", "path", "memory", "environment", "engine", "loads", "traced")


def keep(before: set[str], requests: str, replies: str, scratch: str, sandboxed: str = "") -> "NoReturn":
    """Be the guard of a supervisor, and in a fork that supervisor. `before` are the modules to keep."""
    forget_imports(before)
    # It is for this program, and not for what a puzzle starts.
    os.environ.pop("LD_BIND_NOW", None)
    be_guarded(int(requests), int(replies), scratch, sandboxed=bool(sandboxed))
    for end in (requests, replies):
        # No program has them.
        set_inheritable(int(end), False)
    lines.install()
    patrol = Patrol() if sandboxed else None
    Supervisor(int(requests), int(replies), scratch, patrol).serve()
    _exit(0)


class Gone(Exception):
    """The runner has closed its end, or the guard is dead: nobody waits for a reply any more."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests: int, replies: int, scratch: str, patrol: "Patrol | None" = None) -> None:
        self.requests = requests
        self.replies = replies
        self.scratch = scratch
        self.patrol = patrol
        self.folder: tuple[str, os.stat_result] | None = None
        self.calls = 0
        self.loader: Loader | None = None
        self.module: list[object] | None = None
        self.shared = mmap(-1, REPLY_BYTES)
        self.printed = Printed()
        # What is left of the frame that is under way to the runner.
        self.frame = memoryview(b"")

    def serve(self) -> None:
        """Answer requests until there are no more."""
        signal(SIGTERM, _gone)
        limit()
        # The first time, the compiler makes a thousand objects for itself: loaders find them made.
        compile("", "", "exec")
        # Nothing that is here now is ever garbage; a collector that looked at it would copy its pages.
        gc.disable()
        freeze()
        set_blocking(self.replies, False)
        try:
            self.runner_token = bytes(TOKEN_BYTES)
            self.tell("ready")
            while frame := receive(self.requests):
                self.answer(loads(frame))
        except (Gone, BrokenPipeError):
            pass
        finally:
            self.unload()
            sweep()
            # Removing an empty folder is quick; for any other a program is started.
            if self.folder:
                discard(self.folder[0])
            discard(self.scratch)

    def answer(self, order: "Order") -> None:
        """Make a call, tidy up after it, and tell how it ended: state, exit code, peak, time and reply.

        Then comes what is kept of what it has printed. Where that cannot be done, the state is `fault`, with
        the reason.
        """
        self.runner_token, self.token = order["token"], urandom(TOKEN_BYTES)
        self.printed = Printed(is_shown=order["shown"])
        clear(self.shared)
        try:
            # The folder of this call is that of the one before, where it was left empty and is there.
            if not self.folder or not is_there(*self.folder):
                self.calls += 1
                path = os.path.join(self.scratch, str(self.calls))
                make(path)
                self.folder = path, os.stat(path)
            order |= {"token": self.token, "folder": self.folder[0]}
            loader, ended = self.handle(order)
            if ended[0] in ("crowded", "large"):
                # The sandbox goes, and all that is in it.
                self.tell(*ended, b"", *self.printed.kept())
                _exit(0)
            reply = written(self.shared, self.token)
            self.tidy(loader, self.folder[0])
        except BrokenPipeError:
            raise
        except OSError as error:
            self.unload()
            self.tell("fault", error.strerror, error.filename)
            return
        self.tell(*ended, reply, *self.printed.kept())

    def tell(self, *report: "Any") -> None:
        """Send a report, after all that was printed; wait until the runner has read enough to take it."""
        ready = poll()
        ready.register(self.replies, POLLOUT)
        ready.register(self.requests, 0)
        while not self.pass_on():
            self.wait_for_runner(ready)
        self.begin_frame(report)
        while not self.write():
            self.wait_for_runner(ready)

    def wait_for_runner(self, ready: poll) -> None:
        if self.requests in [pipe for pipe, _ in ready.poll()]:
            raise Gone

    def pass_on(self) -> bool:
        """Send what was printed as far as the runner takes it; tell whether nothing is left to be sent."""
        while self.write():
            if not (piece := self.printed.next_piece()):
                return True
            self.begin_frame(piece)
        return False

    def begin_frame(self, content: "tuple[Any, ...]") -> None:
        self.frame = memoryview(framed(self.runner_token, dumps(content)))

    def write(self) -> bool:
        """Write what is left of a frame as far as the pipe takes it; tell whether that was all."""
        try:
            while self.frame:
                self.frame = self.frame[write_to(self.replies, self.frame) :]
        except BlockingIOError:
            return False
        return True

    def handle(self, order: "Order") -> "tuple[Loader, tuple[str, int, int, float]]":
        """Have a call made; return its loader, how it ended, and the seconds that it took."""
        module = [order[name] for name in OF_MODULE]
        if self.module != module:
            self.unload(LAST_WORDS)
        begun = perf_counter_ns()
        if loader := self.loader:
            stamp(self.shared)
            loader.order(dumps([order[name] for name in OF_CALL]))
        else:
            loader = self.load(order)
            self.module = module
            if loader.process:
                # It is registered to see when its other end is closed.
                loader.ready.register(self.requests, 0)
        if not loader.process:
            # It could not be started, for a reason that is its own.
            write(self.shared, self.token, loader.reply() or {})
            return loader, ("done", 0, 0, 0.0)
        ended = self.wait(loader, begun, int(order["timeout"] * 1e9), order["memory"])
        now = perf_counter_ns()
        return loader, (*ended, (now - max(begun, min(imported(self.shared), now))) / 1e9)

    def load(self, order: "Order") -> Loader:
        try:
            prepare(order["engine"])
        except Exception:
            # The loader fails of the same, and tells of it.
            pass
        if start := getattr(engines.get(order["engine"]), "start", None):
            stamp(self.shared)
            self.loader = Command(start, order)
            sign(self.shared, self.loader.leader)
            return self.loader
        if order["traced"]:
            tracing.prepare(order)
        loader = self.loader = Loader()
        if not loader.process:
            try:
                close(self.requests)
                close(self.replies)
                signal(SIGTERM, SIG_DFL)
                if self.patrol:
                    self.patrol.release()
                serve_module(order, *loader.attach(), self.shared)
            finally:
                _exit(1)
        loader.attend()
        return loader

    def wait(self, loader: Loader, begun: int, timeout: int, memory: int) -> "End":
        """Return how the call ended, with the exit code and peak of its process.

        That is done, died, timeout or forged, the first three also in the import; in a sandbox also what the
        patrol complains of. The import may take as long as the call.
        """
        deadline, extended = begun + timeout, False
        while True:
            if (left := deadline - (now := perf_counter_ns())) <= 0:
                if extended or not imported(self.shared):
                    has_replied = bool(written(self.shared, self.token))
                    if not has_replied:
                        self.ask(loader)
                    loader.end_all(caller(self.shared))
                    if has_replied:
                        # The limit is that of the reply: only the end of the process takes long.
                        return "done", 0, 0
                    return "timeout" if imported(self.shared) else "import timeout", 0, 0
                deadline, extended = min(imported(self.shared), now) + timeout, True
                continue
            patience = min(left // 1_000_000 + 1, loader.patience, ROUND if self.patrol else FOREVER)
            if ended := self.heard(loader, [pipe for pipe, _ in loader.ready.poll(patience)]):
                return ended
            if self.patrol and (complaint := self.patrol.complaint(memory)):
                return complaint, 0, 0

    def ask(self, loader: Loader) -> None:
        """Let a call reply where it is. One that is busy in C, or hears of no signal, does not."""
        if not loader.can_tell:
            return
        os.kill(loader.process, SIGUSR1)
        until = perf_counter_ns() + PLACE * 1_000_000
        while not written(self.shared, self.token) and perf_counter_ns() < until:
            # It lets go what it has printed before it replies.
            self.forward(loader)
            poll().poll(1)

    def heard(self, loader: Loader, pipes: "Sequence[int]") -> "End | None":
        """Read what pipes have to tell; return how the call ended where they tell that."""
        if self.requests in pipes:
            raise Gone
        if loader.output in pipes and self.forward(loader) is False:
            loader.ready.unregister(loader.output)
        if loader.awaits_runner is self.pass_on():
            loader.await_runner(self.replies)
        if loader.events in pipes and (end := loader.event(self.token)):
            if end[0] == "forged":
                loader.end_all(caller(self.shared))
            return end
        if loader.end in pipes or loader.patience == LOOK:
            loader.reap(os.WNOHANG)
        if loader.process:
            return None
        # It has made the call itself, or not come so far.
        loader.end_all(caller(self.shared))
        if reply := loader.reply():
            write(self.shared, self.token, reply)
        if not imported(self.shared):
            state = "import failed" if written(self.shared, self.token) else "import died"
        else:
            state = "done" if caller(self.shared) == loader.leader else "died"
        return state, loader.code, loader.usage.ru_maxrss if loader.usage else 0

    def forward(self, loader: Loader) -> "bool | None":
        """Take what has been printed; False where nobody can print any more, None where nothing was."""
        try:
            chunk = read_from(loader.output, PIECE)
        except BlockingIOError:
            return None
        self.printed.add(chunk)
        return bool(chunk)

    def tidy(self, loader: Loader, folder: str) -> None:
        """Kill what the call has left behind, and pass on what that has printed."""
        sweep(loader.process)
        while loader.printed.poll(0) and self.forward(loader):
            pass
        if not loader.process:
            self.unload()
        try:
            # A folder that is used again costs less than a new one. Of a program, it has but the input.
            is_empty = (names := os.listdir(folder)) in ([], ["input.txt"])
            for name in names if is_empty else ():
                os.unlink(os.path.join(folder, name))
        except OSError:
            is_empty = False
        if not is_empty:
            # It may take long, and is no time of the call.
            self.tell("cleaning")
            discard(folder)
            self.folder = None

    def unload(self, patience: int = 0) -> None:
        """End the loader, with the call it waits for."""
        if self.loader:
            self.loader.end_all(caller(self.shared), patience)
            self.loader.close()
            self.loader = self.module = None


class Printed(HeadAndTail):
    """What a call has printed: the beginning and the end are kept. If it `is_shown`, the runner gets it all.

    If the runner is far behind, what follows is left out, except for its end.
    """

    def __init__(self, *, is_shown: bool = False) -> None:
        super().__init__(KEPT)
        self.is_shown = is_shown
        self.waiting = bytearray()
        self.skipped = 0

    def add(self, chunk: bytes) -> None:
        super().add(chunk)
        if self.is_shown and len(self.waiting) <= BACKLOG and not self.skipped:
            self.waiting += chunk
        elif self.is_shown:
            self.skipped += len(chunk)

    def next_piece(self) -> "tuple[Any, ...]":
        """Return what to show next; an empty tuple if there is nothing."""
        if self.skipped and not self.waiting:
            self.waiting += self.last[-self.skipped :]
            left_out = self.skipped - len(self.waiting)
            self.skipped = 0
            if left_out:
                return "left out", left_out
        piece = bytes(self.waiting[:PIECE])
        del self.waiting[:PIECE]
        return ("printed", piece) if piece else ()

    def kept(self) -> tuple[bytes, int, bytes]:
        """Return the beginning, the number of bytes that are left out, and the end."""
        self.trim()
        return bytes(self.first), self.left_out, bytes(self.last)


def _gone(*_: object) -> None:
    raise Gone
