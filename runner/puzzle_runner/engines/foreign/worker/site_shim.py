"""The site, for modules that ask it themselves: it answers with the input of this call, and gets nothing.

Connections of `http.client` to it are answered here, and so those of urllib, requests and urllib3. Any other
connection of Python, but to this machine, is refused as if there were no network. Programs that the module
starts, and libraries that connect without Python, are not seen.
"""

import io
import os
import sys

import aocd_shim
from overlay import LOGIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

LONGEST = 100
NOT_SENT = "<main><article><p>This is not the site: nothing was sent.</p></article></main>"


class Site:
    """The site at a host, with the path of the call's input; `wanted` tells what it was to be sent.

    `logins` are the variables in which people keep a session.
    """

    def __init__(self, given: aocd_shim.Given, host: str, input: str, logins: "Sequence[str]") -> None:
        self.given, self.host, self.input, self.logins = given, host, input, logins
        self.wanted: list[str] = []

    def is_at(self, host: object) -> bool:
        """Tell whether a host is the site's."""
        name = str(host).lower().rstrip(".")
        return bool(self.host) and (name == self.host or name.endswith(f".{self.host}"))

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, str]:
        """Return the status and the text of the answer to a request."""
        # Some ask for it with a form that is empty.
        if self.input and path.partition("?")[0].rstrip("/") == self.input:
            return 200, f"{self.given.text}\n"
        if method not in ("GET", "HEAD"):
            self.record(body.decode("utf-8", "replace"))
            return 200, NOT_SENT
        return 404, f"This is not the site: {path[:LONGEST]} is not given to this puzzle.\n"

    def record(self, form: str) -> None:
        """Take down what was to be sent; an answer to a part is that of the part."""
        from urllib.parse import parse_qs

        fields = {name: values[0] for name, values in parse_qs(form).items()}
        if "answer" not in fields:
            self.wanted.append(f"it tried to send {form[:LONGEST]!r} to {self.host}: not sent")
            return
        part = fields.get("level")
        aocd_shim.record(self.given, fields["answer"], part)
        about = f" for part {part[:LONGEST]}" if part else ""
        self.wanted.append(f"it tried to submit {fields['answer'][:LONGEST]}{about}: not sent")


class Wire:
    """Stands for the socket of a connection to the site."""

    def __init__(self, site: Site) -> None:
        self.site, self.sent = site, b""

    def sendall(self, data: bytes) -> None:
        self.sent += data

    def makefile(self, mode: str, buffering: int = -1) -> io.BytesIO:
        head, _, body = self.sent.partition(b"\r\n\r\n")
        self.sent = b""
        method, path = head.decode("latin-1").split(" ")[:2]
        status, text = self.site.answer(method, path, body)
        data = text.encode("utf-8", "surrogatepass")
        lines = f"HTTP/1.1 {status} -\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
        return io.BytesIO(f"{lines}Content-Length: {len(data)}\r\n\r\n".encode() + data)

    def __getattr__(self, name: str) -> "Callable[..., None]":
        # Time limits, options and the end of a connection change nothing.
        return lambda *_, **__: None


def install(site: Site) -> None:
    """Have the modules through which Python connects changed when they are imported; invent a login."""
    for name in site.logins:
        os.environ.setdefault(name, LOGIN)
    sys.meta_path.insert(0, Changes({"http.client": answer_http, "socket": refuse_network}, site))


class Changes:
    """Finds modules as the others do, and changes them once they are loaded."""

    def __init__(self, changes: "dict[str, Callable[[Any, Site], None]]", site: Site) -> None:
        self.changes, self.site = changes, site

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "ModuleSpec | None":
        change = self.changes.get(name)
        if not change:
            return None
        others = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, others), None)
        loader: Any = spec and spec.loader
        if loader:
            load = loader.exec_module

            def exec_module(module: "ModuleType") -> None:
                load(module)
                change(module, self.site)

            loader.exec_module = exec_module
        return spec


def answer_http(module: "Any", site: Site) -> None:
    """Have connections to the site answered here: by whatever way a class of its own would connect."""
    if not hasattr(module, "HTTPConnection"):
        # A file of the repository may bear the name.
        return
    begin = module.HTTPConnection.__init__

    def begun(self: "Any", *arguments: "Any", **options: "Any") -> None:
        begin(self, *arguments, **options)
        if site.is_at(self.host):
            # urllib3 asks whether the certificate is right.
            vars(self).update(connect=lambda: setattr(self, "sock", Wire(site)), is_verified=True)

    module.HTTPConnection.__init__ = begun


def refuse_network(module: "Any", site: Site) -> None:
    """Refuse to look up other machines, and to connect to them."""
    if not hasattr(module, "getaddrinfo"):
        return

    look_up = module.getaddrinfo

    def getaddrinfo(host: "Any", *arguments: "Any", **options: "Any") -> "Any":
        check(host)
        return look_up(host, *arguments, **options)

    def connecting(connect: "Callable[..., Any]") -> "Callable[..., Any]":
        def checked(self: "Any", address: "Any") -> "Any":
            # Other addresses are paths.
            if isinstance(address, tuple):
                check(address[0])
            return connect(self, address)

        return checked

    module.getaddrinfo = getaddrinfo
    for name in ("connect", "connect_ex"):
        setattr(module.socket, name, connecting(getattr(module.socket, name)))


def check(host: "str | bytes | None") -> None:
    """Raise an OSError unless a host is this machine."""
    name = host.decode("latin-1") if isinstance(host, bytes) else host or ""
    if name not in ("", "localhost", "::1", "::", "0.0.0.0") and not name.startswith("127."):
        raise OSError(f"{name[:LONGEST]} is not reached: other people's code has no network here")
