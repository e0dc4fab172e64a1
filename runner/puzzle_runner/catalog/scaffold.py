"""The files of new workspaces and new modules. No existing file is overwritten."""

from pathlib import Path
from string import Template

import tomlkit

from puzzle_runner import files
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.engines import patterns
from puzzle_runner.engines.foreign import layout as layouts
from puzzle_runner.engines.foreign.layout import Layout
from puzzle_runner.errors import UsageError, reason
from puzzle_runner.sites.site import identify
from puzzle_runner.storage import atomic, toml

TEMPLATE = '''"""$title

$url
"""


def part1(text: str) -> int | str | None:
    """What part 1 asks, in a line."""


def part2(text: str) -> int | str | None:
    """What part 2 asks, in a line."""
'''
# For a site whose problems have one part.
ONE_PART = '''"""$title

$url
"""


def solve($input) -> int | str | None:
    """What it asks, in a line."""
'''
TEMPLATES = {"euler": ONE_PART}
TEMPLATE_FILE = "puzzles/_template.py"
_TEST = '''"""Every stored answer is what the solutions return."""

import subprocess
import sys
from pathlib import Path


def test_every_stored_answer_is_right() -> None:
    """Run `puzzles check` on this workspace."""
    workspace = Path(__file__).parent.parent
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "puzzle_runner", "check"],
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
'''
_IGNORED = """\
__pycache__/
.venv/
.pytest_cache/
# An input of Advent of Code is personal, and so is a session: "puzzles fetch" keeps both elsewhere.
inputs/aoc*/main.txt
*.session
accounts.toml
"""
FILES = {
    ".gitignore": _IGNORED,
    TEMPLATE_FILE: TEMPLATE,
    "inputs/.gitkeep": "",
    "tests/test_puzzles.py": _TEST,
}
_SETTINGS = {"timeout": 60, "template": TEMPLATE_FILE}


def make_workspace(folder: Path) -> list[str]:
    """Make the files of a workspace that a folder lacks; return the names of the new ones."""
    new = [name for name, text in FILES.items() if atomic.create(folder / name, text.encode())]
    if _add_settings(folder / "pyproject.toml"):
        new.append("pyproject.toml")
    return new


def _add_settings(path: Path) -> bool:
    """Add `[tool.puzzles]` to a pyproject.toml, unless it has one; tell whether it was added."""
    added = False

    def add(document: tomlkit.TOMLDocument) -> None:
        nonlocal added
        tool = document.setdefault("tool", tomlkit.table(is_super_table=True))
        if "puzzles" not in tool:
            tool["puzzles"] = _SETTINGS
            added = True

    toml.change(path, add)
    return added


def add_layout(path: Path, layout: Layout) -> None:
    """Add a `[[tool.puzzles.layout]]` to a pyproject.toml."""

    def add(document: tomlkit.TOMLDocument) -> None:
        tool = document.setdefault("tool", tomlkit.table(is_super_table=True))
        puzzles = tool.setdefault("puzzles", tomlkit.table(is_super_table=True))
        tables = tomlkit.aot()
        tables.append(tomlkit.item(layouts.toml(layout)))
        puzzles["layout"] = tables

    toml.change(path, add)


def write_module(workspace: Workspace, id: str, title: str, *, takes_input: bool) -> Path:
    """Write a new module from the template for its kind. Raises UsageError if there is one already."""
    path = _place(workspace, id)
    kind, _ = identify(id)
    url = kind.url(id)
    parameter = "text: str" if takes_input else ""
    fields = {"id": id, "title": _in_docstring(title or id), "url": url, "input": parameter}
    text = Template(_template(workspace, kind.NAME)).safe_substitute(fields)
    if not url:
        # Remove the empty lines around the missing link.
        text = text.replace('\n\n\n"""', '\n"""', 1)
    if not atomic.create(path, text.encode()):
        raise UsageError(f"{path} is there already, and is never overwritten.")
    return path


def _place(workspace: Workspace, id: str) -> Path:
    """Return where a new module belongs: in `puzzles/`, else where a layout has it. Raises UsageError."""
    if workspace.puzzles != workspace.root:
        return workspace.puzzles / f"{id}.py"
    of_layouts = [path_pattern for layout in workspace.layouts for path_pattern in layout.path]
    for path_pattern in of_layouts:
        if path := patterns.path_of(path_pattern, id):
            return workspace.root / path
    raise UsageError(
        f"Where {id} belongs in {workspace.root} is not certain: its layout is {' or '.join(of_layouts)}. "
        "Make the file yourself."
    )


def _in_docstring(title: str) -> str:
    return title.replace("\\", "\\\\").replace('"""', "'''").removesuffix('"')


def _template(workspace: Workspace, kind: str) -> str:
    """Return the template of a workspace for a kind: `_template_euler.py`, else `_template.py`, else ours.

    Where the latter is as `init` has made it, ours for the kind goes before it.
    """
    ours = TEMPLATES.get(kind, TEMPLATE)
    if not workspace.settings.template:
        return ours
    path = workspace.root / workspace.settings.template
    of_kind = path.with_name(f"{path.stem}_{kind}{path.suffix}")
    if of_kind.is_file():
        return _read_template(of_kind)
    text = _read_template(path)
    return ours if text == TEMPLATE else text


def _read_template(path: Path) -> str:
    try:
        return files.read(path, files.MODULE).decode()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path}, the template in [tool.puzzles], cannot be read: {reason(error)}."
        ) from error
