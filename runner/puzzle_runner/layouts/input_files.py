"""The inputs that lie in a repository: the patterns of their paths, and where a solution looks for one."""

import os
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import EXAMPLE, INPUT_ENDINGS
from puzzle_runner.inputs import flaws
from puzzle_runner.layouts import origins
from puzzle_runner.layouts.layout import Source

# So many patterns are kept. A name that does not speak of inputs is one if this share of the puzzles has it.
MOST_PATTERNS, SHARE = 3, 0.1
_SPEAKING = re.compile(r"input|(?<![a-z])(?:in|data|puzzle)(?![a-z])", re.IGNORECASE)
# Names of files and folders beside inputs.
_OTHERS = re.compile(
    rf"{EXAMPLE}|answer|solution|result|output|expected|readme|notes|licen[cs]e|requirements|todo|makefile"
    r"|dockerfile|(?<![a-z])out\d*(?![a-z])",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(
    r"(?:.*/)?(?:[^/]*[-_ ])?(?:examples?|samples?|demos?|answers?|expected)(?:[-_ ][^/]*)?/", re.IGNORECASE
)
_DAY = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_OTHER_DAY = re.compile(
    r"(?<![a-z])d(?:ay)?[-_ ]?\d|(?:^|/)[a-z]*[-_ ]?\d{1,2}(?:[-_ ][^/]*)?/", re.IGNORECASE
)
_BESIDE = re.compile(r"[^/\d]*input[^/\d]*", re.IGNORECASE)
_PART = re.compile(r"(?<!\d)[1-3](?=\D*$)")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
# A text in a source, texts that are joined to one path, what stands for a value in it.
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]){1,200})\1""")
_BARE = re.compile(r"(?<![\w./-])[\w./-]+\.(?:txt|in|dat)\b")
_JOINED = re.compile(r"""["'`]\s*\+\s*[^"'`\n+]{1,40}\+\s*f?["'`]""")
_BELOW = re.compile(r"""["'`]\s*/\s*f?["'`]""")
_VALUE = re.compile(r"\$?\{[^{}]*\}|%0?\d*[dsi]")
_YEAR_VALUE = re.compile(r"\$?\{[^{}]*year[^{}]*\}", re.IGNORECASE)
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_NO_PLACE = re.compile(r"[{}\s%$*?:#<>|~]|^-|/$|(?:^|/)\.[^./]|\.py$")


def is_text(path: str) -> bool:
    """Tell whether the ending of a path is one of inputs."""
    return os.path.splitext(path)[1].lower() in INPUT_ENDINGS


def find(sources: Collection[Source], paths: Iterable[str]) -> tuple[str, ...]:
    """Return the patterns that find most inputs of some files, the best first, among the paths of texts."""
    # The texts by a number in their paths, and those called input by their folder.
    texts: dict[int | str, list[str]] = {}
    for path in paths:
        folder, name = os.path.split(path)
        if is_text(path) and not _OTHERS.search(name) and not _EXAMPLES.match(path):
            for number in {int(digits) for digits in _DAY.findall(path)}:
                texts.setdefault(number, []).append(path)
            if _BESIDE.fullmatch(name):
                texts.setdefault(folder, []).append(path)
    ids_by_pattern: dict[str, set[str]] = {}
    for source in sources:
        beside = texts.get(os.path.dirname(source.path), [])
        for path in (*texts.get(source.place.day, ()), *beside):
            for pattern in _patterns(source, path) if source.place.day else ():
                ids_by_pattern.setdefault(pattern, set()).add(source.id)
    least = SHARE * len({source.id for source in sources})

    def merit(pattern: str) -> tuple[int, bool, int, str]:
        return len(ids_by_pattern[pattern]), bool(_SPEAKING.search(pattern)), -len(pattern), pattern

    best: list[str] = []
    covered: set[str] = set()
    for pattern in sorted(ids_by_pattern, key=merit, reverse=True):
        ids = ids_by_pattern[pattern]
        is_input = len(ids) >= least or _SPEAKING.search(pattern)
        if is_input and not ids <= covered and len(best) < MOST_PATTERNS:
            best.append(pattern)
            covered |= ids
    return tuple(best)


def _patterns(source: Source, path: str) -> Sequence[str]:
    """Return the patterns by which a path can be that of the input of a file, whose day is in it."""
    place, folder = source.place, os.path.dirname(source.path)
    number = re.compile(rf"(?<!\d)0*{place.day}(?!\d)")
    above, name = os.path.split(path)
    numbers_of_days = 0 if number.search(above) else 1
    if source.id.site.PARTS > 2 and len(re.findall(r"\d+", name)) > numbers_of_days:
        # Each part has its own input.
        path = _PART.sub("{part}", path)
        if "{part}" not in path or not number.search(path):
            return ()
    if {*_YEAR.findall(path)} - {str(place.year)}:
        return ()
    start = ""
    if folder and path.startswith(f"{folder}/"):
        start, path = "{folder}/", path.removeprefix(f"{folder}/")
    path = _YEAR.sub("{year}", path)
    if place.title:
        path = path.replace(place.title, "{title}")
    wide = number.sub(lambda digits: "{day:02}" if len(digits[0]) > 1 else "{day}", path)
    if _OTHER_DAY.search(wide):
        return ()
    return (start + wide, start + number.sub("{day}", path)) if place.day > 9 else (start + wide,)


def places(source: Source) -> list[tuple[int, str]]:
    """Return where the input of a file is, relative to the repository, and for which part; 0 is for all.

    It is where the table says, else where the file itself says: such a path begins in its folder, or in one
    above; if nothing is there, in its own or at the top. Of several that lie there, the first is the input.
    """
    found: list[tuple[int, str]] = []
    for pattern in source.layout.input:
        parts = [0]
        if part_words.asks([pattern]):
            every_part = range(1, origins.most_parts(source.id) + 1)
            parts = [source.place.part] if source.place.part else [*every_part]
        found += [(part, source.fill(pattern, part)) for part in parts]
    folder = Path(source.path).parent
    named: list[str] = []
    for text in _named(source):
        paths = [os.path.normpath(above / text) for above in (folder, *folder.parents)]
        existing = [path for path in paths if (source.root / path).exists()]
        if not existing:
            named += (paths[0], paths[-1])
        elif not source.place.number:
            # The data files of a problem of Project Euler are the same for everybody.
            named.append(existing[0])
    found += [(0, path) for path in named if _is_place(source, path, named)]
    part_of: dict[str, int] = {}
    lying: set[int] = set()
    for part, path in found:
        if (source.root / path).is_file():
            if lying and (part == 0 or {0, part} & lying):
                continue
            lying.add(part)
        part_of.setdefault(path, part)
    return [(part, path) for path, part in part_of.items()]


def _is_place(source: Source, path: str, others: Collection[str]) -> bool:
    """Tell whether a path in a source can be that of an input: no folder, no module, not in another file."""
    file = source.root / path
    # A module that is imported has the ending of the source.
    if path.startswith("..") or file.is_dir() or file.with_name(file.name + source.file.suffix).is_file():
        return False
    return not any(str(folder) in others or (source.root / folder).is_file() for folder in Path(path).parents)


def _named(source: Source) -> list[str]:
    """Return the texts in a source that may be paths of its input, also such as the day is joined to."""
    text = _BELOW.sub("/", _JOINED.sub("{}", files.source(source.file)))
    literals = [literal for _, literal in _LITERAL.findall(text)]
    day = source.place.day or source.place.number
    names: dict[str, None] = {}
    for literal in (*literals, *_BARE.findall(text)):
        template = _YEAR_VALUE.sub(str(source.place.year), literal.lstrip("/"))
        for number in (f"{day:02}", f"{day}"):
            name = _VALUE.sub(number, template)
            is_path = _PLACE.search(name) and not _NO_PLACE.search(name)
            if is_path and not _OTHERS.search(os.path.basename(name)):
                names[name] = None
    return [*names]


def files_of(sources: Iterable[Source]) -> dict[int, Path]:
    """Return the inputs by part that lie in the repository where a puzzle's files look for one; 0 is for all.

    An empty file is none. One that cannot be an input is returned if there is no other, for the message.
    """
    found: dict[int, Path] = {}
    flawed: dict[int, Path] = {}
    for source in sources:
        for part, place in places(source):
            path = source.root / place
            try:
                data = files.read(path) if path.is_relative_to(source.root) else b""
            except OSError:
                continue
            if data and not flaws.of_input(data):
                found.setdefault(part, path)
            elif data.strip():
                flawed.setdefault(part, path)
    return found or flawed
