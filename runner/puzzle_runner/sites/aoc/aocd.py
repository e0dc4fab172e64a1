"""The cache of advent-of-code-data (https://github.com/wimglenn/advent-of-code-data), a folder or a tar file.

<user>/2021_03_input.txt, 2021_03a_answer.txt, 2021_03b_answer.txt, 2021_03_post.json
"""

import json
import re
import tarfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept, Sent
from puzzle_runner.text import known_label, printable

_NAME = re.compile(r"(20\d\d)_([0-2]\d)(?:_(input)\.txt|([ab])_(answer)\.txt|_(post)\.json)")
_PARTS = {"a": 1, "b": 2}

# The modules that unpack a file, by the bytes that it begins with.
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\0": "lzma",
    b"\x28\xb5\x2f\xfd": "compression.zstd",
}

# The content of each file of a user by its name.
Contents = dict[str, dict[str, bytes]]


def is_cache(path: Path) -> bool:
    """Tell whether a path is a tar file, or a folder with folders of inputs."""
    if path.is_file():
        return _unpacker(path) != "io" or tarfile.is_tarfile(path)
    return any(_NAME.fullmatch(file.name) for file in path.glob("*/20??_??_input.txt"))


def _unpacker(path: Path) -> str:
    """Return the module whose `open` reads the content of a file."""
    with open(path, "rb") as file:
        begins = file.read(max(map(len, _PACKED)))
    return next((module for sign, module in _PACKED.items() if begins.startswith(sign)), "io")


Parse = Callable[[str], str | None]


def read(path: Path, parse: Parse) -> list[tuple[str, str, list[Kept]]]:
    """Return the id and the name of each user of a cache, and what it has. Raises as `Site.read_cache`.

    `parse` makes an id of a text such as `2021/03`.
    """
    try:
        contents = _from_tar(path) if path.is_file() else _from_folder(path)
    except Unreadable:
        raise
    except Exception as error:
        # One that is cut short or damaged raises what its decompressor likes.
        where = error.filename if isinstance(error, OSError) and error.filename else path
        raise Unreadable(f"{where} cannot be read: {reason(error)}.") from error
    if not contents:
        raise UsageError(f"{path} has no inputs of aocd, such as github.me.1234/2021_03_input.txt.")
    users = []
    for folder, found in sorted(contents.items()):
        # A folder such as `github.alice.4711` has the name and the id.
        # Early versions called it after the session.
        words = folder.split(".")
        id = words[-1] if words[-1].isdecimal() else known_label(folder)
        users.append((id, printable(words[-2]) if len(words) > 2 else id, _puzzles(path, found, parse)))
    return users


def _from_folder(path: Path) -> Contents:
    contents: Contents = {}
    for user in path.iterdir():
        # A folder that cannot be read is an error, unlike with glob.
        named = [file for file in user.iterdir() if _NAME.fullmatch(file.name)] if user.is_dir() else []
        if named:
            contents[user.name] = {file.name: files.read(file) for file in named}
    return contents


def _from_tar(path: Path) -> Contents:
    contents: Contents = {}
    left = files.LARGEST
    too_large = Unreadable(f"{path} cannot be read: it holds more than {left >> 20} MiB.")
    unpacker = import_module(_unpacker(path))
    # Left to tarfile, a damaged file is none that it knows, from Python 3.14 on.
    with unpacker.open(path, "rb") as unpacked, tarfile.open(fileobj=unpacked, mode="r:") as archive:
        for member in archive:
            *_, user, name = ("", "", *member.name.split("/"))
            if (left := left - member.size) < 0:
                raise too_large
            # A file that is stored twice counts as it was last.
            if member.isfile() and user and _NAME.fullmatch(name):
                stream = archive.extractfile(member)
                contents.setdefault(user, {})[name] = stream.read() if stream else b""
        # The checksum is behind the end of the archive: it is compared when all is read.
        while padding := unpacked.read(2**16):
            if (left := left - len(padding)) < 0:
                raise too_large
    return contents


def _puzzles(path: Path, contents: dict[str, bytes], parse: Parse) -> list[Kept]:
    by_day: dict[str, Kept] = {}
    for name, data in sorted(contents.items()):
        parts = _NAME.fullmatch(name)
        assert parts
        id = parse(f"{parts[1]}/{parts[2]}")
        if not id:
            continue
        kept = by_day.get(id, Kept(id))
        text = data.decode("utf-8", "replace").strip("\r\n")
        if parts[3]:
            kept = kept._replace(input=data)
        elif parts[5] and text:
            kept = kept._replace(answers={**kept.answers, _PARTS[parts[4]]: Expected(text)})
        elif parts[6]:
            kept = kept._replace(guesses=tuple(_guesses(path / name, data)))
        by_day[id] = kept
    return list(by_day.values())


def _guesses(path: Path, data: bytes) -> Iterator[Sent]:
    try:
        for guess in json.loads(data):
            when = datetime.fromisoformat(guess["when"])
            sent = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
            yield Sent(_PARTS[guess["part"]], str(guess["value"]), sent, str(guess["message"]))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise Unreadable(f"{path} cannot be read: {error}. Fix it, or move it away.") from None
