"""Project Euler: `euler227` is problem 227."""

import re

NAME = "euler"
SITE = "https://projecteuler.net"
PERSONAL = False
PARTS = 1
INPUT_OPTIONAL = True

# Compiled when they are needed, which takes long.
_SPELLINGS = (
    r"(?:(?:https?://)?(?:www\.)?projecteuler\.net/(?:problem|minimal)=0*([1-9][0-9]{0,8})(?:[?#].*)?"
    r"|(?:euler|pe)[-_ ]?0*([1-9][0-9]{0,8}))"
)


def parse(text: str) -> str | None:
    """Return the id that a text means: `pe227`, `Euler 227`, the page's URL."""
    lower = text.lower()
    if "euler" not in lower and not lower.startswith("pe"):
        return None
    spelling = re.fullmatch(_SPELLINGS, text, re.IGNORECASE)
    return f"euler{spelling[1] or spelling[2]}" if spelling else None


def number(id: str) -> int:
    """Return the number of the problem."""
    return int(id.removeprefix("euler"))


def group(id: str) -> str:
    """Return the kind: problems have no smaller groups."""
    return NAME


def url(id: str) -> str:
    """Return the URL of the page."""
    return f"{SITE}/problem={number(id)}"
