"""Calls of `generate` in one process."""

import random as library
import sys

from imports import Function
from messages import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from calls import Order


def load(order: "Order", source: bytes) -> "Generator":
    return Generator(order, source)


class Generator(Function):
    """The module that has `generate`."""

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        return self.draw, tuple(order["data"])

    def draw(self, size: int, *seeds: int) -> str:
        return json([self.one(size, seed) for seed in seeds])

    def one(self, size: int, seed: int) -> "dict[str, Any]":
        # It may also use the functions of the library, which it has imported anew.
        if own := sys.modules.get("random"):
            own.seed(seed)
        return content(self.module.generate(library.Random(seed), size))


def content(value: "Any") -> "dict[str, Any]":
    """Return the text and the parameters of what was generated."""
    text, parameters = value, {}
    if type(value) is dict:
        text, parameters = "", value
    elif type(value) is tuple and len(value) == 2:
        text, parameters = value
    if type(text) is not str or type(parameters) is not dict:
        raise TypeError(f"generate() returned {type(value).__name__}: it has to be a text, a dict, or both")
    for key, each in parameters.items():
        if type(key) is not str or not is_plain(each):
            raise TypeError(f"generate() returned {key!r} = {each!r}: no case file can hold it")
    text.encode()
    return {"text": text, "parameters": parameters}


def is_plain(value: object) -> bool:
    """Tell whether a value can be a parameter."""
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, [*value, *value.values()]))
    return isinstance(value, (str, int, float)) and value not in (float("inf"), float("-inf"))
