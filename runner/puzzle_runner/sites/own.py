"""The user's own puzzles: every stem that no other kind claims. They have no site."""

NAME = "local"
SITE = ""
PERSONAL = False
PARTS = 1
INPUT_OPTIONAL = False


def parse(text: str) -> str | None:
    """Return the text: every stem is an id of this kind."""
    return text


def group(id: str) -> str:
    """Return the kind."""
    return NAME


def url(id: str) -> str:
    """Return an empty text: there is no site."""
    return ""
