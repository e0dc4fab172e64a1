"""The input of a program in somebody's repository, as its author keeps it, and where a build may read it."""

import os
import re
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.program.languages import Program
from puzzle_runner.running.call import Job
from puzzle_runner.running.sandbox import SECRET

# A copy of a repository leaves these out; further folders and larger files are links.
_SKIPPED = {".git", "node_modules", "target", "dist-newstyle", ".stack-work"}
MOST_FOLDERS, LARGEST = 2000, 2**20
# How a file begins that its author keeps to himself, by git-crypt.
ENCRYPTED = b"\0GITCRYPT\0"
# How sources name what is read when they are built: one file, or several.
EMBEDS = re.compile(
    r"include_(?:str|bytes)!(?:\(\s*\"(?P<one>[^\"\n]+)\")?|^[ \t]*//go:embed[ \t]+(?P<several>.+)"
    r"|^\s*#\s*(?:embed|include)\s*\"[^\"]*(?:/input|\.txt|\.in|\.dat)\"",
    re.MULTILINE,
)


def data(job: Job) -> bytes:
    """Return the input as a program gets it, with a newline at its end unless its author has none."""
    text = (job.text or "").encode("utf-8", "surrogatepass")
    return text if not text or text.endswith(b"\n") or is_bare(job) else text + b"\n"


def is_bare(job: Job) -> bool:
    """Tell whether the input has no newline at its end, as in the author's file, who may remove none."""
    program: Program = job.data
    if program.is_bare is not None:
        return program.is_bare
    text = (job.text or "").encode("utf-8", "surrogatepass")
    for path in places(job) if text else ():
        try:
            if os.path.getsize(path) == len(text) and files.read(path) == text:
                return True
        except OSError:
            # It is not there, or a folder.
            continue
    return False


def places(job: Job) -> list[str]:
    """Return the paths at which a program may look for its input."""
    program: Program = job.data
    return [os.path.normpath(job.path.parent / program.root / place) for place in program.places]


def is_encrypted(path: Path) -> bool:
    """Tell whether a file is one that its author keeps to himself."""
    try:
        with path.open("rb") as file:
            return file.read(len(ENCRYPTED)) == ENCRYPTED
    except OSError:
        return False


def embedded(text: str) -> list[str]:
    """Return the names of the files that are read when a source is built, without those of patterns."""
    found = [each.groupdict("") for each in EMBEDS.finditer(text)]
    names = [name for each in found for name in (each["one"], *each["several"].split())]
    return [name for name in names if re.fullmatch(r"[\w./ -]+", name)]


def copied(job: Job, top: Path) -> None:
    """Copy a program's repository for its build, with input and starter in their places. Raises OSError.

    A compiler may write its lock there, and reads no other input. What other days have built in is empty if
    it is not there, or encrypted. What is not trusted gets nothing that links lead to, nor other inputs.
    """
    # Imported here: as a rule, a program has been built.
    import shutil

    untrusted = bool(job.limits.untrusted)
    root = os.path.normpath(job.path.parent / job.data.root)
    text = data(job)
    written = {os.path.relpath(path, root): text for path in places(job) if job.text}
    if starter := job.data.starter:
        written[starter.path] = starter.text.encode()
    # A folder that is a link is none to write into.
    ways = {str(folder) for place in written for folder in Path(place).parents}
    waiting, seen, named = [""], 0, set[str]()
    while waiting:
        folder = waiting.pop(0)
        os.mkdir(top / folder)
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in entries:
                place = os.path.join(folder, entry.name)
                is_secret = untrusted and place in SECRET
                if place in written or is_secret or entry.name in _SKIPPED or top.is_relative_to(entry.path):
                    continue
                is_way = place in ways
                if is_way and not files.is_folder(entry):
                    continue
                if entry.is_dir(follow_symlinks=is_way and not untrusted) and (is_way or seen < MOST_FOLDERS):
                    seen += 1
                    waiting.append(place)
                elif entry.is_file(follow_symlinks=False) and entry.stat().st_size < LARGEST:
                    shutil.copyfile(entry.path, top / place)
                    if is_encrypted(top / place):
                        (top / place).write_bytes(b"")
                    if entry.name.endswith((".go", ".rs")):
                        source = os.fsdecode((top / place).read_bytes())
                        named |= {os.path.normpath(os.path.join(folder, name)) for name in embedded(source)}
                elif not is_way:
                    os.symlink(entry.path, top / place)
    for place in written.keys() - ways:
        if not (top / place).is_dir():
            (top / place).parent.mkdir(parents=True, exist_ok=True)
            (top / place).write_bytes(written[place])
    for place in named:
        parent = os.path.dirname(top / place)
        if not os.path.lexists(top / place) and os.path.realpath(parent).startswith(os.path.realpath(top)):
            os.makedirs(parent, exist_ok=True)
            (top / place).touch()
