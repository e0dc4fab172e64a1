"""One call in this process: for a debugger, and where there is no fork."""

import os
import sys
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from io import TextIOWrapper
from marshal import loads
from os import _exit

from calls import debug, failure, finalize, flush, perform
from imports import forget_imports, load, prepare
from messages import encoded
from tracing import trace_fields
from usage import content, limit, limit_memory


def once(before: set[str], request: str, reply: str) -> None:
    order = loads(content(request))
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
    prepare(order)
    try:
        loaded = load(order)
    except BaseException as error:
        if order["debug"]:
            debug(error)
        result = failure(error)
    else:
        result = perform(loaded, order) | trace_fields()
    flush()
    with open(reply, "wb") as file:
        file.write(encoded(result))
    finalize()
    _exit(0)
