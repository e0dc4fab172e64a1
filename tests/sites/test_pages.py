"""What the pages of all sites have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.sites import pages


def test_links_into_a_folder() -> None:
    """Each once, in the order of the page."""
    html = '<a href="x/b.txt">b</a><a href="y/c.txt">c</a><a href="x/a.txt">a</a><a href="x/b.txt">b</a>'
    assert ["x/b.txt", "x/a.txt"] == pages.links(html, "x/")


ATTRIBUTES = " ".join(f"a{number}='>'" for number in range(5000))


@pytest.mark.parametrize(
    "html",
    ["</b>" * 501 + "<div>" * 501,
     *(piece * 501 for piece in ("<div>", "<P\n><B\n>", "<div></b>", "<div><table></div>", "<b id=1></i>")),
     *(f"<{tag} {ATTRIBUTES}>" for tag in ("p", "/p")), "<p " + "a " * 9000, "<p>x</p>" * 2**18],
)  # fmt: skip
def test_what_would_take_the_square_is_not_parsed(html: str) -> None:
    """A page that is too deep, has too many attributes, or is too large is cut before it is parsed."""
    tree, is_whole = pages.parsed(f"<h2>Tea</h2>{html}")
    assert (False, "Tea") == (is_whole, pages.heading(f"<h2>Tea</h2>{html}"))
    assert len(tree.html or "") < pages.LARGEST * 2


def test_the_rest_of_a_page_is_text() -> None:
    """What stands behind the limit is not lost, and cannot be taken for elements."""
    tree, is_whole = pages.parsed("<div>" * 501 + "<a href='x'>1 &lt; 2</a> < 3 <b")
    assert (False, "1 &lt; 2 < 3 <b", []) == (is_whole, tree.body and tree.body.text(), tree.css("a"))


@pytest.mark.parametrize(
    "html", ["<p>x<br>" * 5000, "<ul>" + "<li>x" * 5000, "<i>x</i>" * 5000, "< b>" * 5000]
)
def test_a_long_page_is_whole(html: str) -> None:
    """Elements that are usually left open do not count as being in one another."""
    assert pages.parsed(html)[1]


@given(
    st.lists(st.sampled_from(["<", ">", "</", "div", "b", "p", " ", "a", "=", '"', "'", "/", "x", "<!--"]))
)
def test_no_tree_is_deeper_than_is_told(pieces: list[str]) -> None:
    """Whatever a page is, it is no deeper than it may be, but for what a parser adds by itself."""
    html = "".join(pieces) * 600
    node, depth, deepest = pages.parsed(html)[0].root, 0, 0
    while node is not None:
        deepest = max(deepest, depth)
        if node.child is not None:
            node, depth = node.child, depth + 1
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
        node = node.next if node is not None else None
    assert deepest <= pages.DEEPEST + 10


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p># is a wall</p>", r"\# is a wall"),
        ("<p>#</p><p>## x</p>", "\\#\n\n\\## x"),
        ("<p>a<br># b</p>", "a\n\\# b"),
        ("<ul><li># x<ol><li>&gt; y</li></ol></li></ul>", "  * \\# x\n    1. \\> y"),
        ("<p>* x</p><p>==</p><p>~~~</p><p>```</p>", "\\* x\n\n\\==\n\n\\~~~\n\n\\```"),
        ("<p>a <b># b</b># c <code>#</code></p>", "a **# b** # c `#`"),
        ("<pre># a\n#.</pre><p>x</p>", "    # a\n    #.\n\nx"),
        ("<h2># x</h2><pre><code># a</code></pre>", "## # x\n\n    # a"),
    ],
)
def test_what_only_looks_like_markdown(html: str, text: str) -> None:
    """Gets a backslash where a line begins with it; in a block nothing does."""
    assert f"{text}\n" == pages.markdown(html)


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
