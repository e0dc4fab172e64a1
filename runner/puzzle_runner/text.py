"""Text that people read: units, counts, widths and columns."""

import math
import re
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from puzzle_runner.sessions import holds_session

if TYPE_CHECKING:
    from datetime import timedelta
    from decimal import Decimal

# The account of who has only one: its cases are called as they would be without accounts.
DEFAULT_LABEL = "default"
# So many characters of an answer are shown and kept.
LONGEST_ANSWER = 2**17
# Seconds.
DAY = 86400


def truncate(answer: str) -> str:
    """Return what is shown and kept of an answer: all, or the beginning and the hash of the whole."""
    surplus = len(answer) - LONGEST_ANSWER
    if surplus <= 0:
        return answer
    # Imported here, as below: it takes long, and is rarely needed.
    from puzzle_runner import digest

    return f"{answer[:LONGEST_ANSWER]} ... {surplus} more characters, hash {digest.text(answer)}"


def decimal(text: str) -> "Decimal | None":
    """Return the number that a text is in ASCII digits, as sites write it; None for another text."""
    if not re.fullmatch(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", text):
        return None
    from decimal import Decimal, DecimalException

    try:
        return Decimal(text)
    except DecimalException:
        # Its exponent is too large.
        return None


def whole(text: str, most_digits: int = 18) -> int | None:
    """Return the whole number in ASCII digits that a text is; None for another text, or a longer one."""
    if text.isascii() and text.isdecimal() and len(text) <= most_digits:
        return int(text)
    return None


def natural(stem: str) -> tuple[tuple[str, int], ...]:
    """Return a sort key that puts `aoc2021d3` before `aoc2021d21`."""
    return tuple((text, int(digits or -1)) for text, digits in re.findall(r"(\D*)(\d*)", stem))


def duration(seconds: float | None) -> str:
    """Return a time with three digits in the unit that fits: `36.1 µs`; an empty text for None."""
    if seconds is None:
        return ""
    if seconds >= 60:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min {rest} s"
    units = ["ns", "µs", "ms", "s"]
    while seconds < 0.9995 and len(units) > 1:
        seconds *= 1000
        units.pop()
    return f"{seconds:#.3g}".rstrip(".") + f" {units[-1]}"


def interval(low: float | None, high: float | None) -> str:
    """Return the two ends of an interval of times in seconds: `36.1 to 37.0 µs`, or why there is none."""
    if low is None or high is None:
        return "too few samples"
    least, greatest = duration(low), duration(high)
    number, _, unit = least.partition(" ")
    if unit == greatest.partition(" ")[2] and high < 60:
        return f"{number} to {greatest}"
    return f"{least} to {greatest}"


def waiting(wait: "timedelta") -> str:
    """Return a time to wait as Advent of Code writes it, rounded up: `3m 30s`, or `9d 11h`."""
    minutes, seconds = divmod(math.ceil(wait.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = {"d": days, "h": hours, "m": minutes, "s": seconds}
    return " ".join(f"{number}{unit}" for unit, number in units.items() if number) or "0s"


def day(moment: float) -> str:
    """Return the local date of a moment, in seconds since the epoch: `2024-12-01`."""
    return time.strftime("%Y-%m-%d", time.localtime(moment))


def clock(seconds: float | None) -> str:
    """Return a time as a clock shows it: `0:05:12`, `2d 3:00:00`."""
    if seconds is None:
        return ""
    from datetime import timedelta

    text = str(timedelta(seconds=round(seconds)))
    return re.sub(" days?,", "d", text)


def size(count: int | None) -> str:
    """Return a number of bytes in the unit that fits: `9.8 MB`; an empty text for None."""
    if count is None:
        return ""
    return f"{count / 1e9:.3g} GB" if count >= 999.5e6 else f"{count / 1e6:.3g} MB"


def factor(value: float) -> str:
    """Return a ratio; a great one without decimals."""
    return f"{value:.2f}" if value < 9.995 else f"{value:.0f}"


def speed(ratio: float) -> str:
    """Return a ratio of times, new to old, in words: `2.57× faster`, `1.20× slower`."""
    return f"{factor(ratio)}× slower" if ratio > 1 else f"{factor(1 / ratio)}× faster"


def count(number: int, noun: str) -> str:
    """Return a number of things: `1 example`, `2 examples`."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}es" if noun.endswith("s") else f"{number} {noun}s"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ` Did you mean "main"?` for a word that is nearly one of those known; else nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word, [*known], n=1)
    return f' Did you mean "{near[0]}"?' if near else ""


def printable(text: str) -> str:
    """Return a line with control characters escaped, so that none can move the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shortened(text: str, most: int) -> str:
    """Return a text, or its two ends if it has more than `most` characters."""
    if len(text) <= most:
        return text
    end = most // 2
    return f"{text[:end]}...{text[-end:]} ({len(text)} characters)"


def lines(text: str, most: int, longest: int) -> list[str]:
    """Return the first lines of a text, `most` of them, each of at most `longest` characters, to be shown."""
    # Cut first: to look for the lines of a text without bound takes long.
    head = text[: most * longest]
    split = head.split("\n") if "\n" in head else [text]
    shown = [printable(shortened(line.rstrip("\r"), longest)) for line in split[:most]]
    left_out = text.count("\n") + 1 - most
    if left_out > 0:
        shown.append(f"... {left_out} more lines ...")
    return shown


def csv_cell(value: Any) -> Any:
    """Return a cell of CSV: a text that a spreadsheet would take for a formula gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(tuple("=+-@\t\r")) else value


def is_utf_8(text: str) -> bool:
    """Tell whether a text can be written as UTF-8: surrogates stand for the bytes of a name that is not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def width(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    # Our own signs take one. The table that tells it of others takes a while to load.
    if text.isascii() or re.fullmatch("[\0-\x7f✓✗·µ→]*", text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def columns(rows: Iterable[Sequence[str]], room: int | None = None) -> list[str]:
    """Return rows as aligned lines, without empty columns; the widest is cut where there is no room."""
    table = [[printable(cell).rstrip() for cell in row] for row in rows]
    columns = [column for column in zip(*table, strict=True) if any(column)]
    widths = [max(map(width, column)) for column in columns]
    needed = sum(widths) + 2 * (len(widths) - 1)
    if room and needed > room:
        widest = widths.index(max(widths))
        widths[widest] = max(4, widths[widest] - (needed - room))
    if not columns:
        return [""] * len(table)
    lines = []
    for row in zip(*columns, strict=True):
        shown = map(cut, row, widths)
        lines.append(aligned([*shown], widths))
    return lines


def cut(text: str, room: int) -> str:
    """Return as much of a text as has room, with dots at its end if something is missing."""
    if width(text) <= room:
        return text
    while text and width(text) > room - 3:
        text = text[:-1]
    return f"{text}..."


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells as one line, each padded to the width of its column."""
    line = ""
    for cell, room in zip(row, widths, strict=True):
        line += cell + " " * (room - width(cell)) + "  "
    return line.rstrip()


def is_label(text: str) -> bool:
    """Tell whether an account can get a label, which is seen by everybody who sees a table or a report."""
    return re.fullmatch("[a-z0-9][a-z0-9-]{0,19}", text) is not None and not holds_session(text)


def known_label(stored: str) -> str:
    """Return what an account of a stored label is called: earlier versions took a session for a label."""
    if not holds_session(stored):
        return printable(stored)
    from puzzle_runner import digest

    return f"session-{digest.text(stored)[:8]}"


def case_label(case: str | None, account: str | None) -> str:
    """Return the name of a case, with its account unless that is `default`: `main`, `main@work`."""
    name = case or ""
    return name if account in (None, DEFAULT_LABEL) else f"{name}@{account}"
