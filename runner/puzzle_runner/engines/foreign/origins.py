"""Where the argument of a foreign function comes from: what the calls of it in its own module hand over."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from puzzle_runner.engines.foreign.definitions import Function, parameters

# How many assignments and calls are followed.
MOST_STEPS = 8
TEST = re.compile(r"test|example|sample|check|demo", re.IGNORECASE)


class Origin(NamedTuple):
    """What a function is given: a kind of input, or what the function `parse` makes of one.

    `kind` is empty if it cannot be told. `is_made` tells that it is something else, which is made on the way.
    """

    kind: str = ""
    parse: str = ""
    is_made: bool = False


def origin(name: str, tree: ast.Module, parts: Collection[str] = ()) -> Origin:
    """Return what the calls of a module's function give it first; those from tests only where no other tells.

    `parts` are functions that answer: a call of one of them changes nothing for another.
    """
    functions = _functions(tree)
    found: list[Origin] = []
    scopes: list[Function | ast.Module] = [*functions.values(), tree]
    for scope in sorted(scopes, key=lambda each: isinstance(each, Function) and bool(TEST.search(each.name))):
        for call in _calls(name, scope.body):
            given = _traced(call.args[0], scope, tree, MOST_STEPS)
            steps = (node for node in _changes(scope, call) if node not in parts and not TEST.search(node))
            if any(step in functions or step == ast.unparse(call.args[0]) for step in steps):
                given = Origin(is_made=True)
            # What one part makes for another one is not all that this is given.
            is_part = isinstance(scope, Function) and scope.name in parts
            found.append(Origin() if is_part and given.is_made else given)
    return next((each for each in found if each != Origin()), Origin())


def _functions(tree: ast.Module) -> dict[str, Function]:
    return {node.name: node for node in tree.body if isinstance(node, Function)}


def _changes(scope: Function | ast.Module, call: ast.Call) -> Iterator[str]:
    """Yield the names that are called, or have a method called, in lines of their own before a call."""
    for node in ast.walk(ast.Module([*scope.body], [])):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name)))):
                if node.lineno < call.lineno:
                    yield name


def _calls(name: str, body: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    """Yield the calls of a function with an argument, but those in functions and classes inside."""
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop(0)
        match node:
            case ast.Call(func=ast.Name(id=called), args=[first, *_]) if called == name:
                if not isinstance(first, ast.Starred):
                    yield node
        if not isinstance(node, Function | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _traced(value: ast.expr, scope: Function | ast.Module, tree: ast.Module, steps: int) -> Origin:
    """Return what an expression in a function, or in the lines of a module, is made from."""

    def traced(inner: ast.expr) -> Origin:
        return _traced(inner, scope, tree, steps - 1) if steps else Origin()

    match value:
        case ast.Name(id=name):
            begin = value.lineno, value.col_offset
            before_it = [
                each
                for each in _assigned(name, scope.body)
                if (each.end_lineno or 0, each.end_col_offset or 0) <= begin
            ]
            if before_it:
                return traced(before_it[-1])
            if isinstance(scope, Function) and all(name != each.arg for each in parameters(scope)):
                of_module = [*_assigned(name, tree.body)]
                if of_module and steps:
                    return _traced(of_module[-1], tree, tree, steps - 1)
            return Origin()
        case ast.Subscript(value=inner):
            return Origin(is_made=traced(inner) != Origin())
        case ast.Constant(value=str(text)):
            return Origin("text" if "\n" in text or "." not in text else "path")
        case ast.Call(func=ast.Name(id="open")):
            return Origin("file")
        case ast.Call(func=ast.Attribute(attr="read" | "read_text" | "readlines" as method)):
            return Origin("raw lines" if method == "readlines" else "raw")
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join")) if (
            "\n" in between
        ):
            return Origin("text")
        case ast.Call(func=ast.Attribute(value=inner, attr=method), args=arguments):
            before = traced(inner)
            is_text = before.kind in ("text", "raw") or before == Origin()
            if is_text and method in ("strip", "rstrip"):
                return Origin("text")
            at_ends = method == "split" and [*map(ast.unparse, arguments)] == ["'\\n'"]
            if is_text and (method == "splitlines" or at_ends):
                return Origin("lines")
            return Origin(is_made=before != Origin() or method == "split")
        case ast.Call(func=ast.Name(id="list"), args=[inner]):
            return Origin("raw lines") if traced(inner).kind == "file" else Origin(is_made=True)
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _functions(tree):
            if not arguments and not value.keywords:
                return Origin(parse=name)
            before = traced(arguments[0]) if arguments else Origin()
            is_more = len(arguments) > 1 or value.keywords or isinstance(arguments[0], ast.Starred)
            is_made = is_more or before.parse or before.is_made
            return Origin(is_made=True) if is_made else Origin(before.kind, name)
        case ast.ListComp(elt=element, generators=[ast.comprehension(target=ast.Name(id=item), iter=inner)]):
            before = traced(inner)
            cut = ast.unparse(element) in (f"{item}.{method}()" for method in ("strip", "rstrip"))
            if cut and before.kind in ("file", "raw lines", "lines"):
                return Origin("lines")
            return Origin(is_made=before != Origin())
    return Origin()


def _assigned(name: str, body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    """Yield what a name is set to in the lines of a function or module, in their order."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=elements)], value=value):
                if any(isinstance(each, ast.Name) and each.id == name for each in elements):
                    # One of several things that the value has.
                    yield ast.copy_location(ast.Subscript(value, ast.Constant(0)), value)
            case ast.With(items=items):
                for item in items:
                    if isinstance(item.optional_vars, ast.Name) and item.optional_vars.id == name:
                        yield item.context_expr
        if not isinstance(statement, Function | ast.ClassDef):
            for field in ("body", "orelse", "handlers", "finalbody"):
                inner = getattr(statement, field, [])
                if isinstance(inner, list):
                    yield from _assigned(name, inner)
