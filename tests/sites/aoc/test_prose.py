"""Articles, read as passages and blocks."""

import pytest
from puzzle_runner.sites.aoc import prose
from puzzle_runner.sites.aoc.prose import PLAIN, SPACE, STRONG, VALUE, PageBlock, Part, Passage
from selectolax.lexbor import LexborHTMLParser


def read(html: str) -> Part:
    article = LexborHTMLParser(f"<article><h2>--- Day 1 ---</h2>{html}</article>").css_first("article")
    assert article
    return prose.read(article)


def test_passages_and_blocks_come_in_the_order_of_the_page() -> None:
    """White space in a passage is one space; a block stands as it is, without its markup."""
    html = "<p>a\n  b <b>c</b></p><pre><code>1  <em>2</em>\n&lt;3</code></pre>x<div>y</div>"
    assert (Passage("a b c"), PageBlock("1  2\n<3"), Passage("x"), Passage("y")) == read(html)


def test_items_know_their_list() -> None:
    """A passage or block tells in which item it is, a passage also in which list."""
    html = "<ul><li>a</li><li><p>b</p><pre>c</pre></li></ul><p>d</p><ol><li>e</li></ol>"
    assert (
        Passage("a", item=2, list=1),
        Passage("b", item=3, list=1),
        PageBlock("c", item=3),
        Passage("d"),
        Passage("e", item=5, list=4),
    ) == read(html)


@pytest.mark.parametrize(
    ("marks", "html"),
    [
        ([(PLAIN, "7")], "<code>7</code>"),
        ([(VALUE, "7")], "<code><em>7</em></code>"),
        ([(VALUE, "7")], "<em><code> 7 </code></em>"),
        ([(VALUE, "7")], "<code> <em class='x'>7</em>\n</code>"),
        ([(PLAIN, "7"), (PLAIN, "8")], "<em>either <code>7</code> or <code>8</code>?</em>"),
        ([(PLAIN, "7")], "<em><code>7</code>?</em>"),
        ([(VALUE, "12")], "<code>3 * 4 = <em>12</em></code>"),
        ([(PLAIN, "1-3 a: abc")], "<code>1-3 a: <em>a</em>bc</code>"),
        ([(PLAIN, "ab c")], "<code>ab <em>c</em></code>"),
        ([(STRONG, "-17")], "<em>-17</em>"),
        ([], "<em>17 drops</em>"),
        ([(PLAIN, "a b")], "<code>a\n  b</code>"),
    ],
)
def test_code_and_its_emphasis(marks: list[tuple[str, str]], html: str) -> None:
    """A value of its own is code that is emphasised as a whole, or what a calculation in code ends with."""
    (passage,) = read(f"<p>It is {html}, so.</p>")
    assert isinstance(passage, Passage)
    assert marks == [*prose.codes(passage.text)]


def test_a_text_without_marks() -> None:
    """It reads as on the page; what looks like a mark in a page is dropped."""
    (passage,) = read(f"<p>It{VALUE} is <code>a{SPACE} b</code> or <code><em>7</em></code>.</p>")
    assert isinstance(passage, Passage)
    assert "It is a b or 7." == prose.plain(passage.text)


def test_sentences_do_not_end_in_code() -> None:
    """They end with a stop, also in parentheses; code may have one inside."""
    (passage,) = read("<p>One. Is <code>a. b</code> two? (Three!) Four:</p>")
    assert isinstance(passage, Passage)
    assert ["One.", "Is a. b two?", "(Three!)", "Four:"] == [
        prose.plain(sentence) for sentence in prose.sentences(passage.text)
    ]


def test_asides_are_left_out() -> None:
    """That is what is in parentheses, but not inside of code or of a word."""
    (passage,) = read("<p>(No.) It is <code>f(x)</code>, not g(y) (or so).</p>")
    assert isinstance(passage, Passage)
    assert " It is f(x), not g(y) ." == prose.plain(prose.without_asides(passage.text))
