"""The user's own puzzles: every stem that no site claims."""

from puzzle_runner.sites.site import Site


class Own(Site):
    """It has no site."""

    NAME = "local"
    TITLE = "Your own"

    def parse(self, text: str) -> str | None:
        """Return the text: every stem is an id."""
        return text


SITE = Own()
