"""Case files: every well-formed one is read as written, every other gives a sentence with file and line."""

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
    tables = '[main]\npart1 = 739785\npart2 = 0.836485560\n[example]\ninput = "4 8"\npart10 = "  x "\n'
    found = read(tmp_path, f"tolerance = 1e-9\n{tables}")
    main = {1: Expected("739785"), 2: Expected("0.836485560")}
    assert [("main", {}, main, 1e-9), ("example", {0: "4 8"}, {10: Expected("  x ")}, 1e-9)] == [
        (case.name, case.inputs, case.answers, case.tolerance) for case in found
    ]


def test_an_answer_is_the_text_of_what_is_written(tmp_path: Path) -> None:
    """An integer of any length is its text, a decimal stays as it was written."""
    for written, text in {
        "0x10": "16", "1_000": "1000", "1_000.50": "1000.50", "6.3202e25093": "6.3202e25093", "nan": "nan",
        "'''#\n#'''": "#\n#", "9" * 5000: "9" * 5000,
    }.items():  # fmt: skip
        assert {1: Expected(text)} == read(tmp_path, f"[main]\npart1 = {written}\n")[0].answers
    with pytest.raises(Unreadable, match="line 2"):
        read(tmp_path, "[main]\npart1 = '  #\n'\n")


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


HASH = f"1$8$1$5a${'0' * 64}"


@pytest.mark.parametrize(("start", "values", "sentence"), [
    ("part1 = ", ["1"], '"part1" stands outside a case. Only tolerance and checker may'),
    ("tolerence = ", ["1e-9"], 'Did you mean "tolerance"?'),
    ("[[main]]\npart1 = ", ["1"], "is a list: write [main], in single brackets"),
    ("", ['["../up"]', '[".."]', "['']"], "a case cannot be named"),
    ("tolerance = ", ["-1", "'1e-9'", "1", f"1{'0' * 400}", "nan", "inf", "true"],
     "tolerance must be a number such as 1e-9"),
    ("checker = ", ["'../check.py'", "5"], "checker must be the name of a function"),
    ("[solution.fast]\ntimeout = ", ["1000001", "0", "true", "nan", "-inf", f"1{'0' * 400}"],
     "[solution.fast] must be a table with"),
    ("[solution.fast]\n", ["timeot = 5", "cases = [1]", "cases = 'x'", "slow = 'no'"],
     "[solution.fast] must be a table with"),
    ("", ["solution.input = '1'", "[[solution]]\nslow = true"], "must be a table with"),
    ("[main]\nrows = ", ["2021-01-01", "[1, [07:32:00]]", "nan", "[1e999]"],
     "[main] rows must be a number, a text"),
    ("[any]\nn.from = 2\nn.to = ", ["2.5", "1", "3\nn.lenght = 3", "3\nn.length = -1",
     "3\nn.length = { from = 3, to = 2 }"], "n must be a range { from = 1, to = 200 }"),
    ("[main]\noff = ", ["'false'", "0"], "off must be true or false"),
    ("[main]\nwith = ", ["5"], "with must be a table"),
    ("[main]\nsource = ", ["5"], 'source must be text such as "page"'),
    ("[main]\nsentences = ", ["'x'"], "sentences must be a table"),
    ("[main]\nby_hand = ", ["1", "['1']", "[true]", "[0]"], "by_hand must be a list of parts"),
    ("[main]\ninput = ", ["5", "{ 1 = 2 }", "{ one = 'a' }", "{ 0 = 'a' }"], "input must be "),
    ("[main]\npart1 = ", ["true", "[1, 2]", "2021-01-01", "{ scrypt = 'x' }", f"{{ scrypt = '{HASH[:-1]}' }}",
     f"{{ scrypt = '{HASH}', salt = 'x' }}"], "part1 must be an integer, a text in quotes"),
    ("[a]\npart1 = 1\n\n['b']\n", ['"part1" = []'], "part1 must be"),
    ("main.part1 = ", ["[]"], "part1 must be"),
    ("[main]\npart1 = 1\n", ["part1 = 2"], "Cannot overwrite a value (at line 3,"),
    ("[main]\npart1 = ", ["'\udce9'"], "not UTF-8"),
])  # fmt: skip
def test_a_malformed_file(tmp_path: Path, start: str, values: list[str], sentence: str) -> None:
    """Whatever is wrong in a case file, the message says what."""
    for value in values:
        with pytest.raises(Unreadable) as caught:
            read(tmp_path, f"{start}{value}\n".encode("utf-8", "surrogateescape"))
        assert sentence in str(caught.value)
        assert str(tmp_path / "cases.toml") in str(caught.value)


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
