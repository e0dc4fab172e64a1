"""What reads a site's text, given any text: invented pages, replies and lists, cut and put together anew."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.registry import sites
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


def pieces(document: str) -> st.SearchStrategy[str]:
    """Return parts of a document."""
    ends = st.integers(0, len(document))
    return st.tuples(ends, ends).map(lambda span: document[min(span) : max(span)])


TEXTS = st.lists(
    st.sampled_from(DOCUMENTS).flatmap(pieces) | st.sampled_from(ODD), min_size=1, max_size=6
).map("".join)


@pytest.mark.parametrize("name", [*IDS])
@given(text=TEXTS)
def test_any_text_is_read(name: str, text: str) -> None:
    """Nothing is raised, but the sentence of what is declared to refuse; values have their types."""
    site, pages, data = sites()[name], sites()[name].pages, text.encode("utf-8", "replace")
    for read in (pages.title, pages.titles, pages.user, pages.is_login, pages.stars, pages.board_link):
        read(text)
    for refuse in (pages.read_problem, pages.read_answers):
        with suppress(Unreadable):
            refuse(text, "here")
    site.parse(text)
    site.read_reply(text)
    pages.read_board(data, 2021)
    pages.statement(text, "Tea")
    for status in (200, 302, 404, 418):
        response = Response(status, data)
        pages.trouble(response)
        site.read_reply(pages.reply_text(response) or "")
    for id in IDS[name]:
        page = pages.read(id, text)
        if page:
            texts = [page.title, *page.articles, *page.answers.values(), *page.inputs.values()]
            for example in page.examples:
                assert example.text.strip() and all(found.text for found in example.answers.values())
                texts += [found.text for found in example.answers.values()]
            assert {str} >= {type(each) for each in texts}
            assert {int} >= {type(part) for part in (*page.answers, *page.inputs)}
