"""`puzzles import`: what other tools have kept is taken over, without overwriting, and twice without harm."""

import json
import re
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.inputs import cached, writing
from puzzle_runner.model import Expected
from puzzle_runner.text import cut

from tests.conftest import Ended, Workspace
from tests.stand_in import SESSION

# Answers of any look, and what a case file makes of them.
ODD = ["2.21322e536280", "12/25", "1,2,3", "007", "9" * 140, "-5", "ABCDEFGH"]
WRONG = "That's not the right answer; your answer is too low."


def cache(root: Path, *users: str) -> Path:
    """Write a cache of aocd with two days of each user, and files that are not of interest."""
    for user in users:
        folder = root / "aocd" / user
        folder.mkdir(parents=True)
        (folder / "2021_03_input.txt").write_text(f"{user}\n")
        (folder / "2021_03a_answer.txt").write_text("12\n")
        (folder / "2021_03b_answer.txt").write_text("007")
        (folder / "2021_25_input.txt").write_text("1\n")
        (folder / "2021_25b_answer.txt").write_text("")
        guess = {"part": "a", "value": "5", "when": "2021-12-03 00:12:34.5-05:00", "message": WRONG}
        (folder / "2021_03_post.json").write_text(json.dumps([guess]))
        (folder / "2021_03_prose.0.html").write_text("not taken")
    (root / "aocd" / "token2id.json").write_text("{}")
    return root / "aocd"


def figures(ended: Ended) -> tuple[int, int, int]:
    """Return how many were imported, were present, and were left."""
    return ended.document["imported"], ended.document["present"], len(ended.document["left"])


def test_a_cache_of_aocd(workspace: Workspace, tmp_path: Path) -> None:
    """Inputs, answers and guesses of each user are an account's; once more there is nothing to do."""
    source = cache(tmp_path, "github.alice.4711", "google.bob.12")
    assert 2 == workspace.run("import", str(source), "--account", "work").code
    assert (10, 0, 0) == figures(workspace.run("import", str(source), "--json"))
    assert {("alice", "4711"), ("bob", "12")} == {(known.label, known.user) for known in cached.accounts()}
    (alice, bob) = cached.cases_of("aoc2021d3", workspace.root / "inputs").cases
    assert ("alice", "bob") == (alice.account, bob.account)
    assert {1: "12", 2: "007"} == {part: answer.text for part, answer in alice.answers.items()}
    assert "github.alice.4711\n" == alice.inputs[0].read_text()
    assert [("5", ("too low",))] == [(guess.answer, guess.hints) for guess in alice.guesses]
    again = workspace.run("import", str(source))
    assert (0, "nothing imported, 10 were here already.\n") == (again.code, again.out)


def test_nothing_is_overwritten(workspace: Workspace, tmp_path: Path) -> None:
    """What differs is left, and the summary says what and why; what is missing is added."""
    owner = writing.claim("aoc", "4711", "me")
    folder = cached.inputs(owner.folder, "aoc2021d3")
    writing.save_input(folder, "main", b"mine\n")
    writing.set_answers(folder / "cases.toml", "main", {1: Expected("13")})
    ended = workspace.run("import", str(cache(tmp_path, "github.alice.4711")))
    assert 0 == ended.code
    path = folder / "cases.toml"
    taken, left = ended.out.splitlines()
    assert "1 answer, 1 guess, 1 input imported." == taken
    assert (
        f"2 left: aoc2021d3 input: there is another one, {folder / 'main.txt'}; "
        f"aoc2021d3 answer of part 1: there is another one in {path}"
    ) == left
    assert b"mine\n" == (folder / "main.txt").read_bytes()
    assert '[main]\npart1 = 13\npart2 = "007"\n' == path.read_text()
    assert "me" == cached.accounts()[0].label


def test_answers_are_text_from_end_to_end(workspace: Workspace, tmp_path: Path) -> None:
    """What was kept is what is compared, character by character; an input that is a page is left."""
    source = cache(tmp_path, "github.alice.4711")
    (source / "github.alice.4711" / "2021_25_input.txt").write_text("<!DOCTYPE html>")
    for day, answer in enumerate(ODD, 4):
        (source / "github.alice.4711" / f"2021_{day:02}_input.txt").write_text("1\n")
        (source / "github.alice.4711" / f"2021_{day:02}a_answer.txt").write_text(answer)
        workspace.puzzle(f"aoc2021d{day}", f"def part1(text): return {answer!r}\n")
    ended = workspace.run("import", str(source), "--json")
    assert [{"puzzle": "aoc2021d25", "what": "input", "why": "it is an HTML page"}] == ended.document["left"]
    rows = workspace.run("check", "aoc2021", "--json").rows
    assert [("right", answer) for answer in ODD] == [(row["verdict"], row["answer"]) for row in rows]
    assert 0 == workspace.run("import", str(source), "--json").document["imported"]


def test_a_folder_of_inputs(workspace: Workspace, tmp_path: Path) -> None:
    """A pattern says what the paths mean; the inputs belong to an account, which is made if there is none."""
    for name in ("2021/03.txt", "2021/04.txt", "2021/99.txt", "notes.txt"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n")
    command = ("import", str(tmp_path / "in"), "--inputs", "{year}/{day:02}.txt")
    assert "2 inputs imported.\n" == workspace.run(*command).out
    (case,) = cached.cases_of("aoc2021d3", workspace.root / "inputs").cases
    assert ("default", "2021/03.txt\n") == (case.account, case.inputs[0].read_text())
    assert "2 inputs imported.\n" == workspace.run(*command, "--account", "me").out
    assert "nothing imported, 2 were here already.\n" == workspace.run(*command).out
    ended = workspace.run(
        "import", str(tmp_path / "in" / "2021"), "--inputs", "{day:02}.txt", "--year", "2022"
    )
    assert "2 inputs imported.\n" == ended.out
    ended = workspace.run("import", str(tmp_path / "in"), "--inputs", "{year}/{day}_{part}.txt")
    assert (2, True) == (ended.code, "one input of each puzzle" in ended.err)
    ended = workspace.run("import", str(tmp_path / "in"), "--inputs", "day{day}.txt")
    assert 2 == ended.code and "has no file that is named as day{day}.txt" in ended.err


@pytest.mark.parametrize("answer", ODD)
def test_answers_of_project_euler_are_hidden(workspace: Workspace, tmp_path: Path, answer: str) -> None:
    """Lines of numbers and answers are stored so that nobody can read them, and compared all the same."""
    (tmp_path / "answers.txt").write_text(f"# mine\n1.\n0007. {answer}\n\n")
    source = str(tmp_path / "answers.txt")
    shown = cut(answer, 40)
    assert f"1 answer imported (euler7 = {shown}).\n" == workspace.run("import", source).out
    stored = cached.inputs(cached.shared_account().folder, "euler7") / "cases.toml"
    # Nothing but a salt and a hash, in which any digits may stand. It is cheap: there may be a thousand.
    assert re.fullmatch(r'\[main\]\npart1 = \{scrypt = "32\$8\$1(\$[0-9a-f]+){2}"\}\n', stored.read_text())
    workspace.puzzle("euler7", f"def solve(): return {answer!r}\n")
    assert [("right", None)] == [
        (row["verdict"], row["expected"]) for row in workspace.run("run", "euler7", "--json").rows
    ]
    assert (0, 1, 0) == figures(workspace.run("import", source, "--json"))
    (tmp_path / "answers.txt").write_text("7. other")
    assert (0, 0, 1) == figures(workspace.run("import", source, "--json"))


def test_what_was_taken_of_a_list_and_what_was_not(workspace: Workspace, tmp_path: Path) -> None:
    """Two lines say it, with the first three that were left; a second import says that all is here."""
    source = tmp_path / "answers.txt"
    open_ones = "".join(f"{number}. ?\n" for number in range(40, 44))
    source.write_text("1. `5`\n2. **6**\n3. 7 # seven\nP4 => 8\n" + open_ones)
    taken = "4 answers imported (euler1 = 5, euler2 = 6, euler3 = 7, ...).\n"
    left = '4 left: line 5: "40. ?" has no answer; line 6: "41. ?" has no answer; '
    left += 'line 7: "42. ?" has no answer; ... (--json has all)\n'
    present = "nothing imported, 4 were here already.\n"
    assert [taken + left, present + left] == [workspace.run("import", str(source)).out for _ in range(2)]
    document = workspace.run("import", str(source), "--json").document
    assert {"puzzle": None, "what": "line 5", "why": '"40. ?" has no answer'} == document["left"][0]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("README.md", "1. Install Python\n2. Run it\n3. 42\n", "line 1: .* Only 1 of 3 lines"),
        ("a.txt", "1. 5\nno answer to 2\n", "line 2: write a number and an answer, such as"),
        ("a.jsonl", "no json", "a.jsonl has no record of"),
        ("a.txt", "$ANSIBLE_VAULT;1.1;AES256\n31\n", "a.txt is encrypted with ansible-vault"),
        ("aocd/github.a.1/2021_03_post.json", '[{"part": "z"}]', "2021_03_post.json cannot be read: 'when'"),
        ("aocd/github.a.1/2021_03_post.json", "[" * 100_000, "post.json cannot be read: .* JSON array"),
    ],
)
def test_what_cannot_be_read(
    workspace: Workspace, tmp_path: Path, name: str, text: str, sentence: str
) -> None:
    """The message names the file, and where in it."""
    cache(tmp_path, "github.a.1")
    (tmp_path / name).write_text(text)
    source = tmp_path / "aocd" if name.startswith("aocd") else tmp_path / name
    ended = workspace.run("import", str(source))
    assert 4 == ended.code
    assert re.search(sentence, ended.err)
    # The rest of a cache is taken.
    is_cache = source.name == "aocd"
    inputs = sorted(path.name for path in settings.data_folder().glob("accounts/*/inputs/*"))
    assert is_cache is ("aoc2021d3" in inputs and len(inputs) == 2)


def test_one_puzzle_that_cannot_be_stored_does_not_end_the_others(
    workspace: Workspace, tmp_path: Path
) -> None:
    """Nor one whose file cannot be read; the exit code tells it."""
    source = cache(tmp_path, "github.a.1")
    folder = settings.data_folder() / "accounts" / "aoc-1" / "inputs"
    folder.mkdir(parents=True)
    (folder / "aoc2021d3").write_text("in the way")
    days = sorted(path.name for path in (source / "github.a.1").glob("*_input.txt"))
    ended = workspace.run("import", str(source), "--json")
    assert (True, True) == (ended.code in (4, 7), "aoc2021d3: " in ended.err), ended
    assert ["aoc2021d3"] == [left["puzzle"] for left in ended.document["left"]]
    assert len(days) == len([*folder.iterdir()])
    (tmp_path / "in" / "2021").mkdir(parents=True)
    (tmp_path / "in" / "2021" / "05.txt").mkdir()
    (tmp_path / "in" / "2021" / "06.txt").write_text("6\n")
    (tmp_path / "in" / "2021" / "07.txt").symlink_to("07.txt")
    ended = workspace.run("import", str(tmp_path / "in"), "--inputs", "{year}/{day:02}.txt")
    assert (4, True) == (ended.code, "07.txt cannot be read" in ended.err), ended
    assert (folder / "aoc2021d6" / "main.txt").exists()


def test_names_of_users_and_days(workspace: Workspace, tmp_path: Path) -> None:
    """A name that is no label, such as a session, is not taken as one; days of no calendar are left out."""
    source = cache(tmp_path, "github.\x1b[31m.4711", "github.alice.5", SESSION)
    (source / "github.alice.5" / "2021_29_input.txt").write_text("x")
    assert 0 == workspace.run("import", str(source)).code
    known = sorted((account.label, account.folder.name) for account in cached.accounts())
    assert [("alice", "aoc-5"), ("aoc-4711", "aoc-4711")] == known[:2]
    assert ("session-", "aoc-session-") == (known[2][0][:8], known[2][1][:12])
    assert not [path for path in settings.data_folder().rglob("*") if path.name in ("aoc2021d29", SESSION)]
