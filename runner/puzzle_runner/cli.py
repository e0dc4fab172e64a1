"""The command line: it loads the typed command, and turns every error into a sentence and an exit code."""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from puzzle_runner import commands, declare, interruption, sessions
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.output import terminal
from puzzle_runner.output.render import shown
from puzzle_runner.text import nearest, printable, whole

if TYPE_CHECKING:
    from typer import Typer

# The help shows the commands in these, by the hundreds of their `ORDER`.
PANELS = ("Set up", "Solve", "Check", "Measure", "More")
# So many panels are of every day, and fit into a terminal of 24 lines; `--all` shows the others, too.
DAILY = 3
NEW_HERE = (
    "New here: puzzles account add    Log in, with the cookie of your browser.",
    "          puzzles init           Make a folder for your solutions.",
    "          puzzles new today      Start the puzzle of today.",
)


def main(arguments: Sequence[str]) -> int:
    """Run the command line that was typed, and return the exit code."""
    typed: list[str] = []
    for word in arguments:
        # `day 1` is an id, so it becomes one word.
        if typed and typed[-1].lower() in ("day", "quest") and whole(word, 2):
            typed[-1] += f" {word}"
        else:
            typed.append(word)

    def read_sessions() -> None:
        from puzzle_runner.flows import accounts

        sessions.hide_memory()
        accounts.remember()

    sessions.read_with(read_sessions)
    try:
        if any(map(sessions.holds_session, typed)):
            # A message would repeat it. A path stays.
            read_sessions()
            typed = [word if "/" in word else sessions.removed(word) for word in typed]
        _run(typed)
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


def _run(typed: Sequence[str]) -> None:
    """Run what was typed. Raises UsageError for a word that is no command; a command may raise SystemExit."""
    word = typed[0] if typed else "--help"
    if word in ("-h", "--help"):
        terminal.say_all(overview(everything="--all" in typed))
        return
    module = command(word)
    if module is None:
        names = [each.__name__.rpartition(".")[2] for each in all_commands()]
        hint = f'{nearest(word, names)} "puzzles --help" lists them, and "puzzles run ID" runs a puzzle.'
        raise UsageError(f'There is no command "{printable(word)}".{hint}')
    if getattr(module, "READS_SESSION", False):
        sessions.hide_memory()
    call = declare.read_plain(declared(module), typed)
    if call:
        call()
    else:
        program([module])(args=typed)


def command(word: str) -> ModuleType | None:
    """Return the module of a command, which is one of `puzzle_runner.commands` with an `ORDER`; else None."""
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


def all_commands() -> list[ModuleType]:
    """Return the modules of all commands, by their `ORDER` in the help."""
    # Imported here: it takes a millisecond, and most often a command was typed.
    from pkgutil import iter_modules

    names = [found.name for found in iter_modules(commands.__path__)]
    modules = filter(None, map(command, names))
    return sorted(modules, key=lambda module: module.ORDER)


def overview(*, everything: bool) -> list[str]:
    """Return the help of the program: the commands of every day, or all, in their panels."""
    lines = [*NEW_HERE, ""]
    panel, more = "", []
    for module in all_commands():
        number = module.ORDER // 100
        for name, summary in declared(module).summaries().items():
            if number >= DAILY and not everything:
                more.append(name)
                continue
            if panel != PANELS[number]:
                panel = PANELS[number]
                lines.append(panel)
            lines.append(f"  {name:<11}  {summary}")
    if more:
        lines += terminal.sentences(f'More with "puzzles --help --all": {", ".join(more)}.')
    return lines


def declared(module: ModuleType) -> declare.Program:
    """Return what a module declares: its function of its own name, or what its `register` adds."""
    program = declare.Program()
    if hasattr(module, "register"):
        module.register(program)
        return program
    name = module.__name__.rpartition(".")[2]
    # `list_` is the command `list`.
    command = getattr(module, name, None) or getattr(module, f"{name}_")
    if command.__annotations__["return"] is not None:
        command = shown(command)
    program.add(name, command, module.EXAMPLE)
    return program


def program(modules: Sequence[ModuleType]) -> "Typer":
    """Return the program of typer with the commands of some modules."""
    import typer

    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def puzzles() -> None:
        """Run, check, time and rank programming-puzzle solutions."""

    for module in modules:
        declare.add_to(app, declared(module))
    return app
