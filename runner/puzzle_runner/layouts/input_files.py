"""The inputs that lie in a repository: the patterns of their paths, and where a solution looks for one."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import EXAMPLE, INPUT_ENDINGS
from puzzle_runner.inputs import flaws
from puzzle_runner.layouts import origins, patterns
from puzzle_runner.layouts.layout import Source

# So many of the likeliest patterns are tried, and so many kept. A name that does not speak of inputs is one
# if this share of the puzzles has it.
MOST_TRIED, MOST_PATTERNS, SHARE = 8, 3, 0.1
_SPEAKING = re.compile(r"input|(?<![a-z])(?:in|data|puzzle)(?![a-z])", re.IGNORECASE)
# Names of files and folders beside inputs.
_OTHERS = re.compile(
    rf"{EXAMPLE}|answer|solution|result|output|expected|readme|notes|cmake|licen[cs]e|requirements|todo|makefile"
    r"|dockerfile|(?<![a-z])out\d*(?![a-z])",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(r"(?<![a-z])(?:example|sample|demo|answer|expected)s?(?![a-z])[^/]*/", re.IGNORECASE)
# A number that is not the day of the puzzle: in the name of a folder, or behind the word.
_OTHER_DAY = re.compile(r"(?<![a-z])d(?:ay)?[-_ ]?\d|(?<![\w{:])[a-z]*[-_ ]?\d[^/}]*/", re.IGNORECASE)
_PART = re.compile(r"(?<!\d)[1-3](?=\D*$)")
# A text in a source, and what stands for the day in it.
_LITERAL = re.compile(r"""["'`]([^"'`\\\n]{1,200})(?=["'`])|(?<![\w./-])([\w./-]+\.(?:txt|in|dat))\b""")
# What stands between two texts that are joined, such as the day.
_JOINED = re.compile(r"""["'`]\s*\+[^"'`\n]{1,40}\+\s*f?["'`]""")
_VALUE = re.compile(r"\$?\{[^{}]*\}|%0?\d*[dsi]")
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_NO_PLACE = re.compile(r"[{}\s%$*?:#<>|~]|^-|/$|(?:^|/)\.[^./]|\.py$")


def is_text(path: str) -> bool:
    """Tell whether the ending of a path is one of inputs."""
    return os.path.splitext(path)[1].lower() in INPUT_ENDINGS


def find(sources: Collection[Source], paths: Iterable[str]) -> tuple[str, ...]:
    """Return the patterns that find most inputs of some files, the best first, among the paths of texts."""
    texts = {path for path in paths if _may_be_input(path)}
    sources = [source for source in sources if source.place.day]
    ids_by_folder: dict[str, set[str]] = {}
    by_part = False
    for source in sources:
        ids_by_folder.setdefault(os.path.dirname(source.path), set()).add(source.id)
        # Each part may have its own input.
        by_part = by_part or source.id.site.PARTS > 2
    numbers: Counter[str] = Counter()
    for text in sorted(texts):
        path = _PART.sub("{part}", text) if by_part else text
        numbers.update(_patterns(path, ids_by_folder))
    tried = [pattern for pattern, _ in numbers.most_common(MOST_TRIED)]
    # Of patterns that find as many, one that speaks of inputs comes first, then the shortest.
    tried.sort(key=lambda pattern: (not _SPEAKING.search(pattern), len(pattern), pattern))
    missing = {source.id for source in sources}
    least = SHARE * len(missing)
    ids_by_pattern: dict[str, set[str]] = {}
    for pattern in tried:
        ids = _ids_with(pattern, sources, texts)
        if _SPEAKING.search(pattern) or len(ids) >= least:
            ids_by_pattern[pattern] = ids
    best: list[str] = []
    while ids_by_pattern and missing and len(best) < MOST_PATTERNS:
        pattern = max(ids_by_pattern, key=lambda pattern: len(ids_by_pattern[pattern] & missing))
        found = ids_by_pattern.pop(pattern) & missing
        if found:
            best.append(pattern)
            missing -= found
    return tuple(best)


def _ids_with(pattern: str, sources: Iterable[Source], texts: Collection[str]) -> set[str]:
    """Return the ids whose input a pattern finds among the paths of texts."""
    ids: set[str] = set()
    for source in sources:
        if _path(source, pattern, source.place.part or 1) in texts:
            ids.add(source.id)
    return ids


def _path(source: Source, pattern: str, part: int) -> str:
    return os.path.normpath(source.fill(pattern, **part_words.fields(part)))


def _may_be_input(path: str) -> bool:
    """Tell whether a path is that of a text, and speaks neither of examples nor of answers."""
    return is_text(path) and not _OTHERS.search(os.path.basename(path)) and not _EXAMPLES.search(path)


def _patterns(path: str, ids_by_folder: Mapping[str, Collection[str]]) -> set[str]:
    """Return the patterns that the path of an input suggests: with the day, or in the folder of a puzzle."""
    folder = os.path.dirname(path)
    while folder and folder not in ids_by_folder:
        folder = os.path.dirname(folder)
    is_own = len(ids_by_folder.get(folder, ())) == 1
    beginning = "{folder}/" if folder else ""
    rest = path.removeprefix(f"{folder}/")
    stem, ending = os.path.splitext(origins.YEAR.sub("{year}", rest))
    forms = patterns.numbered(stem, "day")
    if is_own:
        forms.append(stem)
    return {beginning + form + ending for form in forms if not _OTHER_DAY.search(form)}


def places(source: Source) -> list[tuple[int, str]]:
    """Return where the input of a file is, relative to the repository, and for which part; 0 is for all.

    It is where the table says, else where the file itself says. Of several that lie there, the first is the
    input.
    """
    of_each = [source.place.part] if source.place.part else range(1, origins.most_parts(source.id) + 1)
    part_of: dict[str, int] = {}
    for pattern in source.layout.input:
        for part in of_each if part_words.asks([pattern]) else [0]:
            part_of.setdefault(_path(source, pattern, part), part)
    for path in _named(source):
        part_of.setdefault(path, 0)
    places: list[tuple[int, str]] = []
    found: set[int] = set()
    for path, part in part_of.items():
        if (source.root / path).is_file():
            if part in found or 0 in found or (found and not part):
                continue
            found.add(part)
        places.append((part, path))
    return places


def _named(source: Source) -> list[str]:
    """Return the paths in a source that can be its input, relative to the repository.

    Such a path begins in the folder of the source, or in one above; if nothing is there, in its own or at the
    top. The data files of a problem of Project Euler are the same for everybody.
    """
    folder = Path(source.path).parent
    day = source.place.day or source.place.number
    paths: dict[str, None] = {}
    for quoted, bare in _LITERAL.findall(_JOINED.sub("{}", files.source(source.file))):
        text = quoted or bare
        for number in (f"{day:02}", str(day)):
            name = _VALUE.sub(number, text).lstrip("/")
            is_other = _NO_PLACE.search(name) or _OTHERS.search(os.path.basename(name))
            if is_other or not _PLACE.search(name):
                continue
            candidates = [os.path.normpath(above / name) for above in (folder, *folder.parents)]
            existing = [path for path in candidates if (source.root / path).exists()]
            if not existing:
                paths[candidates[0]] = None
                paths[candidates[-1]] = None
            elif not source.place.number:
                paths[existing[0]] = None
    named: list[str] = []
    for path in paths:
        if path.startswith("..") or (source.root / path).is_dir():
            continue
        # A text may be the folder of another.
        if not any(str(above) in paths for above in Path(path).parents):
            named.append(path)
    return named


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
