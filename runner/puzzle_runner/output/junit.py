"""Results as JUnit XML, for continuous integration."""

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from puzzle_runner.model import Result, Verdict
from puzzle_runner.output.results_table import doubt
from puzzle_runner.sites.site import group_of
from puzzle_runner.text import case_label

# The characters that XML 1.0 cannot hold, not even as references.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELEMENTS = {Verdict.WRONG: "failure", Verdict.SKIPPED: "skipped"}


def xml(results: Iterable[Result]) -> bytes:
    """Return the XML: a suite for each group of puzzles, a test case for each result.

    A wrong answer is a failure; what raised, died or hit a limit is an error.
    """
    suites: dict[str, list[Result]] = {}
    for result in results:
        suites.setdefault(group_of(result.puzzle), []).append(result)
    root = Element("testsuites", name="puzzles")
    _count(root, [result for suite in suites.values() for result in suite])
    for name, members in suites.items():
        suite = SubElement(root, "testsuite", name=name)
        _count(suite, members)
        for result in members:
            _case(suite, result)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _count(element: Element, results: Sequence[Result]) -> None:
    elements = [_element(result) for result in results]
    element.set("tests", str(len(results)))
    for name, counted in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(elements.count(counted)))
    element.set("time", _seconds(sum(result.seconds or 0 for result in results)))


def _element(result: Result) -> str:
    """Return the name of the element for a result that is not right; an empty text if it is."""
    return _ELEMENTS.get(result.verdict, "error" if result.exit else "")


def _case(suite: Element, result: Result) -> None:
    case = SubElement(suite, "testcase", classname=_clean(result.puzzle), name=_clean(_name(result)))
    case.set("time", _seconds(result.seconds or 0))
    element = _element(result)
    if element:
        message = result.message.partition("\n")[0] or ", ".join(_answers(result))
        child = SubElement(case, element, type=result.verdict, message=_clean(message))
        child.text = _clean(explained(result))
    if result.output:
        SubElement(case, "system-out").text = _clean(result.output)


def _name(result: Result) -> str:
    """Return `part2_independent[example]`."""
    if result.part is None:
        return result.case or "module"
    solution = "" if result.solution == "default" else f"_{result.solution}"
    return f"part{result.part}{solution}[{case_label(result.case, result.account)}]"


def explained(result: Result) -> str:
    """Return lines with the expected answer and the given one, if it is wrong, and the message."""
    answers = _answers(result) if result.verdict is Verdict.WRONG else []
    return "\n".join([*answers, result.message] if result.message else answers)


def _answers(result: Result) -> list[str]:
    """Return the expected answer and the given one, each if there is one, in words."""
    expected = [] if result.expected is None else [f"expected {result.expected}{doubt(result)}"]
    return expected if result.answer is None else [*expected, f"got {result.answer}"]


def _seconds(seconds: float) -> str:
    return f"{seconds:.6f}"


def _clean(text: str) -> str:
    """Return a text with its forbidden characters written as escapes."""
    return _FORBIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
