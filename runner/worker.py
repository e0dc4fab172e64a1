"""The program that runs parts. `isolate` starts it; nothing imports it, and it imports nothing of the runner.

Three processes, each a fork of the one before, so that a part meets a freshly imported module at the
price of a fork, in an interpreter that holds only what the puzzle itself imported:

    keeper   speaks with the runner, keeps the time, kills what is overdue and reaps what is left
    loader   has imported one puzzle module, and forks for each call of it
    call     makes one call, writes its reply into memory shared with the keeper, and is gone

The reply lies in shared memory, so that a puzzle that closes every descriptor loses nothing, and none that
prints can forge one. A request is marshalled: it comes from the runner. A reply is a literal, in ASCII: it
comes from a process in which anything may have happened, and must be harmless to read.

    worker.py keep REQUESTS REPLIES    become a subreaper, then serve requests from one pipe into the other
    worker.py once REQUEST REPLY       serve the one request in a file, in this process: for a debugger,
                                       and where there is no fork
"""

import sys

_BARE = set(sys.modules)

import gc  # noqa: E402
import os  # noqa: E402
from builtins import open  # noqa: E402, A004  (a puzzle may replace the built-in one)
from marshal import dumps, loads  # noqa: E402
from os import _exit, getpid  # noqa: E402
from time import perf_counter_ns, process_time_ns  # noqa: E402

FORKS = hasattr(os, "fork")
SIGKILL = 9
PR_SET_CHILD_SUBREAPER = 36
# Deep recursion through C, such as a memoised function, needs more than the usual 8 MiB of stack.
STACK_BYTES = 64 * 2**20
REPLY_BYTES = 32 * 2**20
HEADER = 16
# Milliseconds in which a loader without orders has ended by itself.
LAST_WORDS = 500
TOP_FRAMES, BOTTOM_FRAMES = 4, 12

if FORKS:
    import resource
    from mmap import mmap
    from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, RLIMIT_STACK, getrlimit, setrlimit
    from select import POLLIN, poll


# ---------------------------------------------------------------- frames over a pipe


def send(pipe, data):
    """Write one frame: eight bytes of length, then the data."""
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        view = view[os.write(pipe, view) :]


def receive(pipe):
    """Read one frame; None where the other end has closed."""
    header = _read(pipe, 8)
    return _read(pipe, int.from_bytes(header, "big")) if header else None


def _read(pipe, size):
    chunks = []
    while size:
        chunk = os.read(pipe, min(size, 2**20))
        if not chunk:
            return None
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


# ---------------------------------------------------------------- keeper


class Gone(Exception):
    """The runner has closed its end: nobody waits for a reply any more."""


class Keeper:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests, replies):
        self.requests = requests
        self.replies = replies
        self.shared = mmap(-1, REPLY_BYTES)
        self.scratch = os.path.join(_temporary(), f"puzzles-{os.urandom(8).hex()}")
        os.mkdir(self.scratch, 0o700)
        self.calls = 0
        self.loader = None
        self.module = None
        self.pipes = ()

    def serve(self):
        try:
            while frame := receive(self.requests):
                request = loads(frame)
                state, figures = self.handle(request)
                reply = _written(self.shared)
                self.leave()
                send(self.replies, dumps((state, *figures, reply)))
        except (Gone, BrokenPipeError):
            self.unload(0)
        finally:
            self.unload()
            self.leave()
            _discard(self.scratch)

    def handle(self, request):
        """Return how the call ended, and the exit code and peak of its process."""
        _clear(self.shared)
        if self.module != (module := (request["id"], request["path"])):
            self.unload()
            self.load(request)
            ended = self.wait(request["timeout"])
            if ended[0] != "loaded":
                self.unload(LAST_WORDS if ended[0] == "failed" else 0)
                return f"import {ended[0]}", ended[1:]
            self.module = module
        self.calls += 1
        request["folder"] = os.path.join(self.scratch, str(self.calls))
        os.mkdir(request["folder"], 0o700)
        send(self.orders, dumps(request))
        ended = self.wait(request["timeout"])
        if ended[0] != "done":
            self.unload(0)
        return ended[0], ended[1:]

    def load(self, request):
        orders, self.orders = os.pipe()
        self.events, events = os.pipe()
        self.pipes = (self.orders, self.events)
        if not (loader := os.fork()):
            for pipe in (self.requests, self.replies, *self.pipes):
                os.close(pipe)
            try:
                serve_module(request, orders, events, self.shared, self.scratch)
            finally:
                _exit(1)
        os.close(orders)
        os.close(events)
        self.loader = loader

    def wait(self, timeout):
        """Return what the loader says: loaded, failed, done, died or timeout, with exit code and peak."""
        deadline = perf_counter_ns() + int(timeout * 1e9)
        ready = poll()
        ready.register(self.events, POLLIN)
        ready.register(self.requests, POLLIN)
        while (left := deadline - perf_counter_ns()) > 0:
            for pipe, _ in ready.poll(min(left // 1_000_000 + 1, 2**30)):
                if pipe == self.requests:
                    raise Gone
                return loads(said) if (said := receive(self.events)) else ("died", self.reap(), 0)
        return "timeout", 0, 0

    def reap(self):
        _, status = os.waitpid(self.loader, 0)
        self.loader = None
        return os.waitstatus_to_exitcode(status)

    def unload(self, patience=LAST_WORDS):
        """End the loader: by itself where it waits for orders, else by force, with the call it waits for."""
        for pipe in self.pipes[:1]:
            os.close(pipe)
        if self.loader:
            ready = poll()
            ready.register(self.events, 0)
            ready.poll(patience)
        for leader in (self.loader, _caller(self.shared)):
            if leader:
                _kill(os.killpg, leader)
                _kill(os.kill, leader)
        for pipe in self.pipes[1:]:
            os.close(pipe)
        if self.loader:
            self.reap()
        self.module, self.pipes = None, ()

    def leave(self):
        """Kill what the call left behind and remove its folder."""
        _clear(self.shared)
        self.sweep()
        _discard(os.path.join(self.scratch, str(self.calls)))

    def sweep(self):
        """Kill and reap every descendant but the loader: a subreaper inherits all orphans."""
        while orphans := [child for child in _children() if child != self.loader]:
            for orphan in orphans:
                _kill(os.kill, orphan)
            for orphan in orphans:
                os.waitpid(orphan, 0)


def _children():
    try:
        with open(f"/proc/self/task/{getpid()}/children") as listing:
            return [int(child) for child in listing.read().split()]
    except OSError:
        return []


def _kill(how, process):
    try:
        how(process, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _temporary():
    return next(
        (f for name in ("TMPDIR", "TEMP", "TMP") if os.path.isdir(f := os.environ.get(name, ""))), "/tmp"
    )


def _discard(folder):
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except OSError:
        _discard_tree(folder)


def _discard_tree(folder):
    # In a process of its own: what shutil imports must not be there when the next puzzle is.
    if not (janitor := os.fork()):
        try:
            import shutil

            shutil.rmtree(folder, ignore_errors=True)
        finally:
            _exit(0)
    os.waitpid(janitor, 0)


# ---------------------------------------------------------------- the reply, in shared memory


def _clear(shared):
    shared[:HEADER] = bytes(HEADER)


def _caller(shared):
    return int.from_bytes(shared[8:HEADER], "big")


def _written(shared):
    return shared[HEADER : HEADER + int.from_bytes(shared[:8], "big")]


def _write(shared, reply):
    data = _literal(reply)
    if HEADER + len(data) > REPLY_BYTES:
        data = _literal({"error": "OverflowError", "text": "the answer is too long to keep", "frames": []})
    shared[HEADER : HEADER + len(data)] = data
    # The length goes last: a reply that was cut short by a kill is no reply.
    shared[:8] = len(data).to_bytes(8, "big")


def _literal(reply):
    return ascii(reply).encode("ascii")


# ---------------------------------------------------------------- loader and call


def serve_module(request, orders, events, shared, scratch):
    """Import the module of a request, then fork for each order until there are none."""
    os.setsid()
    os.chdir(scratch)
    limit(request["memory"])
    loader = getpid()
    try:
        module = load(request)
    except BaseException as error:
        if getpid() == loader:
            _write(shared, failure(error))
            send(events, dumps(("failed", 0, 0)))
        os._exit(0)
    if getpid() != loader:
        _exit(0)
    # What was imported stays out of the collector's way: its passes would copy every page they touch.
    gc.freeze()
    send(events, dumps(("loaded", 0, 0)))
    while order := receive(orders):
        caller = fork_call(module, loads(order), shared, (orders, events))
        code, peak = _wait(caller)
        _kill(os.killpg, caller)
        send(events, dumps(("done", code, peak)))
    os._exit(0)


def fork_call(module, order, shared, pipes):
    """Make one call in a fork of this process; return its id."""
    seed = _random_state()
    if not (caller := os.fork()):
        try:
            for pipe in pipes:
                os.close(pipe)
            call(module, order, shared, seed)
        finally:
            _exit(1)
    return caller


def _wait(caller):
    # `wait4` imports `resource` by name, which a sibling of the puzzle may bear.
    theirs = sys.modules.get("resource")
    sys.modules["resource"] = resource
    _, status, usage = os.wait4(caller, 0)
    if theirs:
        sys.modules["resource"] = theirs
    else:
        del sys.modules["resource"]
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss


def call(module, order, shared, seed):
    """Make one call and write its reply. Never returns."""
    os.setsid()
    me = getpid()
    shared[8:HEADER] = me.to_bytes(8, "big")
    os.chdir(order["folder"])
    _restore_random(seed)
    reply = perform(module, order)
    if getpid() != me:
        _exit(0)
    _write(shared, reply)
    # Looked up anew, as what counts coverage has an exit for each process. Were it the puzzle's, there is
    # the caller's `_exit`, and the reply is written.
    os._exit(0)


def limit(memory):
    """Set the limits of this process and its children: memory, stack, no core dumps."""
    _lower(RLIMIT_CORE, 0)
    _lower(RLIMIT_DATA, memory)
    hard = getrlimit(RLIMIT_STACK)[1]
    _lower(RLIMIT_STACK, STACK_BYTES if hard == RLIM_INFINITY else min(STACK_BYTES, hard))


def _lower(what, soft):
    hard = getrlimit(what)[1]
    setrlimit(what, (soft if hard == RLIM_INFINITY else min(soft, hard), hard))


def _random_state():
    """Return the state of `random`, which seeds itself anew in a fork: a seed set on import must hold."""
    try:
        return sys.modules["random"].getstate()
    except Exception:
        return None


def _restore_random(state):
    if state is not None:
        sys.modules["random"].setstate(state)


def load(request):
    """Import a module as `python file.py` would: from its source, with its folder first on the path."""
    stem, path = request["id"], request["path"]
    if request["profile"]:
        import cProfile  # noqa: F401
    if request["debug"]:
        import pdb  # noqa: F401
    if not (request["profile"] or request["debug"]):
        _forget_own_imports()
    folder = os.path.dirname(path)
    module = type(sys)(stem)
    module.__file__ = path
    if os.path.basename(path) == "__init__.py":
        module.__path__ = [folder]
        module.__package__ = stem
        folder = os.path.dirname(folder)
    else:
        module.__package__ = ""
    sys.path.insert(0, folder)
    sys.argv = [path]
    sys.dont_write_bytecode = True
    sys.modules[stem] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    return module


def _forget_own_imports():
    # A sibling of the puzzle may bear the name of a module that this program needed: let it be found.
    for name in ("mmap", "resource", "select"):
        if name not in _BARE and name not in sys.builtin_module_names:
            sys.modules.pop(name, None)


def perform(module, order):
    """Make the call, and return its reply as a dict of plain values."""
    arguments = () if order["text"] is None else (order["text"],)
    reset_peak()
    cpu = wall = 0
    try:
        function = getattr(module, order["function"])
        if order["profile"]:
            function = _profiled(function, order["profile"])
        cpu, start = process_time_ns(), perf_counter_ns()
        try:
            value = function(*arguments)
        finally:
            wall, cpu = perf_counter_ns() - start, process_time_ns() - cpu
        reply = answer(value)
    except BaseException as error:
        raise_limit()
        if order["debug"]:
            _debug(error)
        reply = failure(error)
    _flush()
    figures = {"seconds": wall / 1e9, "cpu_seconds": cpu / 1e9, "peak_bytes": peak()}
    return reply | figures | {"sources": sources(order["path"])}


def sources(path):
    """Return the files that have been imported from the puzzle's folder, the puzzle's own among them."""
    folder = os.path.join(os.path.dirname(path), "")
    if os.path.basename(path) == "__init__.py":
        folder = os.path.join(os.path.dirname(folder[:-1]), "")
    found = {path}
    for module in list(sys.modules.values()):
        try:
            file = module.__file__
            if type(file) is str and file.startswith(folder):
                found.add(file)
        except Exception:
            pass
    return sorted(found)


def _profiled(function, path):
    profile = sys.modules["cProfile"].Profile()

    def run(*arguments):
        try:
            return profile.runcall(function, *arguments)
        finally:
            profile.dump_stats(path)

    return run


def _debug(error):
    if isinstance(error, Exception) and (trace := _users(error.__traceback__)):
        print(f"{type(error).__name__}: {error}")
        sys.modules["pdb"].post_mortem(trace)


def answer(value):
    """Return the reply for what a part returned: text by `str()`, a whole number without a point."""
    if value is None:
        return {"answer": None}
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        value = value.item()
    if type(value) is float and value.is_integer():
        value = int(value)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    # A subclass of str may lie about itself in every method; what it holds cannot.
    text = str.encode(str(value), "utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    if text.startswith("<") and text.endswith(">") and " at 0x" in text:
        kind = type(value).__name__
        return {"error": "TypeError", "text": f"returned a {kind}, which is no answer: {text}", "frames": []}
    return {"answer": text}


def failure(error):
    """Return the reply for an exception: its name, its text, and where in the user's files it arose."""
    frames = []
    trace = _users(error.__traceback__)
    while trace:
        code = trace.tb_frame.f_code
        frames.append((code.co_filename, trace.tb_lineno or 0, code.co_name))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno or 0, ""))
    if len(frames) > TOP_FRAMES + BOTTOM_FRAMES:
        frames[TOP_FRAMES:-BOTTOM_FRAMES] = [("", len(frames) - TOP_FRAMES - BOTTOM_FRAMES, "")]
    kind = type(error)
    memory = issubclass(kind, MemoryError)
    return {"error": kind.__name__, "text": _text_of(error), "frames": frames, "memory": memory}


def _users(trace):
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def _text_of(error):
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        return str.encode(text, "utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    except BaseException:
        return "(its text cannot be shown)"


def _flush():
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except BaseException:
            pass


def reset_peak():
    """Set the high-water mark of this process to what it holds now (Linux)."""
    try:
        with open("/proc/self/clear_refs", "w") as refs:
            refs.write("5")
    except OSError:
        pass


def peak():
    """Return the high-water mark of this process in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def raise_limit():
    """Lift the memory limit, so that there is room to say that it was hit."""
    if FORKS:
        hard = getrlimit(RLIMIT_DATA)[1]
        setrlimit(RLIMIT_DATA, (hard, hard))


# ---------------------------------------------------------------- the program


def prepare(arguments):
    """Become a subreaper (Linux) and start anew: a clean interpreter, without what that took."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.execv(sys.executable, [sys.executable, "-P", __file__, "serve", *arguments])


def serve(requests, replies):
    """Be the keeper."""
    sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
    Keeper(int(requests), int(replies)).serve()
    _exit(0)


def once(request, reply):
    """Serve the request in a file, in this process, and leave the reply in another."""
    with open(request, "rb") as file:
        order = loads(file.read())
    os.chdir(order["folder"])
    if FORKS:
        limit(order["memory"])
    try:
        module = load(order)
    except BaseException as error:
        if order["debug"]:
            _debug(error)
        said = failure(error)
    else:
        said = perform(module, order)
    _flush()
    with open(reply, "wb") as file:
        file.write(_literal(said))
    _exit(0)


if __name__ == "__main__":
    # A puzzle with threads of its own is forked all the same: the call is the only thread that goes on.
    # Python warns of it in `__main__` only, and a filter would import `re` for every puzzle.
    __name__ = "worker"
    {"keep": lambda *pipes: prepare(pipes), "serve": serve, "once": once}[sys.argv[1]](*sys.argv[2:])
