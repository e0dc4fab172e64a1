"""One call of a part: its time, its answer or what it raised, as a dict of plain values."""

import os
import sys
from _functools import partial
from _operator import call
from gc import isenabled
from time import perf_counter_ns, process_time_ns

from limits import raise_limit
from repeats import held, warm
from usage import now, waited

# Frames of files in these are the worker's, and its engines'; no message shows them.
own_folders = [os.path.join(os.path.dirname(__file__), "")]
TOP_FRAMES, BOTTOM_FRAMES = 4, 12
# Below a repository there may be the packages that it needs.
INSTALLED = f"{os.sep}site-packages{os.sep}"
# Characters that are kept of an exception's text, of a name and of a path.
LONGEST_TEXT, LONGEST_NAME = 10_000, 1000
# To make text of these is no work that a part could have put off.
PLAIN = (str, int, float, bool, type(None))


def perform(loaded, order):
    """Make the call of what an engine has loaded, and return its reply as a dict of plain values."""
    if hasattr(loaded, "perform"):
        return loaded.perform(order)
    keywords = order["keywords"]
    gc_enabled, waiting = isenabled(), waited() if order["sampled"] else 0
    before = held(order["root"]) if order["repeat"] else None
    begun, cpu_begun = now()
    given = {}
    try:
        function, arguments = loaded.target(order)
        if order["profile"]:
            function = _profiled(function, order["profile"])
        value, begun, wall, cpu = timed(function, arguments, keywords)
        value, wall, cpu, given = loaded.answered(value, wall, cpu)
        reply = answer(value)
        if type(value) not in PLAIN and not given:
            wall = now()[0] - begun
    except BaseException as error:
        ended, cpu_ended = now()
        wall, cpu = ended - begun, cpu_ended - cpu_begun
        raise_limit()
        if order["debug"]:
            debug(error)
        reply = failure(error)
    flush()
    reply |= {"wall": wall, "cpu": cpu, "waited": 0, **given}
    if order["sampled"]:
        # No more than the call did not use: to make text of the answer may have had to wait as well.
        reply["waited"] = max(0, min(waited() - waiting, wall - cpu))
    if order["repeat"] and "error" not in reply and given.get("given", "returned") == "returned":
        best = warm(function, arguments, keywords, order["repeat"])
        reply["warm"] = best if held(order["root"]) == before else None
    reply |= {"sources": sources(order["path"], order["root"]), "gc_enabled": gc_enabled}
    return reply


def timed(function, arguments, keywords):
    """Call a function; return its value, when it began, and its wall and CPU time, in nanoseconds.

    While it runs, the clocks and what they read are in no variable of a frame, where it could change them.
    """
    function = partial(function, *arguments, **keywords) if arguments or keywords else function
    steps = (process_time_ns, perf_counter_ns, function, perf_counter_ns, process_time_ns)
    cpu, begun, value, ended, cpu_ended = tuple(map(call, steps))
    return value, begun, ended - begun, cpu_ended - cpu


def sources(path, root):
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


def _profiled(function, path):
    profile = sys.modules["cProfile"].Profile()

    def run(*arguments, **keywords):
        try:
            return profile.runcall(function, *arguments, **keywords)
        finally:
            profile.dump_stats(path)

    return run


def debug(error):
    """Stop in the debugger where the user's part raised."""
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
    if type(value) is not str and hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    text = _plain(str(value))
    if text.startswith("<") and text.endswith(">") and " at 0x" in text:
        kind = type(value).__name__
        text = f"returned a {kind}, which is no answer: {_shortened(text)}"
        return {"error": "TypeError", "text": text, "frames": []}
    return {"answer": text}


def _plain(text):
    """Return a text as a str: a subclass may lie about itself in every method, not about what it holds."""
    if type(text) is str:
        return text
    return str.encode(text, "utf-8", "surrogatepass").decode("utf-8", "surrogatepass")


def failure(error):
    """Return the reply for an exception: its name, its text, and where in the user's files it arose."""
    frames = []
    trace = _users(error.__traceback__)
    while trace:
        code = trace.tb_frame.f_code
        # An engine may stand between the code and the system.
        if not is_own(code):
            frames.append(
                (code.co_filename[:LONGEST_NAME], trace.tb_lineno or 0, code.co_name[:LONGEST_NAME])
            )
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((str(error.filename)[:LONGEST_NAME], error.lineno or 0, ""))
    if len(frames) > TOP_FRAMES + BOTTOM_FRAMES:
        frames[TOP_FRAMES:-BOTTOM_FRAMES] = [("", len(frames) - TOP_FRAMES - BOTTOM_FRAMES, "")]
    kind = type(error)
    name = type.__dict__["__name__"].__get__(kind)[:LONGEST_NAME]
    memory = issubclass(kind, MemoryError)
    return {"error": name, "text": _text_of(error), "frames": frames, "memory": memory}


def _users(trace):
    while trace and is_own(trace.tb_frame.f_code):
        trace = trace.tb_next
    return trace


def is_own(code):
    """Tell whether code is that of this program."""
    return code.co_filename.startswith(tuple(own_folders))


def _text_of(error):
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        return _shortened(_plain(text))
    except BaseException:
        return "(its text cannot be shown)"


def _shortened(text):
    surplus = len(text) - LONGEST_TEXT
    if surplus <= 0:
        return text
    half = LONGEST_TEXT // 2
    return f"{text[:half]} ... {surplus} characters left out ... {text[-half:]}"


def flush():
    """Let go what has been printed, through whatever the puzzle has made of its streams."""
    _flush("stdout")
    _flush("stderr")
    # Each touches pages that a fork has to copy.
    for name in ("stdout", "stderr"):
        if getattr(sys, name, None) is not getattr(sys, f"__{name}__", None):
            _flush(f"__{name}__")


def finalize():
    """Remove the locks and folders of `multiprocessing`, as the end of an interpreter does."""
    try:
        sys.modules["multiprocessing.util"]._run_finalizers()
    except BaseException:
        pass


def _flush(name):
    try:
        getattr(sys, name).flush()
    except BaseException:
        pass
