"""What `puzzles import` takes over from other tools: whose it is, and where it goes."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.foreign import pattern as patterns
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import DEFAULT_LABEL
from puzzle_runner.inputs.taking import Item, take
from puzzle_runner.sites.site import Site, identify, sites
from puzzle_runner.sites.values import Kept

# Puzzles that are taken over at once.
AT_ONCE = 8


def site_of_cache(path: Path) -> Site | None:
    """Return the site that a path is another tool's cache of. Raises Unreadable."""
    try:
        return next((site for site in sites().values() if path.exists() and site.has_cache(path)), None)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def cache(site: Site, path: Path, label: str | None) -> list[Item]:
    """Take over another tool's cache: each user is an account.

    Raises Unreadable, UsageError or StoreFailed.
    """
    by_user = site.read_cache(path)
    if label and len(by_user) > 1:
        raise UsageError(
            f"{path} has {len(by_user)} users: leave out --account, each gets a label of its own."
        )
    first = len(by_user) == 1 and not any(account.site == site.NAME for account in cached.accounts())
    work = []
    for id, name, kept in by_user:
        owner = writing.adopt(site.NAME, id, label or (DEFAULT_LABEL if first else name))
        work += [(owner.folder, each) for each in kept]
    return _take_all(work)


def _take_all(work: Iterable[tuple[Path, Kept]], *, hide: bool = False) -> list[Item]:
    """Take over what owners have, several at once: most of the time goes into waiting for the disk."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [item for items in threads.map(lambda each: take(*each, hide=hide), work) for item in items]


def site_of_answers(text: str) -> Site | None:
    """Return the site that a text is a list of answers of."""
    return next((site for site in sites().values() if site.has_answers(text)), None)


def answers(site: Site, text: str, source: str) -> list[Item]:
    """Take over a list of answers, which nobody can read afterwards. Raises Unreadable."""
    owner = cached.shared_account().folder
    return _take_all(((owner, kept) for kept in site.read_answers(text, source)), hide=True)


def inputs(folder: Path, pattern: str, year: int, label: str | None) -> list[Item]:
    """Take over a folder of inputs whose paths say what they are. Raises UsageError or Unreadable."""
    patterns.compiled(pattern)
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: --inputs is for a folder of inputs.")
    owners: dict[str, Path] = {}
    work = []
    for kept in _by_pattern(folder, pattern, year):
        site, _ = identify(kept.id)
        if site.NAME not in owners:
            owners[site.NAME] = _owner(site, label) if site.PERSONAL else cached.shared_account().folder
        work.append((owners[site.NAME], kept))
    if not work:
        raise UsageError(f"{folder} has no file that is named as {pattern}.")
    return _take_all(work)


def _by_pattern(folder: Path, pattern: str, year: int) -> Iterator[Kept]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            place = patterns.match(pattern, path.relative_to(folder).as_posix(), year)
            if place and place.id and identify(place.id)[0].ADDRESS:
                try:
                    yield Kept(place.id, files.read(path))
                except OSError as error:
                    raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def _owner(site: Site, label: str | None) -> Path:
    """Return the folder of the account that inputs belong to; a label that is new makes an account."""
    known = {account.label: account for account in cached.accounts() if account.site == site.NAME}
    if not label:
        if account := next(iter(known.values()), None):
            return account.folder
        raise UsageError("Whose inputs are they? Name an account: --account default.")
    return (known.get(label) or writing.adopt(site.NAME, label, label)).folder
