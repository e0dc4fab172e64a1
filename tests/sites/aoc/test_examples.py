"""The examples of invented pages of every shape."""

import pytest
from puzzle_runner.model import Expected
from puzzle_runner.sites.aoc.site import SITE
from puzzle_runner.sites.values import Example

from tests.sites.aoc import invented


def examples(html: str, input: str | None) -> tuple[Example, ...]:
    page = SITE.pages.read("aoc2021d4", html, input)
    return page.examples if page else ()


def answers(html: str, input: str | None) -> dict[str, dict[int, str]]:
    return {
        example.text: {part: found.text for part, found in example.answers.items()}
        for example in examples(html, input)
    }


@pytest.mark.parametrize("name", invented.names())
def test_the_examples_of_a_page(name: str) -> None:
    """With the fetched input at hand, these are the examples of a page and their answers, and no others."""
    page = invented.read(name)
    assert page.examples == answers(page.html, page.input)


@pytest.mark.parametrize("name", [name for name in invented.names() if invented.read(name).blind])
def test_the_examples_of_a_page_without_its_input(name: str) -> None:
    """What the introductions and the form of the page tell is enough for most of them."""
    page = invented.read(name)
    assert page.examples == answers(page.html, None)


def test_an_answer_comes_with_its_sentence() -> None:
    """It is the sentence as it reads on the page, without markup."""
    html = invented.page(
        "<p>For example:</p><pre>a b\nc d</pre><p>No. The <code>a b</code> is <em>long</em>, or "
        "<code><em>7</em></code>. <em>How long is yours?</em></p>"
    )
    assert (Example("a b\nc d", {1: Expected("7", sentence="The a b is long, or 7.")}),) == examples(
        html, None
    )


@pytest.mark.parametrize("value", [
    "<code><em>12</em></code>", "<em class='x'><code> 12 </code></em>", "<code>3 * 4 = <em>12</em></code>",
])  # fmt: skip
def test_the_forms_of_a_value(value: str) -> None:
    """It is code that is emphasised as a whole, or what a calculation in code ends with."""
    html = f"<article class='day-desc'><p>For example:</p><pre>3 4</pre><p>It is {value}.</p></article>"
    assert {"3 4": {1: "12"}} == answers(html, None)


ONE = """<p>For example:</p><pre><code>{0} {0}\n3 4\n</code></pre><ul><li>It is <code>{0}</code>.</li>
<li><code>x</code> is <code><em>{0}</em></code></li></ul>
<p>In the second example, if it were {0}, it is <code><em>{0}</em></code>.</p>"""


@pytest.mark.timeout(20)
@pytest.mark.parametrize("input", [None, "12 3\n" * 1000])
def test_a_page_of_thousands_of_blocks(input: str | None) -> None:
    """It is read at once; so many blocks are no examples."""
    html = invented.page("".join(ONE.format(number) for number in range(1000)))
    assert () == examples(html, input)
