"""Case files: every well-formed one is read as written, every other gives a sentence with file and line."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.inputs import case_file, cases
from puzzle_runner.model import Case, Expected, Rule

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
# The one name that no case can have is a setting of the file.
NAMES = st.text(
    st.characters(categories=["L", "N"]) | st.sampled_from("-_ ."), min_size=1, max_size=20
).filter(lambda name: name != "tolerance" and name.strip("."))


def read(folder: Path, content: str | bytes) -> tuple[Case, ...]:
    """Return the cases of a file with this content."""
    data = content.encode() if isinstance(content, str) else content
    (folder / "cases.toml").write_bytes(data)
    return case_file.load(folder).cases


def quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    return '"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"'


def test_cases_are_read_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Each table is a case, with its input, its answers as text, and the file's tolerance."""
    found = read(
        tmp_path,
        """\
tolerance = 1e-9

[main]
part1 = 739785
part2 = 0.836485560

[example]
input = "4 8"
part10 = "  x "
""",
    )
    main = {1: Expected("739785"), 2: Expected("0.836485560")}
    assert [("main", {}, main, 1e-9), ("example", {0: "4 8"}, {10: Expected("  x ")}, 1e-9)] == [
        (case.name, case.inputs, case.answers, case.tolerance) for case in found
    ]


@pytest.mark.parametrize(("written", "text"), [
    ("0x10", "16"), ("1_000", "1000"), ("1_000.50", "1000.50"), ("6.3202e25093", "6.3202e25093"),
    ("nan", "nan"), ("'  #\n'", None), ("'''#\n#'''", "#\n#"), ("9" * 5000, "9" * 5000),
], ids=["hex", "underscore", "decimal", "huge", "nan", "broken", "art", "5000 digits"])  # fmt: skip
def test_an_answer_is_the_text_of_what_is_written(tmp_path: Path, written: str, text: str | None) -> None:
    """An integer of any length is its text, a decimal stays as it was written."""
    if text is None:
        with pytest.raises(Unreadable, match="line 2"):
            read(tmp_path, f"[main]\npart1 = {written}\n")
    else:
        assert {1: Expected(text)} == read(tmp_path, f"[main]\npart1 = {written}\n")[0].answers


@given(name=NAMES, input=TEXTS, answer=TEXTS, crlf=st.booleans())
@example(name="main", input="\r\n\r\n", answer=" ##\n# ", crlf=True)
def test_any_text_round_trips(name: str, input: str, answer: str, crlf: bool) -> None:
    """A case file is read as it was written, in a file with CRLF and a BOM too."""
    content = f"[{quoted(name)}]\ninput = {quoted(input)}\npart1 = {quoted(answer)}\n"
    data = b"\xef\xbb\xbf" + content.replace("\n", "\r\n").encode() if crlf else content.encode()
    with tempfile.TemporaryDirectory() as folder:
        (case,) = read(Path(folder), data)
    assert (name, {0: input}, {1: Expected(answer)}) == (case.name, case.inputs, case.answers)
    assert cases.tidy(input) == cases.text(case)


@pytest.mark.parametrize(("content", "line", "sentence"), [
    ("[main]\npart1 = 1\npart1 = 2\n", 3, "Cannot overwrite a value"), ("[main\n", 1, "Expected"),
    ("part1 = 1\n", 1, '"part1" stands outside a case. Only tolerance and checker may'),
    ("[[main]]\npart1 = 1\n", 1, "is a list: write [main], in single brackets"),
    ("[main]\nrows = 2021-01-01\n", 2, "rows must be a number, a text, true, false, or a list"),
    ("[main]\nrows = [1, [07:32:00]]\n", 2, "rows must be a number, a text"),
    ("[main]\nwith = 5\n", 2, "with must be a table, not 5."),
    ("[main]\nsource = 5\n", 2, 'source must be text such as "page"'),
    ("[main]\nsource = 'page'\nsentences = 'x'\n", 3, "sentences must be a table"),
    ("[main]\nsource = 'page'\nby_hand = 1\n", 3, "by_hand must be a list of parts"),
    ("[main]\n\n[main.part1]\nx = 1\n", 3, "part1 must be an integer, a text in quotes"),
    ("[main]\noff = 'false'\n", 2, "off must be true or false, not 'false'."),
    ("[main]\noff = 0\n", 2, "off must be true or false, not 0."),
    ("[main]\nby_hand = ['1']\n", 2, "by_hand must be a list of parts, such as [1]."),
    ("[main]\nby_hand = [true]\n", 2, "by_hand must be a list of parts"),
    ("[main]\nrows = nan\n", 2, "rows must be a number"),
    ("[main]\nrows = [1e999]\n", 2, "rows must be a number"),
    ("[any]\nn = { from = 1, to = 2.5 }\n", 2, "n: a range is { from = 1, to = 200 }"),
    ("[any]\nn = { from = 1, to = 2, lenght = 3 }\n", 2, "n: a range is { from = 1, to = 200 }"),
    ("tolerence = 1e-9\n", 1, 'Did you mean "tolerance"?'),
    ("checker = '../check.py'\n", 1, "checker must be the name of a function"),
    ("[solution.fast]\ntimeout = 1000001\n", 1, "timeout = 300, in seconds, at most 1000000."),
    ("[solution.fast]\ntimeout = 0\n", 1, "a rule is [solution.NAME] with"),
    ("[solution.fast]\ntimeout = true\n", 1, "a rule is"),
    ("[solution.fast]\ntimeout = nan\n", 1, "a rule is"),
    ("[solution.fast]\ntimeout = -inf\n", 1, "a rule is"),
    (f"[solution.fast]\ntimeout = 1{'0' * 400}\n", 1, "a rule is"),
    ("[solution.fast]\ntimeot = 5\n", 1, "a rule is"), ("[solution.fast]\ncases = [1]\n", 1, "a rule is"),
    ("[solution.fast]\ncases = 'x'\n", 1, "a rule is"), ("[solution.fast]\nslow = 'no'\n", 1, "a rule is"),
    ("[solution]\ninput = '1'\n", 2, "a rule is"), ("[[solution]]\nslow = true\n", 1, "a rule is"),
    ("[any]\nn = { from = 2, to = 1 }\n", 2, "n: a range is"),
    ("[any]\nn = { from = 1, to = 2, length = -1 }\n", 2, "n: a range is"),
    ("[any]\nn = { from = 1, to = 2, length = { from = 3, to = 2 } }\n", 2, "n: a range is"),
    ("[main]\npart1 = true\n", 2, "part1 must be an integer, a text in quotes"),
    ("[main]\npart1 = [1, 2]\n", 2, "not [1, 2]"),
    ("[main]\npart1 = 2021-01-01\n", 2, "not datetime.date(2021, 1, 1)"),
    ('[main]\npart1 = { scrypt = "x" }\n', 2, "N$r$p$salt$hash"),
    (f'[main]\npart1 = {{ scrypt = "1$8$1$5a$${"0" * 64}" }}\n', 2, "N$r$p$salt$hash"),
    (f'[main]\npart1 = {{ scrypt = "1$8$1$5a${"0" * 64}", salt = "x" }}\n', 2, "N$r$p$salt$hash"),
    ("[main]\ninput = 5\n", 2, 'input must be text: write "5", in quotes'),
    ("tolerance = -1\n[main]\n", 1, "tolerance must be a number such as 1e-9"),
    ("tolerance = '1e-9'\n", 1, "tolerance must be a number such as 1e-9"),
    ("tolerance = 1\n", 1, "tolerance must be a number such as 1e-9"),
    (f"tolerance = 1{'0' * 400}\n", 1, "tolerance must be a number such as 1e-9"),
    ("tolerance = nan\n[main]\n", 1, "tolerance must be a number such as 1e-9"),
    ("tolerance = inf\n[main]\n", 1, "tolerance must be a number such as 1e-9"),
    ("tolerance = true\n[main]\n", 1, "tolerance must be a number such as 1e-9"),
    ("[a]\npart1 = 1\n\n['b']\n\"part1\" = []\n", 5, "part1 must be"),
    ("main.part1 = []\n", 1, "part1 must be"),
    ('["../up"]\npart1 = 1\n', 1, "a case cannot be named '../up'"),
    ('[".."]\npart1 = 1\n', 1, "a case cannot be named"), (b"[main]\npart1 = '\xe9'\n", 2, "not UTF-8"),
])  # fmt: skip
def test_a_malformed_file(tmp_path: Path, content: str | bytes, line: int, sentence: str) -> None:
    """Whatever is wrong in a case file, the message says what, and in which line."""
    with pytest.raises(Unreadable) as caught:
        read(tmp_path, content)
    assert sentence in str(caught.value)
    assert f"{tmp_path / 'cases.toml'}" in str(caught.value)
    assert re.search(rf"\bline {line}\b", str(caught.value)), str(caught.value)


@given(st.text(st.sampled_from("[]main.\"'=\n part12{}input,#0\\\u2028\x0c"), max_size=60))
def test_any_file_is_read_or_refused_in_a_sentence(content: str) -> None:
    """No content makes the reader fail in another way."""
    said = "cases.toml."
    with tempfile.TemporaryDirectory() as folder:
        try:
            read(Path(folder), content)
        except Unreadable as error:
            said = str(error)
    assert "cases.toml" in said
    assert said.endswith(".")


def test_the_rules_of_solutions(tmp_path: Path) -> None:
    """Each of their keys may be missing, and a time limit may be short; without a file nothing is there."""
    assert () == case_file.load(tmp_path).cases
    text = '[solution.a]\ncases = ["x"]\ntimeout = 0.5\nslow = true\n[solution.b]\ntimeout = 1000000\n'
    (tmp_path / "cases.toml").write_text(text)
    rules = {"a": Rule(("x",), 0.5, True), "b": Rule(None, 1e6, False)}
    assert rules == case_file.load(tmp_path).rules
