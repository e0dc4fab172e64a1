"""How a file of C or C++ is built with what it includes from its repository."""

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.layout import Source
from puzzle_runner.engines.foreign.projects.project import File, Project

_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)
# What is linked for the headers of a library.
_LIBRARIES = {
    "curses": "-lncurses", "gmp": "-lgmp", "gmpxx": "-lgmpxx", "mpfr": "-lmpfr", "ncurses": "-lncurses",
    "omp": "-fopenmp", "openssl": "-lcrypto", "primesieve": "-lprimesieve", "primecount": "-lprimecount",
    "pthread": "-pthread", "thread": "-pthread", "z3": "-lz3", "z3++": "-lz3", "zlib": "-lz",
}  # fmt: skip
# Folders beside the sources, or above them, in which headers lie.
_HEADERS = ("", "include", "inc", "src", "lib", "libs", "common", "utils")
# So many folders of a repository are looked through for others.
MOST_FOLDERS = 5000


def built(file: File, project: Project) -> Project:
    """Return how a file is built with the headers that it includes from its repository, and their sources."""
    source, build = file.source, project.language.build
    if "{source}" not in build:
        return project
    folders: dict[str, None] = {}
    sources: dict[Path, None] = {}
    libraries: dict[str, None] = {}
    waiting, seen = [(source.file, file.text)], {source.file}
    while waiting:
        path, content = waiting.pop()
        for name in _INCLUDE.findall(content):
            if not (found := _header(source, path, name)):
                library = _LIBRARIES.get(re.split(r"[./]", name)[0])
                libraries |= {library: None} if library else {}
                continue
            top, header = found
            if top != path.parent:
                folders[str(top)] = None
            suffixes = (source.file.suffix, ".cpp", ".cc", ".c")
            beside = (path.with_suffix(suffix) for path in _sources(header) for suffix in suffixes)
            for each in (header, *(one for one in beside if one.is_file())):
                if each in seen:
                    continue
                seen.add(each)
                waiting.append((each, content_of := scripts.text_of(each)))
                if each != header and not re.search(project.language.main, content_of):
                    sources[each] = None
    more = (*(f"-I{folder}" for folder in folders), *map(str, sources), *reversed(libraries))
    place = build.index("{source}") + 1
    return project.with_commands((*build[:place], *more, *build[place:]))


def _sources(header: Path) -> Iterator[Path]:
    """Yield where the source of a header may lie: beside it, or beside the folder of all headers."""
    yield header
    for folder in header.parents:
        if folder.name in ("include", "inc"):
            yield from (folder.parent / below / header.relative_to(folder) for below in ("src", "source", ""))


def _header(source: Source, path: Path, name: str) -> tuple[Path, Path] | None:
    """Return the folder of the repository from which a file's include is found, and the header."""
    for folder in path.parents:
        if not folder.is_relative_to(source.root):
            break
        for below in _HEADERS:
            if (folder / below / name).is_file():
                return folder / below, Path(os.path.normpath(folder / below / name))
    elsewhere = [each for each in _headers(source.root) if each.endswith(f"/{name}")]
    if len(elsewhere) != 1:
        return None
    header = source.root / elsewhere[0].lstrip("/")
    return header.parents[name.count("/")], header


@lru_cache(4)
def _headers(root: Path) -> tuple[str, ...]:
    """Return the paths of the headers in a repository, from there, each behind a slash."""
    found: list[str] = []
    for folder, folders, names in islice(os.walk(root), MOST_FOLDERS):
        folders[:] = [each for each in folders if each[0] != "."]
        below = f"{folder}/".removeprefix(str(root))
        found += [
            below + name for name in names if os.path.splitext(name)[1] in (".h", ".hh", ".hpp", ".hxx")
        ]
    return tuple(found)
