"""The program that runs parts. The pool starts it; nothing imports it, and it imports nothing of the runner.

Five processes, each forked by the one before: so a part meets a freshly imported module at the price of a
fork, in an interpreter that holds only what the puzzle itself imported.

    guard        waits for the end of the supervisor, and ends all that it has left
    supervisor   speaks with the runner, keeps the time, and kills what is overdue and what a call has left
    forker       forks a loader for each module: it is so small that a fork has few pages to copy
    loader       imports one module, and forks for each call of it; the last one it makes itself, and so all
                 calls of a module that no fork can copy
    call         makes one call, writes its reply into memory that it shares with the supervisor, and is gone

Each reaps what it has forked; orphans are reaped by the supervisor, or else by the guard. An engine whose
module has `start` stands in for loader and call: the supervisor starts its programs. A puzzle that closes
every descriptor loses no reply, and none that prints can forge one. Requests, by the runner, are marshalled.

    main.py keep REQUESTS REPLIES FOLDER    serve requests from one pipe into the other, with a folder for
                                            scratch
        ... sandboxed                       the same in a sandbox, which goes when the supervisor ends
    main.py once REQUEST REPLY              serve the one request in a file, in this process: for a debugger,
                                            and where there is no fork

Annotations name only what is built in, or are texts: a puzzle would find `typing` in its interpreter.
"""

# This file is compiled each time: the rest is in modules, which are kept compiled.
import os
import sys

if __name__ == "__main__":
    before = {*sys.modules}
    # `python file.py` has the folder of the file there; `load` puts the puzzle's in its place.
    if getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, os.path.dirname(__file__))
    if sys.argv[1] == "once":
        from once import once

        once(before, *sys.argv[2:])
    elif sys.platform != "win32":
        from supervisor import keep

        keep(before, *sys.argv[2:])
