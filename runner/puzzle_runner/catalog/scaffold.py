"""The files of new workspaces and new modules. No existing file is overwritten."""

from pathlib import Path
from string import Template

import tomlkit

from puzzle_runner import files
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import UsageError, reason
from puzzle_runner.layouts import origins, patterns
from puzzle_runner.sites.registry import sites
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.storage import atomic, toml


def _skeleton(parts: int) -> str:
    """Return the template of a module with a number of parts."""
    text = '"""$title\n\n$url\n"""\n'
    for part in range(1, parts + 1):
        text += f"\n\ndef part{part}(text: str) -> int | str | None:\n"
        text += f'    """What part {part} asks, in a line."""\n'
    return text


TEMPLATE = _skeleton(2)
TEMPLATE_FILE = "puzzles/_template.py"
_TEST = '''"""Every stored answer is what the solutions return."""

import subprocess
import sys
from pathlib import Path


def test_every_stored_answer_is_right() -> None:
    """Run `puzzles check --strict`: a clone without inputs fails, as nothing is checked there."""
    workspace = Path(__file__).parent.parent
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "puzzle_runner", "check", "--strict"],
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
'''
FILES = {TEMPLATE_FILE: TEMPLATE, "inputs/.gitkeep": "", "tests/test_puzzles.py": _TEST}


def make_workspace(folder: Path) -> list[str]:
    """Make the files of a workspace that a folder lacks; return the names of the new ones."""
    personal = [site for site in sites().values() if site.PERSONAL]
    titles = " or ".join(site.TITLE for site in personal)
    ignored = "__pycache__/\n.venv/\n.pytest_cache/\n"
    ignored += f"# An input of {titles} is personal, and so is a session: "
    ignored += '"puzzles fetch" keeps both elsewhere.\n'
    for site in personal:
        ignored += f"inputs/{site.NAME}*[0-9]/main*.txt\n"
    ignored += "*.session\naccounts.toml\n"
    texts = {".gitignore": ignored} | FILES
    new = []
    for name, text in texts.items():
        if atomic.create(folder / name, text.encode()):
            new.append(name)

    def add_settings(document: tomlkit.TOMLDocument) -> None:
        if "puzzles" not in document.get("tool", {}):
            toml.add_below(document, ("tool", "puzzles"), {"timeout": 60, "template": TEMPLATE_FILE})
            new.append("pyproject.toml")

    toml.change(folder / "pyproject.toml", add_settings)
    return new


def place(workspace: Workspace, id: PuzzleId) -> Path:
    """Return the path of a new module. Raises UsageError if the layout of the workspace does not tell it."""
    if not workspace.layouts or not workspace.whole:
        folder = workspace.root / "puzzles"
        year = id.fields.get("year")
        if year and any(folder.glob("20[0-9][0-9]/*.py")) and not any(folder.glob(f"{id.site.NAME}[0-9]*")):
            # All others lie in folders by year.
            folder /= str(year)
        return folder / f"{id}.py"
    tried: list[str] = []
    for layout in workspace.layouts:
        tried += layout.path
        for pattern in layout.path:
            path = patterns.path_of(pattern, id)
            place = patterns.match(pattern, path, layout.year)
            if not path or not place:
                continue
            # The path may mean a puzzle of another site.
            meant = origins.decide(workspace.root, path, place, layout.site).id
            if meant == id:
                return workspace.root / path
    raise UsageError(
        f"Where {id} belongs in {workspace.root} is not certain: its layout is "
        f"{' or '.join(tried)}. Make the file yourself."
    )


def write_module(workspace: Workspace, id: PuzzleId, title: str, *, takes_input: bool) -> tuple[Path, bool]:
    """Write a new module from the template for its site; return its path, and whether it is new."""
    path = place(workspace, id)
    title = _in_docstring(title or id)
    argument = "text: str" if takes_input else ""
    template = Template(_template(workspace, id.site))
    text = template.safe_substitute(id=id, title=title, url=id.url, input=argument)
    if not id.url:
        # Remove the empty lines around the missing link.
        text = text.replace('\n\n\n"""', '\n"""', 1)
    return path, atomic.create(path, text.encode())


def add_title(path: Path, id: str, title: str) -> None:
    """Write a title into a module that was made without: it begins with the id in its place."""
    data = path.read_bytes()
    beginning = f'"""{id}\n'.encode()
    if data.startswith(beginning):
        first = f'"""{_in_docstring(title)}\n'.encode()
        atomic.write(path, first + data.removeprefix(beginning))


def _in_docstring(title: str) -> str:
    return title.replace("\\", "\\\\").replace('"""', "'''").removesuffix('"')


def _template(workspace: Workspace, site: Site) -> str:
    """Return the template of a workspace for a site: `_template_euler.py`, else `_template.py`, else its own.

    Where the latter is as `init` has made it, the site's own goes before it.
    """
    ours = site.TEMPLATE or _skeleton(max(site.PARTS, 2))
    if not workspace.settings.template:
        return ours
    path = workspace.root / workspace.settings.template
    of_site = path.with_name(f"{path.stem}_{site.NAME}{path.suffix}")
    if of_site.is_file():
        path = of_site
    try:
        text = files.read(path, files.MODULE).decode()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path}, the template in [tool.puzzles], cannot be read: {reason(error)}."
        ) from error
    return ours if text == TEMPLATE and path != of_site else text
