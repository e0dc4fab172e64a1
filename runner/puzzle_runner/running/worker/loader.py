"""The loader: has imported one puzzle module, and forks for each call of it."""

import gc
import os
import sys
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from marshal import dumps, loads
from os import _exit, getpid

from calls import failure, perform
from frames import receive, send
from limits import limit
from replies import sign, write

if hasattr(os, "fork"):
    import resource

SIGKILL = 9
# A sibling of the puzzle may bear the name of a module that this program needed: let it be found.
OWN = ("calls", "frames", "limits", "loader", "replies", "supervisor", "usage", "mmap", "resource", "select")


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
            write(shared, failure(error))
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
        kill(os.killpg, caller)
        send(events, dumps(("done", code, peak)))
    os._exit(0)


def kill(how, process):
    """Kill a process, or with `os.killpg` a group, that may be gone already."""
    try:
        how(process, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


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
    sign(shared, me)
    os.chdir(order["folder"])
    _restore_random(seed)
    reply = perform(module, order)
    if getpid() != me:
        _exit(0)
    write(shared, reply)
    # Looked up anew, as what counts coverage has an exit for each process. Were it the puzzle's, there is
    # the caller's `_exit`, and the reply is written.
    os._exit(0)


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
    sys.path[0] = folder
    sys.argv = [path]
    sys.dont_write_bytecode = True
    sys.modules[stem] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    return module


def _forget_own_imports():
    for name in OWN:
        if name not in sys.builtin_module_names:
            sys.modules.pop(name, None)
