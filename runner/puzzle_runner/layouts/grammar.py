"""The syntax tree of a module by the grammar of another interpreter, which may be newer than the own one."""

import ast
import json
import subprocess
from typing import Any

# It reads a module on standard input, and prints its tree: a node is a dict with its kind under no name.
PROGRAM = """
import ast, json, sys
def plain(value):
    if isinstance(value, ast.AST):
        names = (*value._fields, *value._attributes)
        fields = {name: plain(getattr(value, name)) for name in names if hasattr(value, name)}
        return {"": type(value).__name__, **fields}
    if isinstance(value, list):
        return [plain(each) for each in value]
    is_plain = value is None or isinstance(value, (str, int, float))
    return value if is_plain else repr(value)
sys.setrecursionlimit(10_000)
print(json.dumps(plain(ast.parse(sys.stdin.buffer.read()))))
"""
# Seconds that it may take.
PATIENCE = 10.0


def parsed(python: str, source: bytes) -> ast.Module | None:
    """Return the syntax tree of a source; None if the interpreter cannot parse it either.

    Of what only the other grammar has, there are empty nodes.
    """
    command = [python, "-I", "-S", "-W", "ignore", "-c", PROGRAM]
    try:
        ended = subprocess.run(command, input=source, capture_output=True, timeout=PATIENCE, check=True)
        tree = _node(json.loads(ended.stdout))
    except (OSError, ValueError, RecursionError, subprocess.SubprocessError):
        return None
    return tree if isinstance(tree, ast.Module) else None


def _node(value: Any) -> Any:
    if isinstance(value, list):
        return [_node(each) for each in value]
    if not isinstance(value, dict):
        return value
    kind = getattr(ast, value[""], ast.AST)
    node = kind.__new__(kind)
    for name, field in value.items():
        if name:
            setattr(node, name, _node(field))
    return node
