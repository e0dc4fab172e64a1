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
    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        return self.draw, tuple(order["data"])

    def draw(self, size: int, *seeds: int) -> str:
        drawn = []
        for seed in seeds:
            # It may also use the functions of the library, which it has imported anew.
            own = sys.modules.get("random")
            if own:
                own.seed(seed)
            value = self.module.generate(library.Random(seed), size)
            drawn.append(content(value))
        return json(drawn)


def content(value: "Any") -> "dict[str, Any]":
    text, parameters = value, {}
    if type(value) is dict:
        text = ""
        parameters = value
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
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if isinstance(value, float):
        return abs(value) < float("inf")
    return isinstance(value, (str, int))
