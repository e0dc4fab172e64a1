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
        if not is_text(path) or _OTHERS.search(name) or _EXAMPLES.match(path):
            continue
        for number in {int(digits) for digits in _DAY.findall(path)}:
            texts.setdefault(number, []).append(path)
        if _BESIDE.fullmatch(name):
            texts.setdefault(folder, []).append(path)
    ids_by_pattern: dict[str, set[str]] = {}
    for source in sources:
        if not source.place.day:
            continue
        of_day = texts.get(source.place.day, [])
        beside = texts.get(os.path.dirname(source.path), [])
        for path in of_day + beside:
            for pattern in _patterns(source, path):
                ids_by_pattern.setdefault(pattern, set()).add(source.id)
    least = SHARE * len({source.id for source in sources})
    merits: dict[str, tuple[int, bool, int, str]] = {}
    for pattern, ids in ids_by_pattern.items():
        speaks = bool(_SPEAKING.search(pattern))
        if speaks or len(ids) >= least:
            merits[pattern] = len(ids), speaks, -len(pattern), pattern
    best: list[str] = []
    covered: set[str] = set()
    for pattern in sorted(merits, key=lambda pattern: merits[pattern], reverse=True):
        if len(best) < MOST_PATTERNS and not ids_by_pattern[pattern] <= covered:
            best.append(pattern)
            covered |= ids_by_pattern[pattern]
    return tuple(best)


def _patterns(source: Source, path: str) -> Sequence[str]:
    """Return the patterns by which a path can be that of the input of a file, whose day is in it."""
    place = source.place
    number = re.compile(rf"(?<!\d)0*{place.day}(?!\d)")
    above, name = os.path.split(path)
    numbers_of_days = 0 if number.search(above) else 1
    if source.id.site.PARTS > 2 and len(re.findall(r"\d+", name)) > numbers_of_days:
        # Each part has its own input.
        path = _PART.sub("{part}", path)
        if "{part}" not in path or not number.search(path):
            return ()
    for year in _YEAR.findall(path):
        if int(year) != place.year:
            return ()
    folder = os.path.dirname(source.path) + "/"
    start = ""
    if path.startswith(folder):
        start, path = "{folder}/", path.removeprefix(folder)
    path = _YEAR.sub("{year}", path)
    if place.title:
        path = path.replace(place.title, "{title}")
    wide = number.sub(lambda digits: "{day:02}" if len(digits[0]) > 1 else "{day}", path)
    if _OTHER_DAY.search(wide):
        return ()
    if place.day < 10:
        return (start + wide,)
    return start + wide, start + number.sub("{day}", path)


def places(source: Source) -> list[tuple[int, str]]:
    """Return where the input of a file is, relative to the repository, and for which part; 0 is for all.

    It is where the table says, else where the file itself says. Of several that lie there, the first is the
    input.
    """
    expected: list[tuple[int, str]] = []
    for pattern in source.layout.input:
        parts: Iterable[int] = [0]
        if part_words.asks([pattern]):
            parts = [source.place.part] if source.place.part else range(1, origins.most_parts(source.id) + 1)
        expected += [(part, source.fill(pattern, part)) for part in parts]
    expected += [(0, path) for path in _named(source)]
    part_of: dict[str, int] = {}
    lying: set[int] = set()
    for part, path in expected:
        if (source.root / path).is_file():
            if lying and (part == 0 or {0, part} & lying):
                continue
            lying.add(part)
        part_of.setdefault(path, part)
    return [(part, path) for path, part in part_of.items()]


def _named(source: Source) -> list[str]:
    """Return the paths in a source that can be its input, relative to the repository.

    Such a path begins in the folder of the source, or in one above; if nothing is there, in its own or at the
    top.
    """
    folder = Path(source.path).parent
    paths: list[str] = []
    for text in _texts(source):
        candidates = [os.path.normpath(above / text) for above in (folder, *folder.parents)]
        existing = [path for path in candidates if (source.root / path).exists()]
        if not existing:
            paths += (candidates[0], candidates[-1])
        elif not source.place.number:
            # The data files of a problem of Project Euler are the same for everybody.
            paths.append(existing[0])
    named: list[str] = []
    for path in paths:
        file = source.root / path
        # A module that is imported has the ending of the source.
        is_module = file.with_name(file.name + source.file.suffix).is_file()
        if path.startswith("..") or file.is_dir() or is_module:
            continue
        above = [str(folder) for folder in Path(path).parents]
        if not any(folder in paths or (source.root / folder).is_file() for folder in above):
            named.append(path)
    return named


def _texts(source: Source) -> list[str]:
    """Return the texts in a source that may be paths of its input, also such as the day is joined to."""
    text = _BELOW.sub("/", _JOINED.sub("{}", files.source(source.file)))
    literals = [literal for _, literal in _LITERAL.findall(text)]
    day = source.place.day or source.place.number
    names: dict[str, None] = {}
    for literal in literals + _BARE.findall(text):
        template = _YEAR_VALUE.sub(str(source.place.year), literal.lstrip("/"))
        for number in (f"{day:02}", f"{day}"):
            name = _VALUE.sub(number, template)
            if not _PLACE.search(name) or _NO_PLACE.search(name):
                continue
            if not _OTHERS.search(os.path.basename(name)):
                names[name] = None
    return list(names)


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
