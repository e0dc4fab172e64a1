"""Functions whose names only look like those of parts. Nothing runs them, so they are pointed out."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

_NUMBERS = {"one": 1, "two": 2, "three": 3, "first": 1, "second": 2, "third": 3, "a": 1, "b": 2, "c": 3}
_NUMBER = rf"(?P<number>[0-9]{{1,3}}|{'|'.join(_NUMBERS)})"
_PART = re.compile(
    rf"(?:\w*_)?(?:part|solve|solution)_?{_NUMBER}(?:_\w+)?|(?:\w+_)?(?P<before>first|second)_part"
)
# In a module that has parts, such names are those of helpers.
_VAGUE = re.compile(rf"(?:p|star|task|puzzle|answer)_?{_NUMBER}|(?P<bare>{'|'.join(_NUMBERS)})")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def number(name: str, vague: bool = False) -> int | None:
    """Return the part that a name such as `solve_part_one` or `PartTwo` means; None if it means none.

    With `vague`, `p1` and `a` mean one as well.
    """
    spelt = _HUMP.sub("_", name).lower()
    match = _PART.fullmatch(spelt) or (_VAGUE.fullmatch(spelt) if vague else None)
    if not match:
        return None
    text = next(filter(None, match.groupdict().values()))
    return _NUMBERS.get(text) or int(text)


def warning(tree: ast.Module, path: Path, parts: Collection[int]) -> str:
    """Return a sentence about what looks like a part and is none; an empty text if there is nothing to say.

    `parts` are the parts that the module has.
    """
    module = f"{path.parent.name}/" if path.name == "__init__.py" else path.name
    if not parts:
        names = [
            name for name in _functions(tree, methods=True) if number(name.rpartition(".")[2], vague=True)
        ]
        has, remedy = ", ".join(names), "Rename it." if len(names) == 1 else "Rename them."
        if not names:
            has, remedy = "no function that looks like one", f"A helper's name begins with _: _{module}."
        return f"no part found: part1(text) is not in {module} (it has {has}). {remedy}"
    missed = {name: number(name) for name in _functions(tree, methods=False)}
    for name, part in missed.items():
        if part and part not in parts:
            return f"part {part} is not run: part{part}(text) is not in {module} (it has {name}). Rename it."
    return ""


def _functions(tree: ast.Module, methods: bool) -> Iterator[str]:
    """Yield the names of a module's functions; with `methods`, also those of its classes, as `Day.part1`."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.ClassDef() if methods:
                yield from (
                    f"{node.name}.{method.name}"
                    for method in node.body
                    if isinstance(method, ast.FunctionDef)
                )
