"""Finding puzzles and their cases in a workspace: what ids, selectors and other words mean."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.catalog import workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.layouts import discovery, modules
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case
from puzzle_runner.sites.registry import OWN, address, how_to_name, identify, members, sites
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import memo
from puzzle_runner.text import natural


def workspace_of(texts: Iterable[str | None]) -> Workspace:
    """Return the workspace that the user means, who may point at files by their paths. Raises UsageError.

    Of files that lie in none, it is the folder below which their paths tell what they are: from the
    repository or the current folder, or without either the folder above, down to theirs.
    """
    here = workspaces.find()
    paths = [text for text in texts if text and is_path(text) and os.path.isfile(text)]
    files = [Path(os.path.abspath(path)) for path in paths]
    if not files:
        return here
    for known in (here, workspaces.around(files[0].parent)):
        if known and _has_all(known, files):
            return known
    # Imported here: an id is no path.
    from puzzle_runner.layouts import proposals

    nearest = Path(os.path.commonpath([file.parent for file in files]))
    folders: list[Path] = []
    for folder in (nearest, *nearest.parents):
        if str(folder) in (folder.anchor, os.path.expanduser("~")):
            folders = folders[-2:] or [nearest]
            break
        folders.insert(0, folder)
        if folder == Path.cwd() or (folder / ".git").exists():
            break
    for folder in folders:
        layout = proposals.propose(folder, _below(folder, files), fewest=1)
        if not layout:
            continue
        workspace = Workspace(folder, whole=True).with_layouts((layout,))
        # It has not if too much lies in the folder.
        if _has_all(workspace, files):
            return workspace
    by_name = map(proposals.by_name, _below(folders[0], files))
    return Workspace(folders[0], whole=True).with_layouts(tuple(by_name))


def _below(folder: Path, files: Iterable[Path]) -> list[str]:
    return [file.relative_to(folder).as_posix() for file in files]


def _has_all(workspace: Workspace, files: Sequence[Path]) -> bool:
    known = paths(workspace)
    return all(named(str(file), known) for file in files)


def paths(workspace: Workspace) -> dict[PuzzleId, Path]:
    """Return the file or folder of every puzzle by its id, in natural order."""
    files: dict[str, Path] = {}
    for finder in discovery.finders(workspace):
        files |= finder.paths(workspace)
    ids: dict[PuzzleId, Path] = {}
    for stem in sorted(files, key=natural):
        ids[identify(stem)] = files[stem]
    return ids


def named_files(workspace: Workspace, stems: Sequence[str]) -> dict[PuzzleId, Path]:
    """Return the files of puzzles by their ids, without a look at all others; else those of all puzzles."""
    files: dict[PuzzleId, Path] = {}
    for stem in stems:
        path = None if workspace.whole else modules.path(workspace.puzzles, stem)
        if not path:
            return paths(workspace)
        files[identify(stem)] = path
    return files or paths(workspace)


def read(workspace: Workspace, id: PuzzleId, path: Path) -> Puzzle:
    """Return a puzzle with its solutions, without executing anything; with an `error` if it is unreadable."""
    puzzle: Puzzle | None = None
    for finder in discovery.finders(workspace, id):
        puzzle = finder.discover(workspace, id, path, puzzle)
    puzzle = puzzle or Puzzle(id, path, url=id.url)
    if id.site is OWN:
        return puzzle._replace(warning=puzzle.warning or how_to_name(id))
    if puzzle.title in ("", id, id.canonical):
        return puzzle._replace(title=title_of_page(id))
    return puzzle


def title_of_page(id: PuzzleId) -> str:
    """Return the title in the page that was fetched of a puzzle; an empty text if there is none."""
    site = id.site
    for owner in (cached.shared_account(), *memo.once(cached.accounts)):
        page = cached.page(owner.folder, id)
        if page.is_file():
            data = files.read(page)
            html = data.decode("utf-8", "replace")
            return memo.of(partial(site.pages.title, html), data, __file__, site.NAME)
    return ""


def puzzles(workspace: Workspace, selectors: Sequence[str]) -> Iterator[tuple[Puzzle, bool]]:
    """Yield the selected puzzles, or all, each with whether it was asked for by name. Raises NoSuchPuzzle."""
    files = named_files(workspace, selectors)
    for id, by_name in _selected(workspace, files, selectors).items():
        yield read(workspace, id, files[id]), by_name


def puzzle(workspace: Workspace, id: PuzzleId) -> Puzzle | None:
    """Return the puzzle of an id; None if the workspace has no module for it."""
    files = named_files(workspace, [id])
    here = find(files, id)
    return read(workspace, here, files[here]) if here else None


def _selected(
    workspace: Workspace, files: Mapping[PuzzleId, Path], typed: Sequence[str]
) -> dict[PuzzleId, bool]:
    try:
        return select(files, [spelled_out(workspace, word, files) for word in typed], workspace.root)
    except NoSuchPuzzle:
        for word in typed:
            # It looks like a file, such as `2026/day01.py`.
            if re.fullmatch(r"[^*?\[:]+\.[A-Za-z]\w*", word) and not os.path.exists(word):
                raise NoSuchPuzzle(f"There is no file {os.path.abspath(word)}.") from None
        wanted = " ".join(typed)
        if workspace.is_fallback:
            raise NoSuchPuzzle(f'No puzzle "{wanted}": {workspaces.no_workspace()}') from None
        raise


def spelled_out(
    workspace: Workspace, text: str, files: Mapping[PuzzleId, Path], *, is_new: bool = False
) -> str:
    """Return the id or the selector that a text means, among modules by their ids.

    A text can be the file of a module, a word of a site, such as `today`, `day 1` and `2022`, or a number:
    that of another puzzle where the one edited last is, or a day of its year. What is here comes before
    what is not, unless the puzzle `is_new`. Raises NoSuchPuzzle, also for a number alone outside of a
    workspace; the site raises UsageError for `today` on other days. Any other text is returned as it is.
    """
    if text in files:
        return text
    if is_path(text) and (id := named(text, files)):
        return id
    if identify(text).site.ADDRESS:
        return text
    word = text.strip().lower()
    # The bundled puzzles are not the user's: no word means one beside them.
    beside: Mapping[PuzzleId, Path] = {} if workspace.is_fallback else files
    if meant := _by_word_of_site(word, beside, is_new=is_new):
        return meant
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        return text
    if workspace.is_fallback:
        raise NoSuchPuzzle(f'No puzzle "{text}": {workspaces.no_workspace()}')
    last = _newest(files)
    if last and "number" in last.fields:
        return last.site.id_of({"number": int(word)}) or text
    # The year is that of the puzzle edited last, if a site has it.
    near = [last] if last and last.site.ADDRESS else files
    return _by_word_of_site(f"day {int(word)}", near) or text


def _by_word_of_site(word: str, ids: Collection[PuzzleId], *, is_new: bool = False) -> str | None:
    """Return what a word of a site means: what is here, else of a site that has puzzles here.

    A word for a puzzle that `is_new` means none that is here. Raises NoSuchPuzzle.
    """
    here = {id.site.NAME for id in ids}
    first: str | NoSuchPuzzle | None = None
    for site in sorted(sites().values(), key=lambda site: site.NAME not in here):
        try:
            meant = site.spelled_out(word, ids)
            if meant and not is_new and (find(ids, meant) or _fitting(ids, meant)):
                return meant
        except NoSuchPuzzle as error:
            first = first or error
            continue
        first = first or meant
    if isinstance(first, NoSuchPuzzle):
        raise first
    return first


def is_path(text: str) -> bool:
    """Tell whether a text looks like a path, and something is there."""
    return re.search(r"[./\\]", text) is not None and os.path.exists(text)


def named(path: str, files: Mapping[PuzzleId, Path]) -> PuzzleId | None:
    """Return the id of the module that a path leads to, among modules by their ids."""
    real = os.path.realpath(path)
    if os.path.isdir(real):
        real = os.path.join(real, "__init__.py")
    name = os.path.basename(real)
    for id, file in files.items():
        if file.name == name and os.path.realpath(file) == real:
            return id
    return None


def edited_last(workspace: Workspace) -> PuzzleId:
    """Return the id of the puzzle that was edited last. Raises UsageError if there is no puzzle."""
    if workspace.is_fallback:
        raise UsageError(workspaces.no_workspace())
    files = paths(workspace)
    newest = _newest(files)
    if newest is None:
        raise UsageError(workspaces.no_puzzle(workspace))
    return newest


def _newest(files: Mapping[PuzzleId, Path]) -> PuzzleId | None:
    return max(files, key=lambda key: edited(files[key]), default=None)


def edited(path: Path) -> float:
    """Return the time of a puzzle's last edit in seconds since 1970: of its module or a file beside it."""
    folder = path.parent if path.name == "__init__.py" else path.with_suffix("")
    newest = 0.0
    for file in (path, *folder.rglob("*")):
        try:
            newest = max(newest, file.stat().st_mtime)
        except OSError:
            # It has just gone.
            pass
    return newest


def puzzle_id(workspace: Workspace, text: str | None) -> PuzzleId:
    """Return the canonical id of a puzzle that a site has, else the id of one in the workspace.

    Without a text it is the one edited last. Raises NoSuchPuzzle if the text means neither, UsageError if it
    matches several puzzles.
    """
    text = edited_last(workspace) if text is None else text
    files = named_files(workspace, [text])
    text = spelled_out(workspace, text, files)
    id = identify(text)
    if id.site.ADDRESS:
        return id.canonical
    fitting = list(_selected(workspace, files, [text]))
    if len(fitting) > 1:
        first = ", ".join(fitting[:10])
        raise UsageError(f'"{text}" fits {len(fitting)} puzzles, such as {first}. Name one of them.')
    return fitting[0]


def page(workspace: Workspace, id: PuzzleId) -> str:
    """Return the URL of a puzzle's page: its module's link, else the site's; an empty text without either.

    A page of the site is at the address that the settings name.
    """
    here = puzzle(workspace, id)
    url = here.url if here else id.url
    site = id.site
    if site.ADDRESS and url.startswith(f"{site.ADDRESS}/"):
        url = address(site) + url.removeprefix(site.ADDRESS)
    return url


def cases_of(workspace: Workspace, id: PuzzleId, account: str | None = None) -> CaseFile:
    """Return what the case file of a puzzle says, with its cases from all sources.

    These are the files beside it, the data folder, and a layout; of accounts, only the named one if one is.
    Raises Unreadable, and InputMissing for an account without data.
    """

    def find_inputs() -> Mapping[int, str | Path]:
        if not workspace.layouts:
            return {}
        # Imported here: most workspaces have no layout.
        from puzzle_runner.layouts import puzzles

        return puzzles.inputs(workspace, id)

    file = cached.cases_of(id.canonical, workspace.inputs(id), find_inputs)
    if account is None:
        return file
    cached.account(account)
    return file._replace(cases=tuple(case for case in file.cases if case.account in (None, account)))


def cases_of_id(workspace: Workspace, id: PuzzleId) -> tuple[Case, ...]:
    """Return the cases of an id, which need not have a module, from all sources. Raises Unreadable."""
    here = find(named_files(workspace, [id]), id)
    return cases_of(workspace, here or id).cases


def case_folder(workspace: Workspace, id: PuzzleId) -> Path:
    """Return the workspace's folder for the cases of an id, which need not have a module."""
    here = find(named_files(workspace, [id]), id)
    return workspace.inputs(here or id)


def select(ids: Collection[PuzzleId], selectors: Sequence[str], folder: Path) -> dict[PuzzleId, bool]:
    """Return the selected ids in the order of the selectors, each with whether it was asked for by name.

    Without selectors: all ids. Raises NoSuchPuzzle, which names the `folder`, if a selector matches none.
    """
    if not selectors:
        return dict.fromkeys(ids, False)
    chosen: dict[PuzzleId, bool] = {}
    for selector in selectors:
        id = find(ids, selector)
        if id:
            chosen[id] = True
            continue
        fitting = _fitting(ids, selector)
        if not fitting:
            from difflib import get_close_matches

            meant = identify(selector.strip()).canonical
            hint = ""
            if near := get_close_matches(meant.lower(), ids, n=3, cutoff=0.7):
                hint = f" Did you mean {' or '.join(near)}?"
            if meant.site.ADDRESS:
                hint += f' "puzzles new {meant}" starts it.'
            hint = hint or ' "puzzles list" shows the puzzles here.'
            raise NoSuchPuzzle(f'No puzzle "{selector}" in {folder}.{hint}')
        for id in fitting:
            chosen.setdefault(id, False)
    return chosen


def find(ids: Collection[PuzzleId], text: str) -> PuzzleId | None:
    """Return the id that a text names: exactly, else in another spelling; None if there is none."""
    if text in ids:
        return identify(text)
    canonical = identify(text.strip()).canonical.lower()
    return next((id for id in ids if id.canonical.lower() == canonical), None)


def _fitting(ids: Collection[PuzzleId], selector: str) -> list[PuzzleId]:
    """Return the ids of a kind, a year, a range or a glob.

    Raises NoSuchPuzzle for what a site does not have, UsageError for a range that cannot be.
    """
    text = selector.lower()
    if any(sign in text for sign in "*?["):
        from fnmatch import fnmatchcase

        return [id for id in ids if fnmatchcase(id.lower(), text)]
    fitting = [id for id in ids if text in (id.site.NAME, id.group)]
    if fitting or text in sites():
        return fitting
    meant = members(text, with_own=True)
    return [id for id in ids if id.canonical.lower() in meant]
