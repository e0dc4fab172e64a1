"""What Everybody Codes sends of a quest: documents in JSON, in part encrypted.

As it is read from them and kept, a quest is JSON too: `title`, and by part `texts`, `inputs` and `answers`,
then what is still encrypted, by the name of its document.
"""

import json
import re
from collections.abc import Generator, Mapping
from typing import Any

from puzzle_runner.errors import Locked, NotLoggedIn, SiteFailed
from puzzle_runner.sites import pages
from puzzle_runner.sites.everybody_codes import replies
from puzzle_runner.sites.everybody_codes.site import quest
from puzzle_runner.sites.values import Asked, Form, Page, Response, Statement, Trouble

PARTS = ("1", "2", "3")


class Pages(pages.Pages):
    """A quest has a document with keys, and two that they decrypt. All may be asked for by members only."""

    def user(self, html: str) -> str | None:
        """Return the user's number and seed: on that the inputs depend."""
        match replies.fields(html):
            case {"id": int(number), "seed": int(seed)}:
                return f"{number}-{seed}"
        return None

    def path(self, id: str) -> str:
        event, number = quest(id)
        return f"/event/{event}/quest/{number}"

    def ask(self, id: str, user: str, kept: str, refresh: bool) -> Generator[Asked, Response, bytes | None]:
        """Ask for the keys, and for what they decrypt: that is kept encrypted as well, for the next key."""
        if not user:
            raise NotLoggedIn(f"Nothing of {self.site.TITLE} can be read without a login.")
        response = yield Asked(self.path(id), "keys")
        keys = replies.fields(response.text)
        if keys is None:
            return None
        if not keys.get("key1"):
            raise Locked(f"{id} is not open yet: the site gives no key to it.")
        event, number = quest(id)
        known = replies.fields(kept) or {}
        seed = user.rpartition("-")[2]
        encrypted = {}
        for name, file in (("description", "description.json"), ("input", f"input/{seed}.json")):
            encrypted[name] = known.get(name)
            # An input is asked for once, unless it turns out to be damaged.
            if not fits(encrypted[name], keys) or (refresh and name == "description"):
                response = yield Asked(f"/assets/{event}/{number}/{file}", name, public=True)
                encrypted[name] = replies.fields(response.text)
            if not encrypted[name]:
                return None
        return json.dumps(decrypt_quest(keys, encrypted)).encode()

    def trouble(self, response: Response) -> Trouble | None:
        # A cookie that is none makes a teapot of the site.
        return {404: Trouble.NO_PAGE, 418: Trouble.LOGGED_OUT, 425: Trouble.LOCKED}.get(response.status)

    def is_login(self, html: str) -> bool:
        return re.match(r"(?is)\s*<.*(?:log ?in|sign in)", html) is not None

    def read(self, id: str, html: str, input: str | None = None) -> Page | None:
        match replies.fields(html):
            case {"title": str(title), "texts": texts, "inputs": inputs, "answers": answers}:
                known = by_part(answers)
                return Page(
                    title,
                    answers=known,
                    complete=len(known) == len(PARTS),
                    articles=tuple(by_part(texts).values()),
                    inputs=by_part(inputs),
                )
        return None

    def title(self, html: str) -> str:
        page = self.read("", html)
        return page.title if page else ""

    def statement(self, html: str, title: str) -> Statement:
        page = self.read("", html) or Page(title)
        parts = []
        for part, article in enumerate(page.articles, 1):
            text = ""
            if article:
                text = f"## Part {part}\n\n{pages.markdown(article)}"
            parts.append(text)
        whole = "\n".join([f"# {page.title}\n", *parts])
        return Statement(page.title, whole, tuple(parts))

    def form(self, id: str, part: int, answer: str) -> Form:
        path = f"{self.path(id)}/part/{part}/answer"
        return Form(path, {"answer": answer}, as_json=True)

    def reply_text(self, response: Response) -> str | None:
        return replies.stored(response.status, response.text)


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
    content = padding.update(padded) + padding.finalize()
    text = content.decode()
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
    try:
        title = decrypted(encrypted["description"].get("title"), keys["key1"])
        for part in PARTS:
            key = keys.get(f"key{part}")
            if key:
                texts[part] = ""
                if part in encrypted["description"]:
                    texts[part] = decrypted(encrypted["description"][part], key)
                inputs[part] = decrypted(encrypted["input"].get(part), key)
            if keys.get(f"answer{part}") is not None:
                answers[part] = str(keys[f"answer{part}"])
    except ValueError:
        problem = "The quest cannot be decrypted with the site's keys. Nothing was kept: try again later."
        raise SiteFailed(problem) from None
    return {"title": title, "texts": texts, "inputs": inputs, "answers": answers, **encrypted}
