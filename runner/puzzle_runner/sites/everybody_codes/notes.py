"""What Everybody Codes says of a quest: documents in JSON, in part encrypted, and replies to answers.

As it is read from them and kept, a quest is JSON too: `title`, and by part `texts`, `inputs` and `answers`,
then what is still encrypted, by the name of its document.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from puzzle_runner.errors import SiteFailed, UsageError
from puzzle_runner.replies import (
    AFTER_SILENCE,
    RIGHT_LENGTH,
    RIGHT_START,
    WRONG_LENGTH,
    WRONG_START,
    SiteReply,
    Status,
)

PARTS = ("1", "2", "3")
# Seconds, a day: a penalty beyond is not believed.
LONGEST_PENALTY = 86400
LOCKED_OUT = 423
# Why an answer was not judged, by the status of the reply.
SAID = {
    409: "this part is solved already.",
    412: "it is not open yet, as the part before it is not solved.",
    LOCKED_OUT: "after wrong answers, the site takes none for a while.",
    425: "the quest has not begun.",
}


def read(text: str) -> dict[str, Any] | None:
    """Return an object of JSON; None for another text."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def by_part(texts: object) -> dict[int, str]:
    """Return the texts of parts by number; none of what is no object with texts."""
    if not isinstance(texts, dict):
        return {}
    return {int(part): texts[part] for part in PARTS if isinstance(texts.get(part), str)}


def check_cipher() -> None:
    """Raise UsageError if the package that decrypts is not installed."""
    try:
        import cryptography.hazmat.primitives.ciphers  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"The inputs of Everybody Codes are encrypted: pip install 'puzzle-runner[ec]' ({error})."
        ) from error


def decrypted(data: object, key: object) -> str:
    """Return the text in the hexadecimal digits of AES-CBC. Raises ValueError if the key does not fit."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.padding import PKCS7

    if not isinstance(data, str) or not isinstance(key, str):
        raise ValueError
    secret = key.encode()
    cipher = Cipher(algorithms.AES(secret), modes.CBC(secret[:16])).decryptor()
    padded = cipher.update(bytes.fromhex(data)) + cipher.finalize()
    padding = PKCS7(128).unpadder()
    text = (padding.update(padded) + padding.finalize()).decode()
    if not text.strip():
        raise ValueError
    return text


def fits(encrypted: Mapping[str, Any] | None, keys: Mapping[str, Any]) -> bool:
    """Tell whether the keys that there are decrypt what a document has for their parts."""
    try:
        for part in PARTS:
            if encrypted and keys.get(f"key{part}") and part in encrypted:
                decrypted(encrypted[part], keys[f"key{part}"])
    except ValueError:
        return False
    return bool(encrypted)


def opened(keys: Mapping[str, Any], encrypted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the quest, as far as there are keys for it. Raises SiteFailed if they do not fit."""

    def plain(data: object, part: str, what: str) -> str:
        try:
            return decrypted(data, keys[f"key{part}"])
        except ValueError:
            said = f"The {what} cannot be decrypted with the site's key. Nothing was kept: try again later."
            raise SiteFailed(said) from None

    unlocked = [part for part in PARTS if keys.get(f"key{part}")]
    texts, inputs = encrypted["description"], encrypted["input"]
    told = [plain(texts[each], each, f"text of part {each}") if each in texts else "" for each in unlocked]
    return {
        "title": plain(texts.get("title"), "1", "title"),
        "texts": dict(zip(unlocked, told, strict=True)),
        "inputs": {each: plain(inputs.get(each), each, f"input of part {each}") for each in unlocked},
        "answers": {part: str(keys[name]) for part in PARTS if keys.get(name := f"answer{part}") is not None},
        **encrypted,
    }


def reply(status: int, text: str) -> str | None:
    """Return the reply to an answer as it is stored; None if it is none."""
    said = read(text)
    if status == 200 and not (said and isinstance(said.get("correct"), bool)):
        return None
    return json.dumps({"status": status, **(said or {})}) if status == 200 or status in SAID else None


def meaning(text: str) -> SiteReply:
    """Return what a stored reply means."""
    if not text.strip():
        return SiteReply(Status.NOTHING, wait=AFTER_SILENCE)
    said = read(text) or {}
    match said:
        case {"status": 200, "correct": True}:
            return SiteReply(Status.RIGHT)
        case {"status": 200, "correct": False}:
            return SiteReply(Status.WRONG, tuple(_hints(said)), _penalty(said))
        case {"status": 423}:
            return SiteReply(Status.WAIT, (), _penalty(said) or AFTER_SILENCE, SAID[LOCKED_OUT])
        case {"status": int(status)} if status in SAID:
            return SiteReply(Status.LEVEL, said=SAID[status])
    return SiteReply(Status.UNCLEAR)


def _hints(said: Mapping[str, Any]) -> Sequence[str]:
    told = {
        "lengthCorrect": {True: RIGHT_LENGTH, False: WRONG_LENGTH},
        "firstCorrect": {True: RIGHT_START, False: WRONG_START},
    }
    return [hints[said[key]] for key, hints in told.items() if isinstance(said.get(key), bool)]


def _penalty(said: Mapping[str, Any]) -> int:
    """Return the seconds of a penalty, or 0."""
    left = said.get("penaltyLeftMs")
    if not isinstance(left, int | float) or not left > 0:
        return 0
    return math.ceil(min(left, LONGEST_PENALTY * 1000) / 1000)
