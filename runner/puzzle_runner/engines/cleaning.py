"""Lines and answers without what people print around them: colours, times, words, quotes."""

import re
from collections.abc import Sequence

# A line with more characters has no words around an answer.
LONGEST_PHRASE = 1000
# Lines of a drawing: letters of the small font have 6 of them, those of the large one 10.
DRAWN_LINES = range(5, 11)

_UNIT = r"(?:ns|[uµμ]s|ms|msecs?|milliseconds?|microseconds?|nanoseconds?|s|secs?|seconds?|min|minutes?)"
_ONE_TIME = rf"\d[\d_,.]*(?:e-?\d+)?\s*{_UNIT}"
_TIME_WORD = r"\b(?:time|took|taken|elapsed|total|real|user|sys|runtime|duration|done|finished|completed)\b"
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_RULE = re.compile(r"[-=~+─═\s]+")
_OWN_TIME = re.compile(r"\s*_duration:\s*([0-9.]+(?:e[-+]?[0-9]+)?)\s*(ns|[uµμ]s|ms|s)\s*", re.IGNORECASE)
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
# A line with a time and no other number but that of a part or a day: `Part 1 took 5 ms`, `(0.5 s)`.
_TIME_LINE = re.compile(
    rf"\W*(?P<words>(?:(?:part|day)\W*\d+\W+|[a-z_]\w*\W+)*)(?:{_ONE_TIME}|\d+m[\d.]+s|\d+:\d\d:\d\d[.\d]*)\W*",
    re.IGNORECASE,
)
TRAILING_TIME = re.compile(
    rf"\s*(?:[-,;|@]\s*)?(?:[(\[]\s*(?:[a-z]+\W+)*{_ONE_TIME}[^)\]]*[)\]]"
    rf"|\b(?:(?:[a-z]+ed|done|found|it|took|taken|run|time|in|after)\b\W*)+{_ONE_TIME}|\s{_ONE_TIME})\s*[.!]*$",
    re.IGNORECASE,
)
# What ends in a sign before the answer. A longer number in it is rather the answer, as in `21367 with n = 5`,
# but not in `after 10000 rounds: 12`.
_LEADING_WORDS = re.compile(
    r"^(?:(?!\d{4}).|\d{4,}(?:\s[A-Za-z]+)?(?=:))*(?:[:=?]|[-=]>|→|\bis\b|\bwas\b)\s+(?=\S)|^[^:=?\d]*[A-Za-z][^:=?\d]*[:=?](?=\S)"
)
_BRACKETS = ("''", '""', "``", "()", "[]", "{}", "<>", "**")
DRAWN = re.compile(r"[#.\s@*█▓▒░⬛⬜⚪⚫🟦🟥·_oOxX01]+")


def own_seconds(text: str) -> float | None:
    """Return the time in the last line such as `_duration: 1.23 ms`; None without one."""
    seconds = None
    for line in text.splitlines():
        # Most lines of a long text are not looked at twice.
        time = _OWN_TIME.fullmatch(line) if "_duration" in line else None
        if time:
            # More than one dot is no number.
            seconds = None if time[1].count(".") > 1 else float(time[1]) * _SECONDS[time[2].lower()]
    return seconds


def lines(text: str) -> list[str]:
    """Return the lines without colours, rules such as `-----`, and times.

    Leading space is kept: it may belong to a drawing.
    """
    plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n").expandtabs()
    kept = []
    for line in plain.split("\n"):
        bare = line.strip()
        if bare and len(bare) <= LONGEST_PHRASE:
            if _RULE.fullmatch(bare) or _OWN_TIME.fullmatch(bare):
                continue
            time = _TIME_LINE.fullmatch(bare)
            if time and (not time["words"] or re.search(_TIME_WORD, time["words"], re.IGNORECASE)):
                continue
        kept.append(line.rstrip())
    return kept


def value(text: str) -> str:
    """Return an answer without what people print around it: words, times, quotes, brackets, a full stop."""
    before = None
    while text != before and len(text) <= LONGEST_PHRASE:
        before = text
        text = TRAILING_TIME.sub("", text)
        text = text.strip().rstrip("!;,")
        inner, brackets = text[1:-1], text[:1] + text[-1:]
        if inner and brackets in _BRACKETS and text[0] not in inner:
            text = inner.strip()
        text = re.sub(r"(?<=[^.])\.$", "", text)
        # A whole number that was worked out as a float.
        text = re.sub(r"^(-?\d+)\.0$", r"\1", text)
        text = _LEADING_WORDS.sub("", text)
    return text.strip()


def is_certain(answer: str) -> bool:
    """Tell whether a text is what an answer looks like: one word, or a drawing of letters that are known."""
    if "\n" not in answer:
        has_sign = re.search(r"\w", answer) is not None
        has_more = re.search(r"\s|^[^(\[{]*[)\]}]", answer) is not None
        return has_sign and not has_more
    # Imported here and below: few answers are drawn.
    from puzzle_runner.inputs import letters

    reading = letters.read(answer)
    return bool(reading) and letters.UNKNOWN not in reading


def is_drawing(block: Sequence[str]) -> bool:
    """Tell whether lines are as many as letters have, and made of the signs of a drawing."""
    if len(block) not in DRAWN_LINES or max(map(len, block)) < 4:
        return False
    from puzzle_runner.inputs import letters

    return letters.is_drawing("\n".join(block))
