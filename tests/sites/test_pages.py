"""What the pages of all sites have in common."""

from puzzle_runner.sites import pages


def test_links_into_a_folder() -> None:
    """Each once, in the order of the page."""
    html = '<a href="x/b.txt">b</a><a href="y/c.txt">c</a><a href="x/a.txt">a</a><a href="x/b.txt">b</a>'
    assert ["x/b.txt", "x/a.txt"] == pages.links(html, "x/")
