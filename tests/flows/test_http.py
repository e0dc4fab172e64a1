"""Requests, seen from the site's side."""

import gc
import socket
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from puzzle_runner.errors import NotReached, SiteFailed, UsageError
from puzzle_runner.flows import connection, http
from puzzle_runner.flows.http import Client
from puzzle_runner.version import VERSION

from tests.conftest import Workspace
from tests.stand_in import SESSION, Reply, Site, advent, serve

# Of nobody and for nothing but these tests: for 127.0.0.1, with its key.
CERTIFICATE = Path(__file__).parents[1] / "stand_in.pem"


@pytest.fixture
def web(site: Site, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.delenv("PUZZLES_CONTACT", raising=False)
    return Client(site.address, "me@example.org", SESSION)


def test_a_request_says_who_asks(
    site: Site, web: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tool, maintainers and contact; the session is in a cookie, and no password of ~/.netrc is sent."""
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    web.get("/settings")
    monkeypatch.setenv("PUZZLES_CONTACT", "variable@x.y")
    assert "used by variable@x.y)" in http.user_agent("setting@x.y")
    headers = site.requests[0].headers
    assert "Authorization" not in headers
    assert headers["User-Agent"].startswith(f"puzzle-runner/{VERSION} (")
    assert headers["User-Agent"].endswith("by The puzzles maintainers; used by me@example.org)")
    assert (f"session={SESSION}", "identity") == (headers["Cookie"], headers["Accept-Encoding"])


def test_who_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the metadata does not say is left out, as is what a header cannot have."""
    monkeypatch.delenv("PUZZLES_CONTACT", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    http._origin.cache_clear()
    assert f"puzzle-runner/{VERSION} (used by Cookie: x)" == http.user_agent("\r\nCookie: \u00e9x")
    (tmp_path / "puzzle_runner-1.dist-info").mkdir()
    (tmp_path / "puzzle_runner-1.dist-info" / "METADATA").write_text(
        "Name: puzzle-runner\nProject-URL: Homepage, https://x.y\nAuthor: B\u00f8b\n", "utf-8"
    )
    http._origin.cache_clear()
    assert f"puzzle-runner/{VERSION} (https://x.y; by Bb)" == http.user_agent("")
    http._origin.cache_clear()


@pytest.mark.parametrize(("asked", "status", "replies", "said"), [
    (3, 200, [Reply(503, retry_after="0"), Reply(429), Reply(200)], "gave no page"),
    (3, 503, Reply(503), "Try again in a few minutes."), (1, 500, Reply(500), "answered 500"),
    (1, 503, Reply(503, retry_after="3600"), "Try again in 1h."),
])  # fmt: skip
def test_a_busy_site_is_asked_again(
    site: Site, web: Client, asked: int, status: int, replies: Reply | list[Reply], said: str
) -> None:
    """Three times at most, and not where it asks for an hour; an answer is sent once, whatever it says."""
    site.replies["/settings"] = replies
    response = web.get("/settings")
    assert (status, asked) == (response.status, len(site.requests))
    assert said in str(web.failed(response, "page"))
    site.replies["/settings"] = Reply(status)
    assert (status, asked + 1) == (web.post("/settings", {"a": "1"}).status, len(site.requests))


def test_a_redirect_is_not_followed(site: Site, web: Client) -> None:
    """Another host sees neither a request nor the cookie; a portal's page is said to be one."""
    with serve(Site()) as other:
        site.replies["/settings"] = Reply(302, location=f"{other.address}/steal")
        answer = web.get("/settings")
        assert (302, f"{other.address}/steal", []) == (answer.status, answer.location, other.requests)
        assert answer.leaves
    # What is no address of a site is none to go on to: the sentence names no host.
    for nowhere in ("javascript:alert(1)", "http://:9/x"):
        site.replies["/x"] = Reply(302, location=nowhere)
        response = web.get("/x")
        assert not response.turned_away
        assert "on to nowhere" in str(web.failed(response, "page"))
    # A page that sends on to a login has a body, which nobody needs.
    site.replies["/x"] = Reply(302, "<html>Sign in.</html>", location="https://portal.example/login")
    assert "Does this network want a login?" in str(web.failed(web.get("/x"), "page"))


def test_a_slow_site_ends_in_a_sentence(site: Site, web: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is on the whole. What still connects then may yet be sent: nobody says that it was not."""
    monkeypatch.setattr(connection, "READ", 0.1)
    site.replies["/settings"] = Reply(hold=30)
    with pytest.raises(SiteFailed, match="does not answer in time"):
        web.get("/settings")
    monkeypatch.setattr(connection, "DEADLINE", 0.3)
    with talking(b"x", pause=0.05) as address, pytest.raises(SiteFailed, match="does not answer in time"):
        Client(address).get("/")
    monkeypatch.setattr(connection, "DEADLINE", 0)
    with pytest.raises(SiteFailed) as error:
        web.post("/settings", {"answer": "1"})
    assert not isinstance(error.value, NotReached)


@contextmanager
def talking(reply: bytes, *, pause: float = 0, tls: bool = False) -> Iterator[str]:
    """Serve one connection: what is asked is read, then `reply` is written, past the encryption if `tls`.

    With a `pause`, it is written again and again.
    """
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(5)

        def talk() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                if not tls:
                    connection.recv(4096)
                elif not heard(connection.dup()):
                    return
                connection.sendall(reply)
                while pause and not stop.wait(pause):
                    connection.sendall(reply)

        thread = threading.Thread(target=talk)
        thread.start()
        yield f"http{'s' if tls else ''}://127.0.0.1:{listener.getsockname()[1]}"
        stop.set()
        thread.join()


def heard(connection: socket.socket) -> bool:
    """Read an encrypted request; tell whether it came, which it does where the certificate is trusted."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            # The head, and the form.
            return bool(secure.recv(4096) and secure.recv(4096))
    except ssl.SSLError:
        return False


@pytest.mark.parametrize(("reply", "method", "end", "variable"), [
    (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "get", "Try again later.", ""),
    (b"", "get", "Try again later.", ""), (b"", "post", "broke off (ConnectionError).", ""),
    (b"no TLS any more", "post", "REQUESTS_CA_BUNDLE to its file.", "REQUESTS_CA_BUNDLE"),
    (b"no TLS any more", "post", "REQUESTS_CA_BUNDLE to its file.", "SSL_CERT_FILE"),
])  # fmt: skip
def test_a_reply_that_breaks_off_is_not_taken(
    reply: bytes, method: str, end: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an answer nobody is told to try again: it may have been counted, whoever vouches for the site."""
    if variable:
        monkeypatch.setenv(variable, str(CERTIFICATE))
    with talking(reply, tls=bool(variable)) as address, pytest.raises(SiteFailed) as error:
        Client(address).get("/") if method == "get" else Client(address).post("/", {"answer": "1"})
    assert str(error.value).endswith(end)
    assert not isinstance(error.value, NotReached)


def test_a_malformed_header_costs_no_reply() -> None:
    """An answer that was judged is known to be judged, whatever else stands in the reply."""
    for headers in ("Location: http://[", "Retry-After: soon", f"Retry-After: {'9' * 5000}"):
        with talking(f"HTTP/1.1 200 OK\r\n{headers}\r\nContent-Length: 5\r\n\r\nright".encode()) as address:
            assert "right" == Client(address).post("/", {"answer": "1"}).text


@pytest.mark.parametrize(("scheme", "status"), [("http", 407), ("https", 407), ("https", 403)])
def test_a_company_s_proxy_in_the_way(scheme: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers with a page of its own; the site has heard nothing, so that the same can be sent again."""
    page = "<html><h1>Access denied</h1></html>"
    told = f"HTTP/1.1 {status} No\r\nContent-Length: {len(page)}\r\n\r\n{page}"
    with talking(told.encode(), pause=0.01) as proxy:
        for variable in ("HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(variable, proxy.replace("//", "//me:secret@"))
        monkeypatch.setenv("NO_PROXY", "")
        with pytest.raises(NotReached) as error:
            Client(f"{scheme}://127.0.0.1:9").post("/answer", {"answer": "1"})
    assert "The proxy before 127.0.0.1 did not let this through" in str(error.value)
    assert "secret" not in str(error.value)
    # What it had opened is closed, or this warns.
    del error
    gc.collect()


def test_what_was_not_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody listens, nobody vouches for the server's certificate, or the file of certificates is none."""
    with pytest.raises(NotReached, match="is there a network"):
        Client("http://127.0.0.1:9").post("/", {"answer": "1"})
    file = tmp_path / "some.pem"
    for content in (None, "junk\n"):
        if content:
            monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))
            file.write_text(content)
        said = pytest.raises(NotReached, match="REQUESTS_CA_BUNDLE to its file")
        with talking(b"", tls=True) as address, said:
            Client(address).post("/", {"answer": "1"})
    file.unlink()
    with pytest.raises(NotReached, match=str(file)):
        Client("https://127.0.0.1:9").post("/", {"answer": "1"})


def test_who_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """At an address, in clear only here with a session, every three seconds: more where that is set."""
    for seconds, address, value in (
        (3.0, "https://example.org", "0"), (9.0, "https://example.org", "9"),
        (3.0, "http://127.0.0.1:1", ""), (0.0, "http://127.0.0.1:1", "0"),
    ):  # fmt: skip
        monkeypatch.setenv("PUZZLES_MIN_INTERVAL", value)
        assert seconds == Client(address, session=SESSION).interval
    for address in ("https://", "https://[", "ftp://localhost", "", "https://localhost:99999"):
        with pytest.raises(UsageError, match="is not the address"):
            Client(address)
    with pytest.raises(UsageError, match="use https"):
        Client("http://example.org", session=SESSION)
    for value in ("soon", "-1", "nan", "inf"):
        monkeypatch.setenv("PUZZLES_MIN_INTERVAL", value)
        with pytest.raises(UsageError, match="PUZZLES_MIN_INTERVAL"):
            Client("http://127.0.0.1:1")


@pytest.mark.usefixtures("account")
def test_requests_of_all_processes_are_apart(workspace: Workspace, site: Site) -> None:
    """Two processes that ask at once meet one throttle, on disk."""
    advent(site, 2021, 4)
    fetch = partial(workspace.process, "fetch", PUZZLES_MIN_INTERVAL="0.2")
    with ThreadPoolExecutor(2) as two:
        assert [0, 0] == [ended.code for ended in two.map(fetch, ("2021/3", "2021/4"))]
    assert 4 == len(site.requests)
    # The site sees each a little later than it was made.
    assert all(later.at - earlier.at > 0.15 for earlier, later in pairwise(site.requests))


def test_a_throttle_stops_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each site has its own; a last request in the future is waited for no longer than one interval."""
    http.stamp("a.test")
    begun = time.monotonic()
    for host in ("b.test", "::1"):
        http.throttle(host, 1000.0)
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: 9e9)
        http.stamp("a.test")
    http.throttle("a.test", 0.05)
    assert time.monotonic() - begun < 100
