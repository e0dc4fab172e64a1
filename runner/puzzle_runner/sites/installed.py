"""Entry points of installed packages: sites, in the group `puzzle_runner.sites`.

Their metadata is read as text: to import `importlib.metadata` takes longer than most puzzles.
"""

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from puzzle_runner import files
from puzzle_runner.errors import UsageError, reason

if TYPE_CHECKING:
    from puzzle_runner.sites.site import Site

GROUP = "puzzle_runner.sites"


def entries(group: str) -> Iterator[tuple[str, str]]:
    """Yield names and values, such as `module:attribute`, of the entry points in a group."""
    for folder in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                yield from _in_group(Path(folder, name, "entry_points.txt"), f"[{group}]")


def _in_group(path: Path, heading: str) -> Iterator[tuple[str, str]]:
    try:
        lines = files.text(path, files.TABLES).splitlines()
    except OSError:
        return
    section = ""
    for line in lines:
        if line.startswith("["):
            section = line.strip()
        elif section == heading and "=" in line:
            name, _, value = line.partition("=")
            yield name.strip(), value.partition("[")[0].strip()


def sites() -> Iterator["Site"]:
    """Yield the sites of installed packages. Raises UsageError for one that does not load."""
    for name, value in entries(GROUP):
        module, _, attribute = value.partition(":")
        try:
            site: Site = getattr(import_module(module), attribute)
            is_sound = site.NAME == name and re.fullmatch("[a-z][a-z0-9_]*", name)
        except Exception as error:
            raise UsageError(
                f'The installed site "{name}" does not load: {value}: {reason(error)}. '
                "Mend or uninstall its package."
            ) from error
        if not is_sound:
            raise UsageError(
                f'The installed site "{name}" must be named so in its own code, in small letters: {value}.'
            )
        yield site
