"""Pages of invented days, read."""

import pytest
from puzzle_runner.model import Expected
from puzzle_runner.sites.aoc.site import SITE
from puzzle_runner.sites.values import Example, Page, Response

from tests.stand_in import INPUT, LOGIN, RIGHT, article, day


def read(html: str, input: str | None = None) -> Page | None:
    return SITE.pages.read("aoc2021d3", html, input)


def blocks(*parts: str) -> str:
    return "".join(f'<article class="day-desc"><h2>--- Day 1: X ---</h2>{part}</article>' for part in parts)


def test_an_unsolved_page() -> None:
    """It tells title and example, and the answer that the text comes to."""
    page = read(day())
    assert page
    example = Example("3\n4", {1: Expected("7", sentence="one adds 3 and 4, which is 7.")})
    assert ("Lamp & Oil", (example,), {}, False, True) == (
        page.title, page.examples, page.answers, page.complete, page.logged_in,
    )  # fmt: skip


@pytest.mark.parametrize("html", [LOGIN, "", "<html><body>500</body></html>", article(RIGHT), INPUT])
def test_what_is_no_page_of_a_day(html: str) -> None:
    """Login pages, error pages, replies and inputs are not taken for one."""
    assert read(html) is None


@pytest.mark.parametrize(("id", "questions"), [
    ("aoc2021d3", 2), ("aoc2021d25", 1), ("aoc2024d12", 2), ("aoc2025d12", 1), ("aoc2026d12", 2),
])  # fmt: skip
def test_how_many_parts_ask_a_question(id: str, questions: int) -> None:
    """One on the last day of a year; which day that is in later years is not known."""
    assert questions == SITE.questions(id)


@pytest.mark.parametrize(
    ("html", "is_login"), [(LOGIN, True), ("To play, please identify yourself", True), (INPUT, False)]
)
def test_a_page_for_those_who_are_logged_out(html: str, is_login: bool) -> None:
    """By its link, or by its sentence."""
    assert is_login is SITE.pages.is_login(html)


def test_an_example_has_the_shape_of_the_fetched_input() -> None:
    """With the input, a block of another shape is none; without it, the first one that is introduced."""
    html = blocks("<p>For example:</p><pre>a-b</pre><p>Now:</p><pre>3\n4</pre><p><code><em>7</em></code></p>")
    by_input, by_words = read(html, INPUT), read(html)
    assert by_input
    assert by_words
    assert ["3\n4"] == [example.text for example in by_input.examples]
    assert ["a-b"] == [example.text for example in by_words.examples]


@pytest.mark.parametrize(("user", "html"), [
    ("4711", "<code>ownerproof-4711-1700000000-abc</code>"), ("12", "<span>(anonymous user #12)</span>"),
    (None, LOGIN),
])  # fmt: skip
def test_the_user_on_the_settings_page(user: str | None, html: str) -> None:
    """The id stands in the proof of ownership, and in the anonymous name."""
    assert user == SITE.pages.user(html)


def test_a_reply_is_that_of_its_article_and_whether_one_is_logged_out() -> None:
    """The text is one line; the sign of being logged out is kept from wherever it stands."""
    assert "You are right. Go on." == SITE.pages.reply_text(
        Response(200, article("You are\n right. Go on.").encode())
    )
    assert "[Log In]To play, please identify yourself." == SITE.pages.reply_text(
        Response(200, LOGIN.encode())
    )
    assert "hello [Log In]" == SITE.pages.reply_text(
        Response(200, b"<header>[Log In]</header><article>hello</article>")
    )


@pytest.mark.parametrize(("text", "html"), [
    ("2^10\n", "<p>2<sup>10</sup></p>"), ("2^(n+1)\n", "<p>2<sup>n+1</sup></p>"),
    ("a_1 + x^-1\n", "<p>a<sub>1</sub> + x<sup>-1</sup></p>"),
    ("it is `7`.\n", "<p>it is <code><em>7</em></code>.</p>"),
    ("    a 7\n", "<pre><code>a <em>7</em>\n</code></pre>"),
    ("## Lamp & Oil\n", "<h2>--- Day 3: Lamp &amp; Oil ---</h2>"),
    ("## Lamp\n\n(--- to --- be)\n", '<h2 id="a">--- Day 1: Lamp ---</h2><p>(--- to --- be)</p>'),
    ("x^(a_(i+1)) < y^α\n", "<p>x<sup>a<sub>i+1</sub></sup> &lt; y<sup>&alpha;</sup></p>"),
    ("\\# 2\\*3\\*4 \\_a\\_ \\<b> \\`x\\` [1]\\(2) 3 * 4 # a_b a < b\n",
     "<p># 2*3*4 _a_ &lt;b&gt; `x` [1](2) 3 * 4 # a_b a &lt; b</p>"),
    ("\\> 5\n\n\\* 6\n", "<p>&gt; 5</p><p>* 6</p>"),
    ("    a <b> 7\n", "<pre><code>a &lt;b&gt; <em class='x'>7</em>\n</code></pre>"),
])  # fmt: skip
def test_a_statement_as_markdown(text: str, html: str) -> None:
    """Powers, indices, emphasised answers and blocks survive; signs of the text are no syntax."""
    assert text.strip() == SITE.pages.statement(html, "").markdown.strip()
