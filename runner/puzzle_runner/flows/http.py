"""Requests to a site: throttled for each site, with a User-Agent that says who asks."""

import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from puzzle_runner import interruption, settings
from puzzle_runner.errors import SiteFailed, StoreFailed, UsageError
from puzzle_runner.sites.values import REDIRECTS, Response
from puzzle_runner.storage import atomic
from puzzle_runner.text import waiting
from puzzle_runner.version import DISTRIBUTION, VERSION

# How often a busy site is asked for a page.
ATTEMPTS = 3
BUSY = (429, 502, 503, 504)
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Client:
    """Asks one site, with a session in a cookie if one is given. A redirect is returned, not followed.

    What is `public` is asked for without the session, at an address that may be another one. By the host of
    that the site is known, and all requests to it are throttled together.
    """

    def __init__(
        self,
        address: str,
        contact: str = "",
        session: str | None = None,
        cookie: str = "session",
        public: str = "",
    ) -> None:
        self.address = address
        self.public = public or address
        self.host = _host(self.public)
        is_here = _host(address) in LOOPBACK
        is_safe = is_here or address.lower().startswith("https:")
        self.interval = settings.interval(loopback=is_here and self.host in LOOPBACK)
        if session and not is_safe:
            raise UsageError(f"A session is not sent to {address}, where anyone could read it: use https.")
        self._headers = {"User-Agent": user_agent(contact), "Accept-Encoding": "identity"}
        self._login = {"Cookie": f"{cookie}={session}"} if session else {}

    def get(self, path: str, *, public: bool = False) -> Response:
        """Ask for a page, again if the site is busy. Raises SiteFailed if no answer comes."""
        until = time.monotonic() + atomic.PATIENCE
        for attempt in range(1, ATTEMPTS):
            response = self._ask("GET", path, public=public)
            pause = response.pause
            if pause is None:
                pause = self.interval * 2**attempt
            if response.status not in BUSY or time.monotonic() + pause > until:
                return response
            time.sleep(pause)
        return self._ask("GET", path, public=public)

    def post(self, path: str, form: Mapping[str, str], *, as_json: bool = False) -> Response:
        """Send a form, once. Raises SiteFailed if no answer comes, NotReached if nothing was sent."""
        return self._ask("POST", path, {"json" if as_json else "data": form})

    def _ask(self, method: str, path: str, body: Mapping[str, Any] = {}, *, public: bool = False) -> Response:
        # Imported here, as it takes long: what is cached is not asked for.
        from puzzle_runner.flows import connection

        address = self.public if public else self.address
        headers = self._headers if public else {**self._headers, **self._login}
        throttle(self.host, self.interval)
        interruption.check()
        try:
            return connection.request(method, f"{address}/{path.lstrip('/')}", headers, body)
        finally:
            # The interval begins when the reply has ended, which is not lost because a disk is full.
            with suppress(StoreFailed):
                stamp(self.host)

    def failed(self, response: Response, what: str, flaw: str = "") -> SiteFailed:
        """Return the error for a response that cannot be used, as it has a `flaw`; `what` was asked for."""
        if response.status in REDIRECTS:
            place = urlsplit(response.location)
            where = place.hostname if response.leaves else place.path
            return SiteFailed(
                f"{self.host} sends the {what} on to {where or 'nowhere'}, which was not followed. Does this "
                "network want a login?"
            )
        if response.status == 200:
            return SiteFailed(
                f"{self.host} gave no {what}: the reply {flaw or 'is empty, or of another kind'}. Nothing "
                "was kept of it. Does a company's proxy answer for it?"
            )
        pause = "a few minutes"
        if response.pause:
            pause = waiting(timedelta(seconds=response.pause))
        return SiteFailed(
            f"{self.host} answered {response.status} when asked for the {what}. Try again in {pause}."
        )


def _host(address: str) -> str:
    """Return the host of a site's address. Raises UsageError if it is none."""
    try:
        parts = urlsplit(address)
        # The port is checked when it is looked at.
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts.hostname
    except ValueError:
        pass
    raise UsageError(f"{address} is not the address of a site: it starts with https:// and has a host.")


def throttle(host: str, interval: float) -> None:
    """Wait until `interval` seconds after the last request of any process to a host, and count as one."""
    # Many processes may wait, each for an interval.
    with atomic.locked(_last_request(host).name, patience=3600):
        while (left := _last(host) + interval - time.time()) > 0:
            if left > interval:
                # The clock was set back.
                stamp(host)
            time.sleep(min(left, interval))
        stamp(host)


def stamp(host: str) -> None:
    """Store the time of the last request to a host."""
    atomic.write(_last_request(host), repr(time.time()).encode())


def _last(host: str) -> float:
    try:
        return float(_last_request(host).read_bytes())
    except (OSError, ValueError):
        return 0.0


def _last_request(host: str) -> Path:
    # A name of a file has no `:` on Windows.
    return settings.data_folder() / f"last-request-{host.replace(':', '-')}"


def user_agent(contact: str) -> str:
    """Return the User-Agent: this program, where it lives and who maintains it, the user's contact if set."""
    facts = [*_origin()]
    user = settings.contact(contact)
    if user:
        facts.append(f"used by {user}")
    text = f"{DISTRIBUTION}/{VERSION}"
    if facts:
        text += f" ({'; '.join(facts)})"
    # A header cannot have anything else.
    return "".join(character for character in text if " " <= character <= "~")


@cache
def _origin() -> list[str]:
    from importlib import metadata

    try:
        package = metadata.metadata(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        # It runs without being installed.
        return []
    # Each is a label and an address: `Homepage, https://...`.
    urls = [url.rpartition(",")[2].strip() for url in package.get_all("Project-URL", [])]
    facts = urls[:1]
    for key in ("Maintainer-email", "Author"):
        if key in package:
            return [*facts, f"by {package[key]}"]
    return facts
