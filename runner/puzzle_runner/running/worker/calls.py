"""One call of a part: its time, its answer or what it raised, as a dict of plain values."""

import os
import sys
from _functools import partial
from _operator import call
from time import perf_counter_ns, process_time_ns

from usage import limit_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType
    from typing import Any, Protocol

    Order = dict[str, Any]
    Reply = dict[str, Any]

    class Loaded(Protocol):
        """A module as its engine has loaded it."""

        def target(self, order: Order) -> tuple[Any, tuple[Any, ...]]:
            """Return what to call for an order, and its arguments."""

        def answered(self, value: object, wall: int, cpu: int) -> tuple[Any, int, int, Reply]:
            """Return the answer, its times in nanoseconds, and what is to be told of how it was given."""


# Frames of files in these are the worker's, and its engines'; no message shows them.
own_folders = [os.path.join(os.path.dirname(__file__), "")]
TOP_FRAMES, BOTTOM_FRAMES = 4, 12
# A repository may hold the packages that it needs.
INSTALLED = f"{os.sep}site-packages{os.sep}"
# Characters that are kept of an exception's text, of a name and of a path.
LONGEST_TEXT, LONGEST_NAME = 10_000, 1000
# A part cannot have put off work until text is made of these.
PLAIN = (str, int, float, bool, type(None))
# Below this, a float is exact for every whole number.
EXACT = 2**53


def perform(loaded: "Loaded", order: "Order") -> "Reply":
    # A fork copies each page that it uses: the fewer steps, the better.
    profile = sys.modules["cProfile"].Profile() if order["profile"] else None
    begun, cpu_begun = perf_counter_ns(), process_time_ns()
    more: Reply = {}
    try:
        function, arguments = loaded.target(order)
        if profile:
            profile.enable()
        value, begun, wall, cpu = timed(function, arguments, order["keywords"])
        value, wall, cpu, more = loaded.answered(value, wall, cpu)
        reply = answer(value)
        if type(value) not in PLAIN and not more:
            wall = perf_counter_ns() - begun
    except BaseException as error:
        wall, cpu = perf_counter_ns() - begun, process_time_ns() - cpu_begun
        # There has to be room to say that the limit was hit.
        limit_memory(sys.maxsize)
        if order["debug"]:
            debug(error)
        reply = failure(error)
    if profile:
        profile.disable()
        profile.dump_stats(order["profile"])
    flush()
    reply["wall"], reply["cpu"] = wall, cpu
    reply["sources"] = sources(order["path"], order["root"])
    reply |= more
    return reply


def timed(
    function: "Callable[..., Any]", arguments: "tuple[Any, ...]", keywords: "Mapping[str, Any]"
) -> "tuple[Any, int, int, int]":
    """Call a function; return its value, when it began, and its wall and CPU time, in nanoseconds.

    While it runs, the clocks and what they read are in no variable of a frame, where it could change them.
    """
    function = partial(function, *arguments, **keywords) if arguments or keywords else function
    steps = (process_time_ns, perf_counter_ns, function, perf_counter_ns, process_time_ns)
    cpu, begun, value, ended, cpu_ended = tuple(map(call, steps))
    return value, begun, ended - begun, cpu_ended - cpu


def sources(path: str, root: str) -> list[str]:
    """Return the files that have been imported from the puzzle's folder, the puzzle's own among them.

    They came after it. Those before are not looked at: in a fork, a look at an object copies its page.
    """
    files = {path}
    for name in reversed(sys.modules):
        try:
            file = sys.modules[name].__file__
            if type(file) is str and file.startswith(root) and INSTALLED not in file:
                files.add(file)
            if file == path:
                break
        except Exception:
            pass
    return sorted(files)


def answer(value: "Any") -> "Reply":
    """Return the reply for what a part returned: text by `str()`, a whole number without a point."""
    if value is None:
        return {"answer": None}
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        value = value.item()
    kind = type(value)
    if issubclass(kind, (bytes, bytearray)):
        shown = shortened(repr(value))
        return no_answer(f"returned {kind.__name__}, which is not an answer: {shown}. Decode it")
    reply: Reply = {}
    if kind is float and value.is_integer():
        if abs(value) >= EXACT:
            reply["text"] = "it is a float beyond 2^53, which may be inexact: use // to divide whole numbers"
        value = int(value)
    if kind is not str:
        sys.set_int_max_str_digits(0)
    text = plain(str(value))
    # A text of that form may be the answer.
    if not issubclass(kind, str) and text.startswith("<") and text.endswith(">") and " at 0x" in text:
        return no_answer(f"returned a {kind.__name__}, which is not an answer: {shortened(text)}")
    reply["answer"] = text
    return reply


def no_answer(text: str) -> "Reply":
    return {"error": "TypeError", "text": text, "frames": []}


def plain(text: str) -> str:
    """Return a text as a str: a subclass may lie about itself in every method, not about what it holds."""
    if type(text) is str:
        return text
    return str.encode(text, "utf-8", "surrogatepass").decode("utf-8", "surrogatepass")


def failure(error: BaseException) -> "Reply":
    """Return the reply for an exception: its name, its text, and where in the user's files it arose."""
    frames = []
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        if not is_own(code):
            line = trace.tb_lineno or 0
            frames.append((code.co_filename[:LONGEST_NAME], line, code.co_name[:LONGEST_NAME]))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((str(error.filename)[:LONGEST_NAME], error.lineno or 0, ""))
    surplus = len(frames) - TOP_FRAMES - BOTTOM_FRAMES
    if surplus > 0:
        frames[TOP_FRAMES:-BOTTOM_FRAMES] = [("", surplus, "")]
    kind = type(error)
    name = type.__dict__["__name__"].__get__(kind)[:LONGEST_NAME]
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        text = shortened(plain(message))
    except BaseException:
        text = "(its text cannot be shown)"
    return {"error": name, "text": text, "frames": frames, "memory": issubclass(kind, MemoryError)}


def is_own(code: "CodeType") -> bool:
    return code.co_filename.startswith(tuple(own_folders))


def shortened(text: str) -> str:
    surplus = len(text) - LONGEST_TEXT
    if surplus <= 0:
        return text
    half = LONGEST_TEXT // 2
    return f"{text[:half]} ... {surplus} characters left out ... {text[-half:]}"


def debug(error: BaseException) -> None:
    """Stop in the debugger where the user's part raised."""
    trace = error.__traceback__
    while trace and is_own(trace.tb_frame.f_code):
        trace = trace.tb_next
    if trace and isinstance(error, Exception):
        print(f"{type(error).__name__}: {error}")
        sys.modules["pdb"].post_mortem(trace)


def flush() -> None:
    """Let go what has been printed, through whatever the puzzle has made of its streams."""
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        try:
            getattr(sys, name).flush()
        except BaseException:
            pass


def finalize() -> None:
    """Remove the locks and folders of `multiprocessing`, as the end of an interpreter does."""
    try:
        sys.modules["multiprocessing.util"]._run_finalizers()
    except BaseException:
        # As a rule, it was not imported.
        pass
