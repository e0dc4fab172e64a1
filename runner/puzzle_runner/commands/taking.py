"""What `puzzles import` takes over from other tools: whose it is, and where it goes."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines import patterns
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import aocd, cached, euler_answers, writing
from puzzle_runner.inputs.cached import DEFAULT_LABEL
from puzzle_runner.inputs.taking import Item, Kept, take
from puzzle_runner.sites.site import identify

# The site that inputs of other tools are from.
AOC = "aoc"
# Puzzles that are taken over at once.
AT_ONCE = 8


def is_cache(path: Path) -> bool:
    """Tell whether a path is a cache of aocd. Raises Unreadable."""
    try:
        return path.exists() and aocd.is_cache(path)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def cache(path: Path, label: str | None) -> list[Item]:
    """Take over a cache of aocd: each user is an account. Raises Unreadable, UsageError or StoreFailed."""
    by_user = aocd.read(path)
    if not by_user:
        raise UsageError(f"{path} has no inputs of aocd, such as github.me.1234/2021_03_input.txt.")
    if label and len(by_user) > 1:
        raise UsageError(
            f"{path} has {len(by_user)} users: leave out --account, each gets a label of its own."
        )
    first = not cached.accounts() and len(by_user) == 1
    work = []
    for folder, kept in by_user.items():
        id, name = aocd.user(folder)
        owner = writing.adopt(AOC, id, label or (DEFAULT_LABEL if first else name))
        work += [(owner.folder, each) for each in kept]
    return _take_all(work)


def _take_all(work: Iterable[tuple[Path, Kept]], *, hide: bool = False) -> list[Item]:
    """Take over what owners have, several at once: most of the time goes into waiting for the disk."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [item for items in threads.map(lambda each: take(*each, hide=hide), work) for item in items]


def is_answers(text: str) -> bool:
    """Tell whether a text is a list of answers of Project Euler."""
    return euler_answers.is_list(text)


def answers(text: str, source: str) -> list[Item]:
    """Take over answers of Project Euler, which nobody can read afterwards. Raises Unreadable."""
    owner = cached.shared_account().folder
    return _take_all(((owner, kept) for kept in euler_answers.read(text, source)), hide=True)


def inputs(folder: Path, pattern: str, year: int, label: str | None) -> list[Item]:
    """Take over a folder of inputs whose paths say what they are. Raises UsageError or Unreadable."""
    patterns.compiled(pattern)
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: --inputs is for a folder of inputs.")
    owners: dict[bool, Path] = {}
    work = []
    for kept in _by_pattern(folder, pattern, year):
        kind, _ = identify(kept.id)
        if kind.PERSONAL not in owners:
            owners[kind.PERSONAL] = _owner(label) if kind.PERSONAL else cached.shared_account().folder
        work.append((owners[kind.PERSONAL], kept))
    if not work:
        raise UsageError(f"{folder} has no file that is named as {pattern}.")
    return _take_all(work)


def _by_pattern(folder: Path, pattern: str, year: int) -> Iterator[Kept]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            place = patterns.match(pattern, path.relative_to(folder).as_posix(), year)
            if place and place.id and identify(place.id)[0].SITE:
                try:
                    yield Kept(place.id, files.read(path))
                except OSError as error:
                    raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def _owner(label: str | None) -> Path:
    """Return the folder of the account that inputs belong to; a label that is new makes an account."""
    known = {account.label: account for account in cached.accounts()}
    if not label:
        if account := next(iter(known.values()), None):
            return account.folder
        raise UsageError("Whose inputs are they? Name an account: --account default.")
    account = known.get(label) or writing.adopt(AOC, aocd.slug(label), label)
    return account.folder
