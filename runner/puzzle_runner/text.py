"""Text that people read: units, counts, widths and columns."""

from collections.abc import Iterable, Sequence
from datetime import timedelta


def duration(seconds: float | None) -> str:
    """Return a time with three digits in the unit that fits: `36.1 µs`."""
    if seconds is None:
        return ""
    for size, unit in ((1e-6, "ns"), (1e-3, "µs"), (1, "ms")):
        if seconds < 0.9995 * size:
            return f"{_digits(seconds / size * 1000)} {unit}"
    if seconds < 60:
        return f"{_digits(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def _digits(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def interval(low: float, high: float) -> str:
    """Return the two ends of an interval of times in seconds: `36.1 to 37.0 µs`."""
    (least, unit), greatest = duration(low).rsplit(" ", 1), duration(high)
    same_unit = greatest.rsplit(" ", 1)[1] == unit and " " not in least
    return f"{least} to {greatest}" if same_unit else f"{least} {unit} to {greatest}"


def waiting(wait: timedelta) -> str:
    """Return a time to wait as Advent of Code writes it: `3m 30s`."""
    minutes, seconds = divmod(-(-int(wait.total_seconds() * 1000) // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    units = ((hours, "h"), (minutes, "m"), (seconds, "s"))
    return " ".join(f"{number}{unit}" for number, unit in units if number) or "0s"


def clock(seconds: float | None) -> str:
    """Return a time as a clock shows it: `0:05:12`, `2d 3:00:00`."""
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"{days}d " * bool(days) + f"{hours}:{minutes:02}:{rest:02}"


def size(count: int | None) -> str:
    """Return an amount of memory in the unit that fits: `9.8 MB`."""
    if count is None:
        return ""
    return f"{count / 1e9:.3g} GB" if count >= 999.5e6 else f"{count / 1e6:.3g} MB"


def factor(value: float) -> str:
    """Return a ratio with as many digits as one can use."""
    return f"{value:.3f}" if value < 2 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def count(number: int, noun: str) -> str:
    """Return a number of things: `1 example`, `2 examples`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def printable(text: str) -> str:
    """Return a line in which nothing can move the cursor: control characters are spelt out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def width(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns, two spaces apart."""
    table = list(rows)
    widest = [max(map(width, cells)) for cells in zip(*table, strict=True)]
    return [aligned(row, widest) for row in table]


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells as one line, each padded to its column."""
    return "  ".join(
        cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True)
    ).rstrip()


def case_label(case: str | None, account: str | None) -> str:
    """Return the name of a case, with the account that it belongs to: `main@work`."""
    return f"{case or ''}@{account}" if account else case or ""
