"""What Everybody Codes says of a quest: documents in JSON, in part encrypted, and replies to answers.

As it is read from them and kept, a quest is JSON too: `title`, and by part `texts`, `inputs` and `answers`,
then what is still encrypted, by the name of its document.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from puzzle_runner.errors import SiteFailed
from puzzle_runner.replies import AFTER_SILENCE, LONGEST_WAIT, Hint, SiteReply, Status

PARTS = ("1", "2", "3")
LOCKED_OUT = 423
# Why an answer was not judged, by the status of the reply.
NOT_JUDGED = {
    409: "this part is solved already.",
    412: "it is not open yet, as the part before it is not solved.",
    LOCKED_OUT: "after wrong answers, the site takes none for a while.",
    425: "the quest has not begun.",
}
_HINTS = (
    ("lengthCorrect", Hint.RIGHT_LENGTH, Hint.WRONG_LENGTH),
    ("firstCorrect", Hint.RIGHT_START, Hint.WRONG_START),
)


def read(text: str) -> dict[str, Any] | None:
    """Return an object of JSON; None for another text."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def by_part(texts: Any) -> dict[int, str]:
    """Return the texts of parts by number; none of what is no object with texts."""
    known = {}
    for part in PARTS if isinstance(texts, dict) else ():
        if isinstance(texts.get(part), str):
            known[int(part)] = texts[part]
    return known


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


def decrypt_quest(keys: Mapping[str, Any], encrypted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the quest, as far as there are keys for it. Raises SiteFailed if they do not fit."""
    texts, inputs, answers = {}, {}, {}
    document = "title"
    try:
        title = decrypted(encrypted["description"].get("title"), keys["key1"])
        for part in PARTS:
            key = keys.get(f"key{part}")
            if key:
                document = f"text of part {part}"
                texts[part] = ""
                if part in encrypted["description"]:
                    texts[part] = decrypted(encrypted["description"][part], key)
                document = f"input of part {part}"
                inputs[part] = decrypted(encrypted["input"].get(part), key)
            if keys.get(f"answer{part}") is not None:
                answers[part] = str(keys[f"answer{part}"])
    except ValueError:
        raise SiteFailed(
            f"The {document} cannot be decrypted with the site's key. Nothing was kept: try again later."
        ) from None
    return {"title": title, "texts": texts, "inputs": inputs, "answers": answers, **encrypted}


def reply(status: int, text: str) -> str | None:
    """Return the reply to an answer as it is stored; None if it is none."""
    fields = read(text) or {}
    is_judged = status == 200 and isinstance(fields.get("correct"), bool)
    if not is_judged and status not in NOT_JUDGED:
        return None
    return json.dumps({"status": status, **fields})


def meaning(text: str) -> SiteReply:
    """Return what a stored reply means."""
    if not text.strip():
        return SiteReply(Status.NOTHING, wait=AFTER_SILENCE)
    fields = read(text) or {}
    left = fields.get("penaltyLeftMs")
    wait = 0
    if isinstance(left, int | float) and left > 0:
        wait = math.ceil(min(left, LONGEST_WAIT * 1000) / 1000)
    match fields:
        case {"status": 200, "correct": True}:
            return SiteReply(Status.RIGHT)
        case {"status": 200, "correct": False}:
            hints = []
            for name, if_true, if_false in _HINTS:
                if isinstance(fields.get(name), bool):
                    hints.append(if_true if fields[name] else if_false)
            return SiteReply(Status.WRONG, tuple(hints), wait)
        case {"status": 423}:
            return SiteReply(Status.WAIT, (), wait or AFTER_SILENCE, NOT_JUDGED[LOCKED_OUT])
        case {"status": int(status)} if status in NOT_JUDGED:
            return SiteReply(Status.LEVEL, said=NOT_JUDGED[status])
    return SiteReply(Status.UNCLEAR)
