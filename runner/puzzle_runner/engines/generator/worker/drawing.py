"""Calls of `generate` in one process: the choices of its `random` are noted, and can be given."""

import random as library
import sys

from imports import Function
from messages import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from calls import Order

# The bits of a float, and those of a choice at most.
FLOAT_BITS = 53
PLAIN = (str, int, float, bool)


def load(order: "Order", source: bytes) -> "Generator":
    return Generator(order, source)


class Choices(library.Random):
    """Random numbers, all made from choices below a bound: new ones; or as they are `given`, then 0.

    Every Python makes the same of a seed.
    """

    given: "Sequence[int] | None" = None

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn = list[int]()

    def choose(self, bound: int) -> int:
        at = len(self.drawn)
        if self.given is None:
            bits = (bound - 1).bit_length()
            value = super().getrandbits(bits) if bits else 0
            while value >= bound:
                value = super().getrandbits(bits)
        else:
            value = min(self.given[at], bound - 1) if at < len(self.given) else 0
        self.drawn.append(value)
        return value

    def random(self) -> float:
        return self.choose(1 << FLOAT_BITS) / (1 << FLOAT_BITS)

    def getrandbits(self, k: int) -> int:
        return self.choose(1 << k)

    def _randbelow(self, n: int) -> int:
        # The methods of the library ask this for a whole number. There would be too many choices without it.
        return self.choose(n)


class Generator(Function):
    """The module that has `generate`, and maybe `equivalent`."""

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        return self.draw, (order["data"],)

    def draw(self, wanted: "list[tuple[Any, ...]]") -> str:
        return json([self.one(*each) for each in wanted])

    def one(self, seed: int, size: int, choices: "Sequence[int] | None", noted: bool) -> "dict[str, Any]":
        # It may also use the functions of the library, which it has imported anew.
        if own := sys.modules.get("random"):
            own.seed(seed)
        random = Choices(seed)
        random.given = choices
        value = self.module.generate(random, size)
        inputs = [content(value, "generate")]
        if hasattr(self.module, "equivalent"):
            inputs.append(content(self.module.equivalent(random, value), "equivalent"))
        # A number can have more digits than Python writes in decimals.
        drawn = " ".join(f"{each:x}" for each in random.drawn) if noted else ""
        return {"inputs": inputs, "choices": drawn}


def content(value: "Any", name: str) -> "dict[str, Any]":
    """Return the text and the parameters of what was generated."""
    text, parameters = value, {}
    if type(value) is dict:
        text, parameters = "", value
    elif type(value) is tuple and len(value) == 2:
        text, parameters = value
    if type(text) is int:
        text = str(text)
    if type(text) is not str or type(parameters) is not dict:
        raise TypeError(f"{name}() returned {type(value).__name__}: it has to be a text, a dict, or both")
    for key, each in parameters.items():
        if type(key) is not str or not is_plain(each):
            raise TypeError(f"{name}() returned {key!r} = {each!r}: no case file can hold it")
    text.encode()
    return {"text": text, "parameters": parameters}


def is_plain(value: object) -> bool:
    """Tell whether a value can be a parameter."""
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(map(is_plain, value.values()))
    return type(value) in PLAIN and value == value and value not in (float("inf"), float("-inf"))
