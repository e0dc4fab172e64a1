"""What the pages of all sites have in common."""

import pytest
from puzzle_runner.sites import pages


def test_links_into_a_folder() -> None:
    """Each once, in the order of the page."""
    html = '<a href="x/b.txt">b</a><a href="y/c.txt">c</a><a href="x/a.txt">a</a><a href="x/b.txt">b</a>'
    assert ["x/b.txt", "x/a.txt"] == pages.links(html, "x/")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><code><em>7</em></code></p>", "**`7`**"),
        ("<p><code>1 + <em>7</em></code></p>", "`1 + _7_`"),
        ("<pre>1 <em>7</em></pre>", "    1 7"),
    ],
)
def test_emphasis_in_code(html: str, text: str) -> None:
    """Code all of which is emphasised is bold; a block has no emphasis."""
    assert f"{text}\n" == pages.markdown(html)
