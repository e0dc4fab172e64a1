"""What a text is that cannot be the input of a puzzle: encrypted, a pointer, the message of a site."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from puzzle_runner.text import cut, printable

_UTF_16 = "is UTF-16 (save it as UTF-8)"
# How files begin that another program has put in the place of their text.
_BEGINNINGS = {
    b"\0GITCRYPT\0": 'is encrypted with git-crypt ("git-crypt unlock" decrypts it)',
    b"version https://git-lfs": 'is a pointer of Git LFS ("git lfs pull" gets the file)',
    b"/annex/objects/": 'is a pointer of git-annex ("git annex get" gets the file)',
    b"age-encryption.org/": "is encrypted with age",
    b"-----BEGIN ": "is a key or a certificate, or encrypted",
    b"$ANSIBLE_VAULT;": "is encrypted with ansible-vault",
    b"Salted__": "is encrypted with OpenSSL",
    BOM_UTF16_LE: _UTF_16,
    BOM_UTF16_BE: _UTF_16,
}
# Beginnings of pages. An input may begin with "<", too.
_TAGS = ("!doctype", "?xml", "html", "head", "body", "title", "meta", "script", "div", "h1", "p>", "p ")
# Expressions, compiled when they are needed, which takes long. The words of the first line of a message, such
# as `404 Not Found`.
_STATUS = (
    r"(?:(?:http|error|the|page|file|resource|url|was) )*"
    r"(?:bad request|unauthorized|forbidden|access denied|not found|too many requests|internal server error"
    r"|bad gateway|service (?:temporarily )?unavailable|gateway time ?out|error code)"
)
_PHRASES = (
    r"please (?:log ?in|sign in)|\[log in\]|must (?:be logged|log) in|not logged in|identify yourself"
    r"|repeatedly request|before it unlocks|inputs differ by user|rate limit|too many requests"
    r"|session (?:has )?expired|try again later|internal server error|enable javascript"
)
_JSON = r'\{\s*"(?:errors?|message|detail|status|statuscode)"\s*:'


def of_file(data: bytes) -> str:
    """Return why the text of a file is not its author's: `is ...`; an empty text if it may be."""
    for beginning, what in _BEGINNINGS.items():
        if data.startswith(beginning):
            return what
    # UTF-16 without a mark that begins with a Latin character.
    if data[:2].count(0) == 1 and len(data) % 2 == 0:
        return _UTF_16
    if re.search(rb"(?ms)^<<<<<<< .*^=======\r?$.*^>>>>>>> ", data):
        return "has the conflict markers of a merge"
    return ""


def of_input(data: bytes) -> str:
    """Return why the input of a site's puzzle cannot be this: `is ...`; an empty text if it can."""
    begins = data.removeprefix(BOM_UTF8).lstrip(b"\0 \t\r\n")
    if not begins:
        return "is empty"
    if begins.startswith(b"<") and begins[1:10].lower().decode("latin-1").startswith(_TAGS):
        return "is an HTML page"
    if what := of_file(data):
        return what
    if b"\0" in data:
        return "is binary"
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return f"is not UTF-8: byte {error.start} is {data[error.start]:#x}"
    # What sites say instead of an input is short.
    if len(data) > 1500:
        return ""
    lower = text.lower()
    words = re.sub(r"[\W\d_]+", " ", lower.partition("\n")[0]).strip()
    is_message = re.search(_PHRASES, lower) or re.match(_JSON, lower)
    if is_message or re.fullmatch(_STATUS, words):
        line = printable(text.splitlines()[0])
        return f'is a message, "{cut(line, 60)}"'
    return ""
