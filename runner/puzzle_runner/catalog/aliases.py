"""What people type for a puzzle here and now: the file of a module, or a word that a site knows."""

import os
from collections.abc import Mapping
from pathlib import Path

from puzzle_runner.sites.site import identify, sites


def spelled_out(text: str, paths: Mapping[str, Path]) -> str:
    """Return the id or the selector that a text means in a workspace, whose modules are given by stem.

    `today`, `day 1` and `2022` are words of a site, which raises NoSuchPuzzle, or UsageError for `today` on
    other days. A text that is none of these is returned as it is.
    """
    if text in paths:
        return text
    if stem := _of_file(text, paths):
        return stem
    if identify(text)[0].ADDRESS:
        return text
    word = text.strip().lower()
    return next((meant for site in sites().values() if (meant := site.spelled_out(word, paths))), text)


def _of_file(text: str, paths: Mapping[str, Path]) -> str | None:
    """Return the stem of the module whose file, or whose folder, a text names; None if it names none."""
    if not (os.sep in text or "/" in text or "." in text) or not os.path.exists(text):
        return None
    named = os.path.realpath(text)
    if os.path.isdir(named):
        named = os.path.join(named, "__init__.py")
    same_name = (stem for stem, path in paths.items() if path.name == os.path.basename(named))
    return next((stem for stem in same_name if os.path.realpath(paths[stem]) == named), None)
