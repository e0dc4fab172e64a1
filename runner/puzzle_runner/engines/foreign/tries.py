"""What else is tried with a solution that has failed, read no input or answered wrong.

The answer of another try can be right, and is never wrong.
"""

import re

from puzzle_runner.engines.foreign.layout import Adapter
from puzzle_runner.model import Verdict
from puzzle_runner.running.call import Outcome

# Errors that no other form of the input would avoid.
_ELSEWHERE = re.compile(r"(?:ModuleNotFound|Import|Permission|Syntax|Indentation|Recursion)Error")
# The arguments that are the input itself.
_TEXTS = {"text", "raw", "lines", "raw lines"}
# What another try may mend: a doubt, and the end of one.
UNREAD, NOT_THE_INPUT = "it did not read the input", ", and not the input"
# How another try differs from one that has failed.
DIFFERENCES = {
    "newline": "with another newline of the input",
    "kind": "with another kind of the input",
    "object": "with another object of the input",
    "file": "with the input in place of a file that is missing",
    "assertions": "without its assertions, which failed",
    "own": "with the input in place of a file that it has",
    "words": "with the input itself as its argument",
    "call": "by a call of its function",
}


def following(adapter: Adapter, outcome: Outcome) -> Adapter | None:
    """Return the form that comes after the one of an adapter, as the outcome of the first one was."""
    if adapter.again == "call":
        return None
    forms = _forms(adapter, outcome)
    tried = [form.again for form in forms]
    return next(iter(forms[tried.index(adapter.again) + 1 :] if adapter.again in tried else forms), None)


def _forms(adapter: Adapter, outcome: Outcome) -> list[Adapter]:
    """Return in which other forms a call is tried that failed, or read no input, one after the other."""
    forms: list[Adapter] = []
    if outcome.failure is Verdict.WRONG:
        # Nobody knows how the file ends that its author reads.
        is_told = adapter.again or {*adapter.arguments, *adapter.made} & _TEXTS
        return [] if is_told else [adapter._replace(again="newline")]
    if outcome.failure is Verdict.UNKNOWN:
        if not outcome.doubt.startswith(UNREAD) and not outcome.doubt.endswith(NOT_THE_INPUT):
            return []
        if outcome.doubt.endswith(NOT_THE_INPUT):
            forms.append(adapter._replace(again="own"))
    elif outcome.failure is not Verdict.ERROR:
        return []
    elif outcome.message.startswith("FileNotFoundError"):
        forms.append(adapter._replace(again="file"))
    elif not _ELSEWHERE.match(outcome.message):
        swapped = {"text": "lines", "lines": "text"}
        kinds = tuple(swapped.get(kind, kind) for kind in adapter.arguments)
        if adapter.again == "kind" or (adapter.is_guess and kinds != adapter.arguments):
            forms.append(adapter._replace(arguments=kinds, again="kind"))
        else:
            forms.append(adapter._replace(again="object" if adapter.before else "newline"))
    if outcome.message.startswith("AssertionError"):
        # What its author asserts may be his own answers.
        forms.append(adapter._replace(again="assertions"))
    if adapter.called:
        forms.append(adapter.called)
    elif not adapter.call and ("{input}" in adapter.argv or outcome.message.startswith("IndexError")):
        # A short input is typed behind the program.
        forms.append(adapter._replace(again="words"))
    return forms
