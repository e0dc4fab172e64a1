"""The time of a call that is repeated in one process, without what `functools` has cached."""

import gc
import sys
from itertools import repeat
from time import perf_counter_ns

from usage import cpu_wait, unfreeze

try:
    from _functools import partial as partial
except ImportError:
    # PyPy has it elsewhere, with a frame that a message would show.
    def partial(function: "Callable[..., Any]", *arguments: "Any", **keywords: "Any") -> "Any":
        return lambda: function(*arguments, **keywords)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

# Nanoseconds that a loop takes at least: the clock and the loop itself must not weigh.
LOOP = 1_000_000
CONTAINERS = (dict, list, set, bytearray)


def warm(
    function: "Callable[..., Any]",
    arguments: tuple[object, ...],
    keywords: "Mapping[str, Any]",
    seconds: float,
) -> "float | None":
    """Return the nanoseconds of a call: the best of loops, or of single calls if a cache has to be cleared.

    What they waited for a core is left out. None if a call fails, or there may be caches that nothing can
    clear, as in PyPy.
    """
    if "_functools" not in sys.modules and "functools" in sys.modules:
        return None
    # The collector lists nothing that is frozen.
    unfreeze()
    cache: Any = getattr(sys.modules.get("_functools"), "_lru_cache_wrapper", None)
    caches: list[Any] = [entry for entry in gc.get_objects() if type(entry) is cache]
    if keywords or len(arguments) > 1:
        function, arguments = partial(function, *arguments, **keywords), ()
    end = perf_counter_ns() + int(seconds * 1e9)
    try:
        before = [cache.cache_info(entry)[:2] for entry in caches]
        function(*arguments)
        if before == [cache.cache_info(entry)[:2] for entry in caches]:
            # Loops are long enough to be measured; the fastest of them counts.
            number, took = 1, loop(function, arguments, 1)
            while took < LOOP:
                number *= 2
                took = loop(function, arguments, number)
            fastest = took
            while perf_counter_ns() < end:
                fastest = min(fastest, loop(function, arguments, number))
            return fastest / number
        clock = min(-perf_counter_ns() + perf_counter_ns() for _ in range(1000))
        best = None
        while best is None or perf_counter_ns() < end:
            for entry in caches:
                cache.cache_clear(entry)
            took = loop(function, arguments, 1)
            best = took if best is None else min(best, took)
        return max(1, best - clock)
    except BaseException:
        return None


def loop(function: "Callable[..., Any]", arguments: tuple[object, ...], number: int) -> int:
    """Return the nanoseconds of a number of calls, without what they waited for a core.

    The argument is named, as unpacking it would take time.
    """
    steps, start = repeat(None, number), perf_counter_ns()
    waited = cpu_wait()
    if arguments:
        (text,) = arguments
        begun = perf_counter_ns()
        for _ in steps:
            function(text)
    else:
        begun = perf_counter_ns()
        for _ in steps:
            function()
    took = perf_counter_ns() - begun
    waited = cpu_wait() - waited
    # It may have waited just before or after instead: then a call that sleeps would be too short.
    outside = perf_counter_ns() - start - took
    return took - max(0, waited - outside)


def state_size(root: str) -> list[object]:
    """Return how much the containers hold that belong to the modules, functions and classes of the puzzles.

    If a call changes it, later calls find there what it has left: they are no measure.
    """
    sizes: list[object] = []
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if type(file) is str and file.startswith(root):
            sizes += [size(value) for value in list(vars(module).values())]
    return sizes


def size(value: "Any") -> "int | list[int]":
    """Return how much a container holds, and those of a function or a class."""
    if type(value) in CONTAINERS:
        return len(value)
    if type(value) is type:
        inside = list(vars(value).values())
    else:
        named = getattr(value, "__kwdefaults__", None) or {}
        own = getattr(value, "__dict__", None) if callable(value) else None
        inside = [*(getattr(value, "__defaults__", None) or ()), *named.values(), own]
    return [len(each) for each in inside if type(each) in CONTAINERS]
