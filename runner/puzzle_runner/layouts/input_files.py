"""The inputs that lie in a repository: the patterns of their paths, and where a solution looks for one."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.inputs import flaws
from puzzle_runner.layouts import origins
from puzzle_runner.layouts.layout import Source

ENDINGS = frozenset({"", ".txt", ".in", ".input", ".inp", ".dat", ".data", ".text", ".puzzle"})
# So many patterns are kept. A name that does not speak of inputs is one if this share of the puzzles has it.
MOST_PATTERNS, SHARE = 3, 0.1
_SPEAKING = re.compile(r"input|(?<![a-z])(?:in|data|puzzle)(?![a-z])", re.IGNORECASE)
_OTHER_DAY = re.compile(
    r"(?<![a-z])d(?:ay)?[-_ ]?\d|(?:^|/)[a-z]*[-_ ]?\d{1,2}(?:[-_ ][^/]*)?/", re.IGNORECASE
)
_BESIDE = re.compile(r"[^/\d]*input[^/\d]*", re.IGNORECASE)
# Names of files beside inputs.
_OTHERS = re.compile(
    r"ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|(?<!con)(?<!la)test|demo|small|tiny|answer|solution|result"
    r"|output|expected|readme|notes|licen[cs]e|requirements|todo|makefile|dockerfile|session|cookie|secret"
    r"|(?<![a-z])(?:ex|eg|toy|out|[est])\d*(?![a-z])",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(
    r"(?:.*/)?(?:[^/]*[-_ ])?(?:examples?|samples?|demos?|answers?|expected)(?:[-_ ][^/]*)?/", re.IGNORECASE
)
_TESTS = re.compile(r"(?:.*/)?(?:tests?|fixtures)/", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
# A text in a source, texts that are joined to one path, what stands for a value in it.
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]){1,200})\1""")
_BARE = re.compile(r"(?<![\w./-])[\w./-]+\.(?:txt|in|dat)\b")
_JOINED = re.compile(r"""["'`]\s*\+\s*[^"'`\n+]{1,40}\+\s*f?["'`]""")
_BELOW = re.compile(r"""["'`]\s*/\s*f?["'`]""")
_VALUE = re.compile(r"\$?\{[^{}]*\}|%0?\d*[dsi]")
_YEAR_VALUE = re.compile(r"\$?\{[^{}]*year[^{}]*\}", re.IGNORECASE)
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_NO_PLACE = re.compile(r"[{}\s%$*?:#<>|~]|^-|/$|(?:^|/)\.[^./]|\.py$")


def may_be(path: str) -> bool:
    """Tell whether a file may be an input by its path: no example, no answer."""
    return is_text(path) and not _OTHERS.search(os.path.basename(path)) and not _EXAMPLES.match(path)


def is_text(path: str) -> bool:
    """Tell whether the ending of a path is one of inputs."""
    return os.path.splitext(path)[1].lower() in ENDINGS


def find(sources: Collection[Source], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the patterns that find most inputs of some files, the best first, among paths of texts."""
    by_day: dict[int, list[str]] = {}
    by_folder: dict[str, list[str]] = {}
    for path in filter(may_be, texts):
        for number in set(map(int, _NUMBER.findall(path))):
            by_day.setdefault(number, []).append(path)
        for folder in Path(path).parents:
            name = "" if folder == Path() else str(folder)
            by_folder.setdefault(name, []).append(path)
    ids_by_pattern: dict[str, set[str]] = {}
    for source in sources:
        of_day = by_day.get(source.place.day, [])
        for path in {*of_day, *_in_own_folder(source, by_folder)}:
            for pattern in _patterns(source, path):
                ids_by_pattern.setdefault(pattern, set()).add(source.place.id)
    number_of_ids = len({source.place.id for source in sources})
    return _best(ids_by_pattern, SHARE * number_of_ids)


def _in_own_folder(source: Source, by_folder: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the texts below the folder of a file if that is one of the day, else those beside it by name."""
    folder = os.path.dirname(source.path)
    texts = by_folder.get(folder, ())
    if "{day" in next(_patterns(source, folder), ""):
        return texts
    return [path for path in texts if _BESIDE.fullmatch(path.removeprefix(f"{folder}/"))]


def _patterns(source: Source, path: str) -> Iterator[str]:
    """Yield the patterns by which a path can be that of the input of a file: its day has a width or none."""
    place, folder = source.place, os.path.dirname(source.path)
    years = re.findall(r"(?<!\d)20\d\d(?!\d)", path)
    if not place.day or {*years} - {str(place.year)}:
        return
    number = re.compile(rf"(?<!\d)0*{place.day}(?!\d)")
    above, name = os.path.split(path)
    numbers_of_days = 0 if number.search(above) else 1
    if origins.most_parts(place.id) > 2 and len(re.findall(r"\d+", name)) > numbers_of_days:
        # Each part has its own input.
        return
    start = ""
    if folder and path.startswith(f"{folder}/"):
        start, path = "{folder}/", path.removeprefix(f"{folder}/")
    path = re.sub(r"(?<!\d)20\d\d(?!\d)", "{year}", path)
    if place.title:
        path = path.replace(place.title, "{title}")
    wide = number.sub(lambda digits: "{day:02}" if len(digits[0]) > 1 else "{day}", path)
    if _OTHER_DAY.search(wide):
        return
    yield start + wide
    if place.day > 9:
        yield start + number.sub("{day}", path)


def _best(ids_by_pattern: Mapping[str, set[str]], least: float) -> tuple[str, ...]:
    """Return the patterns that find inputs of most ids, each of some that those before it do not find."""
    chosen: list[str] = []
    missing = set[str]().union(*ids_by_pattern.values())

    def merit(pattern: str) -> tuple[int, bool, bool, int]:
        number = len(ids_by_pattern[pattern] & missing)
        return number, not _TESTS.match(pattern), bool(_SPEAKING.search(pattern)), -len(pattern)

    waiting = [
        pattern
        for pattern in sorted(ids_by_pattern)
        if len(ids_by_pattern[pattern]) >= least or _SPEAKING.search(pattern)
    ]
    while waiting and len(chosen) < MOST_PATTERNS:
        best = max(waiting, key=merit)
        if not ids_by_pattern[best] & missing:
            break
        chosen.append(best)
        missing -= ids_by_pattern[best]
    return tuple(chosen)


def places(source: Source) -> list[str]:
    """Return where the input of a file is, relative to the repository: by the table, else as it names it.

    A path in it begins in its folder, or in one above; if nothing is there, in its own or at the top.
    """
    own = os.path.dirname(source.path)
    folders = [own, *map(str, Path(own).parents)]
    named: list[str] = []
    for text in _named(source):
        paths = [os.path.normpath(os.path.join(folder, text)) for folder in folders]
        existing = next((path for path in paths if (source.root / path).exists()), None)
        if not existing:
            named += (paths[0], paths[-1])
        elif not source.place.number:
            # The data files of a problem of Project Euler are the same for everybody.
            named.append(existing)
    of_table = [source.fill(pattern) for pattern in source.layout.input]
    found = [*dict.fromkeys([*of_table, *(path for path in named if _is_place(source, path, named))])]
    # Of several that lie there, the first is the input. The others may be those of other parts.
    lying = [path for path in found if (source.root / path).is_file()]
    return [path for path in found if path not in lying[1:]]


def _is_place(source: Source, path: str, others: Collection[str]) -> bool:
    """Tell whether a path in a source can be that of an input: no folder, no module, not in another file."""
    if path.startswith("..") or (source.root / path).is_dir():
        return False
    # A module that is imported has the ending of the source.
    if (source.root / (path + source.file.suffix)).is_file():
        return False
    return not any(str(folder) in others or (source.root / folder).is_file() for folder in Path(path).parents)


def _named(source: Source) -> list[str]:
    """Return the texts in a source that may be paths of its input, also such as the day is joined to."""
    text = _BELOW.sub("/", _JOINED.sub("{}", files.source(source.file)))
    literals = [literal for _, literal in _LITERAL.findall(text)] + _BARE.findall(text)
    day = source.place.day or source.place.number
    names: list[str] = []
    for literal in literals:
        name = _YEAR_VALUE.sub(str(source.place.year), literal.lstrip("/"))
        names += (_VALUE.sub(f"{day:02}", name), _VALUE.sub(f"{day}", name))
    places = [name for name in dict.fromkeys(names) if _PLACE.search(name) and not _NO_PLACE.search(name)]
    return [name for name in places if not _OTHERS.search(os.path.basename(name))]


def file_of(sources: Iterable[Source]) -> Path | None:
    """Return the input that lies in the repository where a puzzle's files look for it; None without.

    An empty file is none. One that cannot be an input is returned if there is no other, for the message.
    """
    flawed = None
    for source in sources:
        for place in places(source):
            path = source.root / place
            if not path.is_relative_to(source.root):
                continue
            try:
                data = files.read(path)
            except OSError:
                continue
            if data and not flaws.of_input(data):
                return path
            if data.strip():
                flawed = flawed or path
    return flawed
