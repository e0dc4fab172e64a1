"""`puzzles new` and `puzzles init`: their JSON."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from puzzle_runner.catalog import workspaces
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc

from tests.clock import Clock
from tests.conftest import Workspace
from tests.stand_in import LOGIN, Reply, Site, advent, day


def test_a_new_puzzle_with_what_was_fetched(workspace: Workspace, site: Site, account: Account) -> None:
    """The document names the module, and what came of the site."""
    ended = workspace.run("new", "2021/3", "--json")
    path = workspace.root / "puzzles" / "aoc2021d3.py"
    fetched = {
        "puzzle": "aoc2021d3",
        "title": "Lamp & Oil",
        "account": "default",
        "new": ["input", "page", "1 example"],
    }
    expected = {"schema": 1, "puzzle": "aoc2021d3", "path": str(path), "created": True, "fetched": fetched}
    assert (0, expected, "") == (ended.code, ended.document, ended.err)
    assert path.is_file()


@pytest.mark.parametrize("command", [("new", "aoc2020d1"), ("answer", "euler227", "--part", "1", "5")])
def test_the_bundled_collection_is_read_only(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Outside a workspace nothing is written into the checkout of an editable install."""
    outside = Workspace(tmp_path / "outside")
    (outside.root / "inputs").rmdir()
    (outside.root / "puzzles").rmdir()
    collection = workspaces.bundled().root
    before = collection_files(collection)
    ended = outside.run(*command)
    assert (2, "") == (ended.code, ended.out)
    assert '"puzzles init"' in ended.err
    assert before == collection_files(collection)


def collection_files(root: Path) -> dict[Path, bytes]:
    """Read the files of a collection, but for bytecode, which another test may write meanwhile."""
    files = (path for path in root.glob("[pi]*/**/*") if path.is_file() and path.suffix != ".pyc")
    return {path: path.read_bytes() for path in files}


def test_several_puzzles(workspace: Workspace, site: Site, euler_site: Site, account: Account) -> None:
    """Ids and ranges; a page that the site does not have makes no module, and the others are made."""
    ended = workspace.run("new", "2021/2-3", "mine", "euler9", "--json")
    rows = [(row["puzzle"], row["created"], bool(row["fetched"])) for row in ended.document["puzzles"]]
    ids = [("aoc2021d2", False, False), ("aoc2021d3", True, True), ("mine", True, False)]
    assert (5, [*ids, ("euler9", False, False)]) == (ended.code, rows)
    assert "has no page for aoc2021d2 (404). No module was made." in ended.err
    assert 3 == workspace.run("new", "euler9").code
    assert ["aoc2021d3.py", "mine.py"] == sorted(path.name for path in (workspace.root / "puzzles").iterdir())


At = Callable[..., Clock]


@pytest.fixture
def at(site: Site, account: Account, monkeypatch: pytest.MonkeyPatch) -> At:
    """Return what sets the calendar, somebody being logged in; nobody sleeps for long."""

    def set_date(*date: int) -> Clock:
        eastern = datetime(*date, tzinfo=timezone(timedelta(hours=-5)))
        clock = Clock(monkeypatch, eastern.astimezone(UTC))
        monkeypatch.setattr(aoc, "now", lambda: clock.now.astimezone(eastern.tzinfo))
        return clock

    return set_date


def test_without_an_id_it_is_that_of_today(workspace: Workspace, site: Site, at: At) -> None:
    """On other days there is none."""
    at(2021, 12, 3, 1)
    assert "aoc2021d3" == workspace.run("new", "--json").document["puzzle"]
    at(2021, 11, 3)
    assert 2 == workspace.run("new").code


@pytest.mark.parametrize(
    ("date", "next", "typed"), [((2026, 11, 30, 23), 1, ["today"]), ((2026, 12, 12, 23), 13, [])]
)
def test_waiting_without_an_id_or_for_today_is_for_the_next_one(
    workspace: Workspace, site: Site, at: At, tmp_path: Path,
    date: tuple[int, ...], next: int, typed: list[str],
) -> None:  # fmt: skip
    """Once it has unlocked it is fetched, its module is made with its title, and the editor opened."""
    clock = at(*date)
    advent(site, 2026, next)
    path = workspace.root / "puzzles" / f"aoc2026d{next}.py"
    script = tmp_path / "my editor"
    script.write_text('#!/bin/sh\necho "edited $1" >> "$2"\n')
    script.chmod(0o755)
    ended = workspace.run("new", "--wait", "--edit", *typed, VISUAL=f"'{script}' now")
    opening = datetime(2026, 12, next, 5, tzinfo=UTC)
    assert (0, True) == (ended.code, clock.now > opening), ended
    fetched, made = ended.out.splitlines()
    assert f"aoc2026d{next}  Lamp & Oil" == fetched.partition("  default")[0]
    assert str(path) == made
    text = path.read_text()
    assert (True, True) == (text.startswith('"""Lamp & Oil\n'), text.endswith("edited now\n"))
    ended = workspace.run("new", "mine", "--edit", VISUAL="/no/such/editor")
    assert (2, True) == (ended.code, 'The editor "/no/such/editor" cannot be started.' in ended.err)


def test_a_year_to_come_is_refused(workspace: Workspace, site: Site, at: At) -> None:
    """The next event is none of them."""
    at(2026, 11, 20)
    ended = workspace.run("new", "aoc2027d1")
    assert (2, True, []) == (ended.code, ": make its module then" in ended.err, site.requests)
    workspace.run("new", "2026/1")
    assert ["aoc2026d1.py"] == [path.name for path in (workspace.root / "puzzles").iterdir()]


def test_a_whole_year_is_refused(workspace: Workspace, site: Site, account: Account) -> None:
    """A range names what is wanted."""
    ended = workspace.run("new", "2021")
    said = "puzzles: aoc2021 is 25 puzzles: name a range, such as aoc2021d1-5.\n"
    assert (2, said, []) == (ended.code, ended.err, site.requests)


def test_days_that_are_locked(workspace: Workspace, site: Site, at: At) -> None:
    """Those that the year may not have get no module yet; none stops the others."""
    at(2026, 12, 1, 1)
    advent(site, 2026, 1)
    ended = workspace.run("new", "13")
    told = "aoc2026d13 is not unlocked yet, if there is one: it would be on 13 December 2026 at 05:00 UTC"
    assert (5, True, True) == (ended.code, told in ended.err, "No module was made." in ended.err)
    assert [] == site.requests
    workspace.puzzle("aoc2026d2", "# mine")
    ended = workspace.run("new", "2026/1-25", "--json")
    assert (5, True) == (ended.code, "aoc2026d2 is not unlocked yet" in ended.err)
    made = [row["puzzle"] for row in ended.document["puzzles"] if row["created"]]
    assert [f"aoc2026d{day}" for day in (1, *range(3, 13))] == made


def test_without_a_login_the_page_is_public(workspace: Workspace, site: Site) -> None:
    """Title, link and examples come from it; there is no input, and a sentence says how to get it."""
    site.replies["/2021/day/3"] = Reply(body=day().replace("[Log Out]", "[Log In]"))
    ended = workspace.run("new", "2021/3")
    sentence = 'puzzles: You are not logged in. Run "puzzles account add", or set AOC_SESSION.\n'
    assert (0, sentence) == (ended.code, ended.err)
    assert "aoc2021d3  Lamp & Oil: page, 1 example" == ended.out.splitlines()[0]
    module = (workspace.root / "puzzles" / "aoc2021d3.py").read_text()
    assert module.startswith('"""Lamp & Oil\n\nhttps://adventofcode.com/2021/day/3\n"""\n')
    assert ["/2021/day/3"] == [request.path for request in site.requests]
    assert "Cookie" not in site.requests[0].headers
    assert "Add what they have left" in workspace.run("show", "2021/3").out
    assert ["example"] == workspace.run("list", "--json").document["puzzles"][0]["cases"]
    path = workspace.puzzle("aoc2021d3", "def part1(text): return 7")
    ended = workspace.run("run", "2021/3")
    assert (0, True) == (ended.code, "No input for aoc2021d3: you are not logged in." in ended.out)
    path.write_text(module)
    (workspace.root / "puzzles" / "aoc2021d3.py").unlink()
    assert 0 == workspace.run("new", "2021/3").code
    assert 1 == len(site.requests)


def test_with_a_dead_session_the_page_is_public(workspace: Workspace, site: Site) -> None:
    """The reason is said, and the module has its title."""
    site.replies["/settings"] = Reply(body=LOGIN)
    site.replies["/2021/day/3"] = Reply(body=day().replace("[Log Out]", "[Log In]"))
    ended = workspace.run("new", "2021/3", AOC_SESSION="5e55107")
    assert (5, True) == (ended.code, "is dead" in ended.err)
    assert (workspace.root / "puzzles" / "aoc2021d3.py").read_text().startswith('"""Lamp & Oil\n')


def test_init_of_no_folder(workspace: Workspace) -> None:
    """A link to nothing cannot be a workspace, and is left as it is."""
    (workspace.root / "odd").symlink_to("nowhere")
    ended = workspace.run("init", "odd")
    assert (2, True) == (ended.code, "odd is no folder" in ended.err)


def test_whoever_waits_too_late_gets_the_puzzle_of_today(workspace: Workspace, site: Site, at: At) -> None:
    """Until noon, its unlocking is nearer than the next one. A module that was made before gets its title."""
    at(2026, 12, 2, 23)
    assert 0 == workspace.run("new", "2026/3").code
    at(2026, 12, 3, 0, 1)
    advent(site, 2026, 3)
    assert "aoc2026d3" == workspace.run("new", "--wait", "--json").document["puzzle"]
    text = (workspace.root / "puzzles" / "aoc2026d3.py").read_text()
    assert text.startswith('"""Lamp & Oil\n\nhttps://adventofcode.com/2026/day/3\n')


def test_a_template_for_a_kind(workspace: Workspace, euler_site: Site) -> None:
    """One of the workspace goes before ours: that of the kind, then the general one once it was changed."""
    workspace.run("init")
    template = workspace.root / "puzzles" / "_template.py"
    template.write_text('"""$title"""\n')
    workspace.run("new", "euler7")
    assert '"""Tea Leaves"""\n' == (workspace.root / "puzzles" / "euler7.py").read_text()
    template.with_name("_template_euler.py").write_text("# $title\ndef solve($input): ...\n")
    workspace.run("new", "euler8")
    assert "# Cups\ndef solve(): ...\n" == (workspace.root / "puzzles" / "euler8.py").read_text()
