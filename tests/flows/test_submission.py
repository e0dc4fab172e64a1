"""`puzzles submit`: every guard against a site that would have accepted the answer, and every reply."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.inputs import cached, case_file, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import Expected
from puzzle_runner.sites.aoc import site as aoc

from tests.conftest import Ended, Workspace
from tests.drawn import drawn
from tests.stand_in import INPUT, LOGIN, RIGHT, Reply, Request, Site, advent, article, day, last_day, wrong

ID, POST = "aoc2021d3", "/2021/day/3/answer"
LAMPS = """
def part1(text): return sum(map(int, text.split()))
def part2(text): return 12 if "5" not in text else 60
"""

UNKNOWN = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))


@pytest.fixture
def solved_by(workspace: Workspace, account: Account) -> Workspace:
    """Return a workspace with a module for the fetched puzzle, and with its example."""
    folder = cached.inputs(account.folder, ID)
    writing.save_input(folder, "main", INPUT.encode())
    workspace.puzzle(ID, LAMPS, '[example]\ninput = "3\\n4"\npart1 = 7\npart2 = 12\n')
    return workspace


@pytest.fixture
def folder(account: Account) -> Path:
    return cached.inputs(account.folder, ID)


def remember(folder: Path, part: int, answer: str, reply: str, ago: int = 999) -> None:
    sent = guesses.now() - timedelta(seconds=ago)
    writing.add_guess(folder, part, answer, sent)
    writing.set_reply(folder, sent, reply)


def refused(ended: Ended, site: Site, sentence: str) -> None:
    assert (1, []) == (ended.code, site.sent)
    assert sentence in ended.err
    assert "Nothing was sent" in ended.err


def test_an_example_that_fails(solved_by: Workspace, site: Site) -> None:
    """One of the page is a guess: a person's yes passes it. What the user wrote refuses."""
    case = '[example]\nsource = "page"\ninput = "3\\n4"\npart1 = 4\n'
    solved_by.puzzle(ID, LAMPS, case)
    submit = ("submit", ID, "--part", "1", "--yes")
    said = 'Part 1 fails on the case "example" (wrong: expected 4 (read from the page), got 7). If that was'
    refused(solved_by.run(*submit), site, said)
    solved_by.run("answer", ID, "--case", "example", "--part", "1", "5")
    said = 'Part 1 fails on the case "example" (wrong: expected 5 (recorded by hand), got 7).'
    refused(solved_by.run(*submit), site, said)
    solved_by.puzzle(ID, LAMPS, case)
    for typed, sent in (("n", []), ("y", [{"level": "1", "answer": "12"}])):
        ended = solved_by.in_terminal(*submit, typed=[typed], prompt="Send it? [y/N]: ")
        assert (typed == "n", sent, 1) == (ended.code, site.sent, ended.out.count("[y/N]"))


@pytest.mark.usefixtures("_in_march")
def test_a_number_is_an_answer_of_the_puzzle_edited_last(solved_by: Workspace, site: Site) -> None:
    """It passes the guards, and is said before it is sent; one that may be a day is asked about."""
    refused(solved_by.run("submit", "17"), site, "only with --yes: add it to the command.")
    shown = solved_by.in_terminal("submit", "17", typed=["n"], prompt="[y/N]: ").out
    assert "Sending 17 as part 1 of aoc2021d3, account" in shown
    sentence = f'3 is an answer, and no puzzle, is a guess: to be certain, write "puzzles submit {ID} 3"'
    refused(solved_by.run("submit", "3", "--yes"), site, sentence)
    assert "Sending 3 as part 1 of" in solved_by.in_terminal("submit", "3", typed=["n"], prompt="[y/N]: ").out
    assert (0, [{"level": "1", "answer": "12"}]) == (solved_by.run("submit", "12", "--yes").code, site.sent)
    solved_by.puzzle(ID, LAMPS.replace("sum", "max"))
    ended = solved_by.run("submit", "99", "--part", "1", "--yes")
    assert (1, 1) == (ended.code, len(site.sent))


def test_a_solution_that_is_not_right(solved_by: Workspace, site: Site) -> None:
    """Its verdict, or that of an example, is the reason."""
    for source, sentence in {
        "def part1(text): return None": "skipped", "def part1(text): raise ValueError('dark')": "dark",
        LAMPS.replace("sum", "max"): 'fails on the case "example" (wrong: expected 7, got 4)',
    }.items():  # fmt: skip
        solved_by.puzzle(ID, source)
        refused(solved_by.run("submit", "--yes", ID, "--part", "1"), site, sentence)


SAMPLE = """from pathlib import Path
print("Part 1:", len(Path(__file__).with_name("input_test.txt").read_text()))
"""


@pytest.mark.parametrize(("source", "reason", "message"), [
    (SAMPLE, "input not read", "it did not read the input"),
    ("def part1(text): return 2.0**60", "inexact float", "it is a float beyond 2^53"),
])  # fmt: skip
def test_an_answer_in_doubt(solved_by: Workspace, site: Site, source: str, reason: str, message: str) -> None:
    """Nothing is stored to compare it with; --yes is not a person's yes, and typing the answer is one."""
    (solved_by.root / "puzzles" / "input_test.txt").write_text("lamp")
    solved_by.puzzle(ID, source, "")
    (row,) = solved_by.run("run", ID, "--part", "1", "--real", "--json").rows
    assert ("unknown", reason, True) == (row["verdict"], row["doubt"], row["message"].startswith(message))
    for command in ("run", "check"):
        assert message in solved_by.run(command, ID).out
    refused(solved_by.run("submit", "--yes", ID, "--part", "1"), site, f"The answer is in doubt: {message}")
    no = solved_by.in_terminal("submit", "--yes", ID, "--part", "1", typed=["n"], prompt="[y/N]: ")
    assert (1, []) == (no.code, site.sent)
    yes = solved_by.in_terminal("submit", "--yes", ID, "--part", "1", typed=["y"], prompt="[y/N]: ")
    assert (0, [{"level": "1", "answer": row["answer"]}]) == (yes.code, site.sent)


@pytest.mark.parametrize(("answer", "sentence"), [
    ("None", '"None" is not a plausible answer'), ("0.5", "answers are whole numbers or words"),
    ("naïve", "it has characters that are not ASCII"), ("60", "60 is the answer of part 2."),
    ("lamp", "lamp is wrong: not a whole number, answer < 1300."),
    ("77", "77 was sent before, and what the site said to it is not understood"),
    ("13", 'Part 1 fails on the case "example"'), ("1e5", "answers are whole numbers or words"),
    ("+5", "it begins with a plus sign"), ("7", '7 is the answer to the case "example".'),
])  # fmt: skip
def test_a_doubtful_guard(solved_by: Workspace, site: Site, folder: Path, answer: str, sentence: str) -> None:
    """A person's yes at a terminal passes it, which --yes is not; the solution's own answer is refused."""
    solved_by.puzzle(ID, f"def part1(text): return {answer!r}")
    writing.set_answers(folder / case_file.FILE, "main", {2: Expected("60")})
    remember(folder, 1, "77", "The lighthouse is closed.")
    if answer == "lamp":
        remember(folder, 1, "1300", wrong("too high"))
    refused(solved_by.run("submit", "--yes", ID, "--part", "1"), site, "Nothing was sent")
    typed = ("submit", "--yes", ID, "--part", "1", answer)
    refused(solved_by.run(*typed), site, sentence)
    ended = solved_by.in_terminal(*typed, typed=["y"], prompt="[y/N]: ")
    assert (0, True) == (ended.code, sentence in " ".join(ended.out.split())), ended.out
    assert [{"level": "1", "answer": answer}] == site.sent


def test_a_guard_that_is_certain_asks_nobody(solved_by: Workspace, site: Site, folder: Path) -> None:
    """What the site has ruled out is not sent, nor what is no answer at all, which is cut."""
    assert len(solved_by.run("submit", "--yes", ID, "--part", "1", "9" * 9999).err) < 200
    remember(folder, 1, "1300", wrong("too high"))
    for answer in ("1300", "1400", " ", "a\nb"):
        ended = solved_by.in_terminal("submit", ID, "--part", "1", answer, typed=["y"], prompt="[y/N]: ")
        assert (1, [], False) == (ended.code, site.sent, "[y/N]" in ended.out)
    # What could move the cursor is spelt out.
    refused(solved_by.run("submit", "--yes", ID, "--part", "1", "a\n\x1b[2J"), site, "a\\n\\x1b[2J")


def test_a_part_is_not_sent_before_the_one_before_it_is_solved(solved_by: Workspace, site: Site) -> None:
    """Whoever says yes, and however often; the page tells, where it was solved elsewhere."""
    for _ in range(2):
        for typed in ((), ("60",)):
            arguments = ("submit", "--yes", ID, "--part", "2", *typed)
            refused(solved_by.run(*arguments), site, f"Part 2 of {ID} is not open: part 1 is not solved.")
    site.replies["/2021/day/3"] = Reply(body=day("12"))
    assert (0, 1) == (solved_by.run("submit", "--yes", ID, "--part", "2").code, len(site.sent))


@pytest.mark.parametrize("is_known", [True, False])
def test_nothing_is_asked_before_its_time(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    """Whichever command, and whoever asks, twice: the site does not hear of it, and no browser opens."""
    early = datetime(2021, 11, 30, 23, tzinfo=UTC)
    monkeypatch.setattr(guesses, "now", lambda: early)
    monkeypatch.setattr(aoc, "now", lambda: early)
    if not is_known:
        monkeypatch.setenv("AOC_SESSION", "abcdef")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    workspace.puzzle(ID, LAMPS)
    for command, code in {
        f"submit --yes {ID} --part 1 12": 5, f"submit --yes {ID} --part 2 12": 5,
        f"submit --yes --wait {ID}": 5, f"open {ID}": 5, f"fetch {ID}": 5, f"fetch {ID} --refresh": 5,
        "fetch aoc2021": 3, f"new {ID}": 5,
        "calendar 2021": 2, "standings --year 2021": 2, "standings 5 --year 2021": 2,
    }.items():  # fmt: skip
        for _ in range(2):
            ended = workspace.run(*command.split())
            assert (code, [], []) == (ended.code, site.requests, opened), (command, ended.err)


def test_a_part_that_is_solved(solved_by: Workspace, site: Site, folder: Path) -> None:
    """By the stored answer, which is none of the other part, or by a reply."""
    writing.set_answers(folder / case_file.FILE, "main", {1: Expected("60")})
    refused(solved_by.run("submit", "--yes", ID, "--part", "1"), site, f"Part 1 of {ID} is solved: 60")
    said = (
        f'60 is the answer of part 1. To send one all the same, type it at a terminal: "puzzles submit {ID} '
    )
    refused(solved_by.run("submit", "--yes", ID, "--part", "2"), site, said)
    remember(folder, 2, "60", RIGHT)
    refused(solved_by.run("submit", "--yes", ID, "--part", "2", "61"), site, f"Part 2 of {ID} is solved")
    refused(solved_by.run("submit", "--yes", ID, "--part", "3", "1"), site, "has no part 3, only 1 and 2.")
    refused(solved_by.run("submit", "--yes", ID), site, "All parts")


def test_an_answer_recorded_by_hand_is_overruled(solved_by: Workspace, site: Site, folder: Path) -> None:
    """A wrong verdict says what it rests on, and so does the question; the site's word replaces it."""
    real = ("run", ID, "--part", "1", "--case", "main")
    assert 0 == solved_by.run("answer", ID, "--part", "1", "99").code
    assert "expected 99 (recorded by hand)" in solved_by.run(*real).out
    (row,) = solved_by.run(*real, "--json").rows
    assert ("wrong", "by hand") == (row["verdict"], row["source"])
    sentence = "99 is recorded by hand as the answer: a right reply replaces it."
    for typed in ((), ("12",)):
        refused(solved_by.run("submit", "--yes", ID, "--part", "1", *typed), site, sentence)
    asked = solved_by.in_terminal("submit", "--yes", ID, "--part", "1", typed=["y"], prompt="[y/N]: ")
    assert (0, True) == (asked.code, sentence in asked.out)
    assert [{"level": "1", "answer": "12"}] == site.sent
    assert "by_hand" not in (folder / case_file.FILE).read_text()
    assert "right" == solved_by.run(*real, "--json").rows[0]["verdict"]


def test_an_answer_that_was_sent_before(solved_by: Workspace, site: Site, folder: Path) -> None:
    """It is not sent again; it is wrong as before, unless nobody understands what was said to it."""
    rows = solved_by.run("check", "--json").rows
    assert "unknown" == next(row["verdict"] for row in rows if row["account"] and row["part"] == 1)
    for reply, verdict, sentence in (
        (wrong(), "wrong", "12 is wrong: it was sent before"),
        (wrong("too high"), "wrong", "12 is wrong: too high, answer < 12"),
        ("The lighthouse is closed.", "unknown", "and what the site said to it is not understood"),
    ):
        (folder / cached.GUESSES).unlink(missing_ok=True)
        remember(folder, 1, "12", reply)
        refused(solved_by.run("submit", "--yes", ID, "--part", "1"), site, sentence)
        rows = solved_by.run("check", "--json").rows
        assert verdict == next(row["verdict"] for row in rows if row["account"] and row["part"] == 1)


def test_a_cooldown(solved_by: Workspace, site: Site, folder: Path) -> None:
    """It is remembered on disk: also that of a wrong reply, and after an answer to which none came."""
    early = "You gave an answer too recently.  You have 3m 30s left to wait."
    for reply in (wrong("too high"), wrong(wait="5 minutes"), early, ""):
        (folder / cached.GUESSES).unlink(missing_ok=True)
        remember(folder, 1, "99", reply, ago=10)
        refused(solved_by.run("submit", "--yes", ID, "--part", "1", "12"), site, "asks to wait for")


def test_a_right_answer_becomes_the_stored_one(solved_by: Workspace, site: Site, folder: Path) -> None:
    """Without arguments: the puzzle edited last, its next unsolved part, its default solution's answer."""
    ended = solved_by.run("submit", "--yes")
    looks_again = f'The page has no part 2 yet: "puzzles fetch {ID}" looks again.\n'
    assert (0, looks_again) == (ended.code, ended.err)
    assert "12 is right: part 1" in ended.out
    rows = solved_by.run("run", "--real", "--json").rows
    assert [("12", "right"), ("60", "unknown")] == [(row["answer"], row["verdict"]) for row in rows]
    assert 0 == solved_by.run("submit", "--yes").code
    assert [{"level": "1", "answer": "12"}, {"level": "2", "answer": "60"}] == site.sent


def test_a_wrong_answer_is_remembered_with_its_hint(solved_by: Workspace, site: Site, folder: Path) -> None:
    """And `run` says so, without the network."""
    remember(folder, 1, "1200", wrong("too low"))
    site.replies[POST] = Reply(body=article(wrong("too high", "5 minutes")))
    ended = solved_by.run("submit", "--yes", ID, "--part", "1", "1300")
    said = "✗ wrong: too high, 1200 < answer < 1300. Wait 5m before the next one."
    assert (1, said) == (ended.code, ended.out.splitlines()[-1])
    asked = len(site.requests)
    solved_by.puzzle(ID, "def part1(text): return 1300")
    (row,) = solved_by.run("run", ID, "--real", "--json").rows
    assert ("wrong", "too high, 1200 < answer < 1300") == (row["verdict"], row["message"])
    ended = solved_by.run("run", ID)
    assert (1, asked) == (ended.code, len(site.requests))
    assert "\n    too high, 1200 < answer < 1300" in ended.out


def test_reply(solved_by: Workspace, site: Site, folder: Path) -> None:
    """Each has its sentence and exit code, and is kept; none makes an answer right."""
    for code, sentence, reply in (
        (6, "too recently. Wait 3m 30s", "You gave an answer too recently.  You have 3m 30s left to wait."),
        (6, "is solved, or the part", "You don't seem to be solving the right level.  Did you already?"),
        (6, "not a known one", "The lighthouse is closed."), (5, "is dead", LOGIN),
    ):  # fmt: skip
        site.replies[POST] = Reply(body=reply if reply == LOGIN else article(reply))
        ended = solved_by.run("submit", "--yes", ID, "--part", "1")
        assert (code, 1) == (ended.code, len(cached.guesses(folder)))
        assert sentence in ended.err
        (folder / cached.GUESSES).unlink()
    assert not (folder / case_file.FILE).exists()


def test_an_answer_without_a_reply(solved_by: Workspace, site: Site, folder: Path) -> None:
    """It was sent once and is not again by itself; that it was is known afterwards."""
    replies = [Reply(500), Reply(503), Reply(302, location="/"), Reply(200, "")]
    for number, reply in enumerate(replies, 1):
        site.replies[POST] = reply
        ended = solved_by.run("submit", "--yes", ID, "--part", "1")
        assert (6, number) == (ended.code, len(site.sent))
        assert "Whether the answer was counted is unknown" in ended.err
        assert ["12"] == [guess.answer for guess in cached.guesses(folder)]
        assert "asks to wait" in solved_by.run("submit", "--yes", ID, "--part", "1").err
        (folder / cached.GUESSES).unlink()


def test_an_answer_that_did_not_get_out(solved_by: Workspace, site: Site, folder: Path) -> None:
    """Without a network nothing was sent: there is no note of it, and nothing to wait for afterwards."""
    remember(folder, 1, "99", wrong())
    assert 6 == solved_by.run("submit", "--yes", ID, "--part", "1", PUZZLES_AOC_URL="http://127.0.0.1:9").code
    without_certificates = {"PUZZLES_AOC_URL": "https://127.0.0.1:9", "REQUESTS_CA_BUNDLE": "/nowhere.pem"}
    assert 6 == solved_by.run("submit", "--yes", ID, "--part", "1", **without_certificates).code
    assert ["99"] == [guess.answer for guess in cached.guesses(folder)]
    assert 0 == solved_by.run("submit", "--yes", ID, "--part", "1").code
    assert ["99", "12"] == [guess.answer for guess in cached.guesses(folder)]


def block(path: Path) -> None:
    """Put a folder in the place of a file: nothing can be written there."""
    path.unlink(missing_ok=True)
    (path / "below").mkdir(parents=True)


def test_a_store_that_fails(
    solved_by: Workspace, site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the time of a request cannot be stored, nothing is sent; what the site has said is shown."""
    stamp, guessed = settings.data_folder() / "last-request-127.0.0.1", folder / cached.GUESSES
    block(stamp)
    submit = ("submit", "--yes", ID, "--part", "1")
    assert 7 == solved_by.run(*submit).code
    assert ([], ()) == (site.sent, cached.guesses(folder))
    (stamp / "below").rmdir()
    stamp.rmdir()
    site.replies[POST] = [Reply(body=article(wrong("too high"))), Reply(body=article(RIGHT))]
    reply, blocked = site.reply, guessed

    def reply_after_blocking(request: Request) -> Reply:
        if request.method == "POST":
            block(blocked)
        return reply(request)

    monkeypatch.setattr(site, "reply", reply_after_blocking)
    ended = solved_by.run(*submit)
    assert (7, "✗ wrong: too high. Wait 1m before the next one.") == (ended.code, ended.out.splitlines()[-1])
    assert f"The reply could not be stored. {guessed}" in ended.err
    (guessed / "below").rmdir()
    guessed.rmdir()
    blocked = stamp
    ended = solved_by.run(*submit)
    assert (0, True, "right") == (ended.code, "★ 12 is right" in ended.out, cached.guesses(folder)[0].status)


@pytest.fixture
def _in_march(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing unlock."""
    monkeypatch.setattr(aoc, "now", lambda: datetime(2023, 3, 4))


@pytest.fixture
def _after_2026(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the last day of 2026."""
    monkeypatch.setattr(guesses, "now", lambda: datetime(2026, 12, 31, tzinfo=UTC))


@pytest.mark.usefixtures("_after_2026")
@pytest.mark.parametrize(("year", "day"), [(2021, 25), (2026, 13)])
def test_the_last_star_of_a_year(
    workspace: Workspace, site: Site, account: Account, year: int, day: int
) -> None:
    """With all others, its page has a button, on whichever day it is: it is claimed once, and no part run.

    Without them a person may overrule the page, which is asked for again.
    """
    id, path = f"aoc{year}d{day}", f"/{year}/day/{day}"
    few, enough = Reply(body=last_day("12", enough=False)), Reply(body=last_day("12"))
    done = article("Congratulations!  You've finished every puzzle in Advent of Code!")
    advent(site, year, day).replies |= {path: few, f"{path}/answer": Reply(body=article("Who knows?"))}
    workspace.puzzle(id, LAMPS)
    submit = ("submit", "--yes", id, "--part", "2")
    refused(workspace.run(*submit), site, f'all other stars of {year}: "puzzles calendar {year}"')
    refused(workspace.run(*submit, "0"), site, "asks no question")
    assert 6 == workspace.in_terminal(*submit, "0", typed=["y"], prompt="[y/N]: ").code
    (cached.inputs(account.folder, id) / cached.GUESSES).unlink()
    site.replies |= {path: [few, enough], f"{path}/answer": Reply(body=done)}
    assert [1, 0, 1] == [workspace.run("submit", "--yes", id).code for _ in range(3)]
    assert [{"level": "2", "answer": "0"}] * 2 == site.sent
    assert "part2" not in (cached.inputs(account.folder, id) / case_file.FILE).read_text()


@pytest.mark.usefixtures("_after_2026")
def test_a_day_is_the_last_by_its_page_only(workspace: Workspace, site: Site, account: Account) -> None:
    """Day 12 of a year of 13 asks two questions: its solution is run, and the guards look at its answer."""
    id, path = "aoc2026d12", "/2026/day/12"
    advent(site, 2026, 12).replies[path] = Reply(body=day("12"))
    refused(workspace.run("submit", "--yes", id, "--part", "2", "12"), site, "12 is the answer of part 1")
    assert (3, []) == (workspace.run("submit", "--yes", id).code, site.sent)
    workspace.puzzle(id, LAMPS)
    workspace.run("submit", "--yes", id)
    assert [{"level": "2", "answer": "60"}] == site.sent


def test_one_of_two_at_once_is_sent(solved_by: Workspace, site: Site) -> None:
    """Two submissions of the same answer meet one lock: the second learns from the first."""
    site.replies[POST] = Reply(body=article(wrong("too low")), hold=0.5)
    with ThreadPoolExecutor(2) as two:
        ended = [two.submit(solved_by.process, "submit", "--yes", ID, "--part", "1") for _ in range(2)]
    assert ([1, 1], 1) == ([one.result().code for one in ended], len(site.sent))
    assert [False, True] == sorted("12 is wrong: too low" in one.result().err for one in ended)


def test_without_a_module_or_an_input(workspace: Workspace, site: Site, account: Account) -> None:
    """There is nothing to run, nor is the example's answer sent; one found elsewhere is, zeros too."""
    assert 3 == workspace.run("submit", "--yes", ID, "--part", "1").code
    workspace.puzzle(ID, LAMPS, '[example]\ninput = "3"\npart1 = 3\n')
    assert (5, []) == (workspace.run("submit", "--yes", ID).code, site.sent)
    (workspace.root / "puzzles" / f"{ID}.py").unlink()
    assert 0 == workspace.run("submit", "--yes", ID, "--part", "1", "0012").code
    assert [{"level": "1", "answer": "0012"}] == site.sent


def test_drawn_letters(solved_by: Workspace, site: Site, folder: Path) -> None:
    """The site takes what they read, which becomes the stored answer, and is known to the guards.

    Those that cannot be read are not sent.
    """
    for drawing, reading in ((UNKNOWN, "HAZE?"), ("#.\n.#", "?")):
        said = f'Not all letters of the drawing are known: {reading}. Read it, then run "puzzles submit {ID} '
        refused(solved_by.run("submit", "--yes", ID, drawing, "--part", "1"), site, said)
    remember(folder, 1, "HAZE", wrong())
    solved_by.puzzle(ID, f"def part1(text): return {drawn('HAZE', 10, '█', ' ')!r}", "")
    refused(solved_by.run("submit", "--yes", ID), site, "HAZE is wrong: it was sent before")
    solved_by.puzzle(ID, f"def part1(text): return {drawn('HARE')!r}", "")
    assert (0, [{"level": "1", "answer": "HARE"}]) == (solved_by.run("submit", "--yes", ID).code, site.sent)
    assert 'part1 = "HARE"' in (folder / case_file.FILE).read_text()
    assert ["right"] == [row["verdict"] for row in solved_by.run("run", ID, "--real", "--json").rows]
