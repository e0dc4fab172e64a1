"""Results as JUnit XML, for continuous integration."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from puzzle_runner.checking import wording
from puzzle_runner.errors import Exit, StoreFailed
from puzzle_runner.model import Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.sites.registry import identify
from puzzle_runner.storage import atomic

# The characters that XML 1.0 cannot hold, not even as references.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(path: Path, results: Iterable[Result]) -> Exit:
    """Write the XML to a file, a device or a pipe; warn where that fails. Return how it ended."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(xml(results))
        else:
            atomic.write(path, xml(results))
    except (OSError, StoreFailed) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        terminal.warn(f"puzzles: --junit {path} cannot be written: {getattr(cause, 'strerror', error)}.")
        return Exit.STORE_FAILED
    return Exit.RIGHT


def xml(results: Iterable[Result]) -> bytes:
    """Return the XML: a suite for each group of puzzles, a test case for each result.

    A wrong answer is a failure; what raised, died or hit a limit is an error.
    """
    suites: dict[str, list[Result]] = {}
    for result in results:
        suites.setdefault(identify(result.puzzle).group, []).append(result)
    everything = [result for members in suites.values() for result in members]
    root = Element("testsuites", name="puzzles")
    root.attrib.update(_counts(everything))
    for name, members in suites.items():
        suite = SubElement(root, "testsuite", name=name)
        suite.attrib.update(_counts(members))
        for result in members:
            case = SubElement(
                suite,
                "testcase",
                classname=_clean(result.puzzle),
                name=_clean(wording.name(result)),
                time=f"{result.seconds or 0:.6f}",
            )
            if element := _element(result):
                text = _clean(wording.explain(result))
                child = SubElement(case, element, type=result.verdict, message=text.partition("\n")[0])
                child.text = text
            if result.output:
                SubElement(case, "system-out").text = _clean(result.output)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _element(result: Result) -> str:
    """Return the name of the element for a result that is not right; an empty text if it is.

    An answer in doubt counts as skipped: so its message is shown, and nothing fails.
    """
    if result.verdict is Verdict.WRONG:
        return "failure"
    if result.verdict is Verdict.SKIPPED:
        return "skipped"
    if result.exit:
        return "error"
    return "skipped" if result.doubt else ""


def _counts(results: Sequence[Result]) -> dict[str, str]:
    counts = Counter(map(_element, results))
    seconds = sum(result.seconds or 0 for result in results)
    return {
        "tests": str(len(results)),
        "failures": str(counts["failure"]),
        "errors": str(counts["error"]),
        "skipped": str(counts["skipped"]),
        "time": f"{seconds:.6f}",
    }


def _clean(text: str) -> str:
    """Return a text with its forbidden characters written as escapes."""
    return _FORBIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
