"""Problems of TopCoder from saved pages and pasted text: invented ones, in the shape of the site's."""

import ast
import tomllib
from itertools import product

import pytest
from puzzle_runner.sites.topcoder.site import SITE
from puzzle_runner.sites.values import Problem

from tests.conftest import Workspace


def read(text: str) -> Problem:
    """Return the problem in a text, which must have one."""
    problem = SITE.pages.read_problem(text, "here")
    assert problem
    return problem


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
PASTED_LIST = """Class: Halves
Method signature: double[] halve(int[] a)
Constraints
- a will contain between 2 and 2 elements.
- Each element of a will be between 1 and 9, inclusive.
Examples
0)
{1, 3}
Returns: {0.5, 1.5}
"""


def test_a_saved_page_becomes_module_cases_and_ranges(workspace: Workspace) -> None:
    """SRM 465's own problem, by its signature; its examples are right for a right method."""
    (workspace.root / "saved.html").write_text(PAGE)
    ended = workspace.run("import", "saved.html")
    path = workspace.root / "puzzles" / "srm465.py"
    assert (0, f"srm465  BouncingDiceGame  {path}\n1 module, 3 cases imported.\n", "") == ended
    source = path.read_text()
    assert source.startswith(
        '"""BouncingDiceGame\n\nhttps://archive.topcoder.com/ProblemStatement/pm/99999\n"""'
    )
    assert "def winningChance(self, n: int, d: int, x1: int, x2: int) -> float | None:" in source
    cases = tomllib.loads((workspace.root / "inputs" / "srm465" / "cases.toml").read_text())
    limits = {"n": (5, 5000), "d": (2, 6), "x1": (1, 4), "x2": (1, 4)}
    assert {
        "tolerance": 1e-9,
        "example0": {"n": 10, "d": 6, "x1": 1, "x2": 1, "part1": "0.25"},
        "example1": {"n": 10, "d": 2, "x1": 1, "x2": 1, "part1": "0.5"},
        "any": {name: {"from": least, "to": most} for name, (least, most) in limits.items()},
    } == cases
    assert ["skipped"] == [row["verdict"] for row in workspace.run("check", "--json").rows]
    workspace.puzzle("srm465", source + "        return 1 / (d - 2 * (d == 6)) + 1e-12\n")
    verdicts = [row["verdict"] for row in workspace.run("check", "--json").rows]
    assert ["right", "right"] == verdicts


def test_a_second_time_there_is_nothing_to_do(workspace: Workspace) -> None:
    """What a person has changed stays, and a module of another problem is no place for this one."""
    (workspace.root / "saved.html").write_text(PAGE)
    workspace.run("import", "saved.html")
    path = workspace.root / "inputs" / "srm465" / "cases.toml"
    mine = path.read_text().replace('x1 = 1\nx2 = 1\npart1 = "0.5"', 'x1 = 2\npart1 = "0.5"') + "# mine\n"
    path.write_text(mine)
    ended = workspace.run("import", "saved.html")
    assert "nothing imported, 3 were here already.\n" in ended.out
    assert f"1 left: srm465 case example1: there is another one in {path}" in ended.out
    assert mine == path.read_text()
    (workspace.root / "srm466.html").write_text(PAGE.replace("BouncingDiceGame", "Lamps"))
    ended = workspace.run("import", "srm466.html", "--as", "srm465")
    assert (2, True) == (ended.code, "of another problem. Call this one --as srm465_lamps, or" in ended.err)
    assert workspace.run("import", "srm466.html").out.startswith("srm466  Lamps")


def test_a_pasted_text_becomes_a_problem(workspace: Workspace) -> None:
    """Texts, lists, words of Python and of case files as names; system tests are left."""
    ended = workspace.run("import", "-", stdin=PASTED)
    said = "does not say which match Names is from: add --as srm465"
    assert (2, True) == (ended.code, said in ended.err), ended
    ended = workspace.run("import", "-", "--as", "SRM 470_names", stdin=PASTED)
    assert (0, "1 module, 2 cases imported.") == (ended.code, ended.out.splitlines()[-1]), ended
    path = workspace.root / "puzzles" / "srm470_names.py"
    signature = "join(self, *, names: list[str], from_: str, part1: int, in_: bool, c: str) -> str | None:"
    assert f"    def {signature}\n" in path.read_text()
    path.write_text(path.read_text() + "        return repr((names, from_, part1, in_, c))\n")
    rows = workspace.run("run", "srm470_names", "--case", "all", "--json").rows
    first, second = (ast.literal_eval(row["answer"]) for row in rows)
    assert (["a, b", "{c}", 'it\'s "d"'], "Returns", 9007199254740993, True, "x") == first
    assert ([], "", 1, False, ",") == second
    assert ["example0", "example1"] == [row["case"] for row in rows]
    assert ["a, b\\", ""] == [row["expected"] for row in rows]


def test_a_list_of_decimals_has_a_tolerance(workspace: Workspace) -> None:
    """For each of its numbers, as the site judges."""
    assert 0 == workspace.run("import", "-", "--as", "srm1", stdin=PASTED_LIST).code
    path = workspace.root / "puzzles" / "srm1.py"
    empty = path.read_text()
    for result, code in (("x / 2 + 1e-12", 0), ("x / 2 + 1e-6", 1), ("x", 1)):
        workspace.puzzle("srm1", f"{empty}        return [{result} for x in a]\n")
        assert code == workspace.run("check", "srm1").code, result
    cases = (workspace.root / "inputs" / "srm1" / "cases.toml").read_text()
    assert "a = {from = 1, to = 9, length = {from = 2" in cases


def with_constraint(constraint: str, example: int) -> Problem:
    """Return a problem with a constraint on its only argument."""
    text = "Class: A\nMethod signature: int f(int n)\nNotes\nm will be between 7 and 8.\nConstraints\n"
    text += f"- n will be {constraint}.\n- m will be odd.\nExamples\n0)\n{example}\nReturns: 1\n"
    return read(text)


@pytest.mark.parametrize(("constraint", "least", "greatest"), [
    ("between 1 and 10^9, inclusive", 1, 10**9), ("between -10^6 and 10^6", -(10**6), 10**6),
    ("between 1 and 10<sup>12</sup>, inclusive", 1, 10**12),
    ("between -1 000 000 and 1 000 000 (inclusive)", -(10**6), 10**6),
    ("between \u22121,000 and 1,000,000,000,000", -1000, 10**12),
    ("between -2^31 and 2^31 - 1", -(2**31), 2**31 - 1),
])  # fmt: skip
def test_constraints_in_numbers_become_ranges(constraint: str, least: int, greatest: int) -> None:
    """As the site writes them."""
    problem = with_constraint(constraint, least)
    assert ({"n": {"from": least, "to": greatest}}, "") == (problem.ranges, problem.doubt)


@pytest.mark.parametrize("constraint", [
    *("between 1 and 1,00", "between 1 and 10 18", "between 1.5 and 2.5", "between 9 and 1"),
    *("between 1 and m", "between 1 and 2m", "between 1 and 10^m", "between 1 and 10 - m"),
    *("between 1 and 10^99", "between 1 and 2 million", "between 1 and 50 digits long", "prime"),
    *("between 1 and 50 if m is 1", "less than 50", "between 0 (inclusive) and 10 (exclusive)"),
])  # fmt: skip
def test_a_constraint_that_is_not_certain_is_said(constraint: str) -> None:
    """It may say more than a range, so there is none."""
    problem = with_constraint(constraint, 1)
    assert (True, {}) == ("range of n cannot be read" in problem.doubt, problem.ranges)


LENGTHS = "a and b will each contain between 2 and 2 elements."


@pytest.mark.parametrize(("text", "lacking"), [
    (f"{LENGTHS} Each element of a and b will be between 0 and 5", ""),
    (f"{LENGTHS} Each element of a will be between 0 and 5.", "b"),
    ("Each element of a and b will be between 0 and 5. a will be between 2 and 2 elements long", "a"),
    (f"{LENGTHS} Each element of a will contain between 1 and 5 characters", "a"),
    (f"{LENGTHS} The sum of all elements in a will be between 1 and 5", "a"),
])  # fmt: skip
def test_the_arguments_that_a_constraint_speaks_of(text: str, lacking: str) -> None:
    """Of lists their lengths and their elements."""
    definition = "Class: A\nMethod signature: int f(int[] a, int[] b)\nConstraints\n"
    problem = read(f"{definition}{text}\nExamples\n0)\n{{1, 2}}\n{{3, 4}}\nReturns: 1\n")
    assert (not lacking) == bool(problem.ranges)
    assert problem.doubt.startswith(f"the range of {lacking} " if lacking else "")


def test_examples_outside_the_ranges_are_said(workspace: Workspace) -> None:
    """The constraints are read wrongly then, or are wrong: no ranges are written."""
    for number, (old, new) in enumerate({"between 1 and 9": "between 1 and 2", "2 and 2": "3 and 3"}.items()):
        ended = workspace.run("import", "-", "--as", f"srm{number + 1}", stdin=PASTED_LIST.replace(old, new))
        said = "case any: the range of a cannot be read with certainty, or excludes an example."
        assert (0, True) == (ended.code, said in ended.out), ended
        assert "[any]" not in (workspace.root / "inputs" / f"srm{number + 1}" / "cases.toml").read_text()


# As Greed saves it: colons and the numbers of examples come from its style.
GREED = """<!DOCTYPE html>
<html><head><title>TopCoder SRM 901 - 250: Lamps</title></head><body>
<h2 class="section-title">Definition</h2>
<ul><li class="definition-line"><span class='definition-name'>Class</span>
<span class='definition-value'>Lamps</span></li>
<li class="definition-line"><span class='definition-name'>Returns</span>
<span class='definition-value'>String</span></li>
<li class="definition-line"><span class='definition-name'>Method signature</span>
<span class='definition-value'>String name(int n, vector&lt;string&gt; rows)</span></li></ul>
<h2 class="section-title">Constraints</h2>
<ul class="constraints"><li><b>n</b> will be between 1 and 10<sup>6</sup>, inclusive.</li></ul>
<h2 class="section-title">Test cases</h2>
<ol class="testcases" start='0'>
<li class="testcase"><div class="testcase-input"><div class='tag'>input</div><ul class="variables">
<li class="variable data"><span class="name data">n</span><span class="value data">7</span></li>
<li class="variable data"><span class="name data">rows</span>
<span class="value data">{&quot;#.&quot;,<br />&nbsp;&quot;.#&quot;}</span></li></ul></div>
<div class="testcase-output"><div class='tag'>output</div><span class="prefix data">Returns</span>
<span class="value data">&quot;lamp&quot;</span></div>
<div class="testcase-annotation"><div class='tag'>note</div><ol><li>1) take it all</li></ol></div></li>
<li class="testcase"><ul class="variables">
<li class="variable data"><span class="name data">n</span><span class="value data">1</span></li>
<li class="variable data"><span class="name data">rows</span><span class="value data">{ }</span></li></ul>
<div class="testcase-output"><span class="prefix data">Returns</span>
<span class="value data">&quot;&quot;</span></div></li></ol></body></html>
"""


def test_a_page_that_greed_has_saved(workspace: Workspace) -> None:
    """With the match of its title."""
    (workspace.root / "Lamps.html").write_text(GREED)
    ended = workspace.run("import", "Lamps.html")
    assert (0, "1 module, 2 cases imported.") == (ended.code, ended.out.splitlines()[-1]), ended
    problem = read(GREED)
    assert "srm901" == problem.id
    wanted = {"example0": ({"n": 7, "rows": ["#.", ".#"]}, "lamp"), "example1": ({"n": 1, "rows": []}, "")}
    assert wanted == problem.cases


WRAPPED = """PROBLEM STATEMENT
Invented.

DEFINITION
Class:Lamps
Method signature:int count(vector <int> a,
vector <long long> b, int n)


CONSTRAINTS
-a and b will each contain between 1 and 5 elements,
inclusive.
-Each element of a and b will be between 1 and
1,000, inclusive.
-n will be between -5 and 5, inclusive.


EXAMPLES

0)
{1, 2}
{3}
-5

Returns: 40

1) Take it all.
2) Leave.

1)
{1}
{2}
5

Returns: 2
"""


def test_a_statement_in_comments() -> None:
    """Above a solution, as plug-ins of the arena write it, which wrap its lines."""
    cases = [({"a": [1, 2], "b": [3], "n": -5}, 40), ({"a": [1], "b": [2], "n": 5}, 2)]
    values = {"from": 1, "to": 1000, "length": {"from": 1, "to": 5}}
    code = "#include <vector>\nint main() { /* 1) */ return 0; }\n"
    for mark, around in product(["// ", "//", " * "], ["", code]):
        commented = "".join(f"{mark}{line}".rstrip() + "\n" for line in WRAPPED.splitlines())
        problem = read(around + commented + around)
        assert cases == [*problem.cases.values()], mark
        assert {"a": values, "b": values, "n": {"from": -5, "to": 5}} == problem.ranges


@pytest.mark.parametrize(("examples", "answers"), [
    ("0)\n1\nReturns: 5\n1) take it all\n2) leave it\n1)\n2\nReturns: 6\n", {"example0": 5, "example1": 6}),
    ("0)\n1\nReturns: 5\n\n1) take it all\n2) leave it\n", {"example0": 5}),
    ("0)\n1\nReturns: 5\n0) take 3\n1) 4 of them\n2)\n1)\n2\nReturns: 6", {"example0": 5, "example1": 6}),
    ("Example #1\n1\nReturns: 5\nExample #2\n2\nReturns: 6\n", {"example1": 5, "example2": 6}),
])  # fmt: skip
def test_a_numbered_list_is_no_example(examples: str, answers: dict[str, int]) -> None:
    """It explains one, and may have the number that comes next."""
    problem = read(f"Class: A\nMethod signature: int f(int n)\nExamples\n{examples}")
    assert answers == {name: answer for name, (_, answer) in problem.cases.items()}


@pytest.mark.parametrize(("text", "sentence"), [
    ("f(int n)\nExamples\n0)\n\nReturns: 1", 'example0: "" is no int'),
    ("f(int n)\nExamples\n0)\n1 2\nReturns: 1", "example0: it has more than 1 argument"),
    ("f(int n)\nExamples\n0)\n1\nReturns: 1\n1)\nx\nReturns: 1", 'example1: "x" is no int'),
    ("f(int n)\nExamples\n0)\n1\nReturns: 1.5", '"1.5" is no int'),
    ("f(int[] n)\nExamples\n0)\n{1, 2\nReturns: 1", '"" is no int'),
    ("f(Tree n)\nExamples\n0)\n1\nReturns: 1", 'the signature has "Tree", which is no type'),
    ("f(int)\nExamples\n0)\n1\nReturns: 1", 'the signature has "", which is no type'),
    ("f(int n)\n0)\n1\nReturns: 1", 'no "Class:", or no examples'),
    ("Method signature: int F(int n)\nExamples", 'no "Class:", or no examples'),
    ("Class: Lamps\nMethod: f", 'no "Method signature:" of a problem'),
])  # fmt: skip
def test_what_cannot_be_read_is_said(workspace: Workspace, text: str, sentence: str) -> None:
    """In a sentence that quotes it; nothing is written."""
    text = text.replace("f(", "Class: A\nMethod signature: int f(", 1)
    ended = workspace.run("import", "-", "--as", "srm1", stdin=f"{text}\n")
    assert (4, True) == (ended.code, sentence in ended.err), ended.err
    assert [] == [*(workspace.root / "puzzles").iterdir()]
