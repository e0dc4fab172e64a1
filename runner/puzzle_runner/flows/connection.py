"""One request by the library `requests`: bounded in time and size, and what its failures mean.

It trusts what the system trusts, and nothing is sent after an interruption.
"""

import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

import requests
import truststore
from requests.adapters import HTTPAdapter
from urllib3 import exceptions as below
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
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

    def get_connection_with_tls_context(self, *arguments: Any, **options: Any) -> HTTPConnectionPool:
        """Return the connections to a host, or to the proxy before it."""
        pool = super().get_connection_with_tls_context(*arguments, **options)
        assert isinstance(pool, HTTPConnectionPool)
        if isinstance(pool, HTTPSConnectionPool):
            pool.conn_kw["ssl_context"] = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        kind = pool.ConnectionCls
        pool.ConnectionCls = type(kind.__name__, (_Connection, kind), {"adapter": self})
        return pool


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
        # What is still connecting after the deadline may yet send it.
        is_sent = adapter.is_connected or isinstance(error, TimeoutError)
        if isinstance(error, requests.exceptions.ProxyError):
            is_sent = False
        problem = _problem(error, urlsplit(url).hostname or url, is_sent)
        # An answer may have been counted.
        if method != "POST" or not is_sent:
            problem += " Try again later."
        failure = SiteFailed if is_sent else NotReached
        # Without its cause, as that may quote the request with the session.
        raise failure(problem) from None


def _exchange(
    adapter: Adapter, method: str, url: str, headers: Mapping[str, str], body: Mapping[str, Any]
) -> Response:
    with requests.Session() as session:
        # Else requests looks for a password in ~/.netrc.
        session.auth = lambda request: request
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
            # What would come next, if it were followed.
            location = ""
            if response.next and response.next.url:
                location = response.next.url
            leaves = urlsplit(location)[:2] != urlsplit(url)[:2]
            return Response(response.status_code, bytes(data), location, _pause(response), leaves)


def _pause(response: requests.Response) -> float | None:
    """Return the seconds that the site asks to wait, a day at most; None if it asks for none."""
    try:
        pause = Retry().get_retry_after(response.raw)
    except (below.HTTPError, ValueError, TypeError, OverflowError):
        return None
    return None if pause is None else min(pause, LONGEST_WAIT)


def _problem(error: Exception, host: str, is_sent: bool) -> str:
    """Return what went wrong and what to do, without anything of the request."""
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
                "REQUESTS_CA_BUNDLE to its file."
            )
        case requests.exceptions.Timeout() | TimeoutError() | below.TimeoutError():
            return f"{host} does not answer in time."
        case requests.exceptions.ConnectionError() if not is_sent:
            return f"{host} cannot be reached: is there a network? What is cached needs none."
        case OSError(errno=None, args=(str(trouble),)) if type(error) is OSError:
            return f"{host}: {trouble}. Nothing was stored."
    return f"The request to {host} failed, or its reply broke off ({type(error).__name__})."
