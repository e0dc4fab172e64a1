"""Sites of invented puzzles on loopback, which count what they are asked and can be told to misbehave."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs

SESSION = "53616c7465645f5f0123456789abcdef"
USER = "4711"
INPUT = "3\n4\n5\n"
RIGHT = "That's the right answer!  You are one gold star closer to the harbour. [Continue to Part Two]"


def wrong(hint: str = "", wait: str = "one minute") -> str:
    """Return the reply to a wrong answer."""
    direction = f"; your answer is {hint}" if hint else ""
    return (
        f"That's not the right answer{direction}.  If you're stuck, look again.  Please wait {wait} before "
        "trying again. (You guessed <span><code>x</code>.)</span> [Return to Day 3]"
    )


def article(reply: str) -> str:
    """Return a reply as the site's page."""
    return (
        f"<html><body><header>[Log Out]</header><main><article><p>{reply}</p></article></main></body></html>"
    )


LOGIN = (
    "<html><body><header><a>[Log In]</a></header>"
    "<main><p>To play, please identify yourself.</p></main></body></html>"
)
PART_ONE = """<article class="day-desc"><h2>--- Day 3: Lamp &amp; Oil ---</h2>
<p>The lamps of the harbour burn 2<sup>10</sup> drops each. Add what they have left.</p>
<p>For example, with these lamps:</p>
<pre><code>3
4
</code></pre>
<p>one adds <code>3</code> and <code>4</code>, which is <code><em>7</em></code>.</p></article>"""
PART_TWO = """<article class="day-desc"><h2 id="part2">--- Part Two ---</h2>
<p>Now multiply. In the example above, that is <code><em>12</em></code>.</p></article>"""


def day(*answers: str) -> str:
    """Return the page of the invented day, with the answers that were accepted."""
    told = [f"<p>Your puzzle answer was <code>{answer}</code>.</p>" for answer in answers]
    end = "<p>Both parts of this puzzle are complete!</p>" if len(answers) == 2 else ""
    below = [PART_TWO, *told[1:]] if answers else []
    parts = "\n".join([PART_ONE, *told[:1], *below])
    return f"<html><body><header>[Log Out]</header><main>{parts}{end}</main></body></html>"


FORM = '<form method="post" action="25/answer"><input type="hidden" name="level" value="{}"/>{}</form>'
BUTTON = '<input type="hidden" name="answer" value="0"/><input type="submit" value="[Ring]"/>'


def last_day(*answers: str, enough: bool = True) -> str:
    """Return the page of the last day of a year: with `enough` stars, its second part is a button."""
    below = "".join(f"<p>Your puzzle answer was <code>{answer}</code>.</p>" for answer in answers[:1])
    if not answers:
        below += FORM.format(1, '<input type="text" name="answer"/>')
    elif len(answers) == 2:
        below += "<p>Both parts of this puzzle are complete!</p>"
    elif enough:
        below += FORM.format(2, BUTTON)
    return f"<html><body><header>[Log Out]</header><main>{PART_ONE}{below}</main></body></html>"


class Reply(NamedTuple):
    """What the site says to a request: a surrogate is a byte. `hold` are seconds in which it says nothing."""

    status: int = 200
    body: str = ""
    location: str = ""
    hold: float = 0.0
    retry_after: str = ""


class Request(NamedTuple):
    """What the site was asked, and when; `form` is the body as browsers send it."""

    method: str
    path: str
    headers: dict[str, str]
    form: dict[str, str]
    at: float
    body: str = ""


class Site:
    """A server with a reply for each path; what is not there is 404."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply | list[Reply]] = {}
        self.requests: list[Request] = []
        self.address = ""

    def asked(self, path: str) -> list[Request]:
        """Return the requests for a path."""
        return [request for request in self.requests if request.path == path]

    @property
    def sent(self) -> list[dict[str, str]]:
        """The forms that were sent."""
        return [request.form for request in self.requests if request.method == "POST"]

    def reply(self, request: Request) -> Reply:
        """Return what to say: the reply of a path, or the next of several."""
        reply = self.replies.get(request.path, Reply(404, "404 Not Found"))
        if isinstance(reply, list):
            return reply.pop(0) if len(reply) > 1 else reply[0]
        return reply


def advent(site: Site, year: int = 2021, number: int = 3) -> Site:
    """Make a site the calendar of one invented day."""
    settings = f"<html><body>[Log Out]<code>ownerproof-{USER}-1700000000-abc</code></body></html>"
    site.replies |= {
        "/settings": Reply(body=settings),
        f"/{year}/day/{number}": Reply(body=day()),
        f"/{year}/day/{number}/input": Reply(body=INPUT),
        f"/{year}/day/{number}/answer": Reply(body=article(RIGHT)),
    }
    return site


def euler(site: Site) -> Site:
    """Make a site two invented problems: 7 has a data file, 8 has none."""
    listed = (
        "ID##Description##Published##Updated##Solved By\r\n7##Tea Leaves##1##1##9\r\n8##Cups##1##1##9\r\n"
    )
    leaves = '<p>Sum the <a href="resources/documents/0007_tea.txt">leaves</a>, 2<sup>10</sup>.</p>'
    site.replies |= {
        "/minimal=problems": Reply(body=listed),
        "/minimal=7": Reply(body=leaves),
        "/minimal=8": Reply(body="<p>How many cups are $2^3$?</p>"),
        "/minimal=9": Reply(body="Data for that problem cannot be found"),
        "/resources/documents/0007_tea.txt": Reply(body="1,2,3\n"),
    }
    return site


class Server(ThreadingHTTPServer):
    """Serves one site after the other, on a port of its own."""

    daemon_threads = True
    site: Site
    stop: threading.Event

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1})
        self.thread.start()


# Those that wait for a site.
_idle: list[Server] = []


@contextmanager
def serve(site: Site) -> Iterator[Site]:
    """Serve a site on loopback. The server waits for the next one: to start and end it takes 20 ms."""
    server = _idle.pop() if _idle else Server()
    server.site, server.stop = site, threading.Event()
    site.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.stop.set()
        _idle.append(server)


def end() -> None:
    """End the servers that wait for a site, of which no more will come."""
    for server in _idle:
        server.shutdown()
        server.server_close()
        server.thread.join()


class Handler(BaseHTTPRequestHandler):
    """Gives the replies of the site that is served when the request comes."""

    server: Server

    def log_message(self, format: str, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer("")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _answer(self, body: str) -> None:
        site, stop = self.server.site, self.server.stop
        form = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        request = Request(self.command, self.path, dict(self.headers), form, time.monotonic(), body)
        site.requests.append(request)
        reply = site.reply(request)
        stop.wait(reply.hold)
        data = reply.body.encode("utf-8", "surrogateescape")
        try:
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(data)))
            if reply.location:
                self.send_header("Location", reply.location)
            if reply.retry_after:
                self.send_header("Retry-After", reply.retry_after)
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            pass
