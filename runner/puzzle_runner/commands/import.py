"""`puzzles import`: take over records from another machine, and what other tools have kept."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from puzzle_runner import faults, files
from puzzle_runner.catalog import lookup, scaffold, workspaces
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.engines import part_words
from puzzle_runner.errors import Exit, Unreadable, UsageError
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.importing import LEFT, PRESENT, TAKEN, Item, take, take_problem
from puzzle_runner.layouts import origins, patterns
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, Report
from puzzle_runner.output.ticker import Ticker
from puzzle_runner.sites.registry import OWN, check_exists, identify, sites
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import AnswerList, Kept, Problem
from puzzle_runner.text import DEFAULT_LABEL, count, cut, printable
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import open_records

_SOURCES = "Exported records, the cache of aocd, a folder of inputs, answers of Project Euler, a problem."
Source = Annotated[str, Argument(metavar="FILE|FOLDER", help=f"{_SOURCES} - is stdin."), Words.FILE]
Inputs = Annotated[str | None, Option(metavar="PATTERN", help="The inputs in a folder: {year}/{day:02}.txt")]
Year = Annotated[int | None, Option(metavar="YEAR", min=2015, help="The year of the inputs."), Words.YEAR]
Id = Annotated[str | None, Option("--as", metavar="ID", help="The id of the problem: srm465, srm465_name.")]
# So many answers of a list are shown, as they were understood, and so many things that were left.
MOST_NAMED = 3

ORDER = 450
EXAMPLE = "puzzles import ~/.config/aocd"


def import_(
    source: Source, inputs: Inputs = None, year: Year = None, account: Account = None, id: Id = None
) -> Report | LiveReport[Item]:
    """Import records, inputs, answers, guesses, a problem. Existing ones stay as they are."""
    path = Path(source)
    if inputs:
        return _report(_take_all(_inputs(path, inputs, year or 0, account)))
    if source != "-" and path.exists():
        for site in sites().values():
            try:
                users = site.pages.read_cache(path)
            except OSError as error:
                raise Unreadable(f"{error.filename or path} cannot be read: {error.strerror}.") from None
            if users is not None:
                return _report(_take_all(_cache(site, users, path, account)))
    if path.is_dir():
        raise UsageError(
            f"{source} has no data of a known tool. For a folder of inputs, say how they are "
            'named: --inputs "{year}/{day:02}.txt".'
        )
    data = options.content(source, source)
    # An old page may have another encoding, which shows in names only.
    is_page = data.lstrip().startswith(b"<")
    text = data.decode("utf-8", "replace") if is_page else files.decoded(source, data)
    for site in sites().values():
        problem = site.pages.read_problem(text, source)
        if problem:
            return _problem(problem, id, source)
    for site in sites().values():
        answers = site.pages.read_answers(text, source)
        if answers:
            return _list(answers)
    if text.strip() and not text.lstrip().startswith("{"):
        raise Unreadable(
            f'{source} has no record of "puzzles export --to jsonl", no "Method signature:" of a problem, '
            'and no answers: these are a number and an answer in each line, such as "227. 3780.6".'
        )
    with open_records() as store:
        records = [*exchange.from_jsonl(text.split("\n"), source)]
        added = store.add(records)
    present = len(records) - added
    rest = f", {present} were here already" if present else ""
    return Report({"imported": added, "present": present}, [f"{count(added, 'record')} imported{rest}."])


def _report(
    items: Iterable[Item], heading: Sequence[str] = (), answers: Mapping[str, str] = MappingProxyType({})
) -> LiveReport[Item]:
    """Report what was taken over, below a heading; `answers` are those of a list, by their puzzle."""
    return LiveReport(
        items,
        _document,
        closing=lambda items: [*heading, *_lines(items, answers)],
        exit=lambda items: max((item.exit for item in items), default=Exit.RIGHT),
    )


def _document(items: Sequence[Item]) -> dict[str, Any]:
    states = Counter(item.state for item in items)
    left = [
        {"puzzle": item.puzzle or None, "what": item.what, "why": printable(item.why)}
        for item in items
        if item.state == LEFT
    ]
    return {"imported": states[TAKEN], "present": states[PRESENT], "left": left}


def _lines(items: Sequence[Item], answers: Mapping[str, str]) -> list[str]:
    """Return two lines: how much was taken, with the first of some `answers`, and what was not."""
    kinds = Counter[str]()
    shown, reasons = [], []
    present = 0
    for item in items:
        if item.state == TAKEN:
            kinds[item.what.split()[0]] += 1
            if item.puzzle in answers:
                shown.append(f"{item.puzzle} = {cut(answers[item.puzzle], 40)}")
        elif item.state == PRESENT:
            present += 1
        elif not item.exit:
            # What has failed is told apart, on stderr.
            reasons.append(f"{item.puzzle} {item.what}: {printable(item.why)}".strip())
    numbers = [count(number, noun) for noun, number in kinds.items()]
    taken = f"{', '.join(numbers) or 'nothing'} imported"
    if len(shown) > MOST_NAMED:
        shown[MOST_NAMED:] = ["..."]
    if shown:
        taken += f" ({', '.join(shown)})"
    if present:
        taken += f", {present} were here already"
    lines = [f"{taken}."]
    if reasons:
        left = len(reasons)
        if left > MOST_NAMED:
            reasons[MOST_NAMED:] = ["... (--json has all)"]
        lines.append(f"{left} left: {'; '.join(reasons)}")
    return terminal.sentences(*lines)


def _list(answers: AnswerList) -> LiveReport[Item]:
    """Take over a list of answers, which nobody can read afterwards."""
    owner = cached.shared_account().folder
    owned = []
    texts = {}
    for kept in answers.kept:
        owned.append((owner, kept))
        texts[kept.id] = kept.answers[1].text
    left = []
    for number, line in answers.left.items():
        why = f'"{cut(line, 40)}" has no answer'
        left.append(Item("", f"line {number}", LEFT, why))
    items = _take_all(owned, hide=True)
    return _report(chain(items, left), answers=texts)


def _problem(problem: Problem, named: str | None, source: str) -> LiveReport[Item]:
    """Make a problem of a page a puzzle of the workspace: its module and its cases. Raises UsageError."""
    workspace = workspaces.find()
    if workspace.is_installed:
        raise UsageError(workspaces.no_workspace())
    check_exists(named or "")
    id = identify(named or Path(source).stem).canonical
    if not named and id.site is OWN:
        id = identify(problem.id).canonical
    if not named and id.site is OWN:
        raise UsageError(
            f"{source} does not say which match {problem.title} is from: add --as srm465, or its number."
        )
    options.check_id(id)
    paths = lookup.paths(workspace)
    existing = lookup.find(paths, id)
    path = paths[existing] if existing else scaffold.place(workspace, id)
    workspace.check_writable(path)
    if existing and problem.title not in files.text(path):
        raise UsageError(
            f"{path} does not name {problem.title}, so it is of another problem. "
            f"Call this one --as {id}_{problem.title.lower()}, or delete that file first."
        )
    items = take_problem(path, lookup.case_folder(workspace, id), id, problem)
    return _report(items, [f"{id}  {printable(problem.title)}  {printable(str(path))}"])


def _cache(
    site: Site, users: Sequence[tuple[str, str, Sequence[Kept]]], path: Path, label: str | None
) -> list[tuple[Path, Kept]]:
    """Return what a cache of another tool has, each with its owner: a user, of an id and a name."""
    if label and len(users) > 1:
        raise UsageError(f"{path} has {len(users)} users: leave out --account, each gets a label of its own.")
    if label:
        writing.check_label(label)
    elif len(users) == 1:
        sites_of_accounts = {account.site for account in cached.accounts()}
        if site.NAME not in sites_of_accounts:
            label = DEFAULT_LABEL
    owned = []
    for id, name, kept in users:
        folder = writing.claim(site.NAME, id, label or name, rename=False).folder
        owned += [(folder, each) for each in kept]
    return owned


def _inputs(folder: Path, pattern: str, year: int, label: str | None) -> list[tuple[Path, Kept]]:
    """Return the inputs in a folder whose paths say what they are, each with its owner. Raises UsageError."""
    patterns.compiled(pattern)
    if part_words.asks([pattern]):
        raise UsageError("--inputs takes one input of each puzzle, none of each part.")
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder: --inputs is for a folder of inputs.")
    # Its name may tell the year.
    folder = folder.absolute()
    owned = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        place = patterns.match(pattern, name, year)
        if not place or path.is_dir() or "/." in f"/{name}":
            continue
        id = origins.decide(folder, name, place).id
        if not id or not id.site.ADDRESS:
            continue
        try:
            kept = Kept(id, files.read(path))
        except OSError as error:
            kept = Kept(id, problem=f"{path} cannot be read: {error.strerror}.")
        owned.append((_owner(id.site, label), kept))
    if not owned:
        raise UsageError(f"{folder} has no file that is named as {pattern}.")
    return owned


def _owner(site: Site, label: str | None) -> Path:
    """Return the folder of the account that inputs belong to; a label that is new makes an account."""
    if not site.PERSONAL:
        return cached.shared_account().folder
    for account in cached.accounts():
        if account.site == site.NAME and label in (None, account.label):
            return account.folder
    label = label or DEFAULT_LABEL
    writing.check_label(label)
    return writing.claim(site.NAME, label, label, rename=False).folder


def _take_all(owned: Sequence[tuple[Path, Kept]], *, hide: bool = False) -> Iterator[Item]:
    """Take over what owners have. One that fails does not stop the others."""
    with Ticker().steps(len(owned)) as done:
        for owner, kept in owned:
            try:
                items = take(owner, kept, hide=hide)
            except Exception as error:
                failure = faults.of_one(error)
                items = [Item(kept.id, "what was there", LEFT, str(failure), failure.exit)]
            for item in items:
                if item.exit:
                    terminal.warn(f"puzzles: {item.puzzle}: {item.why}")
                yield item
            done()
