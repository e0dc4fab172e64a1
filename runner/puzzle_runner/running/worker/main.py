"""The program that runs parts. The pool starts it; nothing imports it, and it imports nothing of the runner.

Four processes, so that a part meets a freshly imported module at the price of a fork, in an interpreter
that holds only what the puzzle itself imported, and nothing survives:

    guard        forks the supervisor, and tidies up when that is killed or stopped
    supervisor   speaks with the runner, keeps the time, kills what is overdue and reaps what is left
    loader       a fork of the supervisor: has imported one puzzle module, and forks for each call of it; the
                 last call of a module it makes itself, and so all calls of a module that no fork can copy
    call         makes one call, writes its reply into memory shared with the supervisor, and is gone

The reply lies in shared memory, so that a puzzle that closes every descriptor loses nothing, and none that
prints can forge one. A request is marshalled: it comes from the runner.

    main.py keep REQUESTS REPLIES FOLDER    serve requests from one pipe into the other, with a folder for
                                            scratch, guarded
        ... sandboxed                       the same in a sandbox, which goes when the guard ends
    main.py once REQUEST REPLY              serve the one request in a file, in this process: for a debugger,
                                            and where there is no fork

Annotations name only what is built in, or are texts: a puzzle would find `typing` in its interpreter.
"""

import os
import sys
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from io import TextIOWrapper
from marshal import loads
from os import _exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def keep(requests: str, replies: str, scratch: str, sandboxed: str = "") -> "NoReturn":
    """Be the guard of a supervisor, and in a fork that supervisor."""
    before = {*sys.modules}
    if sys.platform != "win32":
        from guard import Patrol, be_guarded
        from imports import forget_imports
        from supervisor import Supervisor

        forget_imports(before)
        # It is for this program, and not for what a puzzle starts.
        os.environ.pop("LD_BIND_NOW", None)
        be_guarded(int(requests), int(replies), scratch, sandboxed=bool(sandboxed))
        assert isinstance(sys.stdout, TextIOWrapper)
        sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
        patrol = Patrol(scratch) if sandboxed else None
        Supervisor(int(requests), int(replies), scratch, patrol).serve()
    _exit(0)


def once(request: str, reply: str) -> "NoReturn":
    """Serve the request in a file, in this process, and leave the reply in another."""
    before = {*sys.modules}
    from calls import debug, failure, finalize, flush, perform
    from imports import forget_imports, load
    from messages import encoded
    from usage import limit, limit_memory, peak, reset_peak

    with open(request, "rb") as file:
        order = loads(file.read())
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    if not order["debug"]:
        # The same bytes are read of what is printed there on every system.
        for stream in (sys.stdout, sys.stderr):
            assert isinstance(stream, TextIOWrapper)
            stream.reconfigure(encoding="utf-8", newline="\n")
    limit()
    limit_memory(order["memory"])
    forget_imports(before)
    try:
        loaded = load(order)
    except BaseException as error:
        if order["debug"]:
            debug(error)
        result = failure(error)
    else:
        reset_peak()
        result = perform(loaded, order) | {"peak_bytes": peak()}
    flush()
    with open(reply, "wb") as file:
        file.write(encoded(result))
    finalize()
    _exit(0)


if __name__ == "__main__":
    # `python file.py` has the folder of the file there; `load` puts the puzzle's in its place.
    sys.path.insert(0, os.path.dirname(__file__))
    if sys.argv[1] == "keep":
        keep(*sys.argv[2:])
    once(*sys.argv[2:])
