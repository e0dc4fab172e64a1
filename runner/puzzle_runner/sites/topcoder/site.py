"""TopCoder single-round matches: `srm465`. A match has several problems: `srm465_bouncing` is another."""

import re

from puzzle_runner.sites.site import Site


class TopCoder(Site):
    """It has no address: the archive's URLs cannot be derived from the number of a match."""

    NAME = "srm"
    TITLE = "TopCoder"
    LIKE = "srm465"
    SPELLINGS = r"srm[-_ ]?0*([1-9][0-9]{0,8})((?:_\w+)?)"
    TEMPLATE = '''"""$title

$url
"""


class ClassName:
    """The class that the problem names."""

    def method(self, n: int) -> int | None:
        """What it asks, in a line; its arguments are keys of a case, such as n = 5."""
'''

    def parse(self, text: str) -> str | None:
        if not text.lower().startswith("srm"):
            return None
        spelling = re.fullmatch(self.SPELLINGS, text, re.IGNORECASE)
        if not spelling:
            return None
        number, suffix = spelling.groups()
        return f"srm{number}{suffix.lower()}"


SITE = TopCoder()
