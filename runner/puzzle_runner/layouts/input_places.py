"""The inputs that lie in a repository: where its files look for them, and which ones are there."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.inputs import flaws
from puzzle_runner.layouts.layout import Source

# Inputs are looked for here if the layout does not say where.
INPUTS = """
    {folder}/input.txt {folder}/input {folder}/{stem}.txt {folder}/{stem}.in {folder}/{stem}_input.txt
    {folder}/{stem}.input
    {folder}/{day}.txt {folder}/{day:02}.txt {folder}/day{day}.txt {folder}/day{day:02}.txt
    {folder}/puzzle_input.txt {folder}/input{day}.txt {folder}/input{day:02}.txt
    {folder}/inputs/{stem}.txt {folder}/input/{stem}.txt
    {folder}/inputs/{day}.txt {folder}/inputs/{day:02}.txt
    {folder}/inputs/day{day}.txt {folder}/inputs/day{day:02}.txt
    {folder}/input/{day}.txt {folder}/input/{day:02}.txt
    {folder}/data/{stem}.txt {folder}/data/{day:02}.txt
    {folder}/../input/{day}.txt {folder}/../input/{day:02}.txt
    {folder}/../inputs/{day}.txt {folder}/../inputs/{day:02}.txt
    {folder}/../inputs/day{day:02}.txt {folder}/../input/day{day:02}.txt
    inputs/{year}/{day}.txt inputs/{year}/{day:02}.txt inputs/{year}/day{day:02}.txt
    input/{year}/{day:02}.txt data/{year}/{day:02}.txt inputs/{year}.{day:02}.txt
    {year}/input/{day:02}.txt {year}/inputs/{day:02}.txt
    {folder}/data/inputs/{day:02}.txt {folder}/input/{year}/day{day}.txt
""".split()  # noqa: SIM905
# A text in a source, and how it speaks of the path of an input, and of another one or none.
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]){1,200})\1""")
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_NO_PLACE = re.compile(
    r"[{}\s%$*?:#<>|~]|^-|/$|(?:^|/)\.[^./]|\.py$"
    r"|ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|test|demo|small|(?<![a-z])(?:eg|ex)\d*(?![a-z])",
    re.IGNORECASE,
)


def named(source: Source) -> list[str]:
    """Return the texts in a source that may be paths of its input, as in `__dirname + "/input.txt"`."""
    texts = dict.fromkeys(text for _, text in _LITERAL.findall(files.source(source.file)))
    return [text for text in texts if _PLACE.search(text) and not _NO_PLACE.search(text)]


def _place(source: Source, text: str) -> str:
    """Return the path in the repository that a text in a file means; an empty text if it is outside."""
    folder = os.path.dirname(source.path)
    # It begins at the top if only there is such a folder.
    first = text.removeprefix("./").partition("/")[0]
    if (source.root / first).is_dir() and not (source.root / folder / first).is_dir():
        folder = ""
    path = os.path.normpath(os.path.join(folder, text))
    return "" if path.startswith(("..", "/")) else path


def patterns(source: Source) -> Iterator[str]:
    """Yield the patterns of the places where a Python file looks for its input."""
    folder, place = os.path.dirname(source.path), source.place
    field, number = ("day", place.day) if place.day else ("number", place.number)
    for path in filter(None, [_place(source, text) for text in named(source)]):
        before = ""
        if folder and path.startswith(f"{folder}/"):
            before, path = "{folder}/", path.removeprefix(f"{folder}/")
        if place.year:
            path = re.sub(rf"(?<!\d){place.year}(?!\d)", "{year}", path)
        path = re.sub(rf"(?<!\d){number}(?!\d)", f"{{{field}}}", path)
        yield before + re.sub(rf"(?<!\d)0+{number}(?!\d)", lambda each: f"{{{field}:0{len(each[0])}}}", path)


def of_program(source: Source) -> list[str]:
    """Return the places in which a program may look for its input, relative to the repository."""
    own = os.path.dirname(source.path)
    texts = [text.lstrip("/") for text in named(source)]
    # A module that is imported has the ending of the source.
    texts = [text for text in texts if not (source.root / own / (text + source.file.suffix)).is_file()]
    folders = dict.fromkeys((own, ""))
    named_in_it = [os.path.normpath(os.path.join(folder, text)) for folder in folders for text in texts]
    places: list[str] = []
    for place in dict.fromkeys([*named_in_it, *_configured(source)]):
        path = source.root / place
        if place.startswith("..") or path.is_dir():
            continue
        if source.place.number and path.exists():
            # The data files of a problem are the same for everybody.
            continue
        if any(str(each) in named_in_it or (source.root / each).is_file() for each in Path(place).parents):
            # What is read as a file is no folder.
            continue
        places.append(place)
    return places


def _configured(source: Source) -> list[str]:
    """Return the places that the layout names, or those where many keep their inputs."""
    return [source.fill(pattern) for pattern in source.layout.input or INPUTS]


def _places(source: Source) -> list[str]:
    """Return where the input of a file may lie, relative to the repository, the likeliest first."""
    places = _configured(source)
    if not source.is_python:
        return places + of_program(source)
    if not source.layout.input:
        own = {_place(source, text) for text in named(source)}
        own = {place for place in own if place and (source.root / place).is_file()}
        if len(own) == 1:
            # Of several, it is not clear which one is the input.
            places += own
    return places


def file_of(sources: list[Source]) -> Path | None:
    """Return the input that lies in the repository where a puzzle's files look for it; None without.

    An empty file is none. One that cannot be an input is returned if there is no other, for the message.
    """
    flawed = None
    for source in sources:
        for place in _places(source):
            path = source.root / place
            if not (path.is_file() and path.is_relative_to(source.root)):
                continue
            try:
                data = files.read(path)
            except OSError:
                continue
            if not flaws.of_input(data):
                return path
            if data.strip():
                flawed = flawed or path
    return flawed
