"""`puzzles fetch`, against a site of invented puzzles."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.flows import fetching, visiting
from puzzle_runner.inputs import cached, cases, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc
from puzzle_runner.sites.aoc.pages import Pages
from puzzle_runner.sites.registry import identify

from tests.clock import Clock
from tests.conftest import Workspace
from tests.stand_in import INPUT, LOGIN, SESSION, USER, Reply, Site, advent, day

ID, DAY = "aoc2021d3", "/2021/day/3"


def cached_files() -> list[str]:
    """Return the files of inputs and pages below the data folder."""
    folder = settings.data_folder()
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and ("inputs" in path.parts or "pages" in path.parts)
    )


def test_what_the_site_has_is_here_afterwards(workspace: Workspace, site: Site, account: Account) -> None:
    """Input and page are the account's, the example is nobody's, and the workspace is untouched."""
    site.replies[DAY] = Reply(body=day("12"))
    ended = workspace.run("fetch", ID)
    assert (0, f"{ID}  Lamp & Oil  default: input, page, 1 example, 1 answer\n", "") == ended
    assert [
        f"accounts/aoc-4711/inputs/{ID}/cases.toml",
        f"accounts/aoc-4711/inputs/{ID}/main.txt",
        f"accounts/aoc-4711/pages/{ID}.html",
        f"anonymous/inputs/{ID}/cases.toml",
        f"anonymous/inputs/{ID}/example.txt",
    ] == cached_files()
    example, main = cached.cases_of(ID, workspace.root / "inputs" / ID).cases
    assert (INPUT.strip(), {1: "12"}) == (
        cases.text(main),
        {part: one.text for part, one in main.answers.items()},
    )
    assert ("3\n4", ["7", "12"]) == (cases.text(example), [one.text for one in example.answers.values()])
    assert [workspace.root / "inputs", workspace.root / "puzzles"] == sorted(workspace.root.rglob("*"))


def test_an_input_is_asked_for_once_and_the_page_while_a_part_is_unsolved(
    workspace: Workspace, site: Site, account: Account
) -> None:
    """Once all is solved, only --refresh asks for the page; nothing ever asks for the input again."""
    site.replies[DAY] = [Reply(body=day()), Reply(body=day("12")), Reply(body=day("12", "60"))]
    codes = [workspace.run("fetch", ID, *more).code for more in ([], [], [], [], ["--refresh"])]
    assert [0] * 5 == codes
    assert (1, 4) == (len(site.asked(f"{DAY}/input")), len(site.asked(DAY)))


def test_two_fetches_at_once_make_one_input_request(
    workspace: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even those of a session that nobody has met before."""
    monkeypatch.setenv("AOC_SESSION", SESSION)
    for path in ("/settings", f"{DAY}/input"):
        site.replies[path] = site.replies[path]._replace(hold=0.3)
    with ThreadPoolExecutor(2) as two:
        ended = [two.submit(workspace.process, "fetch", ID) for _ in range(2)]
    assert [0] * 2 == [one.result().code for one in ended]
    assert (1, 1) == (len(site.asked(f"{DAY}/input")), len(site.asked("/settings")))


DEAD = "Puzzle inputs differ by user.  Please log in to get your puzzle input.\n"
EARLY = (
    "Please don't repeatedly request this endpoint before it unlocks! The calendar countdown is synchronized."
)


@pytest.mark.parametrize(
    ("code", "sentence", "reply"),
    [
        (5, 'The session of account "default" is dead', Reply(400, DEAD)),
        (5, 'The session of account "default" is dead', Reply(200, DEAD)),
        (5, 'The session of account "default" is dead', Reply(200, LOGIN)),
        (6, "sends", Reply(302, location="javascript:alert(1)")),
        (5, "is not unlocked yet", Reply(404, EARLY)),
        (5, "has no page for aoc2021d3", Reply(404, "404 Not Found")),
        (6, "answered 500 when asked for", Reply(500, "<h1>500 Internal Server Error</h1>")),
        (6, "gave no", Reply(200, "")),
        (6, "gave no", Reply(200, "<!DOCTYPE html><html>An error</html>")),
    ],
)
@pytest.mark.parametrize("path", [f"{DAY}/input", DAY])
def test_what_is_no_input_and_no_page_is_never_kept(
    site: Site, account: Account, code: int, sentence: str, reply: Reply, path: str
) -> None:
    """Each ends in a sentence and an exit code, and leaves nothing in the cache."""
    site.replies[path] = reply
    with pytest.raises(PuzzlesError) as error:
        fetching.fetch(visiting.visit(aoc.SITE, None, ""), identify(ID), refresh=False)
    assert code == error.value.exit
    assert sentence in str(error.value)
    kept = [name for name in cached_files() if "page" in name or "anonymous" in name or path != DAY]
    assert [] == kept


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (("fetch", ID), f"{DAY}/input"),
        (("calendar", "2021"), "/2021"),
        (("standings", "--year", "2021"), f"/2021/leaderboard/private/view/{USER}.json"),
        (("submit", ID, "12", "--part", "1", "--yes"), f"{DAY}/answer"),
        (("new", ID), f"{DAY}/input"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_session_that_has_ended_is_answered_with_500(
    workspace: Workspace, site: Site, account: Account, command: tuple[str, ...], path: str
) -> None:
    """One look at the page of the user settles it: every command says so, remembers it, and ends with 5."""
    site.replies |= {path: Reply(500, "<h1>500</h1>"), "/settings": Reply(302, location="/")}
    ended = workspace.run(*command)
    assert (5, True) == (ended.code, 'The session of account "default" is dead' in ended.err), ended
    assert 1 == len(site.asked("/settings"))
    assert "dead on " in workspace.run("account", "list").out
    doctor = workspace.run("doctor", "--json")
    (finding,) = [each for each in doctor.document["findings"] if "was dead on" in each["text"]]
    assert (1, "wrong") == (doctor.code, finding["state"])
    assert () == cached.guesses(cached.inputs(account.folder, ID))
    site.replies["/settings"] = advent(Site()).replies["/settings"]
    workspace.run("account", "check")
    assert "alive on " in workspace.run("account", "list").out


def test_what_has_no_site_is_said_at_once(workspace: Workspace) -> None:
    """With what to do instead."""
    ended = workspace.run("fetch", "SRM 500")
    assert (2, True) == (ended.code, '"puzzles import PAGE --as srm500"' in ended.err)


def test_a_day_that_is_to_come_is_not_asked_for(workspace: Workspace, site: Site, account: Account) -> None:
    """By our own clock, before any request."""
    ended = workspace.run("fetch", "aoc2999d12")
    assert (5, []) == (ended.code, site.requests)
    assert "it will be on 12 December 2999 at 05:00 UTC" in ended.err


def test_a_login_that_is_missing_or_dead_is_told_before_the_wait(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`fetch` ends at once, `new` waits for the public page; a session that was dead is asked about once."""
    clock = Clock(monkeypatch, begun := datetime(2021, 12, 3, 4, tzinfo=UTC))
    writing.mark(account, alive=False)
    site.replies["/settings"] = Reply(302, location="/")
    ended = workspace.run("fetch", ID, "--wait")
    assert (5, begun, ["/settings"]) == (ended.code, clock.now, [each.path for each in site.requests])
    assert 'The session of account "default" is dead' in ended.err
    monkeypatch.delenv("AOC_SESSION")
    ended = workspace.run("fetch", ID, "--wait")
    assert (5, begun) == (ended.code, clock.now)
    assert "You are not logged in" in ended.err
    ended = workspace.run("new", ID, "--wait")
    assert (5, True) == (ended.code, clock.now > begun + timedelta(hours=1))
    assert "You are not logged in" in ended.err.partition("waiting")[0]


@pytest.mark.parametrize(("command", "late", "code"), [("new", 1, 0), ("fetch", 4, 0), ("new", 5, 5)])
def test_a_site_whose_clock_is_behind_is_asked_again(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch, command: str,
    late: int, code: int,
) -> None:  # fmt: skip
    """After 1, 2, 5 and 15 seconds with --wait, else not at all; an input that never comes is missing."""
    slept: list[float] = []
    monkeypatch.setattr(fetching, "sleep", slept.append)
    early, path = Reply(404, EARLY), f"{DAY}/input"
    site.replies[path] = [*[early] * late, Reply(body=INPUT)] if late < 5 else early
    ended = workspace.run(command, ID, "--wait")
    assert (code, [1, 2, 5, 15][:late]) == (ended.code, slept)
    assert (min(late + 1, 5), late == 5) == (len(site.asked(path)), "is not unlocked yet" in ended.err)
    site.replies["/2021/day/2/input"] = early
    workspace.run(command, "aoc2021d2")
    assert 1 == len(site.asked("/2021/day/2/input"))


@pytest.mark.parametrize("command", ["fetch", "new"])
def test_a_fault_at_one_puzzle_does_not_end_the_others(
    workspace: Workspace, three_days: Site, account: Account, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Whatever is raised where its page is read: the exit code tells, and the traceback is kept."""

    def read(self: Pages, id: str, *page: object) -> object:
        return 1 / 0 if id == "aoc2021d2" else genuine(self, id, *page)  # type: ignore[arg-type]

    genuine = Pages.read
    monkeypatch.setattr(Pages, "read", read)
    for number in (1, 2, 3):
        workspace.puzzle(f"aoc2021d{number}", "def part1(text): return 1\n")
    ended = workspace.run(command, "aoc2021d1-3")
    assert 70 == ended.code
    assert ["aoc2021d1", "aoc2021d3"] == [line[:9] for line in ended.out.splitlines() if "input" in line]
    assert "This is a fault of puzzles (ZeroDivisionError: division by zero)" in ended.err
    assert 1 == len([*(settings.data_folder() / "faults").iterdir()])


@pytest.fixture
def december(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening of 31 December 2026."""
    monkeypatch.setattr(guesses, "now", lambda: datetime(2026, 12, 31, 20, tzinfo=UTC))
    monkeypatch.setattr(aoc, "now", lambda: datetime(2026, 12, 31, 15))


@pytest.mark.usefixtures("december")
def test_the_site_tells_how_many_days_a_year_has(workspace: Workspace, site: Site, account: Account) -> None:
    """After the last one a single page is asked for that is not there: an error only if it is named."""
    for number in range(1, 13):
        advent(site, 2026, number)
    ended = workspace.run("fetch", "aoc2026")
    told = "aoc2026 has ended: there is no aoc2026d13.\n"
    assert (0, 12, told) == (ended.code, len(ended.out.splitlines()), ended.err)
    assert site.asked("/2026/day/13/input")
    assert [] == [each.path for each in site.requests if "/day/14" in each.path]
    assert [0, 5, 3] == [workspace.run("fetch", f"2026/{day}").code for day in (12, 14, 26)]
    assert [] == site.asked("/2026/day/26/input")


@pytest.mark.usefixtures("december")
@pytest.mark.parametrize(
    ("selectors", "fetched", "asked"), [(["2026/13-25"], [], [13]), (["2026/20", "2026/3"], [3], [20, 3])]
)
def test_a_year_that_has_ended_is_asked_for_one_day(
    workspace: Workspace, site: Site, account: Account,
    selectors: list[str], fetched: list[int], asked: list[int],
) -> None:  # fmt: skip
    """Days after that are not asked for; those before it are."""
    advent(site, 2026, 3)
    ended = workspace.run("fetch", *selectors, "--json")
    rows = [row["puzzle"] for row in ended.document["fetched"]]
    inputs = [path for path in days_asked(site) if path.endswith("input")]
    assert (5, [f"aoc2026d{day}" for day in fetched]) == (ended.code, rows)
    assert [f"/2026/day/{day}/input" for day in asked] == inputs


def test_what_was_locked_is_asked_for_again(workspace: Workspace, site: Site, account: Account) -> None:
    """The next fetch does not take it for done, and ends as the first."""
    site.replies["/2021/day/2/input"] = Reply(404, EARLY)
    for _ in range(2):
        ended = workspace.run("fetch", "aoc2021d2-3")
        assert (5, True) == (ended.code, "aoc2021d2 is not unlocked yet" in ended.err)
    advent(site, 2021, 2)
    assert 0 == workspace.run("fetch", "aoc2021d2-3").code


@pytest.mark.parametrize(
    ("replies", "code", "messages", "days"),
    [
        ({2: Reply(500)}, 6, ["aoc2021d2: "], "134"),
        ({2: Reply(404, "404 Not Found")}, 5, ["has no page for aoc2021d2"], "134"),
        (
            {1: Reply(500), 2: Reply(500)},
            6,
            ["aoc2021d1: ", "aoc2021d2: ", "Left out: aoc2021d3, aoc2021d4.\n"],
            "",
        ),
        ({1: Reply(500), 3: Reply(500)}, 6, ["aoc2021d1: ", "aoc2021d3: "], "24"),
        ({2: Reply(400, DEAD)}, 5, ["aoc2021d2: The session", "Left out: aoc2021d3, aoc2021d4.\n"], "1"),
    ],
)
def test_a_puzzle_that_fails_does_not_stop_the_others(
    workspace: Workspace, site: Site, euler_site: Site, account: Account,
    replies: Mapping[int, Reply], code: int, messages: list[str], days: str,
) -> None:  # fmt: skip
    """It is named. A site that fails twice, or wants a login, is left in peace; other sites are asked."""
    for number in range(1, 5):
        advent(site, 2021, number)
    site.replies |= {f"/2021/day/{number}/input": reply for number, reply in replies.items()}
    ended = workspace.run("fetch", "aoc2021d1-4", "euler7", "--json")
    rows = [row["puzzle"] for row in ended.document["fetched"]]
    assert (code, [*(f"aoc2021d{day}" for day in days), "euler7"]) == (ended.code, rows)
    assert [] == [message for message in messages if message not in ended.err]


def test_without_a_login_other_sites_are_asked(
    workspace: Workspace, site: Site, euler_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is said of which puzzles that is."""
    monkeypatch.delenv("AOC_SESSION", raising=False)
    for id in ("aoc2021d1", "aoc2021d2", "euler7"):
        workspace.puzzle(id, "")
    ended = workspace.run("fetch", "--json")
    assert (5, ["euler7"]) == (ended.code, [row["puzzle"] for row in ended.document["fetched"]])
    assert "puzzles: aoc2021d1: You are not logged in. " in ended.err
    assert ended.err.endswith("Left out: aoc2021d2.\n")
    assert [] == site.requests


def test_what_was_fetched_runs_without_network_and_login(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`run` makes no request, whether there is a session or not."""
    workspace.puzzle(ID, "def part1(text): return sum(map(int, text.split()))")
    assert 0 == workspace.run("fetch", ID).code
    asked = len(site.requests)
    rows = workspace.run("run", ID, "--real", "--json").rows
    monkeypatch.delenv("AOC_SESSION")
    assert rows[0]["answer"] == workspace.run("run", ID, "--real", "--json").rows[0]["answer"] == "12"
    assert ("main", "default", "unknown") == tuple(rows[0][key] for key in ("case", "account", "verdict"))
    assert asked == len(site.requests)


@pytest.fixture
def three_days(site: Site) -> Site:
    """Return a site that has days 1 to 3 of 2021."""
    for number in (1, 2):
        advent(site, 2021, number)
    return site


def days_asked(site: Site) -> list[str]:
    """Return the paths that were asked for, without those of accounts."""
    return [request.path for request in site.requests if "/day/" in request.path]


def test_a_year_is_fetched_as_far_as_it_is_unlocked(
    workspace: Workspace, three_days: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest is said in one sentence, and not asked for."""
    monkeypatch.setattr(guesses, "now", lambda: datetime(2021, 12, 3, 12, tzinfo=UTC))
    ended = workspace.run("fetch", "aoc2021")
    assert (0, 3) == (ended.code, len(ended.out.splitlines()))
    assert "aoc2021d3 is the last of aoc2021 that is unlocked.\n" == ended.err
    assert 6 == len(days_asked(three_days))
    monkeypatch.setattr(guesses, "now", lambda: datetime(2021, 11, 3, tzinfo=UTC))
    ended = workspace.run("fetch", "aoc2021")
    when = 'it will be on 1 December 2021 at 05:00 UTC, in 28d 5h; "puzzles fetch aoc2021d1 --wait" waits'
    assert (5, f"puzzles: aoc2021d1 is not unlocked yet: {when} for it.\n") == (ended.code, ended.err)


def test_an_euler_problem(workspace: Workspace, euler_site: Site) -> None:
    """Statement, title and the data file that the statement links, as case `main`, without any login."""
    workspace.puzzle("euler7", '"""Tea Leaves"""\ndef part1(text): return sum(map(int, text.split(",")))')
    assert (0, "euler7  Tea Leaves: statement, 1 data file\n", "") == workspace.run("fetch", "pe7")
    rows = workspace.run("run", "euler7", "--json").rows
    assert ("main", None, "6") == tuple(rows[0][key] for key in ("case", "account", "answer"))
    asked = len(euler_site.requests)
    assert "euler7  Tea Leaves: nothing new\n" == workspace.run("fetch", "euler7").out
    assert asked == len(euler_site.requests)
    # What lies on another host is left there.
    link = '<a href="https://other.test/resources/documents/0008_cups.txt">these</a>'
    euler_site.replies["/minimal=8"] = Reply(body=f"<p>Add {link}.</p>")
    assert (0, "euler8  Cups: statement\n", "") == workspace.run("fetch", "euler8")
    assert not euler_site.asked("/resources/documents/0008_cups.txt")


@pytest.mark.parametrize(
    ("code", "sentence", "path", "reply"),
    [
        (3, "has no euler7", "/minimal=7", Reply(body="Data for that problem cannot be found")),
        (6, "gave no statement", "/minimal=7", Reply(body="<!DOCTYPE html><html>Back soon</html>")),
        (6, "gave no data file", "/resources/documents/0007_tea.txt", Reply(body="<html>Log in</html>")),
    ],
)
def test_what_is_no_euler_problem(
    workspace: Workspace, euler_site: Site, code: int, sentence: str, path: str, reply: Reply
) -> None:
    """Each ends in a sentence, and nothing of it is kept."""
    euler_site.replies[path] = reply
    ended = workspace.run("fetch", "euler7")
    assert code == ended.code
    assert sentence in ended.err
    assert [] == [name for name in cached_files() if "minimal" in path or "inputs" in name]


def test_the_session_is_nowhere(workspace: Workspace, site: Site, account: Account, tmp_path: Path) -> None:
    """Not in any output, file or environment of a puzzle, whatever fails."""
    workspace.puzzle(ID, "import os\ndef part1(text): return json.dumps(dict(os.environ))\nimport json")
    outputs = [
        workspace.run("fetch", ID),
        workspace.run("run", ID, "--json"),
        workspace.run("account", "list", "--json"),
    ]
    site.replies[DAY] = Reply(200, f"{day()}<!-- {SESSION} -->")
    outputs += [workspace.run("fetch", ID, "--refresh"), workspace.run("show", ID)]
    assert "<!-- (a session) -->" in cached.page(account.folder, ID).read_text()
    site.replies |= {DAY: Reply(500, SESSION), "/settings": Reply(302, location=f"/?session={SESSION}")}
    outputs += [
        workspace.run("fetch", ID),
        workspace.run("account", "check"),
        workspace.run("account", "add", stdin=SESSION),
    ]
    assert [] == [ended for ended in outputs if SESSION in ended.out + ended.err]
    assert "AOC_SESSION" not in outputs[1].rows[0]["answer"]
    assert [] == [
        path
        for path in settings.data_folder().rglob("*")
        if path.is_file() and SESSION in path.read_text("utf-8", "replace")
    ]
