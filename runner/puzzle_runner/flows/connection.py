"""One request by the library `requests`: bounded in time and size, and what its failures mean.

It trusts what the system trusts, and nothing is sent after an interruption.
"""

import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
import truststore
from requests.adapters import HTTPAdapter
from urllib3 import exceptions as below
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool
from urllib3.util.retry import Retry

from puzzle_runner import interruption
from puzzle_runner.errors import NotReached, SiteFailed
from puzzle_runner.replies import LONGEST_WAIT
from puzzle_runner.sites.values import Response

# Seconds: to connect, to wait for the next bytes, and for one request as a whole.
CONNECT, READ, DEADLINE = 10.0, 20.0, 40.0
LARGEST = 16 * 2**20


class Adapter(HTTPAdapter):
    """The adapter by which requests makes connections; it knows whether one was made."""

    is_connected = False

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Let connections to a site look into the system's store of certificates, as browsers do."""
        super().init_poolmanager(*arguments, ssl_context=_context(), **options)

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        """Let connections through a proxy do so too."""
        return super().proxy_manager_for(proxy, ssl_context=_context(), **options)

    def get_connection_with_tls_context(self, *arguments: Any, **options: Any) -> HTTPConnectionPool:
        """Return the connections to a host, or to the proxy before it: encrypted or not."""
        pool = super().get_connection_with_tls_context(*arguments, **options)
        assert isinstance(pool, HTTPConnectionPool)
        kind = pool.ConnectionCls
        pool.ConnectionCls = type(kind.__name__, (_Connection, kind), {"adapter": self})
        return pool


def _context() -> ssl.SSLContext:
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class _Connection(HTTPConnection):
    adapter: Adapter

    def connect(self) -> None:
        super().connect()
        self.adapter.is_connected = True

    def send(self, data: Any) -> None:
        """Connect first, which takes its time, so that an interruption has to wait for the sending only."""
        if self.sock is None:
            self.connect()
        with interruption.sending:
            super().send(data)


def request(method: str, url: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Response:
    """Make a request. Raises SiteFailed if no answer comes, NotReached if nothing was sent."""
    # Retries of the library would not be throttled.
    adapter = Adapter(max_retries=0)
    result: Future[Response] = Future()

    def exchange() -> None:
        try:
            result.set_result(_exchange(adapter, method, url, dict(headers), body))
        except BaseException as error:
            result.set_exception(error)

    # The timeouts of the library are for single reads: a reply that trickles in would never end.
    threading.Thread(target=exchange, daemon=True).start()
    try:
        return result.result(DEADLINE)
    except (requests.RequestException, below.HTTPError, OSError, ValueError) as error:
        is_proxy = isinstance(error, requests.exceptions.ProxyError)
        # What is still connecting after the deadline may yet send it.
        is_sent = adapter.is_connected or isinstance(error, TimeoutError)
        failure = SiteFailed if is_sent and not is_proxy else NotReached
        again = "" if failure is SiteFailed and method == "POST" else " Try again later."
        # Without its cause, as that may quote the request with the session.
        raise failure(_sentence(error, urlsplit(url).hostname or url, is_sent, again)) from None


def _exchange(
    adapter: Adapter, method: str, url: str, headers: Mapping[str, str], body: Mapping[str, Any]
) -> Response:
    with requests.Session() as session:
        # Else requests looks for a password in ~/.netrc.
        session.auth = lambda request: request
        # Else requests reads the body of a redirect, to follow it, even where it is not to be followed.
        session.get_redirect_target = lambda response: None  # type: ignore[method-assign,assignment]
        session.mount("https://", adapter)
        session.mount("http://", adapter)
        answered = session.request(
            method,
            url,
            headers=headers,
            **body,
            timeout=(CONNECT, READ),
            allow_redirects=False,
            stream=True,
        )
        with answered as response:
            if response.status_code == requests.codes.proxy_authentication_required:
                # It has not come from the site. Without TLS there is no tunnel that fails.
                raise requests.exceptions.ProxyError(f"failed: {response.status_code}")
            data = bytearray()
            for chunk in response.raw.stream(2**16, decode_content=True):
                data += chunk
                if len(data) > LARGEST:
                    raise OSError("its reply is too large")
            location = _location(url, response.headers.get("Location", ""))
            leaves = urlsplit(location)[:2] != urlsplit(url)[:2]
            return Response(response.status_code, bytes(data), location, _pause(response), leaves)


def _location(url: str, to: str) -> str:
    """Return the whole address of a redirect; an empty text if there is none, or it is none of a site."""
    try:
        address = urljoin(url, to) if to else ""
        parts = urlsplit(address)
    except ValueError:
        return ""
    return address if parts.scheme in ("http", "https") and parts.hostname else ""


def _pause(response: requests.Response) -> float | None:
    """Return the seconds that the site asks to wait, a day at most; None if it asks for none."""
    try:
        pause = Retry().get_retry_after(response.raw)
    except (below.HTTPError, ValueError, TypeError, OverflowError):
        return None
    return None if pause is None else min(pause, LONGEST_WAIT)


def _sentence(error: Exception, host: str, is_sent: bool, again: str) -> str:
    """Return what went wrong and what to do, without anything of the request.

    `again` is the advice to try again; it is empty after an answer, which may have been counted.
    """
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
        case requests.exceptions.ConnectionError() if not is_sent:
            return f"{host} cannot be reached: is there a network? What is cached needs none."
        case requests.exceptions.ConnectionError() | below.ProtocolError():
            return f"{host} closed the connection before its reply had ended.{again}"
        case OSError(errno=None, args=(str(trouble),)) if type(error) is OSError:
            return f"{host}: {trouble}. Nothing was stored."
    return f"The request to {host} failed ({type(error).__name__}).{again}"
