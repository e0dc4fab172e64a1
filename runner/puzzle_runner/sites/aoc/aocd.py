"""The cache of advent-of-code-data (https://github.com/wimglenn/advent-of-code-data).

<user>/2021_03_input.txt, 2021_03a_answer.txt, 2021_03b_answer.txt, 2021_03_post.json
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import reason
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept, Sent
from puzzle_runner.text import known_label, printable

_NAME = re.compile(r"(20\d\d)_([0-2]\d)(?:_(input)\.txt|([ab])_(answer)\.txt|_(post)\.json)")
_PARTS = {"a": 1, "b": 2}
# What reading a file of another tool may raise.
_DAMAGE = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)

Parse = Callable[[str], str | None]


def is_cache(path: Path) -> bool:
    """Tell whether a path is a folder with folders of inputs."""
    return any(_NAME.fullmatch(file.name) for file in path.glob("*/20??_??_input.txt"))


def read(path: Path, parse: Parse) -> list[tuple[str, str, list[Kept]]]:
    """Return the id and the name of each user of a cache, and what it has. Raises as `Site.read_cache`.

    `parse` makes an id of a text such as `2021/03`.
    """
    users = []
    for folder in sorted(path.iterdir()):
        if not folder.is_dir():
            continue
        # A folder that cannot be read is an error, unlike with glob.
        paths = [file for file in folder.iterdir() if _NAME.fullmatch(file.name)]
        if not paths:
            continue
        # A folder such as `github.alice.4711` has the name and the id.
        # Early versions called it after the session.
        *_, name, last = ["", "", *folder.name.split(".")]
        id = last if last.isdecimal() else known_label(folder.name)
        users.append((id, printable(name) or id, _puzzles(paths, parse)))
    return users


def _puzzles(paths: Iterable[Path], parse: Parse) -> list[Kept]:
    by_day: dict[str, Kept] = {}
    for path in sorted(paths):
        parts = _NAME.fullmatch(path.name)
        assert parts
        id = parse(f"{parts[1]}/{parts[2]}")
        if not id:
            continue
        kept = by_day.get(id, Kept(id))
        try:
            data = files.read(path)
            guesses = tuple(_guesses(data)) if parts[6] else kept.guesses
        except _DAMAGE as error:
            by_day[id] = kept._replace(
                problem=f"{path} cannot be read: {reason(error)}. Fix it, or move it away."
            )
            continue
        text = data.decode("utf-8", "replace").strip("\r\n")
        if parts[3]:
            kept = kept._replace(input=data)
        elif parts[5] and text:
            kept = kept._replace(answers={**kept.answers, _PARTS[parts[4]]: Expected(text)})
        by_day[id] = kept._replace(guesses=guesses)
    return list(by_day.values())


def _guesses(data: bytes) -> Iterator[Sent]:
    for guess in json.loads(data):
        when = datetime.fromisoformat(guess["when"])
        if not when.tzinfo:
            when = when.replace(tzinfo=UTC)
        part, answer = _PARTS[guess["part"]], str(guess["value"])
        sent = when.astimezone(UTC).replace(microsecond=0)
        yield Sent(part, answer, sent, str(guess["message"]))
