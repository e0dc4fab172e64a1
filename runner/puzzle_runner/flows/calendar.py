"""The calendar of a site: which days there are, and the stars of an account."""

from puzzle_runner import files
from puzzle_runner.errors import UsageError
from puzzle_runner.flows.visiting import Visit, unusable
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.replies import Status
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.storage import atomic


def check_year(site: Site, year: int | None) -> int:
    """Return the year, by default the latest. Raises UsageError if it has no event."""
    if year is None:
        return site.years()[-1]
    if reason := site.no_event(year):
        raise UsageError(reason)
    return year


def ids(site: Site, year: int, at_least: int) -> dict[int, PuzzleId]:
    """Return the ids of a year by day: of as many days as are known, or as a page shows."""
    ids = {}
    for day in range(1, max(site.days(year), at_least) + 1):
        if id := site.id_of({"year": year, "day": day}):
            ids[day] = PuzzleId(id, site)
    return ids


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return the account's stars by day, as its calendar shows them. Raises NotLoggedIn, or SiteFailed."""
    response = visit.client.get(f"/{year}")
    stars = visit.pages.stars(response.text)
    is_login = visit.pages.is_login(response.text)
    if stars is None or is_login or response.status != 200:
        raise unusable(visit, response, "calendar")
    path = cached.page(visit.account.folder, f"{visit.site.NAME}{year}")
    atomic.write(path, response.data)
    return dict(stars)


def seen(site: Site, year: int, account: Account) -> int:
    """Return how many days the account's calendar had when it was last asked for; 0 if it never was."""
    path = cached.page(account.folder, f"{site.NAME}{year}")
    if not path.exists():
        return 0
    stars = site.pages.stars(files.text(path)) or {}
    return max(stars, default=0)


def took(id: PuzzleId, account: Account) -> dict[int, float]:
    """Return by part the seconds from the unlocking of a puzzle to the account's right guess."""
    unlocked = id.unlocks
    seconds: dict[int, float] = {}
    if not unlocked:
        return seconds
    folder = cached.inputs(account.folder, id)
    for guess in cached.guesses(folder):
        if guess.status is Status.RIGHT:
            taken = guess.sent - unlocked
            seconds.setdefault(guess.part, taken.total_seconds())
    return dict(sorted(seconds.items()))
