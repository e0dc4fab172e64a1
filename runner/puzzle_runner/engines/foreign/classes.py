"""Classes of foreign modules: how an object is made, and what its methods have to do with one another."""

import ast
from copy import deepcopy

from puzzle_runner.engines.foreign.arguments import PARSERS, Parser, of_annotation, wanted
from puzzle_runner.engines.foreign.definitions import (
    Function,
    Module,
    bases,
    lineage,
    names,
    required,
)

# Methods that change what they belong to.
_CHANGING = (
    "add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "insert", "pop",
    "popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort", "update",
)  # fmt: skip


def made(owner: ast.ClassDef, module: Module) -> tuple[str, ...] | None:
    """Return what the constructor of a class is to be given; None if that cannot be told."""
    for each, of_module in lineage(owner, module):
        for node in each.body:
            if isinstance(node, Function) and node.name == "__init__":
                told = wanted(_with_attributes(node, each), of_module)
                return told and told.kinds
        if any("dataclass" in ast.unparse(decorator) for decorator in each.decorator_list):
            fields = [each for each in each.body if isinstance(each, ast.AnnAssign) and each.value is None]
            kinds = tuple(of_annotation(field.annotation) for field in fields)
            return kinds if all(kinds) and len(kinds) < 2 else None
        last = each
    return None if bases(last) else ()


def _with_attributes(constructor: Function, owner: ast.ClassDef) -> Function:
    """Return a constructor that goes on with all methods of its class, where what it keeps is used."""
    kept = {
        node.targets[0].attr: node.value.id
        for node in constructor.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Attribute)
        and isinstance(node.value, ast.Name)
    }

    class Kept(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            return ast.Name(kept[node.attr], node.ctx) if is_own and node.attr in kept else node

    methods = [node for node in owner.body if isinstance(node, Function) and node is not constructor]
    others = [Kept().visit(deepcopy(node)) for node in methods] if kept else []
    body = [*constructor.body, *others]
    return type(constructor)(constructor.name, constructor.args, body, [], lineno=constructor.lineno)


def as_module(owner: ast.ClassDef, module: Module) -> ast.Module:
    """Return a module in which the methods of a class and its bases are functions that call one another."""
    classes = [each for each, _ in lineage(owner, module)]
    # A class comes before its bases: what it has counts.
    methods = {
        node.name: node for each in reversed(classes) for node in each.body if isinstance(node, Function)
    }

    class Plain(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", owner.name)
            return ast.copy_location(ast.Name(node.attr), node) if is_own and node.attr in methods else node

    return ast.Module([Plain().visit(deepcopy(node)) for node in methods.values()], [])


def own_parser(owner: ast.ClassDef, part: Function, module: Module, name: str = "") -> Parser | None:
    """Return the method of a class or its bases that parses: the one of a name, else the likely one.

    Only a method that calls the parts calls it.
    """
    classes = [*lineage(owner, module)]
    methods = [
        (node, of_module) for each, of_module in classes for node in each.body if isinstance(node, Function)
    ]
    for node, of_module in methods:
        if node.name == name:
            return Parser(f"{owner.name}.{name}", node, of_module)
        if name or not PARSERS.fullmatch(node.name) or len(required(node)) != 1 or node.name == part.name:
            continue
        others = (each for each, _ in methods if part.name not in names(each))
        if not any(node.name in names(each) for each in others if each.name != node.name):
            return Parser(f"{owner.name}.{node.name}", node, of_module)
    return None


def changes(method: Function) -> bool:
    """Tell whether a method without an argument changes its object, or what that has."""
    own = {"self"}
    nodes = [*ast.walk(method)]
    for node in nodes:
        if isinstance(node, ast.For) and _root(node.iter) in own and isinstance(node.target, ast.Name):
            own.add(node.target.id)
    for node in nodes:
        match node:
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                if _root(node) in own:
                    return True
            case ast.Call(func=ast.Attribute(value=changed, attr=name)):
                if name in _CHANGING and not isinstance(changed, ast.Name) and _root(changed) in own:
                    return True
    return False


def _root(node: ast.expr) -> str:
    """Return the name at the beginning of `name.field[3].other`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
