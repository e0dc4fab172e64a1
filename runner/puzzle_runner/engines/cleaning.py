"""Lines and answers without what people print around them: colours, times, words, quotes."""

import re
from collections.abc import Sequence

# A line with more characters has no words around an answer.
LONGEST_PHRASE = 1000
# Lines of a drawing: letters of the small font have 6 of them, those of the large one 10.
DRAWN_LINES = range(5, 11)

# What the author's own input has as its answer, to the end of a line.
_EXPECTED = re.compile(r"\W*(?:\b(?:error|wrong|fail\w*)\W+)?\bexpected\b.*", re.IGNORECASE)
# What only says that something begins or has ended.
_IDLE = re.compile(
    r"\W*(?:done|finished|completed?|success|(?:the )?end|start(?:ed|ing)?|running)\W*", re.IGNORECASE
)
_UNIT = r"(?:ns|[uµμ]s|ms|msecs?|milliseconds?|microseconds?|nanoseconds?|s|secs?|seconds?|min|minutes?)"
_ONE_TIME = rf"\d[\d_,.]*(?:e-?\d+)?\s*{_UNIT}"
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_RULE = re.compile(r"([-=_~+─═])(?:\s*\1){2,}|([#*])\2{9,}")
_OWN_TIME = re.compile(r"\s*_duration:\s*([0-9.]+(?:e[-+]?[0-9]+)?)\s*(ns|[uµμ]s|ms|s)\s*", re.IGNORECASE)
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
_TIME_LINE = re.compile(
    rf"\W*(?:(?:total|execution|elapsed|running|run|wall|cpu|real|user|sys|time|duration|runtime|took"
    rf"|taken|finished|done|completed|solved|solving|in|is|was|for|of|the|and|both|all|parts?(?:\W*[12])?"
    rf"|method|function|solution|solver|program|script|puzzle|day(?:\W*\d+)?)\b\W*)*"
    rf"(?:{_ONE_TIME}|\d+m[\d.]+s|\d+:\d\d:\d\d(?:\.\d+)?)\W*(?:\s*(?:elapsed|total|seconds?))*\W*"
    rf"|\W*(?:(?:function|method)\s+)?(?:[\"'`][\w.]+[\"'`]|[a-z_]\w*\(\))\W*took\W+{_ONE_TIME}\W*"
    # A list of what took how long.
    r"|[a-z]\w*\s*[:=]\s*\d[\d_,.]*\s*(?:[num]s|µs|μs)",
    re.IGNORECASE,
)
TRAILING_TIME = re.compile(
    r"\s*(?:[-,;|@]\s*)?(?:"
    rf"[(\[{{]\s*(?:(?:in|took|time|elapsed|after)\b\W*)?(?:taken\W*)?{_ONE_TIME}[^)\]}}]*[)\]}}]"
    rf"|\b(?:(?:[a-z]+ed|done|found|it|took|run|total|execution|time|runtime|duration|in|after)\b\W*)+(?:taken\W*)?{_ONE_TIME}"
    rf"|\s{_ONE_TIME})\s*[.!]*$",
    re.IGNORECASE,
)
_LEADING_WORDS = re.compile(r"^.*(?:[:=]|[-=]>|→|\bis\b|\bwas\b)\s+(?=\S)|^[^:=]*[A-Za-z][^:=]*[:=](?=\S)")
# A number that is no year.
_LONG_NUMBER = re.compile(r"(?!20[12]\d\b)\d{4,}")
_BRACKETS = ("''", '""', "``", "()", "[]", "{}", "<>", "**")
DRAWN = re.compile(r"[#.\s@*█▓▒░⬛⬜⚪⚫🟦🟥·_oOxX01]+")
_INK = "#@*█▓⬛⚫🟦🟥oOxX1"
_NO_ANSWERS = (_RULE, _OWN_TIME, _TIME_LINE, _IDLE)


def own_seconds(text: str) -> float | None:
    """Return the time in the last line such as `_duration: 1.23 ms`; None without one."""
    times = [*filter(None, map(_OWN_TIME.fullmatch, text.splitlines()))]
    try:
        return float(times[-1][1]) * _SECONDS[times[-1][2].lower()] if times else None
    except ValueError:
        return None


def lines(text: str) -> list[str]:
    """Return the lines without colours, rules such as `-----`, times, `Done!`, and what was expected.

    Leading space is kept: it may belong to a drawing.
    """
    plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n").expandtabs()
    found = []
    for line in plain.split("\n"):
        is_phrase = len(line.strip()) <= LONGEST_PHRASE
        if is_phrase and "expected" in line.lower():
            line = _EXPECTED.sub("", line)
        if not is_phrase or not any(idle.fullmatch(line.strip()) for idle in _NO_ANSWERS):
            found.append(line.rstrip())
    return found


def value(text: str) -> str:
    """Return an answer without what people print around it: words, times, quotes, brackets, a full stop."""
    before = None
    while text != before and len(text) <= LONGEST_PHRASE:
        before = text
        text = TRAILING_TIME.sub("", text).strip().rstrip("!;,")
        opening, inner, closing = text[:1], text[1:-1], text[-1:]
        if inner and opening + closing in _BRACKETS and opening not in inner:
            text = inner.strip()
        text = re.sub(r"(?<=[^.])\.$", "", text)
        # A whole number that was worked out as a float.
        text = re.sub(r"^(-?\d+)\.0$", r"\1", text)
        rest = _LEADING_WORDS.sub("", text)
        # A longer number before it is rather the answer: `the best is 21367 with n = 5`.
        longest = max(map(len, _LONG_NUMBER.findall(text[: len(text) - len(rest)])), default=0)
        text = text if longest > len(rest) else rest
    return text.strip()


def is_certain(answer: str) -> bool:
    """Tell whether a text is what an answer looks like: one word, or a drawing of letters that are known."""
    if "\n" in answer:
        reading = drawn_letters(answer)
        return bool(reading) and "?" not in reading
    return bool(re.search(r"\w", answer)) and not re.search(r"\s|^[^(\[{]*[)\]}]", answer)


def is_drawing(block: Sequence[str]) -> bool:
    """Tell whether lines are letters drawn with a few signs, at least one of them ink."""
    return (
        len(block) in DRAWN_LINES
        and sum(any(sign in line for sign in _INK) for line in block) >= len(block) - 1
        and all(DRAWN.fullmatch(line) for line in block if line.strip())
        and len(set("".join(block))) <= 3
        and max(map(len, block)) >= 4
    )


def drawn_letters(drawing: str) -> str:
    """Return the letters that are drawn, `?` for an unknown one; nothing if most of them are unknown."""
    # Imported here: few answers are drawn.
    from puzzle_runner.inputs import letters

    return letters.read(drawing)
