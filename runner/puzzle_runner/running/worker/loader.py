"""The loader: has imported one puzzle module, and forks for each call of it."""

import gc
import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER
from _imp import source_hash
from _thread import _count as count_threads
from marshal import loads
from os import _exit, chdir, close, getpid
from os import write as write_to

from calls import failure, finalize, own_folders, perform
from frames import receive
from limits import limit_memory
from orphans import SIGKILL, kill_group, reap
from replies import sign, stamp, write
from usage import content, reset_peak

if hasattr(os, "fork"):
    from _signal import SIG_DFL, SIGCHLD, signal
    from os import fork, set_blocking, setsid

    from guard import PR_SET_PDEATHSIG, prctl

# Of a source, as in a .pyc file: https://peps.python.org/pep-0552/.
HASH_BYTES, VERSION = 8, int.from_bytes(MAGIC_NUMBER, "little")
# The worker's side of each engine that was needed so far, by the path of its file.
engines = {}


def serve_module(order, orders, events, shared):
    """Import the module of an order, then make calls of it as long as there are orders. Never returns."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    setsid()
    chdir(order["folder"])
    if order["environment"]:
        os.environ.update(order["environment"])
    limit_memory(order["memory"])
    gc.enable()
    loader = getpid()
    try:
        module = load(order)
    except BaseException as error:
        if getpid() == loader:
            write(shared, order["token"], failure(error))
        os._exit(0)
    if getpid() != loader:
        _exit(0)
    stamp(shared)
    # What was imported stays out of the collector's way: its passes would copy every page they touch.
    gc.freeze()
    while order:
        if order["last"] or not can_be_copied():
            call_here(module, order, shared, orders, events)
        fork_call(module, order, shared, orders, events)
        frame = receive(orders)
        order = frame and loads(frame)
    os._exit(0)


def call_here(module, order, shared, orders, events):
    """Make one call in this process, and so its last one. Never returns."""
    _close(orders, events)
    # In a fork it is what it should be.
    reset_peak()
    call(module, order, shared)


def _close(*pipes):
    for pipe in pipes:
        try:
            close(pipe)
        except OSError:
            # The puzzle has closed what it could.
            pass


def can_be_copied():
    """Tell whether a fork of this process is as good as itself: threads and child processes stay behind."""
    if count_threads():
        return False
    if not hasattr(os, "waitid"):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def fork_call(module, order, shared, orders, events):
    """Make one call in a fork of this process; tell when it has ended, with its exit code and peak.

    Where no other process can be had, make it in this one.
    """
    seed = _random_state()
    # Were this signal ignored, there would be nothing to wait for.
    on_child = signal(SIGCHLD, SIG_DFL)
    try:
        caller = fork()
    except OSError:
        _hear(on_child)
        call_here(module, order, shared, orders, events)
    if not caller:
        try:
            _close(orders, events)
            prctl(PR_SET_PDEATHSIG, SIGKILL)
            setsid()
            _hear(on_child)
            _restore_random(seed)
            call(module, order, shared)
        finally:
            _exit(1)
    _, code, peak = reap(caller)
    kill_group(caller)
    _hear(on_child)
    write_to(events, order["token"] + code.to_bytes(4, "big", signed=True) + peak.to_bytes(8, "big"))


def _hear(on_child):
    """Do with the signal of a child's end what the puzzle wanted when it was imported."""
    if on_child is not None and on_child is not SIG_DFL:
        signal(SIGCHLD, on_child)


def call(module, order, shared):
    """Make one call in this process and write its reply. Never returns."""
    me = getpid()
    sign(shared, me)
    chdir(order["folder"])
    try:
        # The one before may have had it otherwise.
        set_blocking(1, True)
    except OSError:
        pass
    reply = perform(module, order)
    if getpid() != me:
        _exit(0)
    write(shared, order["token"], reply)
    finalize()
    # Looked up anew, as what counts coverage has an exit for each process. Were it the puzzle's, there is
    # the `_exit` below, and the reply is written.
    try:
        os._exit(0)
    finally:
        _exit(0)


def _random_state():
    """Return the state of `random`, which seeds itself anew in a fork: a seed set on import must hold."""
    try:
        random = sys.modules.get("random")
        return random and random.getstate()
    except Exception:
        return None


def _restore_random(state):
    if state is not None:
        sys.modules["random"].setstate(state)


def load(request):
    """Import a module as its engine does; return what says how to call it.

    Before that, the caller forgets what this program has imported.
    """
    if request["profile"]:
        import cProfile  # noqa: F401
    if request["debug"]:
        import pdb  # noqa: F401
    prepare(request["engine"])
    path = request["path"]
    load_source = engines[request["engine"]].load if request["engine"] else load_function
    return load_source(request, b"" if os.path.isdir(path) else content(path))


class Function:
    """A module of one's own, whose functions are called by name."""

    def __init__(self, module):
        self.module = module

    def target(self, order):
        arguments = () if order["text"] is None else (order["text"],)
        return getattr(self.module, order["data"]["function"]), arguments

    def answered(self, value, wall, cpu):
        return value, wall, cpu, {}


def load_function(order, source):
    """Import a module as `python file.py` would: from its source, with its folder first on the path."""
    stem, path, root = order["id"], order["path"], order["root"]
    module = type(sys)(stem)
    module.__file__ = path
    module.__package__ = ""
    if os.path.basename(path) == "__init__.py":
        module.__path__ = [os.path.dirname(path)]
        module.__package__ = stem
    # Without its slash, as the interpreter itself has it.
    sys.path[0] = root[:-1]
    sys.argv = [path]
    sys.dont_write_bytecode = True
    sys.modules[stem] = module
    exec(compiled(order["code"], source, path), module.__dict__)
    return Function(module)


def compiled(code, source, path):
    """Return the code of a module: what the runner has of it, if it was compiled from the same source."""
    if code and code[:HASH_BYTES] == source_hash(VERSION, source) and not sys.flags.optimize:
        return loads(code[HASH_BYTES:])
    return compile(source, path, "exec", dont_inherit=True)


def prepare(path):
    """Import the worker's side of an engine; the supervisor does, so that loaders share its memory.

    A module of its own is forgotten: a sibling of the puzzle may bear that name.
    """
    if not path or path in engines:
        return
    before, folder = {*sys.modules}, os.path.dirname(path)
    sys.path.insert(0, folder)
    try:
        engine = __import__(os.path.splitext(os.path.basename(path))[0])
    finally:
        del sys.path[0]
        for name in {*sys.modules} - before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith((folder, *own_folders)):
                del sys.modules[name]
    engines[path] = engine
    own_folders.append(os.path.join(folder, ""))
    # A collector that looked at it would copy its pages.
    gc.freeze()


def forget_imports(before):
    """Forget what was imported since `before`: a sibling of the puzzle may bear the name of such a module.

    A module that is built into the interpreter stays, as no sibling would be found in its place.
    """
    for name in {*sys.modules} - before - {*sys.builtin_module_names}:
        del sys.modules[name]
