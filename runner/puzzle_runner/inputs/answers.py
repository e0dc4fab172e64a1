"""Comparing an answer with the stored one: as text, drawn letters, a number, or a salted hash."""

import re
from functools import cache
from itertools import repeat

from puzzle_runner.model import Expected
from puzzle_runner.text import decimal, truncate

# The parameter N of scrypt, a power of 2: trying one answer takes some hundredths of a second.
COST = 2**14
# That of an answer of a list. Whoever imports one has all answers in plain; they only are not to be read by
# accident, and a thousand of them take half a second, not a minute.
COST_IN_LIST = 2**5
# Digits to which numbers are compared.
DIGITS = 1000


def matches(answer: str, expected: Expected, tolerance: float | None = None) -> bool:
    """Tell whether an answer is the stored one. The tolerance, absolute or relative, is for numbers.

    Each of the two may be text, or the drawing of its letters; and one that was kept is cut by `truncate`.
    """
    # The end of the last line does not count, neither in `run` nor for a site.
    answer = answer.rstrip("\n")
    spellings = [answer, ocr(answer)]
    if re.fullmatch("-?[0-9]+", answer):
        # A part that returns the float 2.0 has the answer 2.
        spellings.append(f"{answer}.0")
    if expected.hidden:
        return any(_has_hash(spelling, expected.text) for spelling in spellings)
    stored = expected.text.rstrip("\n")
    if stored in spellings or ocr(stored) in spellings:
        return True
    if answer == truncate(stored) or truncate(answer) == stored:
        return True
    if tolerance is None:
        return False
    if answer[:1] == stored[:1] == "[" and answer[-1:] == stored[-1:] == "]":
        numbers = answer[1:-1].split(",")
        wanted = stored[1:-1].split(",")
        if len(numbers) != len(wanted):
            return False
        return all(map(is_close, numbers, wanted, repeat(tolerance)))
    return is_close(answer, stored, tolerance)


def ocr(answer: str) -> str:
    """Return the letters that an answer draws on several lines, if each is known; else the answer itself."""
    if "\n" not in answer:
        return answer
    # Imported here and below: few answers have several lines.
    from puzzle_runner.inputs import letters

    return letters.plain(answer)


def unsure_reading(answer: str, expected: Expected) -> str:
    """Return the reading of a drawing if one of its letters is unknown, so that it may be the stored text."""
    if "\n" not in answer or "\n" in expected.text:
        return ""
    from puzzle_runner.inputs import letters

    reading = letters.read(answer)
    return reading if letters.UNKNOWN in reading else ""


def is_close(answer: str, expected: str, tolerance: float) -> bool:
    """Tell whether two texts are numbers that differ by so much at most, absolutely or relatively."""
    got, wanted = decimal(answer.strip()), decimal(expected.strip())
    if got is None or wanted is None:
        return False
    # A float cannot hold all answers, such as 6.3202e25093, nor most limits, such as 0.3.
    from decimal import Context, Decimal, DecimalException

    exact = Context(prec=DIGITS)
    try:
        allowed = exact.multiply(Decimal(str(tolerance)), max(Decimal(1), exact.abs(wanted)))
        return exact.abs(exact.subtract(got, wanted)) <= allowed
    except DecimalException:
        return False


def hide(answer: str, salt: bytes, *, of_list: bool = False) -> str:
    """Return a salted hash of an answer, of drawn letters that of their text: `N$r$p$salt$hash`."""
    cost = COST_IN_LIST if of_list else COST
    return _scrypt(ocr(answer), salt, cost, 8, 1)


# Solutions of one question have one answer.
@cache
def _has_hash(answer: str, digest: str) -> bool:
    try:
        n, r, p, salt, _ = digest.split("$")
        return _scrypt(answer, bytes.fromhex(salt), int(n), int(r), int(p)) == digest
    except (ValueError, TypeError, OverflowError):
        return False


def _scrypt(answer: str, salt: bytes, n: int, r: int, p: int) -> str:
    import hashlib

    data = answer.encode("utf-8", "surrogatepass")
    key = hashlib.scrypt(data, salt=salt, n=n, r=r, p=p, dklen=32)
    return f"{n}${r}${p}${salt.hex()}${key.hex()}"
