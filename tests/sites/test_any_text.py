"""What reads a site's text, given any text: invented pages, replies and lists, cut and put together anew."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.registry import sites
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import Response

from tests.sites.aoc import invented
from tests.sites.test_topcoder import GREED, PAGE, PASTED
from tests.stand_in import article, day, wrong

NOTES = {"title": "T", "texts": {"1": "<p>x</p>"}, "inputs": {"1": "5"}, "answers": {"1": "7"}}
STAR = {"1": {"1": {"get_star_ts": 5, "star_index": 3}}}
WRONG = {"status": 200, "correct": False, "firstCorrect": True, "penaltyLeftMs": 10**6}
MEMBER = {"id": 1, "stars": 3, "completion_day_level": STAR}
OBJECTS = [NOTES, WRONG, {"id": 5, "seed": 7}, {"event": "2021", "members": {"1": MEMBER}}]
DOCUMENTS = [
    *(invented.read(name).html for name in invented.names()),
    *(PAGE, GREED, PASTED, day("12", "60"), article("Lamp"), wrong(wait="5 minutes")),
    *map(json.dumps, OBJECTS),
    "1. 5\n2. 3.5e10\n| 3 | `7` |\n",
    "ID##Title\n1##Tea##1\n",
    '<a href="resources/documents/0022_a.txt">',
    "Constraints\n- n will be between -10^6 and 2^31-1.",
    '<a class="calendar-day1" aria-label="one star">',
    "You have 5m 3s left to wait.",
    "https://adventofcode.com/2021/leaderboard/private/view/1?view_key=a",
]
ODD = ["the last example", "?", "&#xE000;", "\ue001", "\u0663", "\u0131", "9" * 5000, "1e999", "-", "null"]
ODD += ["<", ">", "<pre>", "</code>", "<em>", "Returns:", "1)", "\0", "\ud800", "http://[", "//", *"{[]"]
IDS = {"aoc": ["aoc2021d3", "aoc2018d25"], "euler": ["euler22"], "srm": ["srm465"], "ec": ["ec2025q7"]}
# What is declared to refuse a text in a sentence.
REFUSING = ("read_problem", "read_answers")


def pieces(document: str) -> st.SearchStrategy[str]:
    """Return parts of a document."""
    ends = st.integers(0, len(document))
    return st.tuples(ends, ends).map(lambda span: document[min(span) : max(span)])


TEXTS = st.lists(
    st.sampled_from(DOCUMENTS).flatmap(pieces) | st.sampled_from(ODD), min_size=1, max_size=6
).map("".join)


def readers(site: Site) -> dict[str, Callable[[str], object]]:
    """Return all that reads texts of a site, by name."""
    names = ("title", "titles", "user", "is_login", "stars", "board_link")
    by_name: dict[str, Callable[[str], object]] = {name: getattr(site.pages, name) for name in names}
    by_name |= {"parse": site.parse, "read_reply": site.read_reply}
    by_name["read_problem"] = lambda text: site.pages.read_problem(text, "here")
    by_name["read_answers"] = lambda text: site.pages.read_answers(text, "here")
    by_name["read_board"] = lambda text: site.pages.read_board(text.encode("utf-8", "replace"), 2021)
    for status in (200, 302, 404, 418):

        def reply(text: str, status: int = status) -> None:
            response = Response(status, text.encode("utf-8", "replace"))
            site.pages.trouble(response)
            site.read_reply(site.pages.reply_text(response) or "")

        by_name[f"reply {status}"] = reply
    for id in IDS[site.NAME]:
        by_name[f"statement {id}"] = lambda text: site.pages.statement(text, "Tea")
        by_name[f"page {id}"] = partial(read_page, site, id)
    return by_name


def read_page(site: Site, id: str, text: str) -> None:
    """Read a page; whatever it was, what is known of it has the types that it is stored in."""
    page = site.pages.read(id, text, None)
    if not page:
        return
    answers = [*page.answers.items(), *page.inputs.items()]
    for example in page.examples:
        assert example.text.strip() and all(found.text for found in example.answers.values())
        answers += [(part, found.text) for part, found in example.answers.items()]
    assert all(isinstance(part, int) and isinstance(value, str) for part, value in answers)
    assert all(isinstance(each, str) for each in (page.title, *page.articles))


@pytest.mark.parametrize("name", [*IDS])
@given(text=TEXTS)
def test_any_text_is_read(name: str, text: str) -> None:
    """Nothing is raised, but the sentence of what is declared to refuse."""
    for reader, read in readers(sites()[name]).items():
        with suppress(*([Unreadable] if reader in REFUSING else [])):
            read(text)
