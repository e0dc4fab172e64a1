"""`puzzles account`, and where sessions are found."""

import sys
from pathlib import Path

import pytest
from puzzle_runner.errors import NotLoggedIn, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.inputs import cached, writing
from puzzle_runner.sites.aoc.site import SITE as AOC
from puzzle_runner.sites.everybody_codes.site import SITE as EC
from puzzle_runner.sites.site import Site

from tests.conftest import Workspace
from tests.stand_in import SESSION, USER, Reply
from tests.stand_in import Site as Web

OTHER = "ffff" + SESSION[4:]


def sources() -> list[tuple[str, str | None]]:
    """Return the labels of the known accounts, and where their sessions are."""
    return [(known.label, known.source) for known in accounts.listed()]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".config" / "aocd").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


JAR = "# Netscape HTTP Cookie File\n.example.org\tTRUE\t/\tFALSE\t0\tsession\tbad\n"


@pytest.mark.parametrize("text", [
    *(SESSION, f"{SESSION}\n", f"\ufeff{SESSION}\r\n", f"# mine, of 2025\n{SESSION}\n"),
    *(f"session={SESSION}\n", f' "session={SESSION}" ', f'session="{SESSION}"', f"'{SESSION}'"),
    f"Cookie: session={SESSION};",
    *(f"Cookie: session={SESSION}; _ga=GA1", f"_ga=GA1; session={SESSION}", f"cookie:session={SESSION};a=b"),
    f"export AOC_SESSION='{SESSION}'\n",
])  # fmt: skip
def test_a_session_in_a_text(home: Path, text: str) -> None:
    """Whether it is pasted or in a file, what comes along with it is stripped."""
    assert SESSION == accounts.clean(text, AOC)
    (home / ".adventofcode.session").write_text(text)
    assert SESSION == accounts.login(AOC).read()


@pytest.mark.parametrize(("site", "texts", "problem"), [
    (AOC, ["", "session=", "# only a remark\n", '""', JAR], "There is no session of Advent of Code in PLACE"),
    (AOC, ["$AOC", "%AOC%", "${AOC}"], "There is the name of a variable in PLACE"),
    (AOC, ["session=caf\u00e9", "a;b", "a\0b", "a\x1bb", "paste it"], "PLACE, .* wrong characters"),
    (EC, ["", '""', "a;b", "caf\u00e9", "a\0b", "a\x1bb"], "There is no session of Everybody Codes in PLACE"),
])  # fmt: skip
def test_no_session_in_a_text(site: Site, texts: list[str], problem: str) -> None:
    """Nothing else gets into the header of a request; the message names the place and never quotes it."""
    for text in texts:
        with pytest.raises(UsageError, match=problem) as error:
            accounts.clean(text, site, "PLACE")
        assert not text or text not in str(error.value)


def test_no_session_in_a_place(workspace: Workspace, site: Web, home: Path) -> None:
    """Nothing is sent, and every command judges alike; blanks in a variable are none, too."""
    file, content = home / ".adventofcode.session", "session=wrongcookie"
    file.write_text(content)
    problem = "There is no session of Advent of Code in "
    for place, variable in ((str(file), {}), ("AOC_SESSION", {"AOC_SESSION": content})):
        for command, code in {"fetch 2021/3": 2, "account check": 5, "account list": 0, "doctor": 1}.items():
            ended = workspace.run(*command.split(), **variable)
            said = " ".join((ended.out + ended.err).split())
            assert (code, True) == (ended.code, problem + place in said), (command, said)
            assert "wrongcookie" not in said
        assert "default aoc cannot be used" in " ".join(
            workspace.run("account", "list", **variable).out.split()
        )
    blank = workspace.run("fetch", "2021/3", AOC_SESSION=" \t ")
    assert (2, True, []) == (blank.code, f"{problem}AOC_SESSION." in blank.err, site.requests)


def test_no_part_gets_a_login(workspace: Workspace) -> None:
    """A repository may be anybody's: its setting `env` names no variable of any site."""
    workspace.puzzle("one", "import os\ndef part1(): return len(os.environ['AOC_SESSION'])\n")
    for name in ("AOC_SESSION", "ADVENT_SESSION_COOKIE", "EC_SESSION", "ECD_TOKEN"):
        (workspace.root / "pyproject.toml").write_text(f'[tool.puzzles]\nenv = ["LANG", "{name}"]\n')
        for command in ("run one", "check"):
            ended = workspace.run(*command.split(), **{name: SESSION})
            assert (2, True) == (ended.code, f"env names {name}, which has a login" in ended.err), ended


def test_what_is_not_added(workspace: Workspace, site: Web) -> None:
    """What is too short has been copied in part, and is not sent; what the site does not take is not kept."""
    for text, problem in ((SESSION[:15], "so it is not sent: it is too short."), ("", "There is no session")):
        ended = workspace.run("account", "add", stdin=text)
        assert (2, [], True) == (ended.code, site.requests, problem in ended.err)
    site.replies["/settings"] = Reply(302, location="/")
    ended = workspace.run("account", "add", stdin=SESSION)
    assert (5, False, []) == (ended.code, accounts.path().exists(), cached.accounts())
    assert "Advent of Code does not accept this session, so it is not stored." in ended.err
    assert "default" not in ended.err


def test_a_new_session_of_a_person(workspace: Workspace, site: Web) -> None:
    """The folder is the user's, whatever the session; a label can move to another user.

    A file that others can read is refused.
    """
    workspace.run("account", "add", stdin=SESSION)
    workspace.run("fetch", "aoc2021d3")
    workspace.run("account", "add", stdin=OTHER)
    assert "nothing" not in workspace.run("fetch", "aoc2021d3").out
    assert (1, 1) == (len(site.asked("/2021/day/3/input")), len(cached.accounts()))
    accounts.path().chmod(0o640)
    asked = len(site.requests)
    ended = workspace.run("fetch", "aoc2021d3")
    assert (5, asked) == (ended.code, len(site.requests))
    assert f"chmod 600 '{accounts.path()}'" in ended.err
    accounts.path().unlink()
    site.replies["/settings"] = Reply(body="<code>ownerproof-99-1-a</code>")
    workspace.run("account", "add", stdin=OTHER)
    assert [("99", "default"), (USER, f"aoc-{USER}")] == [(one.user, one.label) for one in cached.accounts()]


def test_a_session_in_the_environment(workspace: Workspace, site: Web) -> None:
    """It comes first, which is said, also where another account is the default; it renames nobody."""
    added = workspace.run("account", "add", "work", stdin=SESSION, AOC_SESSION=OTHER)
    assert "AOC_SESSION is set and comes first: unset it to use what is stored.\n" == added.err
    assert "work: input" in workspace.run("fetch", "aoc2021d3", AOC_SESSION=OTHER).out
    assert 0 == workspace.run("account", "check", AOC_SESSION=OTHER).code
    assert ["work"] == [one.label for one in cached.accounts()]
    (row,) = workspace.run("account", "list", "--json", AOC_SESSION=SESSION).document["accounts"]
    assert ("work", USER, "AOC_SESSION") == (row["label"], row["id"], row["session_from"])
    site.replies["/settings"] = Reply(body="<code>ownerproof-99-1-a</code>")
    workspace.run("account", "add", "default", stdin=OTHER)
    assert "work: page" in workspace.run("fetch", "aoc2021d3", AOC_SESSION=SESSION).out


def test_what_is_no_label(workspace: Workspace, site: Web, tmp_path: Path) -> None:
    """A label is shown everywhere: a session that is typed in its place is refused, and not repeated."""
    (tmp_path / "1.txt").write_text("1\n")
    taking = ("import", str(tmp_path), "--inputs", "{day}.txt", "--year", "2021")
    for label in ("", "bob smith", "Bob", "a@b", "-a", "a" * 21, "\u0663", "x\n", SESSION[:20]):
        added = workspace.run("account", "add", "--", label, stdin=SESSION)
        taken = workspace.run(*taking, f"--account={label or ' '}")
        assert (2, 2, added.err) == (added.code, taken.code, taken.err), (added, taken)
        assert (True, False) == ("This is not a label" in added.err, SESSION[:20] in added.err)
    assert ([], []) == (site.requests, cached.accounts())


def test_a_label_of_an_earlier_version(workspace: Workspace, site: Web) -> None:
    """It goes on working, unless it is a session: that gets a name."""
    workspace.run("account", "add", "work", stdin=SESSION)
    files = (accounts.path(), cached.accounts()[0].folder / "account.toml")
    for path in files:
        path.write_text(path.read_text().replace("[work]", '["bob smith"]').replace('"work"', '"bob smith"'))
    assert 0 == workspace.run("fetch", "aoc2021d3", "--account", "bob smith").code
    assert workspace.run("account", "list").out.startswith("bob smith  ")
    for path in files:
        path.write_text(path.read_text().replace("bob smith", OTHER))
    workspace.puzzle("aoc2021d3", "def part1(text): return 7\n")
    for command in (["account", "list"], ["list", "--json"], ["check"], ["run", "--account", "nobody"]):
        assert OTHER not in "".join(map(str, workspace.run(*command)))
    ((label, _),) = sources()
    assert 0 == workspace.run("fetch", "aoc2021d3", "--account", label).code
    assert 0 == workspace.run("account", "remove", label).code
    assert [None] == [source for _, source in sources()]


def test_a_dead_session(workspace: Workspace, site: Web) -> None:
    """The remedy is named: a session in the environment is not replaced by one that is stored."""
    workspace.run("account", "add", stdin=SESSION)
    site.replies["/settings"] = Reply(302, location="/")
    site.replies["/2021/day/3/input"] = Reply(400, "Puzzle inputs differ by user.  Please log in.")
    for remedy, variable in {
        'run "puzzles account add default".': {},
        "set AOC_SESSION to it, or unset that variable: it comes before": {"AOC_SESSION": OTHER},
    }.items():
        ended = workspace.run("fetch", "aoc2021d3", **variable)
        assert (5, True) == (ended.code, remedy in ended.err), ended.err


def test_sessions_are_found_in_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment, stored accounts, then variables and files of other tools; without any, nobody is.

    Another label is a stored account's. No repr shows a session.
    """
    with pytest.raises(NotLoggedIn, match="puzzles account add"):
        accounts.login(AOC)
    files = {
        ".adventofcode.session": "d",
        ".config/adventofcode.session": "c",
        ".config/aocd/token": "b <- me",
    }
    for name, text in files.items():
        (home / name).write_text(f"{text}\n")
        assert text[0] == accounts.login(AOC).read()
    assert [("default", str(home / name))] == sources()
    monkeypatch.setenv("AOC_COOKIE", "session=f")
    assert ("default", "AOC_COOKIE") == accounts.login(AOC)[:2]
    accounts.store(AOC, "work", OTHER, "1")
    assert [("work", str(accounts.path())), ("default", "AOC_COOKIE")] == sources()
    assert "f" == accounts.login(AOC).read()
    accounts.store(AOC, "default", "a", "1")
    assert "a" == accounts.login(AOC).read()
    monkeypatch.setenv("AOC_SESSION", SESSION)
    logins = [accounts.login(AOC, label) for label in (None, "default", "work")]
    assert [SESSION, SESSION, OTHER] == [login.read() for login in logins]
    shown = f"{logins} {accounts.listed()}"
    assert (False, False) == (SESSION in shown, OTHER in shown)
    with pytest.raises(NotLoggedIn, match=r'no account "home".*work'):
        accounts.login(AOC, "home")


def test_a_broken_file_is_not_quoted(workspace: Workspace) -> None:
    """What cannot be read is named, not shown."""
    accounts.store(AOC, "default", SESSION, "1")
    for content, said in (("session = {}\n=", "accounts.toml"), ('work = "{}"\n', '"work" is not a table')):
        accounts.path().write_text(content.format(SESSION))
        ended = workspace.run("account", "list")
        assert (4, True, False) == (ended.code, said in ended.err, SESSION in ended.err + ended.out)


class Keyring:
    """A system's keyring, in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, name: str, secret: str) -> None:
        self.kept[service, name] = secret

    def get_password(self, service: str, name: str) -> str | None:
        return self.kept.get((service, name))

    def delete_password(self, service: str, name: str) -> None:
        del self.kept[service, name]


def test_a_keyring_is_used_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file then says that the session is there; a keyring that fails leaves it to the file."""
    monkeypatch.setitem(sys.modules, "keyring", keyring := Keyring())
    assert "the system's keyring" == accounts.store(AOC, "work", SESSION, "1")
    assert (SESSION, False) == (accounts.login(AOC, "work").read(), SESSION in accounts.path().read_text())
    kept = dict(keyring.kept)
    keyring.kept.clear()
    assert ["the system's keyring"] == [login.source for login in accounts.listed()]
    with pytest.raises(UsageError, match="There is no session of Advent of Code in the system's keyring"):
        accounts.login(AOC, "work").read()
    keyring.kept.update(kept)
    accounts.remove(AOC, "work")
    assert {} == keyring.kept
    monkeypatch.delattr(Keyring, "set_password")
    assert str(accounts.path()) == accounts.store(AOC, "work", SESSION, "1")


def test_two_sites_have_a_label_each() -> None:
    """The second has its site in its name; to remove one leaves the other; the id of a user is no path."""
    account = writing.claim("quest", "../../x y", "work", "hash")
    assert ("quest--x-y", "accounts") == (account.folder.name, account.folder.parent.name)
    accounts.store(AOC, "work", SESSION, "1")
    accounts.store(EC, "work", OTHER, "2")
    assert [SESSION, OTHER] == [accounts.login(site, "work").read() for site in (AOC, EC)]
    assert [["work"], ["work"]] == [[*accounts.stored(site)] for site in (AOC, EC)]
    accounts.remove(AOC, "work")
    assert (OTHER, {}) == (accounts.login(EC).read(), accounts.stored(AOC))
    accounts.store(AOC, "work", SESSION, "1")
    assert (SESSION, OTHER) == (accounts.login(AOC).read(), accounts.login(EC).read())
