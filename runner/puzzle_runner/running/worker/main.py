"""The program that runs parts. `workers` starts it; nothing imports it, and it imports nothing of the runner.

Three processes, each a fork of the one before, so that a part meets a freshly imported module at the
price of a fork, in an interpreter that holds only what the puzzle itself imported:

    supervisor   speaks with the runner, keeps the time, kills what is overdue and reaps what is left
    loader       has imported one puzzle module, and forks for each call of it
    call         makes one call, writes its reply into memory shared with the supervisor, and is gone

The reply lies in shared memory, so that a puzzle that closes every descriptor loses nothing, and none that
prints can forge one. A request is marshalled: it comes from the runner.

    main.py keep REQUESTS REPLIES    become a subreaper, then serve requests from one pipe into the other
    main.py once REQUEST REPLY       serve the one request in a file, in this process: for a debugger,
                                     and where there is no fork
"""

import os
import sys
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from marshal import loads
from os import _exit

PR_SET_CHILD_SUBREAPER = 36


def prepare(arguments):
    """Become a subreaper (Linux) and start anew: a clean interpreter, without what that took."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.execv(sys.executable, [sys.executable, "-P", __file__, "serve", *arguments])


def serve(requests, replies):
    """Be the supervisor."""
    from supervisor import Supervisor

    sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
    Supervisor(int(requests), int(replies)).serve()
    _exit(0)


def once(request, reply):
    """Serve the request in a file, in this process, and leave the reply in another."""
    from calls import debug, failure, flush, perform
    from limits import limit
    from loader import load
    from replies import literal

    with open(request, "rb") as file:
        order = loads(file.read())
    os.chdir(order["folder"])
    limit(order["memory"])
    try:
        module = load(order)
    except BaseException as error:
        if order["debug"]:
            debug(error)
        said = failure(error)
    else:
        said = perform(module, order)
    flush()
    with open(reply, "wb") as file:
        file.write(literal(said))
    _exit(0)


if __name__ == "__main__":
    # Where `python file.py` has the folder of the file; `load` puts the puzzle's in its place.
    sys.path.insert(0, os.path.dirname(__file__))
    {"keep": lambda *pipes: prepare(pipes), "serve": serve, "once": once}[sys.argv[1]](*sys.argv[2:])
