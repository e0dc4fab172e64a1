"""Problems of TopCoder from saved pages and pasted text: invented ones, in the shape of the site's."""

import ast
from contextlib import suppress
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.topcoder import statement
from puzzle_runner.sites.topcoder.statement import Kind, Reader

from tests.conftest import Workspace

PAGE = """<html><head><title>Lamps &amp; oil - SRM 465</title></head><body>
<a href="https://archive.topcoder.com/ProblemStatement/pm/99999">here</a>
<table><tr><td class="problemText"><h3>Problem Statement</h3></td></tr>
<tr><td>Invented: two lamps burn on a pier.</td></tr>
<tr><td><h3>Definition</h3></td></tr>
<tr><td><table>
<tr><td>Class:</td><td>BouncingDiceGame</td></tr>
<tr><td>Method:</td><td>winningChance</td></tr>
<tr><td>Parameters:</td><td>int, int, int, int</td></tr>
<tr><td>Returns:</td><td>double</td></tr>
<tr><td>Method signature:</td><td>double winningChance(int n, int d, int x1, int x2)</td></tr>
<tr><td>(be sure your method is public)</td></tr></table></td></tr>
<tr><td><h3>Notes</h3></td></tr><tr><td>-</td><td>An error of 1e-9 is allowed.</td></tr>
<tr><td><h3>Constraints</h3></td></tr>
<tr><td>-</td><td><b>n</b> will be between 5 and 5,000, inclusive.</td></tr>
<tr><td>-</td><td><b>d</b> will be between 2 and 6, inclusive.</td></tr>
<tr><td>-</td><td><b>x1</b> and <b>x2</b> will each be between 1 and 4, inclusive.</td></tr>
<tr><td><h3>Examples</h3></td></tr>
<tr><td>0)</td><td><table><tr><td><pre>10</pre></td></tr><tr><td><pre>6</pre></td></tr>
<tr><td><pre>1</pre></td></tr><tr><td><pre>1</pre></td></tr>
<tr><td><pre>Returns: 0.25</pre></td></tr><tr><td>No 1) here.</td></tr></table></td></tr>
<tr><td>1)</td><td><table><tr><td><pre>10
2
1
1</pre></td></tr><tr><td><pre>Returns: 5.0E-1</pre></td></tr></table></td></tr>
</table>
<p>This problem is nobody's.</p></body></html>
"""
# As a browser copies it.
PASTED = """Problem Statement for Names

Definition
    \t
Class:\tNames
Method:\tjoin
Parameters:\tString[], String, long, boolean, char
Returns:\tString
Method signature:\tString join(String[] names, String from, long part1, boolean in, char c)
(be sure your method is public)

Constraints
-\tnames will contain between 0 and 50 elements, inclusive.
-\tpart1 will be between 1 and 10^18, inclusive.

Examples
0)\t

{"a, b", "{c}",
 "it's \\"d\\""}
"Returns"
9007199254740993
true
'x'
Returns: "a, b\\\\"
Nothing to say.
1)\t

{}
""
1
false
','
Returns: ""
System Tests
Test Arguments\tExpected\tResults
{"a, b", "{c}", "it's \\"d\\""}, "Returns", 9007199254740993, true, 'x'\t"a, b\\\\"\tPassed
Copyright of nobody
"""


def test_a_saved_page_becomes_module_cases_and_ranges(workspace: Workspace) -> None:
    """SRM 465's own problem, by its signature; its examples are right for a right method."""
    (workspace.root / "saved.html").write_text(PAGE)
    ended = workspace.run("import", "saved.html")
    path = workspace.root / "puzzles" / "srm465.py"
    assert (0, f"srm465  BouncingDiceGame  {path}\n1 module, 3 cases imported.\n", "") == ended
    assert (
        path.read_text()
        == '''"""BouncingDiceGame

https://archive.topcoder.com/ProblemStatement/pm/99999
"""


class BouncingDiceGame:
    """The class that the problem names."""

    def winningChance(self, n: int, d: int, x1: int, x2: int) -> float | None:
        """What it asks, in a line; its arguments are keys of a case."""
'''
    )
    assert (
        (workspace.root / "inputs" / "srm465" / "cases.toml").read_text()
        == """tolerance = 1e-09

[example0]
n = 10
d = 6
x1 = 1
x2 = 1
part1 = "0.25"

[example1]
n = 10
d = 2
x1 = 1
x2 = 1
part1 = "0.5"

[any]
n = {from = 5, to = 5000}
d = {from = 2, to = 6}
x1 = {from = 1, to = 4}
x2 = {from = 1, to = 4}
"""
    )
    assert ["skipped"] == [row["verdict"] for row in workspace.run("check", "--json").rows]
    workspace.puzzle("srm465", path.read_text() + "        return 1 / (d - 2 * (d == 6)) + 1e-12\n")
    verdicts = [row["verdict"] for row in workspace.run("check", "--json").rows]
    assert ["right", "right"] == verdicts


def test_a_second_time_there_is_nothing_to_do(workspace: Workspace) -> None:
    """What a person has changed stays."""
    (workspace.root / "saved.html").write_text(PAGE)
    workspace.run("import", "saved.html")
    path = workspace.root / "inputs" / "srm465" / "cases.toml"
    mine = (
        path.read_text().replace('x1 = 1\nx2 = 1\npart1 = "0.5"', 'x1 = 2\nx2 = 1\npart1 = "0.5"')
        + "# mine\n"
    )
    path.write_text(mine)
    module = workspace.puzzle("srm465", "class Mine:  # BouncingDiceGame\n    def f(self, n: int): pass\n")
    ended = workspace.run("import", "saved.html")
    assert f"srm465: case example1 is left: there is another one in {path}" in ended.out
    assert "nothing imported, 3 were here already, 1 left." in ended.out
    assert (mine, "class Mine") == (path.read_text(), module.read_text()[:10])
    (workspace.root / "srm466.html").write_text(PAGE.replace("BouncingDiceGame", "Lamps"))
    ended = workspace.run("import", "srm466.html", "--as", "srm465")
    assert (2, True) == (ended.code, "of another problem. Call this one --as srm465_lamps." in ended.err)
    assert mine == path.read_text()
    assert workspace.run("import", "srm466.html").out.startswith("srm466  Lamps")


def test_a_pasted_text_becomes_a_problem(workspace: Workspace) -> None:
    """Texts, lists, words of Python and of case files as names; system tests are left."""
    ended = workspace.run("import", "-", stdin=PASTED)
    assert (2, True) == (
        ended.code,
        "does not say which match Names is from: add --as srm465" in ended.err,
    ), ended
    ended = workspace.run("import", "-", "--as", "SRM 470_names", stdin=PASTED)
    assert (0, "1 module, 2 cases imported.") == (ended.code, ended.out.splitlines()[-1]), ended
    path = workspace.root / "puzzles" / "srm470_names.py"
    signature = (
        "def join(self, *, names: list[str], from_: str, part1: int, in_: bool, c: str) -> str | None:"
    )
    assert signature in path.read_text()
    path.write_text(path.read_text() + "        return repr((names, from_, part1, in_, c))\n")
    rows = workspace.run("run", "srm470_names", "--case", "all", "--json").rows
    assert [
        (["a, b", "{c}", 'it\'s "d"'], "Returns", 9007199254740993, True, "x"),
        ([], "", 1, False, ","),
    ] == [ast.literal_eval(row["answer"]) for row in rows]
    assert ["example0", "example1"] == [row["case"] for row in rows]
    assert ["a, b\\", ""] == [row["expected"] for row in rows]


def test_a_list_of_decimals_has_a_checker(workspace: Workspace) -> None:
    """Number by number, as the site judges."""
    text = """Class: Halves
Method signature: double[] halve(int[] a)
Constraints
- a will contain exactly 2 elements.
- Each element of a will be between 1 and 9, inclusive.
Examples
0)
{1, 3}
Returns: {0.5, 1.5}
"""
    assert 0 == workspace.run("import", "-", "--as", "srm1", stdin=text).code
    path = workspace.root / "puzzles" / "srm1.py"
    empty = path.read_text()
    for result, code in (("x / 2 + 1e-12", 0), ("x / 2 + 1e-6", 1), ("x", 1)):
        workspace.puzzle("srm1", f"{empty}        return [{result} for x in a]\n")
        assert code == workspace.run("check", "srm1").code, result
    cases = (workspace.root / "inputs" / "srm1" / "cases.toml").read_text()
    assert "a = {from = 1, to = 9, length = {from = 2, to = 2}}" in cases


@pytest.mark.parametrize(
    ("constraints", "ranges"),
    [
        ("n will be between 1 and 10^9, inclusive.", {"from": 1, "to": 10**9}),
        ("n will be between -1,000 and 1,000, inclusive.", {"from": -1000, "to": 1000}),
        ("m, n and k will be between 1 and 3, inclusive.", {"from": 1, "to": 3}),
        ("n will be between 1 and m, inclusive.", None),
        ("n will be between 1 and 2^31-1, inclusive.", None),
        ("n will be prime.", None),
    ],
)
def test_constraints_in_numbers_become_ranges(constraints: str, ranges: dict[str, int] | None) -> None:
    """Others do not: what cannot be said of all arguments is not said."""
    text = "Class: A\nMethod signature: int f(int n)\nConstraints\n"
    text += f"- {constraints}\nExamples\n0)\n1\nReturns: 1\n"
    problem = statement.read(text, "here")
    assert problem and problem.ranges == ({"n": ranges} if ranges else {})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f(int n)\nExamples\n0)\n\nReturns: 1", '"" begins with no int'),
        ("f(int n)\nExamples\n0)\n1 2\nReturns: 1", 'more than 1 arguments, "2"'),
        ("f(int n)\nExamples\n0)\n1\n", 'example 0: it has no "Returns:"'),
        ("f(int n)\nExamples\n0)\n1\nReturns: 1\n1)\nx\nReturns: 1", 'example 1: "x" begins with no int'),
        (f"f(int{'[]' * 9} n)\nExamples\n0)\n{'{' * 9}", "which is no type"),
        ("f(int n)\nExamples\n0)\n1\nReturns: 1.5", '"1.5" begins with no int'),
        ("f(int[] n)\nExamples\n0)\n{1, 2\nReturns: 1", '"" begins with no int'),
        ("f(Tree n)\nExamples\n0)\n1\nReturns: 1", 'f has "Tree", which is no type'),
        ("f(int)\nExamples\n0)\n1\nReturns: 1", 'f has "int", which is no type'),
        ("f(int n)\n0)\n1\nReturns: 1", "has no examples below the signature"),
    ],
)
def test_what_cannot_be_read_is_said(workspace: Workspace, text: str, sentence: str) -> None:
    """In a sentence that quotes it; nothing is written."""
    ended = workspace.run("import", "-", "--as", "srm1", stdin=f"Class: A\nMethod signature: int {text}\n")
    assert (4, True) == (ended.code, sentence in ended.err), ended.err
    assert [] == [*(workspace.root / "puzzles").iterdir()]


@pytest.mark.parametrize(
    "signature",
    ["long[] f(String[] a, long b)", "vector <long long> f(vector<string> a, long long b)"],
)
@pytest.mark.parametrize("heading", ["Examples", "EXAMPLES", "Examples:"])
def test_a_statement_in_another_language_or_in_capitals(signature: str, heading: str) -> None:
    """The site writes it as its users have chosen; old ones have their headings in capitals."""
    text = f'Class: Lamps\nMethod signature: {signature}\n{heading}\n0)\n{{"a"}}\n3\nReturns: {{3}}\n'
    problem = statement.read(text, "here")
    assert problem
    assert "def f(self, *, a: list[str], b: int) -> list[int] | None:" in problem.module
    assert {"example0": ({"a": ["a"], "b": 3}, [3])} == problem.cases


def test_a_text_that_lacks_its_beginning_is_said(workspace: Workspace) -> None:
    """With what to copy as well."""
    ended = workspace.run("import", "-", "--as", "srm1", stdin="Method signature: int f(int n)\nExamples\n")
    assert (4, True) == (ended.code, 'has a signature, but no "Class:"' in ended.err), ended.err
    ended = workspace.run("import", "-", "--as", "srm1", stdin="Class: Lamps\nMethod: f\n")
    assert (4, True) == (ended.code, 'no "Method signature:" of a problem' in ended.err), ended.err


WORDS = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=8)
VALUES = {
    "int": st.integers(-(10**30), 10**30),
    "bool": st.booleans(),
    "str": WORDS,
    "float": st.floats(allow_nan=False, allow_infinity=False),
}


def java(value: object) -> str:
    """Return a value as the site writes it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list():
            return "{" + ", ".join(map(java, value)) + "}"
    return repr(value)


@given(st.data())
def test_any_values_round_trip(data: st.DataObject) -> None:
    """Also lists, in a text and in a page."""
    name, is_list = data.draw(st.sampled_from([*VALUES])), data.draw(st.booleans())
    value = data.draw(st.lists(VALUES[name], max_size=3) if is_list else VALUES[name])
    assert value == Reader(java(value)).next(Kind(name, is_list))
    java_type = {"bool": "boolean", "str": "String", "float": "double"}.get(name, name) + "[]" * is_list
    text = f"Class: A\nMethod signature: int f({java_type} v)\nExamples\n0)\n{java(value)}\nReturns: 1"
    for page in (text, f"<html><pre>{escape(text)}</pre></html>"):
        problem = statement.read(page, "here")
        assert problem and {"example0": ({"v": value}, 1)} == problem.cases


@given(st.text('<>{}"\\0123456789).,:-eE \nReturns', max_size=60))
def test_any_example_is_read_or_refused_in_a_sentence(text: str) -> None:
    """Never with a traceback."""
    with suppress(Unreadable):
        statement.read(f"Class: A\nMethod signature: int f(int n, String s)\nExamples\n0)\n{text}", "here")
