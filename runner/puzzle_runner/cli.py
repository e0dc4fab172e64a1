"""The command line: it loads the typed command, and turns every error into a sentence and an exit code."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from puzzle_runner import commands, declare, interruption, sessions
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.output import terminal
from puzzle_runner.output.render import shown
from puzzle_runner.text import printable, whole

# The help shows the commands in these, by the hundreds of their `ORDER`.
PANELS = ("Set up", "Solve", "Check", "Measure", "More")
# So many panels are of every day, and fit into a terminal of 24 lines; `--all` shows the others, too.
DAILY = 3
NEW_HERE = (
    "New here: puzzles account add    Log in, with the cookie of your browser.",
    "          puzzles init           Make a folder for your solutions.",
    "          puzzles new today      Start the puzzle of today.",
)
HELP = {"--help", "-h"}


class Command(NamedTuple):
    """A command: what it calls, and a line of it as an example."""

    function: Callable[..., object]
    example: str

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        first, _, _ = (self.function.__doc__ or "").partition(". ")
        return f"{first.removesuffix('.')}."


def main(arguments: Sequence[str] | None = None, hide_memory: Callable[[], None] = lambda: None) -> int:
    """Run the command line and return the exit code. `arguments` defaults to those of the process.

    `hide_memory` is called before a session is read.
    """
    typed: list[str] = []
    for word in sys.argv[1:] if arguments is None else arguments:
        # `day 1` is an id, so it becomes one word.
        if typed and typed[-1].lower() in ("day", "quest") and whole(word, 2):
            typed[-1] += f" {word}"
        else:
            typed.append(word)
    sessions.read_with(partial(_read_sessions, hide_memory))
    try:
        if any(map(sessions.holds_session, typed)):
            # A message would repeat it. A path stays.
            _read_sessions(lambda: None)
            typed = [word if "/" in word else sessions.removed(word) for word in typed]
        _run(typed, hide_memory)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            return Exit.RIGHT
        return end.code if isinstance(end.code, int) else Exit.RIGHT
    except BrokenPipeError:
        return Exit.RIGHT
    except Exception as error:
        if interruption.received:
            # The error is a consequence of the signal, which has been reported.
            raise
        # Imported here: most commands end without an error.
        from puzzle_runner import faults

        text, code = faults.explained(error)
        terminal.warn(f"puzzles: {text}")
        return code
    return Exit.RIGHT


def _read_sessions(hide_memory: Callable[[], None]) -> None:
    from puzzle_runner.flows import accounts

    hide_memory()
    accounts.remember()


def _run(typed: Sequence[str], hide_memory: Callable[[], None]) -> None:
    """Run what was typed. Raises UsageError; a command may raise SystemExit."""
    word = typed[0] if typed else "--help"
    if word in HELP:
        terminal.say_all(overview(everything="--all" in typed))
        return
    if word == "--version":
        from puzzle_runner.version import VERSION

        terminal.say(f"puzzles {VERSION}")
        return
    module = command(word)
    if module is None:
        raise UsageError(f'There is no command "{printable(word)}": {_meant(word)}')
    if getattr(module, "READS_SESSION", False):
        hide_memory()
    known = declared(module)
    name, rest = word, typed[1:]
    if hasattr(module, "GROUP") and rest:
        name, rest = f"{word} {rest[0]}", rest[1:]
    if not HELP.isdisjoint(typed):
        terminal.say_all(help_of(name, known[name]) if name in known else help_of_group(word, known))
    elif name in known:
        function = known[name].function
        try:
            values = declare.read(function, rest)
        except UsageError as error:
            raise UsageError(f'{error} "puzzles {name} --help" shows what there is.') from None
        function(**values)
    else:
        words = " or ".join(f'"puzzles {each}"' for each in known)
        raise UsageError(f"Type {words}.")


def command(word: str) -> ModuleType | None:
    """Return the module of a command; None where there is no such command.

    A command is a module of `puzzle_runner.commands` with an `ORDER`. `ALSO` are words that people may type
    instead, each with what they mean; `EXAMPLE` ends its help.
    """
    if not word.isidentifier():
        return None
    path = f"{commands.__name__}.{word}"
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None
    return module if hasattr(module, "ORDER") else None


def all_commands() -> dict[str, ModuleType]:
    """Return the modules of all commands by their names, in the order of the help."""
    # Imported here: it takes a millisecond, and most often a command was typed.
    from pkgutil import iter_modules

    modules = {}
    for found in iter_modules(commands.__path__):
        module = command(found.name)
        if module:
            modules[found.name] = module
    return dict(sorted(modules.items(), key=lambda item: item[1].ORDER))


def declared(module: ModuleType) -> dict[str, Command]:
    """Return the commands of a module by their words: its function of its own name, or those of its `GROUP`.

    One that returns a report is shown.
    """
    name = module.__name__.rpartition(".")[2]
    if hasattr(module, "GROUP"):
        known = {f"{name} {word}": below for word, below in module.GROUP.items()}
    else:
        # `list_` is the command `list`.
        known = {name: (getattr(module, name, None) or getattr(module, f"{name}_"), module.EXAMPLE)}
    result = {}
    for words, (function, example) in known.items():
        returns_report = function.__annotations__["return"] is not None
        result[words] = Command(shown(function) if returns_report else function, example)
    return result


def summary(module: ModuleType) -> str:
    """Return what a command, or a group of them, does."""
    if hasattr(module, "GROUP"):
        return str(module.SUMMARY)
    [command] = declared(module).values()
    return command.summary


def overview(*, everything: bool) -> list[str]:
    """Return the help of the program: the commands of every day, or all, in their panels."""
    lines = [*NEW_HERE, ""]
    panel, more = "", []
    for name, module in all_commands().items():
        number = module.ORDER // 100
        if number >= DAILY and not everything:
            more.append(name)
            continue
        if panel != PANELS[number]:
            panel = PANELS[number]
            lines.append(panel)
        lines.append(f"  {name:<11}  {summary(module)}")
    if more:
        lines += terminal.sentences(f'More with "puzzles --help --all": {", ".join(more)}.')
    return lines


def help_of(name: str, command: Command) -> list[str]:
    """Return the help of a command: its usage, its options and arguments, and an example."""
    usage = f"Usage: puzzles {name} [OPTIONS]"
    rows = []
    for parameter in declare.parameters(command.function):
        names = ", ".join(parameter.options)
        rows.append((f"{names} {parameter.metavar}".strip(), parameter.help))
        if not names:
            word = parameter.metavar if parameter.required else f"[{parameter.metavar}]"
            usage += f" {word}..." if parameter.many else f" {word}"
    rows.append(("--help, -h", "Show this help."))
    about = terminal.wrapped(command.function.__doc__ or "", terminal.room(sys.stdout))
    return [usage, "", *about, "", *_table(rows), "", f"Example: {command.example}"]


def help_of_group(name: str, known: dict[str, Command]) -> list[str]:
    """Return the help of a group: what its commands do."""
    rows = [(words, command.function.__doc__ or "") for words, command in known.items()]
    return [f"Usage: puzzles {name} COMMAND [OPTIONS]", "", *_table(rows)]


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return lines of a label and a text, which is wrapped beside it."""
    widest = max(len(label) for label, _ in rows)
    lines = []
    for label, text in rows:
        row = f"  {label:<{widest}}  {text}"
        lines += terminal.wrapped(row, terminal.room(sys.stdout), " " * (widest + 2))
    return lines


def _meant(word: str) -> str:
    """Return what to type instead of a word that is no command."""
    from difflib import get_close_matches

    words: dict[str, str] = {}
    for name, module in all_commands().items():
        words |= {name: name, **getattr(module, "ALSO", {})}
    if word in words:
        return f'type "puzzles {words[word]}".'
    near = get_close_matches(word, words, n=1, cutoff=0.7)
    if near:
        return f'did you mean "puzzles {words[near[0]]}"?'
    return '"puzzles --help" lists them, and "puzzles run ID" runs a puzzle.'
