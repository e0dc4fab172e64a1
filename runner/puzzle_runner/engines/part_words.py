"""The words by which people number parts: in names of files and functions, and before answers."""

import re

NUMBERS = {"one": 1, "two": 2, "three": 3}
ORDINALS = {"first": 1, "second": 2, "third": 3}
LETTERS = {"a": 1, "b": 2, "c": 3}
EVERY = {**NUMBERS, **ORDINALS, **LETTERS, "i": 1, "ii": 2, "iii": 3, "silver": 1, "gold": 2}


def snake(name: str) -> str:
    """Return a name such as `PartTwo` as `part_two`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
