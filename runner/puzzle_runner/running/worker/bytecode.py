"""Compiled modules of one's own, kept in a folder outside the workspace: a check compiles a source once."""

import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER
from _imp import source_hash
from io import FileIO
from marshal import dumps, loads
from os import getpid, replace

from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

# A file begins as a `.pyc` file does whose hash is to be checked: https://peps.python.org/pep-0552/.
VERSION, BEGINNING = int.from_bytes(MAGIC_NUMBER, "little"), MAGIC_NUMBER + b"\3\0\0\0"


def compiled(source: bytes, path: str, folder: str) -> "CodeType":
    """Return the code of a module; a folder, unless that is empty, keeps it with the hash of its source."""
    if not folder:
        return compile(source, path, "exec", dont_inherit=True)
    name = source_hash(VERSION, os.fsencode(path)).hex()
    kept = os.path.join(folder, f"{name}.{sys.flags.optimize}.pyc")
    beginning = BEGINNING + source_hash(VERSION, source)
    try:
        data = content(kept)
        if data.startswith(beginning):
            return loads(data[len(beginning) :])  # type: ignore[no-any-return]
    except (OSError, EOFError, ValueError, TypeError):
        # There is none, or it is damaged.
        pass
    code = compile(source, path, "exec", dont_inherit=True)
    try:
        # What is nested deeply can be compiled, and is too deep to be written down.
        data = beginning + dumps(code)
        new = f"{kept}.{getpid()}"
        with FileIO(new, "w") as file:
            file.write(data)
        replace(new, kept)
    except (OSError, ValueError):
        pass
    return code
