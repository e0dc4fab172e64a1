"""TOML files: read whole, and changed in place with their comments kept."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner.errors import Unreadable

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def read(path: Path) -> dict[str, Any]:
    """Return the tables of a file; none where there is no file. Raises Unreadable."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}. Move it away if it cannot be mended.") from error


def change(path: Path, make: "Callable[[TOMLDocument], object]") -> None:
    """Change a file under a lock; make it where there is none.

    Raises Unreadable where it is not TOML, StoreFailed where it cannot be written.
    """
    # Imported here: "puzzles run" reads such files and changes none.
    import tomlkit

    from puzzle_runner.storage import atomic

    with atomic.locked(atomic.lock_name(path)):
        text = _text(path)
        try:
            document = tomlkit.parse(text)
            make(document)
        except (ValueError, TypeError) as error:
            raise Unreadable(f"{path} cannot be changed: {error}.") from error
        if (new := tomlkit.dumps(document)) != text:
            atomic.write(path, new.encode())


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from error
