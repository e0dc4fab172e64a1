"""What people print around an answer, taken away: times, rules, colours, words, brackets."""

import re
from collections.abc import Sequence

# Lines of a drawing: letters of the small font have 6 of them, those of the large one 10.
DRAWN_LINES = range(5, 11)
# Characters: in a longer line nobody has put words around an answer.
LONGEST_PHRASE = 1000

_UNIT = r"(?:ns|[uµμ]s|ms|msecs?|milliseconds?|microseconds?|nanoseconds?|s|secs?|seconds?|min|minutes?)"
_ONE_TIME = rf"\d[\d_,.]*(?:e-?\d+)?\s*{_UNIT}"
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_RULE = re.compile(r"([-=_~+─═])(?:\s*\1){2,}|([#*])\2{9,}")
_OWN_TIME = re.compile(r"\s*_duration:\s*([0-9.]+(?:e[-+]?[0-9]+)?)\s*(ns|[uµμ]s|ms|s)\s*", re.IGNORECASE)
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
_TIME_LINE = re.compile(
    rf"\W*(?:(?:total|execution|elapsed|running|run|wall|cpu|real|user|sys|time|duration|runtime|took"
    rf"|taken|finished|done|completed|solved|in|is|was|for|both|parts?(?:\W*[12])?)\b\W*)*"
    rf"(?:{_ONE_TIME}|\d+m[\d.]+s|\d+:\d\d:\d\d(?:\.\d+)?)\W*(?:\s*(?:elapsed|total|seconds?))*\W*",
    re.IGNORECASE,
)
TRAILING_TIME = re.compile(
    r"\s*(?:[-,;|@]\s*)?(?:"
    rf"[(\[{{]\s*(?:(?:in|took|time|elapsed|after)\b\W*)?(?:taken\W*)?{_ONE_TIME}[^)\]}}]*[)\]}}]"
    rf"|\b(?:(?:solved|done|found|took|time|elapsed|runtime|duration|in|after)\b\W*)+(?:taken\W*)?{_ONE_TIME}"
    rf"|\s{_ONE_TIME})\s*[.!]*$",
    re.IGNORECASE,
)
_LEADING_WORDS = re.compile(r"^.*(?:[:=]|[-=]>|→|\bis\b|\bwas\b)\s+(?=\S)|^[^:=]*[A-Za-z][^:=]*[:=](?=\S)")
DRAWN = re.compile(r"[#.\s@*█▓▒░⬛⬜⚪⚫🟦🟥·_oOxX]+")
_INK = "#@*█▓⬛⚫🟦🟥oOxX"


def own_seconds(text: str) -> float | None:
    """Return the time in the last line such as `_duration: 1.23 ms`; None without one."""
    times = filter(None, map(_OWN_TIME.fullmatch, text.splitlines()))
    seconds = [_seconds(number, unit.lower()) for number, unit in (time.groups() for time in times)]
    return seconds[-1] if seconds else None


def _seconds(number: str, unit: str) -> float | None:
    try:
        return float(number) * _SECONDS[unit]
    except ValueError:
        return None


def lines(text: str) -> list[str]:
    """Return the lines without colours, rules such as `-----`, and lines that tell but a time.

    Leading space is kept: it may belong to a drawing.
    """
    plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n").expandtabs()
    return [line.rstrip() for line in plain.split("\n") if not _is_idle(line.strip())]


def _is_idle(line: str) -> bool:
    if len(line) > LONGEST_PHRASE:
        return False
    return any(pattern.fullmatch(line) for pattern in (_RULE, _OWN_TIME, _TIME_LINE))


def value(text: str) -> str:
    """Return an answer without what people print around it: words, times, quotes, brackets, a full stop."""
    before = None
    while text != before and len(text) <= LONGEST_PHRASE:
        before = text
        text = TRAILING_TIME.sub("", text).strip().rstrip("!;,")
        text = _without_brackets(text)
        text = re.sub(r"(?<=[^.])\.$", "", text)
        text = _LEADING_WORDS.sub("", text)
    return text.strip()


def _without_brackets(text: str) -> str:
    for opening, closing in ("''", '""', "``", "()", "[]", "{}", "<>", "**"):
        inner = text[1:-1]
        if len(text) > 2 and text[0] == opening and text[-1] == closing and opening not in inner:
            return inner.strip()
    return text


def is_certain(answer: str) -> bool:
    """Tell whether a text is what an answer looks like: one word, or a drawing."""
    return "\n" in answer or bool(re.search(r"\w", answer) and not re.search(r"\s", answer))


def is_drawing(block: Sequence[str]) -> bool:
    """Tell whether lines are letters drawn with a few signs, of which at least one is ink."""
    inked = [line for line in block if any(sign in line for sign in _INK)]
    return (
        len(block) in DRAWN_LINES
        and len(inked) >= len(block) - 1
        and all(DRAWN.fullmatch(line) for line in block if line.strip())
        and len(set("".join(block))) <= 3
        and max(map(len, block)) >= 4
    )
