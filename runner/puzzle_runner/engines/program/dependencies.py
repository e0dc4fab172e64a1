"""What a program is made from and what it may read, as far as that can be known: paths, and how they were.

A path is a file, which counts with its content, a folder, which counts with its names, or nothing at all: it
may appear.
"""

import glob
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines.program.languages import LANGUAGES, replaced
from puzzle_runner.running import traces
from puzzle_runner.running.call import Job, State

# Paths of one program, and bytes of their contents: more are not looked at.
MOST_PATHS, MOST_BYTES = 2000, 64 * 2**20
# A file of more bytes counts with its stamp.
LARGE = 2**20
# Names that count nowhere; folders of caches have a tag (https://bford.info/cachedir). What is in the folder
# of packages is told by its lock file.
UNREAD, CACHE, PACKAGES = ("__pycache__", ".git", ".hg", ".svn"), "CACHEDIR.TAG", "node_modules"
LOCKS = {".package-lock.json", ".yarn-integrity", ".modules.yaml"}
# A path in a source that leads out of its folder.
_OUTWARD = re.compile(rb"""(?<![\w.])((?:\.\./)+[\w@.+/-]*)|(?:(?<!\w)["'`]|/|\bcd )(\.\.)(?=["'`\s;)]|$)""")
# A path that a source only asks for, or that is read by the assembler, of which a compiler says nothing.
_ASKED = re.compile(rb"""(?:__has_include\s*\(\s*["<]|\.incbin\s*\\?")([^">\\\n]+)""")
# Compilers that write what they have read, as rules for make, and what may stand before their names.
_C = re.compile(r"(?:[\w.]+-)*(?:cc|gcc|c\+\+|g\+\+|clang|clang\+\+)(?:-[\d.]+)?")
_C_ENDINGS = (".c", ".cc", ".cpp", ".cxx", ".C")
_BEFORE = ("ccache", "sccache", "distcc", "env", "nice")

# Of what kind a path is, and its stamp, for `running.traces`.
Stamp = tuple[str, str]
# States of what was read for a build, and of the folders where it was looked for, each with its stamp.
Record = list[tuple[State, str]]


class Tree(NamedTuple):
    """Paths with their stamps, and a `doubt`: why there may be more that count, if that is so."""

    stamps: Mapping[str, Stamp]
    doubt: str = ""


def stamp(path: str) -> Stamp:
    """Return of what kind a path is now, and its stamp."""
    found = traces.stamp("file", path)
    if found == traces.FOLDER:
        return "folder", traces.stamp("folder", path)
    return "large" if traces.size(found) > LARGE else "file", found


def states(stamps: Mapping[str, Stamp]) -> Record:
    """Return the states of paths, each with the stamp that proves it."""
    return [
        traces.known(kind, path, UNREAD if kind == "folder" else ())
        for path, (kind, _) in sorted(stamps.items())
    ]


def record(paths: Mapping[str, Stamp], folders: Iterable[str]) -> Record:
    """Return a record of what was read at some paths, having been looked for in these folders."""
    folders = [*folders]
    sources = {path: _read(path) for path in paths if not path.startswith("/usr/")}
    asked = {
        os.path.normpath(os.path.join(base, os.fsdecode(name)))
        for path, source in sources.items()
        for name in _ASKED.findall(source)
        for base in (os.path.dirname(path), *folders)
    }
    paths = {path: stamp(path) for path in asked} | {**paths}
    # `x.h` may also be found in a folder `x`, or as `x.h.gch`.
    names = {traces.stem(part) for path in paths for part in path.split("/")}
    searched = set[str]()
    todo = folders
    while todo:
        if (folder := todo.pop()) not in searched:
            searched.add(folder)
            below = (f"{folder}/{name}" for name in _names(folder) if traces.stem(name) in names)
            todo += [path for path in below if os.path.isdir(path)]
    any_name = any(b"__has_include" in source for source in sources.values())
    kind, chosen = ("folder", UNREAD) if any_name else ("names", (*sorted(names),))
    return sorted([*states(paths), *(traces.known(kind, folder, chosen) for folder in searched)])


def tree(root: str) -> Tree:
    """Return the paths of all that lies in a folder, or of a file."""
    found: dict[str, Stamp] = {}
    todo, visited, size = [root], set[str](), 0
    while todo:
        path = todo.pop()
        found[path] = kind, its_stamp = stamp(path)
        if kind == "file":
            size += traces.size(its_stamp)
        elif kind == "folder" and (real := os.path.realpath(path)) not in visited:
            # A link may lead back to a folder above.
            visited.add(real)
            names = _names(path)
            if os.path.basename(path) == PACKAGES:
                names &= LOCKS
            elif CACHE in names:
                names = set()
            todo += [f"{path}/{name}" for name in names]
        if len(found) + len(todo) > MOST_PATHS:
            return Tree(found, f"{root} has more than {MOST_PATHS} files")
        if size > MOST_BYTES:
            return Tree(found, f"{root} has more than {MOST_BYTES >> 20} MiB")
    return Tree(found)


def surroundings(job: Job, words: tuple[str, ...]) -> Tree:
    """Return what a program may read of which nobody tells: all in its folder, and what its command names."""
    endings = {*LANGUAGES, job.path.suffix[1:]}
    there = [path for path in above(job) if os.path.lexists(path)]
    return closure([str(job.path.parent), *named(job, words), *there], endings)


def above(job: Job) -> list[str]:
    """Return the paths of files that tools of its language look for in the folders above a program."""
    names = job.data.language.above
    return [os.path.join(folder, name) for folder in job.path.parents for name in names]


def named(job: Job, words: tuple[str, ...]) -> list[str]:
    """Return the absolute paths that a command names beside the source, such as `-I/path`."""
    here = replaced(words, job.path, Path("{folder}"), job.data.part)
    paths = (path for word in here[1:] for path in (word, word[1:], word[2:], word.partition("=")[2]))
    real = (os.path.normpath(path) for path in paths if path.startswith("/") and len(path) > 1)
    return [path for path in real if path not in (str(job.path), str(job.path.parent))]


def closure(roots: Sequence[str], endings: Collection[str]) -> Tree:
    """Return all that lies in some folders, and at the paths outside of them that sources there name.

    The first folder is the program's. `endings` are those of sources: what another file says is data.
    """
    found: dict[str, Stamp] = {}
    todo, scanned, doubt = [*roots], set[str](), ""
    own, *_ = tops = [*todo]
    while todo and not doubt:
        root = todo.pop()
        below, doubt = tree(root)
        found |= below
        sources = {path for path in below if path.rpartition(".")[2] in endings} - scanned
        scanned |= sources
        for path in sources:
            for match in _OUTWARD.finditer(_read(path)):
                name = os.fsdecode(match[1] or match[2])
                # Beside the file that names it, or beside the program.
                places = {os.path.normpath(os.path.join(base, name)) for base in (os.path.dirname(path), own)}
                new = {place for place in places if place not in found and not _is_in(place, tops)}
                found |= {place: stamp(place) for place in new}
                # `../lib/util` may be `../lib/util.js`, also once that appears beside a folder of this name.
                folders = [place for place in new if os.path.isdir(place)]
                found |= {
                    each: stamp(each) for place in folders for each in (f"{place}.{end}" for end in endings)
                }
                meant = [place for place in new if found[place][1] != traces.ABSENT]
                meant = meant or [each for place in new for each in glob.glob(f"{glob.escape(place)}.*")]
                meant = meant or [os.path.dirname(place) for place in new]
                if any(_is_in(top, meant) for top in tops):
                    doubt = f"{path} may read what lies above its folder"
                todo += meant
        if len(found) > MOST_PATHS:
            doubt = f"paths named in {root} have more than {MOST_PATHS} files"
    return Tree(found, doubt)


def _is_in(path: str, folders: Iterable[str]) -> bool:
    return any(f"{path}/".startswith(f"{folder}/") for folder in folders)


def options(words: tuple[str, ...], source: str, target: str) -> tuple[str, ...]:
    """Return the options with which a compiler writes to `target` what it reads; none if it has no such."""
    program = next((name for name in map(os.path.basename, words) if name not in _BEFORE), "")
    if _C.fullmatch(program) and [word for word in words if word.endswith(_C_ENDINGS)] == [source]:
        return ("-MD", "-MF", target, "-MT", "it")
    if program == "rustc" and not any(word.startswith("--emit") for word in words):
        return ("--emit", f"link,dep-info={target}")
    return ()


def of_make(text: str) -> list[str]:
    """Return the files that the first rule of a text for make names, as compilers write it."""
    rule = re.split(r"(?<!\\)\n", text, maxsplit=1)[0].replace("\\\n", " ")
    words = re.findall(r"(?:\\.|[^ \t\r\n\\])+", rule.partition(": ")[2])
    return [re.sub(r"\\(.)", r"\1", word).replace("$$", "$") for word in words]


def _names(folder: str) -> set[str]:
    try:
        return {*os.listdir(folder)}.difference(UNREAD)
    except OSError:
        return set()


def _read(path: str) -> bytes:
    try:
        return files.read(path, LARGE)
    except OSError:
        return b""
