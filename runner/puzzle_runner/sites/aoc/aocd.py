"""The cache of advent-of-code-data (https://github.com/wimglenn/advent-of-code-data).

<user>/2021_03_input.txt, 2021_03a_answer.txt, 2021_03b_answer.txt, 2021_03_post.json
"""

import json
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import reason
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept, Sent
from puzzle_runner.text import known_label, printable

_NAME = re.compile(r"(20\d\d)_([0-2]\d)(?:_input\.txt|([ab])_answer\.txt|_post\.json)")
_PARTS = {"a": 1, "b": 2}
# What reading a file of another tool may raise.
_DAMAGE = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


def is_cache(path: Path) -> bool:
    """Tell whether a path is a folder with folders of inputs."""
    inputs = path.glob("*/20??_??_input.txt")
    return any(_NAME.fullmatch(file.name) for file in inputs)


def read(path: Path, parse: Callable[[str], str | None]) -> list[tuple[str, str, list[Kept]]]:
    """Return the id and the name of each user of a cache, and what it has. Raises as `Site.read_cache`.

    `parse` makes an id of a text such as `2021/03`.
    """
    users = []
    for folder in sorted(path.iterdir()):
        if not folder.is_dir():
            continue
        files_of: dict[str, list[tuple[Path, str | None]]] = {}
        # A folder that cannot be read is an error, unlike with glob.
        for file in sorted(folder.iterdir()):
            name = _NAME.fullmatch(file.name)
            if name and (id := parse(f"{name[1]}/{name[2]}")):
                files_of.setdefault(id, []).append((file, name[3]))
        if not files_of:
            continue
        # A folder such as `github.alice.4711` has name and id; early versions called it after the session.
        login, _, id_of_user = folder.name.rpartition(".")
        label = known_label(id_of_user)
        user = printable(login.rpartition(".")[2])
        kept = [_kept(id, of_puzzle) for id, of_puzzle in files_of.items()]
        users.append((label, user or label, kept))
    return users


def _kept(id: str, files_of_puzzle: Iterable[tuple[Path, str | None]]) -> Kept:
    """Return what files have: an input, the answer of a part that is told by its letter, guesses."""
    input = None
    answers: dict[int, Expected] = {}
    guesses: tuple[Sent, ...] = ()
    problem = ""
    for file, letter in files_of_puzzle:
        try:
            data = files.read(file)
            if file.suffix == ".json":
                guesses = tuple(map(_guess, json.loads(data)))
                continue
        except _DAMAGE as error:
            problem = f"{file} cannot be read: {reason(error)}. Fix it, or move it away."
            continue
        text = data.decode("utf-8", "replace").strip("\r\n")
        if not letter:
            input = data
        elif text:
            answers[_PARTS[letter]] = Expected(text)
    return Kept(id, input, answers, guesses, problem)


def _guess(fields: dict[str, object]) -> Sent:
    when = datetime.fromisoformat(str(fields["when"]))
    if not when.tzinfo:
        when = when.replace(tzinfo=UTC)
    part = _PARTS[str(fields["part"])]
    answer = str(fields["value"])
    reply = str(fields["message"])
    sent = when.astimezone(UTC)
    return Sent(part, answer, sent.replace(microsecond=0), reply)
