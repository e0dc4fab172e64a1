"""The whole way on Everybody Codes: a server with invented quests, encrypted as the site does it."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from puzzle_runner import settings
from puzzle_runner.errors import SiteFailed
from puzzle_runner.flows import accounts
from puzzle_runner.inputs import cached
from puzzle_runner.replies import LONGEST_WAIT
from puzzle_runner.sites.everybody_codes import pages, replies
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace
from tests.stand_in import SESSION, USER, Reply, Request, Site, serve

ID, TOKEN = "ec2025q7", "1aa871d3-d271-4c6b-8178-7cf795bf995c"
SEED = 42
KEYS = {part: f"{part}abcdefghijklmnopqrstuvwxyz01234"[:32] for part in ("1", "2", "3")}
INPUTS = {"1": "3 4", "2": "1 6", "3": "gull"}
# Parts may have one answer, as each has an input of its own.
ANSWERS = ["7", "7", "gull"]
LOGIN = "<!doctype html><html><body><h1>Log in</h1></body></html>"
MODULE = '''"""Lanterns"""
def part1(text): return sum(map(int, text.split()))
def part2(text): return sum(map(int, text.split()))
def part3(text): return text
'''


def encrypted(text: str, key: str) -> str:
    """Return a text as the site has it."""
    secret = key.encode()
    padder = PKCS7(128).padder()
    padded = padder.update(text.encode()) + padder.finalize()
    cipher = Cipher(algorithms.AES(secret), modes.CBC(secret[:16])).encryptor()
    return (cipher.update(padded) + cipher.finalize()).hex()


class Duck(Site):
    """The site's API and its assets, as one user sees them: each solved part unlocks the next."""

    def __init__(self, event: str = "2025", quest: int = 7) -> None:
        super().__init__()
        self.path = f"/event/{event}/quest/{quest}"
        self.assets = f"/assets/{event}/{quest}"
        self.accepted: list[str] = []
        self.inputs = {part: encrypted(text, KEYS[part]) for part, text in INPUTS.items()}
        self.description = {
            "title": encrypted("Lanterns of the Pier", KEYS["1"]),
            **{part: encrypted(f"<p>Light <b>lamp {part}</b>.</p>", KEYS[part]) for part in KEYS},
        }
        # What is said instead, by path.
        self.instead: dict[str, Reply] = {}

    def reply(self, request: Request) -> Reply:
        """Return what the site says to a request."""
        if request.path in self.instead:
            return self.instead[request.path]
        if request.path.startswith(f"{self.assets}/"):
            assert "Cookie" not in request.headers
            documents = {f"/input/{SEED}.json": self.inputs, "/description.json": self.description}
            found = documents.get(request.path.removeprefix(self.assets))
            return Reply(body=json.dumps(found)) if found else Reply(404, "Not Found")
        if request.headers.get("Cookie") != f"everybody-codes={TOKEN}":
            return Reply(418, '{"error": "I am a teapot"}')
        if request.path == "/user/me":
            return Reply(body=json.dumps({"id": 77, "seed": SEED, "name": "Ada"}))
        if request.path == self.path:
            unlocked = len(self.accepted) + 1
            keys = {f"key{part}": key for part, key in KEYS.items() if int(part) <= unlocked}
            answers = {f"answer{part}": answer for part, answer in enumerate(self.accepted, 1)}
            return Reply(body=json.dumps(keys | answers))
        if sent := re.fullmatch(rf"{self.path}/part/(\d)/answer", request.path):
            return self._judged(int(sent[1]), str(json.loads(request.body)["answer"]))
        return Reply(404, "Not Found")

    def _judged(self, part: int, answer: str) -> Reply:
        if part <= len(self.accepted):
            return Reply(409, "{}")
        if part > len(self.accepted) + 1:
            return Reply(412, "{}")
        right = ANSWERS[part - 1]
        if answer == right:
            self.accepted.append(answer)
            return Reply(body='{"correct": true, "localTime": 5000, "globalPlace": 3, "globalScore": 48}')
        told = {"lengthCorrect": len(answer) == len(right), "firstCorrect": answer[0] == right[0]}
        return Reply(body=json.dumps({"correct": False, **told, "penaltyLeftMs": 29500}))


@pytest.fixture
def duck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Duck]:
    """Serve the site on loopback: its assets at one name of this machine, its API at another."""
    with serve(Duck()) as served:
        assert isinstance(served, Duck)
        monkeypatch.setenv("PUZZLES_EC_URL", served.address)
        monkeypatch.setenv("PUZZLES_EC_API_URL", served.address.replace("127.0.0.1", "localhost"))
        yield served


@pytest.fixture
def member(workspace: Workspace, duck: Duck) -> Workspace:
    """Return a workspace of somebody who is logged in."""
    added = workspace.run("account", "add", "--site", "everybody-codes", stdin=f"everybody-codes={TOKEN}\n")
    assert (0, True) == (added.code, "user 77-42 of Everybody Codes" in added.out), added.err
    return workspace


def inputs(label: str = "ec-77-42") -> Path:
    """Return the folder of the fetched inputs of the quest."""
    return cached.inputs(settings.data_folder() / "accounts" / label, ID)


@pytest.mark.parametrize(("text", "id"), [
    ("ec2025q7", ID), ("EC2025Q07", ID), ("ec 2025 quest 7", ID),
    ("https://everybody.codes/event/2025/quests/7", ID), ("everybody.codes/event/2025/quests/7#p", ID),
    ("https://everybody.codes/story/1/quests/2", "ecs1q2"), ("ec story 1 quest 2", "ecs1q2"),
    ("ec2025q21", None), ("echo7", None),
])  # fmt: skip
def test_an_id_is_read(text: str, id: str | None) -> None:
    """From what people type and from the page's address; what is none is a puzzle of one's own."""
    found = identify(text)
    assert ("ec" if id else "local", id or text) == (found.site.NAME, found.canonical)
    assert not id or identify(found.url).canonical == id


def test_a_quest_from_the_login_to_the_last_part(member: Workspace, duck: Duck) -> None:
    """New, run, submit wrong and right, part by part; each right answer brings the next input."""
    path = member.root / "puzzles" / f"{ID}.py"
    made = member.run("new", "https://everybody.codes/event/2025/quests/7")
    assert (0, f"{ID}  Lanterns of the Pier  default: 1 input, quest\n{path}\n", "") == made
    source = path.read_text()
    assert source.startswith('"""Lanterns of the Pier\n\nhttps://everybody.codes/event/2025/quests/7\n"""\n')
    assert 3 == source.count("def part")
    assert "Light **lamp 1**." in member.run("show", ID).out
    member.puzzle(ID, MODULE)
    rows = member.run("run", ID, "--json").rows
    verdicts = [(row["answer"], row["verdict"]) for row in rows]
    assert [("7", "unknown"), (None, "skipped"), (None, "skipped")] == verdicts
    assert [{"main"}, {"default"}] == [{row[key] for row in rows} for key in ("case", "account")]

    wrong = member.run("submit", ID, "8", "--part", "1", "--yes")
    said = "✗ wrong: its length is right, its first character is wrong. Wait 30s before the next one."
    assert (1, said) == (wrong.code, wrong.out.splitlines()[-1])
    for answer, why in (("12", "the answer has 1 character"), ("8", 'the answer does not begin with "8"')):
        refused = member.run("submit", ID, answer, "--part", "1", "--yes")
        assert (1, True) == (refused.code, f"{answer} is wrong: {why}" in refused.err), refused
    assert "asks to wait for" in member.run("submit", ID, "--yes").err
    guess = cached.inputs(cached.accounts()[0].folder, ID) / "guesses.toml"
    guess.write_text(guess.read_text().replace("29500", "0"))
    for part in (1, 2, 3):
        ended = member.run("submit", ID, "--yes")
        assert 0 == ended.code, ended.err
        assert ended.out.splitlines()[1].startswith(f"★ {ANSWERS[part - 1]} is right: part {part} of {ID}.")
        assert (part < 3) == (f"Light **lamp {part + 1}**" in ended.out)
    sent = [json.loads(request.body)["answer"] for request in duck.requests if request.body]
    assert ["8", *ANSWERS] == sent
    assert ["right"] * 3 == [row["verdict"] for row in member.run("check", "--json").rows]
    assert ["3 4", "1 6", "gull"] == [(inputs() / f"main.part{part}.txt").read_text() for part in (1, 2, 3)]
    assert 1 == len(duck.asked(f"{duck.assets}/input/{SEED}.json"))
    assert f"All parts of {ID} are solved." in member.run("submit", ID, "--yes").err
    assert 0 == member.run("report", "--output", "page.html").code
    assert "Everybody Codes 2025" in (member.root / "page.html").read_text("utf-8")
    for file in settings.data_folder().rglob("*"):
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes()


def cookies(served: Site) -> set[str]:
    """Return the cookies that a site was sent."""
    return {request.headers["Cookie"] for request in served.requests if "Cookie" in request.headers}


def test_each_site_has_accounts_of_its_own(member: Workspace, site: Site, duck: Duck) -> None:
    """A label may be the same at two sites; each gets its own cookie only, through one throttle."""
    assert 0 == member.run("account", "add", stdin=SESSION).code
    listed = member.run("account", "list", "--json").document["accounts"]
    ids = [(row["label"], row["site"], row["id"]) for row in listed]
    assert [("default", "aoc", USER), ("default", "ec", "77-42")] == ids
    assert 0 == member.run("fetch", "aoc2021d3", ID).code
    assert ({f"session={SESSION}"}, {f"everybody-codes={TOKEN}"}) == (cookies(site), cookies(duck))
    # One throttle, by the host that people know.
    stamps = {file.name.removesuffix(".lock") for file in settings.data_folder().glob("last-request-*")}
    hosts = {asked.headers["Host"].partition(":")[0] for asked in duck.requests if "Cookie" in asked.headers}
    assert ({"last-request-127.0.0.1"}, {"localhost"}) == (stamps, hosts)
    assert 0 == member.run("account", "remove", "--site", "ec").code
    assert [0, 5] == [member.run("account", "check", "--site", name).code for name in ("aoc", "ec")]


def test_stored_accounts_belong_to_their_site(workspace: Workspace, site: Site, duck: Duck) -> None:
    """No other site gets their cookie; one without a site, of an earlier version, is the first one's."""
    accounts.path().parent.mkdir(parents=True)
    accounts.path().touch(0o600)
    accounts.path().write_text(f'[mine]\nsite = "ec"\nuser = "77"\nsession = "{TOKEN}"\n')
    assert [5, 5, 0] == [
        workspace.run(*command).code for command in (("fetch", "aoc2021d3"), ("standings",), ("fetch", ID))
    ]
    assert [] == site.requests
    accounts.path().write_text(f'[old]\nuser = "{USER}"\nsession = "{SESSION}"\n')
    assert "old: input" in workspace.run("fetch", "aoc2021d3").out


def test_all_that_is_unlocked_comes_at_once(member: Workspace, duck: Duck) -> None:
    """Also the answers that were accepted elsewhere; what was removed comes from what was kept."""
    duck.accepted = ANSWERS[:2]
    assert f"{ID}  Lanterns of the Pier  default: 3 inputs, quest, 2 answers\n" == member.run("fetch", ID).out
    member.puzzle(ID, MODULE)
    verdicts = [row["verdict"] for row in member.run("check", "--json").rows]
    assert ["right", "right", "unknown"] == verdicts
    duck.accepted = ANSWERS
    member.run("fetch", ID, "--refresh")
    paths = (f"{duck.assets}/description.json", f"{duck.assets}/input/{SEED}.json")
    assert [2, 1] == [len(duck.asked(path)) for path in paths]
    asked = len(duck.requests)
    (inputs() / "main.part2.txt").unlink()
    (inputs() / "cases.toml").unlink()
    assert f"{ID}  Lanterns of the Pier  default: 1 input\n" == member.run("fetch", ID).out
    assert (asked, "1 6") == (len(duck.requests), (inputs() / "main.part2.txt").read_text())
    assert [f"{ID}.py"] == [file.name for file in member.root.rglob("*.*")]


def test_a_story_is_an_event_of_its_number(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the API and for the assets."""
    with serve(Duck("1", 2)) as served:
        monkeypatch.setenv("PUZZLES_EC_URL", served.address)
        monkeypatch.setenv("PUZZLES_EC_API_URL", served.address)
        fetched = workspace.run("fetch", "ecs1q2", EC_SESSION=TOKEN)
    assert (0, "ecs1q2  Lanterns of the Pier  default: 1 input, quest\n", "") == fetched


@pytest.mark.parametrize(("path", "reply", "code", "sentence"), [
    ("", Reply(418, "{}"), 5, 'The session of account "default" is dead.'),
    ("", Reply(425, "{}"), 5, f"{ID} is not unlocked yet: try again later."),
    ("", Reply(404, "{}"), 5, f"127.0.0.1 has no page for {ID} (404)."),
    ("", Reply(body="{}"), 5, f"{ID} is not open yet: the site gives no key to it."),
    ("", Reply(body="[]"), 6, "127.0.0.1 gave no keys: the reply is empty, or of another kind."),
    (f"input/{SEED}", Reply(500, "oops"), 6, "127.0.0.1 answered 500 when asked for the input."),
    (f"input/{SEED}", Reply(body=LOGIN), 6, "gave no input: the reply is empty, or of another kind."),
    (f"input/{SEED}", Reply(body='{"2": "00"}'), 6, "The quest cannot be decrypted"),
    ("description", Reply(body='{"title": 7}'), 6, "The quest cannot be decrypted"),
])  # fmt: skip
def test_what_goes_wrong(
    member: Workspace, duck: Duck, path: str, reply: Reply, code: int, sentence: str
) -> None:
    """A reply that is none, a cipher that does not fit: nothing is kept; the next fetch begins anew."""
    duck.instead = {f"{duck.assets}/{path}.json" if path else duck.path: reply}
    ended = member.run("fetch", ID)
    assert (code, True) == (ended.code, sentence in ended.err), ended.err
    assert not inputs().exists() and not cached.page(inputs().parent.parent, ID).exists()
    duck.instead = {}
    assert 0 == member.run("fetch", ID).code


def test_a_later_part_that_does_not_decrypt_is_asked_for_again(member: Workspace, duck: Duck) -> None:
    """Once its key is there; what is here of other parts stays."""
    good, duck.inputs["2"] = duck.inputs["2"], "00" * 32
    member.run("fetch", ID)
    duck.accepted = ANSWERS[:1]
    ended = member.run("fetch", ID)
    assert (6, True) == (ended.code, "The quest cannot be decrypted" in ended.err)
    assert ["main.part1.txt"] == [file.name for file in inputs().glob("*.txt")]
    duck.inputs["2"] = good
    assert 0 == member.run("fetch", ID).code
    assert 3 == len(duck.asked(f"{duck.assets}/input/{SEED}.json"))
    assert "1 6" == (inputs() / "main.part2.txt").read_text()


@pytest.mark.parametrize(("reply", "sentence"), [
    (Reply(418, "{}"), 'copy the cookie "everybody-codes"'),
    (Reply(409, "{}"), "this part is solved already."),
    (Reply(412, "{}"), "it is not open yet, as the part before it is not solved."),
    (Reply(423, '{"penaltyLeftMs": 90000}'), "the site takes none for a while. Wait 1m 30s"),
    (Reply(425, "not json"), "the quest has not begun."),
    (Reply(500, "oops"), "Whether the answer was counted is unknown"),
])  # fmt: skip
def test_an_answer_that_is_not_judged(member: Workspace, duck: Duck, reply: Reply, sentence: str) -> None:
    """Each status has its sentence; a session that ends costs no guess: the answer may be sent again."""
    member.run("fetch", ID)
    duck.instead = {f"{duck.path}/part/1/answer": reply}
    ended = member.run("submit", ID, "7", "--part", "1", "--yes")
    logged_out = "cookie" in sentence
    assert (5 if logged_out else 6, True) == (ended.code, sentence in ended.err), ended.err
    duck.instead = {}
    if logged_out:
        assert 0 == member.run("submit", ID, "7", "--part", "1", "--yes").code


def test_a_part_that_is_not_open_is_not_sent(member: Workspace, duck: Duck) -> None:
    """The keys tell what is open: a part before it is not solved, or the quest has not begun."""
    for _ in range(2):
        ended = member.run("submit", ID, "18", "--part", "2", "--yes")
        assert (1, True) == (ended.code, "is not open: part 1 is not solved" in ended.err), ended.err
    duck.instead = {duck.path: Reply(425, "{}")}
    (inputs().parents[1] / "pages" / f"{ID}.html").unlink()
    for part in ("1", "2"):
        ended = member.run("submit", ID, "7", "--part", part, "--yes")
        assert (5, True) == (ended.code, f"{ID} is not unlocked yet" in ended.err), ended.err
    assert [] == duck.sent


def test_without_a_login_nothing_is_asked(workspace: Workspace, duck: Duck) -> None:
    """There is nothing that everybody may read."""
    ended = workspace.run("fetch", ID)
    assert (5, True) == (ended.code, 'Run "puzzles account add --site ec", or set EC_SESSION.' in ended.err)
    assert (0, []) == (workspace.run("new", ID).code, duck.requests)


def test_without_the_cipher(member: Workspace, duck: Duck, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the extra; what is here works without."""
    member.run("fetch", ID)
    member.puzzle(ID, MODULE)
    asked = len(duck.requests)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    for command in (["fetch", ID], ["new", "ec2025q1"]):
        ended = member.run(*command)
        assert (2, True) == (ended.code, "pip install 'puzzle-runner[ec]'" in ended.err)
    assert asked == len(duck.requests)
    assert not (member.root / "puzzles" / "ec2025q1.py").exists()
    assert [0, 0, 0] == [member.run(command, ID).code for command in ("run", "show", "list")]


def test_a_number_is_the_quest_of_the_event_here(workspace: Workspace) -> None:
    """Of the latest one, beside the quest that was edited last; there is nothing of Advent of Code here."""
    for id in ("ecs1q3", "ec2024q3", "ec2025q3", "ec2025q7"):
        workspace.puzzle(id, f"def part1(): return {id!r}\n")
    for words in ("3", "day 3", "q3"):
        assert "ec2025q3" in workspace.run("run", *words.split()).out
    assert 3 == workspace.run("run", "day", "21").code
    assert {"ec2025q3", "ec2025q7"} == {row["puzzle"] for row in workspace.run("run", "2025", "--json").rows}


@pytest.mark.parametrize("document", [{}, {"1": None}, {"1": "00"}, {"1": "zz"}, {"1": [7], "title": {}}])
def test_any_documents_are_refused(document: dict[str, object]) -> None:
    """Nothing but a right cipher is taken for an input."""
    encrypted = {"description": document, "input": document}
    for keys in ({"key1": KEYS["1"]}, {"key1": 5}, {"key1": "short"}):
        pages.fits(document, keys)
        with pytest.raises(SiteFailed, match="cannot be decrypted"):
            pages.decrypt_quest(keys, encrypted)


@pytest.mark.parametrize(
    ("left", "wait"), [(90000, 90), (1e300, LONGEST_WAIT), (float("nan"), 0), (-5, 0), ("90000", 0), ([], 0)]
)
def test_a_penalty_is_a_day_at_most(left: object, wait: int) -> None:
    """What is no number of milliseconds is none."""
    stored = replies.stored(200, json.dumps({"correct": False, "penaltyLeftMs": left}))
    assert stored and wait == replies.read(stored).wait
