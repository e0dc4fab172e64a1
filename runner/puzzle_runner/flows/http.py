"""Requests to a site: throttled for each site, with a User-Agent that says who asks."""

import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from puzzle_runner import interruption, settings
from puzzle_runner.errors import NotReached, SiteFailed, StoreFailed, UsageError
from puzzle_runner.replies import LONGEST_WAIT
from puzzle_runner.sites.values import REDIRECTS, Response
from puzzle_runner.storage import atomic
from puzzle_runner.text import printable, waiting, whole
from puzzle_runner.version import DISTRIBUTION, VERSION

if TYPE_CHECKING:
    import requests

# Seconds: to connect, to wait for the next bytes, and for one request as a whole.
CONNECT, READ, DEADLINE = 10.0, 20.0, 40.0
# How often a busy site is asked for a page.
ATTEMPTS = 3
BUSY = (429, 502, 503, 504)
LARGEST = 16 * 2**20
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
        is_secure = address.lower().startswith("https:")
        self.interval = settings.interval(loopback=is_here and self.host in LOOPBACK)
        if session and not is_here and not is_secure:
            raise UsageError(f"A session is not sent to {address}, where anyone could read it: use https.")
        if is_secure:
            _check_certificates()
        # The length of an uncompressed reply shows that it is whole.
        self._headers = {"User-Agent": user_agent(contact), "Accept-Encoding": "identity"}
        self._login = {"Cookie": f"{cookie}={session}"} if session else {}

    def get(self, path: str, *, public: bool = False) -> Response:
        """Ask for a page, again if the site is busy. Raises SiteFailed if no answer comes."""
        until = time.monotonic() + atomic.PATIENCE
        for attempt in range(1, ATTEMPTS + 1):
            response = self._ask("GET", path, public=public)
            pause = response.pause if response.pause is not None else self.interval * 2**attempt
            if response.status not in BUSY or attempt == ATTEMPTS or time.monotonic() + pause > until:
                break
            time.sleep(pause)
        return response

    def post(self, path: str, form: Mapping[str, str], *, as_json: bool = False) -> Response:
        """Send a form, once. Raises SiteFailed if no answer comes, NotReached if nothing was sent."""
        return self._ask("POST", path, {"json" if as_json else "data": form})

    def _ask(self, method: str, path: str, body: Mapping[str, Any] = {}, *, public: bool = False) -> Response:
        import requests
        from urllib3.exceptions import HTTPError

        address = self.public if public else self.address
        url = f"{address}/{path.lstrip('/')}"
        headers = self._headers if public else {**self._headers, **self._login}
        throttle(self.host, self.interval)
        interruption.check()
        try:
            response = bounded(lambda: _request(method, url, headers, body), DEADLINE)
            return response._replace(leaves=urlsplit(response.location)[:2] != urlsplit(url)[:2])
        except (requests.RequestException, HTTPError, OSError, ValueError) as error:
            # Without its cause, as that may quote the request with the session.
            is_before = _is_before(error)
            failure = NotReached if is_before else SiteFailed
            again = " Try again later." if is_before or method == "GET" else ""
            raise failure(_sentence(error, _host(address), is_before, again)) from None
        finally:
            # The interval begins when the reply has ended, which is not lost because a disk is full.
            with suppress(StoreFailed):
                stamp(self.host)

    def failed(self, response: Response, what: str, flaw: str = "") -> SiteFailed:
        """Return the error for a response that cannot be used, as it has a `flaw`; `what` was asked for."""
        if response.status in REDIRECTS:
            place = urlsplit(response.location)
            where = (place.hostname if response.leaves else place.path) or "nowhere"
            problem = f"sends {what} on to {where}, which was not followed. Does this network want a login?"
        elif response.status == 200:
            missing = what.removeprefix("the ")
            problem = (
                f"gave no {missing}: the reply {flaw or 'is empty, or of another kind'}. Nothing was kept of "
                "it. Does a company's proxy answer for it?"
            )
        else:
            pause = waiting(timedelta(seconds=response.pause)) if response.pause else "a few minutes"
            problem = f"answered {response.status} when asked for {what}. Try again in {pause}."
        return SiteFailed(f"{self.host} {problem}")


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


def _check_certificates() -> None:
    """Raise UsageError if a variable names a file of certificates that has none: nothing could be sent."""
    import ssl

    path = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or ""
    try:
        if path and not os.path.isdir(path):
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except (OSError, ValueError):
        raise UsageError(f"{path} has no certificates: correct REQUESTS_CA_BUNDLE, or unset it.") from None


def throttle(host: str, interval: float) -> None:
    """Wait until `interval` seconds after the last request of any process to a host, and count as one."""
    # Many processes may wait, each for an interval.
    with atomic.locked(last_request(host).name, patience=3600):
        while (left := _last(host) + interval - time.time()) > 0:
            if left > interval:
                # The clock was set back.
                stamp(host)
            time.sleep(min(left, interval))
        stamp(host)


def stamp(host: str) -> None:
    """Store the time of the last request to a host."""
    atomic.write(last_request(host), repr(time.time()).encode())


def _last(host: str) -> float:
    try:
        return float(last_request(host).read_bytes())
    except (OSError, ValueError):
        return 0.0


def last_request(host: str) -> Path:
    """Return the file with the time of the last request to a host, whose name has no `:` on Windows."""
    return settings.data_folder() / f"last-request-{host.replace(':', '-')}"


def user_agent(contact: str) -> str:
    """Return the User-Agent: this program, where it lives and who maintains it, the user's contact if set."""
    facts = [*_origin()]
    if user := settings.contact(contact):
        facts.append(f"used by {user}")
    text = f"{DISTRIBUTION}/{VERSION}"
    if facts:
        text += f" ({'; '.join(facts)})"
    # A header cannot have anything else.
    return "".join(character for character in text if " " <= character <= "~")


@cache
def _origin() -> tuple[str, ...]:
    from importlib import metadata

    try:
        package = metadata.metadata(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        # It runs without being installed.
        return ()
    # Each is a label and an address: `Homepage, https://...`.
    urls = [url.rpartition(",")[2].strip() for url in package.get_all("Project-URL", [])]
    keys = ("Maintainer-email", "Author-email", "Maintainer", "Author")
    people = [f"by {who}" for key in keys for who in package.get_all(key, [])]
    return (*urls[:1], *people[:1])


def bounded(call: Callable[[], Response], seconds: float) -> Response:
    """Return what a call returns. Raises what it raises, or TimeoutError after some seconds.

    The timeouts of requests are for single reads: a reply that trickles in would never end.
    """
    result: Future[Response] = Future()

    def work() -> None:
        try:
            result.set_result(call())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return result.result(seconds)


def _request(method: str, url: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Response:
    import requests

    from puzzle_runner.flows.connection import Adapter

    with requests.Session() as session:
        # Else requests looks for a password in ~/.netrc.
        session.auth = lambda request: request
        # Else requests reads the body of a redirect, to follow it, even where it is not to be followed.
        session.get_redirect_target = lambda response: None  # type: ignore[method-assign,assignment]
        for scheme in ("https://", "http://"):
            # Retries of the library would not be throttled.
            session.mount(scheme, Adapter(max_retries=0))
        answered = session.request(
            method,
            url,
            headers=dict(headers),
            **body,
            timeout=(CONNECT, READ),
            allow_redirects=False,
            stream=True,
        )
        with answered as response:
            if response.status_code == requests.codes.proxy_authentication_required:
                # It has not come from the site. Without TLS there is no tunnel that fails.
                raise requests.exceptions.ProxyError(f"failed: {response.status_code}")
            return Response(response.status_code, _body(response), _location(url, response), _pause(response))


def _body(response: "requests.Response") -> bytes:
    """Return the whole body. Raises OSError if it is too large, or ends too early."""
    from urllib3.exceptions import ProtocolError

    data = bytearray()
    for chunk in response.raw.stream(2**16, decode_content=False):
        data += chunk
        if len(data) > LARGEST:
            raise OSError("its reply is too large")
    length = whole(response.headers.get("Content-Length", ""))
    if length and length > len(data):
        raise ProtocolError("cut short")
    encoding = response.headers.get("Content-Encoding", "identity")
    if data and encoding.lower() != "identity":
        raise OSError(f'its reply is compressed as "{printable(encoding)}", which nobody asked for')
    return bytes(data)


def _location(url: str, response: "requests.Response") -> str:
    """Return the whole address of a redirect; an empty text if there is none, or it is none of a site."""
    to = response.headers.get("Location")
    try:
        address = urljoin(url, to) if to else ""
        parts = urlsplit(address)
    except ValueError:
        return ""
    return address if parts.scheme in ("http", "https") and parts.hostname else ""


def _pause(response: "requests.Response") -> float | None:
    """Return the seconds that the site asks to wait, a day at most; None if it asks for none."""
    from urllib3.exceptions import HTTPError
    from urllib3.util.retry import Retry

    try:
        pause = Retry().get_retry_after(response.raw)
    except (HTTPError, ValueError, TypeError, OverflowError):
        return None
    return None if pause is None else min(pause, LONGEST_WAIT)


def _is_before(error: Exception) -> bool:
    """Tell whether an error came before anything was sent: no connection, or a wrong certificate."""
    from ssl import SSLCertVerificationError

    import requests
    from urllib3.exceptions import MaxRetryError, NewConnectionError

    if isinstance(error, requests.ConnectTimeout | requests.exceptions.ProxyError):
        return True
    cause = error.args[0] if error.args else None
    if not isinstance(cause, MaxRetryError) or cause.reason is None:
        return False
    if isinstance(cause.reason, NewConnectionError):
        return True
    # Any other error of TLS can come at any time.
    return any(isinstance(each, SSLCertVerificationError) for each in cause.reason.args)


def _sentence(error: Exception, host: str, is_before: bool, again: str) -> str:
    """Return what went wrong and what to do, without anything of the request.

    `again` is the advice to try again; it is empty after an answer, which may have been counted.
    """
    import requests
    from urllib3 import exceptions as below

    match error:
        case requests.exceptions.ProxyError():
            return (
                f"The proxy before {host} did not let this through, so nothing was sent. Check HTTPS_PROXY "
                "and HTTP_PROXY (http://NAME:PASSWORD@PROXY:PORT if it asks for a login) and NO_PROXY."
            )
        case requests.exceptions.SSLError():
            return (
                f"The encrypted connection to {host} failed. Check the clock of this machine. A company's "
                "proxy shows a certificate of its own: add that to the system's certificates, or set "
                f"REQUESTS_CA_BUNDLE to its file.{again}"
            )
        case requests.exceptions.Timeout() | TimeoutError() | below.TimeoutError():
            return f"{host} does not answer in time.{again}"
        case below.ProtocolError():
            return f"{host} broke off in the middle of its reply, of which nothing was stored.{again}"
        case requests.exceptions.ConnectionError() if not is_before:
            return f"{host} closed the connection.{again}"
        case requests.exceptions.ConnectionError():
            return f"{host} cannot be reached: is there a network? What is cached needs none."
        case OSError(errno=None, args=(str(trouble),)) if type(error) is OSError:
            return f"{host}: {trouble}. Nothing was stored."
    return f"The request to {host} failed ({type(error).__name__}).{again}"
