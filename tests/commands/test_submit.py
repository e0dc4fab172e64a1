"""`puzzles submit`: its JSON, and the guards where a person enters the answer."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from puzzle_runner.inputs import cached, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc

from tests.clock import Clock
from tests.conftest import Workspace
from tests.stand_in import INPUT, RIGHT, Reply, Request, Site, article, day, last_day, wrong

ID, PAGE, POST = "aoc2021d3", "/2021/day/3", "/2021/day/3/answer"
CUPS = '"""Cups"""\ndef part1(): return 8\ndef part2(): return 8\n'


@pytest.fixture
def lamps(workspace: Workspace, account: Account) -> Workspace:
    """Return a workspace with a module for the fetched puzzle."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    workspace.puzzle(ID, "def part1(text): return 12")
    return workspace


def test_a_right_answer_as_json(lamps: Workspace, site: Site) -> None:
    """One document on stdout, and nothing on stderr; `next` is the part that it opens."""
    site.replies[PAGE] = Reply(body=day("12"))
    ended = lamps.run("submit", ID, "--yes", "--json")
    assert (0, "") == (ended.code, ended.err)
    assert {
        "schema": 1,
        "puzzle": ID,
        "part": 1,
        "answer": "12",
        "account": "default",
        "url": "https://adventofcode.com/2021/day/3",
        "status": "right",
        "hints": [],
        "wait": 0,
        "low": None,
        "high": None,
        "next": {"part": 2, "markdown": "## Part Two\n\nNow multiply. In the example above, that is `12`.\n"},
    } == ended.document


def test_an_answer_that_the_checker_refuses_is_not_sent(lamps: Workspace, site: Site) -> None:
    """It says why; a person may give another one."""
    lamps.puzzle(ID, "def check(answer): return answer < '2' or 'too high'\ndef part1(text): return 21\n")
    ended = lamps.run("submit", ID, "--yes")
    assert (1, "puzzles: wrong: too high. Nothing was sent.\n") == (ended.code, ended.err)
    assert [] == site.asked(POST)
    site.replies[PAGE] = Reply(body=day("12"))
    assert 0 == lamps.run("submit", ID, "12", "--yes").code


def test_after_part_1_comes_part_2(lamps: Workspace, site: Site) -> None:
    """The page is asked for once; its text is shown, and what it tells of the example is filed."""
    site.replies[PAGE] = Reply(body=day("12"))
    ended = lamps.run("submit", ID, "--yes")
    assert (0, 1, 0) == (ended.code, len(site.asked(PAGE)), len(site.asked(f"{PAGE}/input")))
    assert [
        f'Sending 12 as part 1 of {ID}, account "default".',
        f"★ 12 is right: part 1 of {ID}. Next: part 2.",
        "",
        "## Part Two",
        "",
        "Now multiply. In the example above, that is `12`.",
    ] == ended.out.rstrip("\n").split("\n")
    assert ["7", "12"] == [
        answer["answer"] for answer in lamps.run("case", "example", "--json").document["answers"]
    ]


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [(Reply(404), "has no page for aoc2021d3"), (Reply(body=day()), "The page has no part 2 yet")],
)
def test_a_page_that_does_not_come_costs_no_result(
    lamps: Workspace, site: Site, reply: Reply, sentence: str
) -> None:
    """The answer is right, and stored as such."""
    site.replies[PAGE] = reply
    ended = lamps.run("submit", ID, "--yes")
    assert (0, True, True) == (ended.code, "★ 12 is right" in ended.out, sentence in ended.err)
    assert "right" == lamps.run("run", "--real", "--json").rows[0]["verdict"]


@pytest.mark.parametrize(
    ("hours", "said"), [(1, ", 1:00:00 after it unlocked. Next: aoc2021d4."), (30, ". Next: aoc2021d4.")]
)
def test_the_star_its_time_and_what_is_next(
    lamps: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch, hours: int, said: str
) -> None:
    """The time is told within a day of the unlocking.

    After the last part nothing is fetched: there is nothing to come.
    """
    now = datetime(2021, 12, 3, 5, tzinfo=UTC) + timedelta(hours=hours)
    monkeypatch.setattr(guesses, "now", lambda: now)
    site.replies[PAGE] = Reply(body=day("12"))
    ended = lamps.run("submit", ID, "13", "--part", "2", "--yes")
    assert ended.out.splitlines()[1].startswith(f"★ 13 is right: part 2 of {ID}{said}"), ended
    assert ([{"level": "2", "answer": "13"}], "POST") == (site.sent, site.requests[-1].method)


@pytest.mark.parametrize(
    ("enough", "said"),
    [
        (True, 'Part 2 needs no answer: "puzzles submit aoc2021d25" claims its star.\n'),
        (False, "Part 2 of aoc2021d25 asks no question: its star needs all other stars of 2021"),
    ],
)
def test_how_the_last_star_is_claimed(
    workspace: Workspace, site: Site, account: Account, enough: bool, said: str
) -> None:
    """After the first star of a last day; there is no day after it."""
    site.replies["/2021/day/25"] = Reply(body=last_day("12", enough=enough))
    site.replies["/2021/day/25/input"] = Reply(body=INPUT)
    site.replies["/2021/day/25/answer"] = Reply(body=article(RIGHT))
    ended = workspace.run("submit", "aoc2021d25", "12", "--part", "1", "--yes")
    assert ended.out.splitlines()[1] == "★ 12 is right: part 1 of aoc2021d25. Next: part 2."
    assert (0, said) == (ended.code, ended.err[: len(said)])
    if enough:
        ended = workspace.run("submit", "aoc2021d25", "--yes")
        assert (0, "★ 0 is right: part 2 of aoc2021d25.\n") == (ended.code, ended.out.split("\n", 1)[1])


@pytest.mark.parametrize("typed", ["day 3", "3"])
def test_an_answer_for_a_guessed_puzzle_wants_a_yes(
    lamps: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """A day alone may be of another year. --yes is no answer."""
    monkeypatch.setattr(aoc, "now", lambda: datetime(2022, 3, 4))
    line = ("submit", typed, "12", "--part", "1", "--yes")
    ended = lamps.run(*line)
    assert (1, []) == (ended.code, site.sent)
    assert f'That "{typed}" means {ID} is a guess' in ended.err
    assert f'That "{typed}" means {ID} is a guess' in lamps.in_terminal(*line, typed=["n"], prompt=": ").out


def test_a_pause_is_waited_out(
    lamps: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --wait, an answer is sent as soon as the site takes one; without it, it is refused."""
    folder, sent = cached.inputs(account.folder, ID), guesses.now()
    writing.add_guess(folder, 1, "99", sent)
    writing.set_reply(folder, sent, wrong("too high"))
    clock = Clock(monkeypatch, sent + timedelta(seconds=20))
    refused = lamps.run("submit", ID, "--yes")
    assert (1, []) == (refused.code, site.sent)
    ended = lamps.run("submit", ID, "--yes", "--wait")
    assert (0, [{"level": "1", "answer": "12"}]) == (ended.code, site.sent)
    assert "The site asks to wait before aoc2021d3 is tried again: sending in 40s.\n" in ended.err
    assert sent + timedelta(seconds=60) == clock.now


@pytest.mark.parametrize(
    ("reply", "seconds"),
    [
        (Reply(body=article("You gave an answer too recently.  You have 3m 30s left to wait.")), 210),
        (Reply(429), 60),
        (Reply(503, retry_after="8"), 8),
    ],
)
def test_a_reply_that_says_wait_is_waited_for(
    lamps: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch, reply: Reply, seconds: int
) -> None:
    """With --wait the answer is sent again, twice here; without it, the pause is told and remembered."""
    clock = Clock(monkeypatch, begun := guesses.now())
    site.replies[POST] = [reply, reply, Reply(body=article(RIGHT))]
    assert (0, 3) == (lamps.run("submit", ID, "--yes", "--wait").code, len(site.sent))
    # A second more, as nobody knows in which part of the second the reply came.
    assert timedelta(seconds=2 * (seconds + 1)) == clock.now - begun
    site.replies["/2021/day/4/answer"] = reply
    line = ("submit", "aoc2021d4", "--part", "1", "12", "--yes")
    first = lamps.run(*line, "--json")
    assert (6, "wait", seconds) == (first.code, first.document["status"], first.document["wait"])
    again = lamps.run(*line)
    assert (1, 4, True) == (again.code, len(site.sent), "The site asks to wait for" in again.err)


def test_a_pause_counts_from_the_reply(lamps: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not from when the command began: others may be asking the site, and the site may be slow."""
    clock = Clock(monkeypatch, guesses.now())
    begun = clock.now

    def slow(request: Request) -> Reply:
        if request.method == "POST":
            clock.sleep(30)
            return Reply(body=article(wrong("too high")))
        return Site.reply(site, request)

    monkeypatch.setattr(site, "reply", slow)
    assert 1 == lamps.run("submit", ID, "--yes").code
    monkeypatch.setattr(site, "reply", partial(Site.reply, site))
    assert 0 == lamps.run("submit", ID, "11", "--yes", "--wait").code
    assert timedelta(seconds=30 + 60 + 1) == clock.now - begun


def test_what_a_person_enters_as_json(workspace: Workspace) -> None:
    """Where nobody is asked, it was not entered."""
    workspace.puzzle("euler8", CUPS)
    ended = workspace.run("submit", "euler8", "--json", PATH="/nowhere")
    assert (0, "", "8", None, "https://projecteuler.net/problem=8", "not entered") == (
        ended.code,
        ended.err,
        *(ended.document[key] for key in ("answer", "account", "url", "status")),
    )
