"""What a program lacks here, by what its compiler or interpreter says: packages, or a newer tool."""

import re
from pathlib import Path

from puzzle_runner.engines.program.languages import LANGUAGES


def advice(said: str, source: Path) -> str:
    """Return what to do about what a tool has said of a program; nothing where only its author can know.

    A program may start those of other languages.
    """
    for pattern, sentence, manifest in (each for language in LANGUAGES.values() for each in language.advice):
        if found := re.search(pattern, said):
            name = next(filter(None, found.groups()), "")
            folders = (folder for folder in source.parents if manifest and (folder / manifest).is_file())
            return sentence.format(name=name, folder=next(folders, source.parent))
    return ""
