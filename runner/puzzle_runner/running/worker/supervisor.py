"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and reaps what is left."""

import gc
import os
from _signal import SIG_DFL, SIGTERM, signal
from marshal import dumps, loads
from mmap import mmap
from os import _exit, close, urandom
from os import read as read_from
from time import perf_counter_ns

from frames import receive, send
from limits import limit
from loader import prepare, serve_module
from loading import FOREVER, Loader
from orphans import sweep
from patrol import ROUND
from replies import REPLY_BYTES, caller, clear, imported, stamp, written
from scratch import discard, is_empty, is_there, make

# Milliseconds in which a loader without orders has ended by itself.
LAST_WORDS = 500
TOKEN_BYTES = 16
# Orders that have these in common share a loaded module.
OF_MODULE = ("id", "path", "memory", "environment", "engine", "loads")
# A loader's event: the token, then the exit code and the peak of a call.
EVENT_BYTES = TOKEN_BYTES + 4 + 8


class Gone(Exception):
    """The runner has closed its end, or the guard is dead: nobody waits for a reply any more."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests, replies, scratch, patrol=None):
        self.requests = requests
        self.replies = replies
        self.scratch = scratch
        self.patrol = patrol
        self.folder = None
        self.calls = 0
        self.loader = None
        self.module = None
        self.shared = mmap(-1, REPLY_BYTES)

    def serve(self):
        """Answer requests until there are no more."""
        signal(SIGTERM, _gone)
        limit()
        # The first time, the compiler makes a thousand objects for itself: loaders find them made.
        compile("", "", "exec")
        # What is here now is never garbage; a collector that looked at it would copy its pages.
        gc.disable()
        gc.freeze()
        try:
            send(self.replies, bytes(TOKEN_BYTES), dumps(("ready",)))
            while frame := receive(self.requests):
                self.answer(loads(frame))
        except (Gone, BrokenPipeError):
            pass
        finally:
            self.unload()
            sweep()
            # To remove a folder that is empty is quick; for one that is not a program is started.
            if self.folder:
                discard(self.folder[0])
            discard(self.scratch)

    def answer(self, request):
        """Make a call, tidy up after it, and tell how it ended: state, exit code, peak, time and reply.

        Where that cannot be done, the state is `fault`, with the reason.
        """
        self.runner_token, self.token = request["token"], urandom(TOKEN_BYTES)
        clear(self.shared)
        try:
            request |= {"token": self.token, "folder": self.make_folder()}
            ended = self.handle(request)
            if ended[0] in ("crowded", "large"):
                # The sandbox goes, and all that is in it.
                self.tell(*ended, b"")
                _exit(0)
            reply = written(self.shared, self.token)
            self.tidy()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.unload()
            self.tell("fault", error.strerror, error.filename)
            return
        self.tell(*ended, reply)

    def tell(self, *what):
        send(self.replies, self.runner_token, dumps(what))

    def make_folder(self):
        """Return the folder of this call: that of the one before, where it was left empty and is there."""
        if not self.folder or not is_there(*self.folder):
            self.calls += 1
            path = os.path.join(self.scratch, str(self.calls))
            make(path)
            self.folder = path, os.stat(path)
        return self.folder[0]

    def handle(self, request):
        """Return how the call ended, the exit code and peak of its process, and how long it took."""
        module = [request[name] for name in OF_MODULE]
        if self.module != module:
            self.unload(LAST_WORDS)
        begun = perf_counter_ns()
        if not self.loader:
            self.load(request)
            self.module = module
        else:
            stamp(self.shared)
            self.loader.order(dumps(request))
        ended = self.wait(begun, int(request["timeout"] * 1e9), request["memory"])
        now = perf_counter_ns()
        return *ended, (now - max(begun, min(imported(self.shared), now))) / 1e9

    def load(self, request):
        try:
            prepare(request["engine"])
        except Exception:
            # The loader fails of the same, and tells of it.
            pass
        self.loader = Loader()
        if not self.loader.process:
            try:
                close(self.requests)
                close(self.replies)
                signal(SIGTERM, SIG_DFL)
                if self.patrol:
                    self.patrol.release()
                serve_module(request, *self.loader.attach(), self.shared)
            finally:
                _exit(1)
        self.loader.attend()
        # Only to see when its other end is closed.
        self.loader.ready.register(self.requests, 0)

    def wait(self, begun, timeout, memory):
        """Return how the call ended, with the exit code and peak of its process.

        That is done, died, timeout or forged, the first three also in the import; in a sandbox also what the
        patrol complains of. The import may take as long as the call.
        """
        deadline, extended = begun + timeout, False
        ready = self.loader.ready
        while True:
            if (left := deadline - (now := perf_counter_ns())) <= 0:
                if extended or not imported(self.shared):
                    return self.overdue()
                deadline, extended = min(imported(self.shared), now) + timeout, True
                continue
            patience = min(left // 1_000_000 + 1, self.loader.patience, ROUND if self.patrol else FOREVER)
            pipes = [pipe for pipe, _ in ready.poll(patience)]
            if ended := self.heard(pipes):
                return ended
            if self.patrol and (complaint := self.patrol.complaint(memory)):
                return complaint, 0, 0

    def heard(self, pipes):
        """Read what pipes have to tell; return how the call ended where they tell that."""
        loader = self.loader
        if self.requests in pipes:
            raise Gone
        if loader.output in pipes and self.forward() is False:
            loader.ready.unregister(loader.output)
        if loader.events in pipes:
            if event := read_from(loader.events, 2 * EVENT_BYTES):
                return self.told(event)
            loader.ready.unregister(loader.events)
            loader.is_silent()
        return self.died() if loader.has_ended(pipes) else None

    def overdue(self):
        """End a call that has taken too long."""
        self.loader.end_all(caller(self.shared))
        return "timeout" if imported(self.shared) else "import timeout", 0, 0

    def told(self, event):
        """Return what the loader says of a call; what bears no token is not from the loader."""
        if len(event) != EVENT_BYTES or event[:TOKEN_BYTES] != self.token:
            self.loader.end_all(caller(self.shared))
            return "forged", 0, 0
        numbers = event[TOKEN_BYTES:]
        return "done", int.from_bytes(numbers[:4], "big", signed=True), int.from_bytes(numbers[4:], "big")

    def died(self):
        """Return what the end of the loader means: it has made the call itself, or not come so far."""
        loader, code, peak = self.loader.leader, self.loader.code, self.loader.peak
        self.loader.end_all(caller(self.shared))
        if not imported(self.shared):
            return "import failed" if written(self.shared, self.token) else "import died", code, peak
        return "done" if caller(self.shared) == loader else "died", code, peak

    def forward(self):
        """Pass on what has been printed; False where nobody can print any more, None where nothing was."""
        try:
            printed = read_from(self.loader.output, 2**16)
        except BlockingIOError:
            return None
        if printed:
            self.tell("printed", printed)
        return bool(printed)

    def tidy(self):
        """Kill what the call has left behind, and pass on what that has printed."""
        sweep(self.loader.process)
        while self.loader.printed.poll(0) and self.forward():
            pass
        if not self.loader.process:
            self.unload()
        if not is_empty(self.folder[0]):
            discard(self.folder[0])
            self.folder = None
        if self.patrol:
            self.patrol.tidy()

    def unload(self, patience=0):
        """End the loader, with the call it waits for."""
        if self.loader:
            self.loader.end_all(caller(self.shared), patience)
            self.loader.close()
            self.loader = self.module = None


def _gone(*_):
    raise Gone
