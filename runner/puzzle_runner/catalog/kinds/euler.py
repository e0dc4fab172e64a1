"""Project Euler: `euler227` is problem 227."""

import re

NAME = "euler"
SITE = "https://projecteuler.net"
PERSONAL = False

_SPELLINGS = re.compile(
    r"(?:(?:https?://)?(?:www\.)?projecteuler\.net/(?:problem|minimal)=0*([1-9]\d*)(?:[?#].*)?"
    r"|(?:euler|pe)[-_ ]?0*([1-9]\d*))",
    re.IGNORECASE,
)


def parse(text: str) -> str | None:
    """Return the id that a text means: `pe227`, `Euler 227`, the page's address."""
    found = _SPELLINGS.fullmatch(text)
    return f"euler{found[1] or found[2]}" if found else None


def number(id: str) -> int:
    """Return the problem's number."""
    return int(id.removeprefix("euler"))


def group(id: str) -> str:
    """Return the kind: the problems are not grouped further."""
    return NAME


def url(id: str) -> str:
    """Return the page's address."""
    return f"{SITE}/problem={number(id)}"
