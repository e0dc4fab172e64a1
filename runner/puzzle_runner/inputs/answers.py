"""Comparing an answer with the stored one: as text, as a number with a tolerance, or as a salted hash."""

from puzzle_runner.model import Expected


def matches(answer: str, expected: Expected, tolerance: float | None = None) -> bool:
    """Tell whether an answer is the stored one. The tolerance is for numbers: absolute or relative."""
    if expected.hidden:
        return _same_hash(answer, expected.text)
    return answer == expected.text or (tolerance is not None and _close(answer, expected.text, tolerance))


def _close(answer: str, expected: str, tolerance: float) -> bool:
    # Decimals, as a float cannot hold all answers: 6.3202e25093.
    from decimal import Decimal, DecimalException

    try:
        got, wanted = Decimal(answer), Decimal(expected)
        # Any number would be within the tolerance of infinity.
        return wanted.is_finite() and abs(got - wanted) <= Decimal(tolerance) * max(Decimal(1), abs(wanted))
    except DecimalException:
        return False


def hide(answer: str, salt: bytes) -> str:
    """Return a salted hash of an answer: `N$r$p$salt$hash`, with `salt` and `hash` in hexadecimal."""
    return _scrypt(answer, salt, 2**14, 8, 1)


def _same_hash(answer: str, digest: str) -> bool:
    try:
        n, r, p, salt, _ = digest.split("$")
        return _scrypt(answer, bytes.fromhex(salt), int(n), int(r), int(p)) == digest
    except ValueError:
        return False


def _scrypt(answer: str, salt: bytes, n: int, r: int, p: int) -> str:
    import hashlib

    key = hashlib.scrypt(answer.encode("utf-8", "surrogatepass"), salt=salt, n=n, r=r, p=p, dklen=32)
    return f"{n}${r}${p}${salt.hex()}${key.hex()}"
