"""TopCoder single-round matches: `srm465`. A match has several problems: `srm465_bouncing` is one more."""

import re

NAME = "srm"
SITE = ""
PERSONAL = False

_SPELLINGS = re.compile(r"srm[-_ ]?0*([1-9]\d*)((?:_\w+)?)", re.IGNORECASE)


def parse(text: str) -> str | None:
    """Return the id that a text means: `SRM 465`, `srm-465`."""
    found = _SPELLINGS.fullmatch(text)
    return f"srm{found[1]}{found[2].lower()}" if found else None


def group(id: str) -> str:
    """Return the kind: the matches are not grouped further."""
    return NAME


def url(id: str) -> str:
    """Return nothing: the archive's addresses do not follow from the number of a match."""
    return ""
