"""An answer against the stored one: as text, as a number within a tolerance, or as a salted hash."""

from puzzle_runner.model import Expected

# Characters of an answer that are shown and kept.
LONGEST = 2**18


def kept(answer: str) -> str:
    """Return what is shown and kept of an answer: all, or the beginning and the hash of the whole."""
    if len(answer) <= LONGEST:
        return answer
    from puzzle_runner import digest

    return f"{answer[:LONGEST]} ... {len(answer) - LONGEST} more characters, hash {digest.text(answer)}"


def matches(answer: str, expected: Expected, tolerance: float | None = None) -> bool:
    """Tell whether an answer is the stored one: as text, or as a number within the tolerance.

    The answer is what is `kept` of it.
    """
    if expected.hidden:
        return _same_hash(answer, expected.text)
    return answer == kept(expected.text) or (
        tolerance is not None and _close(answer, expected.text, tolerance)
    )


def _close(answer: str, expected: str, tolerance: float) -> bool:
    # Decimals, as some answers lie far beyond what a double can hold: 6.3202e25093.
    from decimal import Decimal, DecimalException

    try:
        got, wanted = Decimal(answer), Decimal(expected)
        # Every number is within a tolerance of infinity.
        return wanted.is_finite() and abs(got - wanted) <= Decimal(tolerance) * max(Decimal(1), abs(wanted))
    except DecimalException:
        return False


def hide(answer: str, salt: bytes) -> str:
    """Return a salted hash of an answer, `N$r$p$salt$hash`, from which the answer cannot be read."""
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
