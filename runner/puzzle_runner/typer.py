"""What commands are declared with. typer itself is imported only where a line needs it: that takes long.

`Option`, `Argument` and `Program` keep what was written. A line that is well formed is read here; whatever
else was typed is left to typer, which says what is wrong with it and prints the help.
"""

import os
import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial, wraps
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin

# It ends a command whoever has read its line.
Exit = SystemExit
# What an option or an argument may say of itself here; the effect of all else is known to typer alone.
_KNOWN = {"help", "metavar", "min", "parser"}
# A negative number, or several, is a value: no option begins with a digit.
_NUMBERS = re.compile(r"-\.?\d[-+\d.,eE]*", re.ASCII)

if TYPE_CHECKING:
    from typer import Abort as Abort
    from typer import Argument as Argument
    from typer import BadParameter as BadParameter
    from typer import Context as Context
    from typer import Option as Option
    from typer import Typer as Typer
    from typer import confirm as confirm
    from typer import prompt as prompt
else:

    def Option(*names: str, **settings: Any) -> "Declared":  # noqa: N802
        """Declare an option."""
        return Declared("Option", names, settings)

    def Argument(**settings: Any) -> "Declared":  # noqa: N802
        """Declare an argument."""
        return Declared("Argument", (), settings)

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        import typer

        return getattr(typer, name)


class Declared(NamedTuple):
    """An option or an argument as it was written: the function of typer, and what that gets."""

    function: str
    names: tuple[str, ...]
    settings: dict[str, Any]


class Program:
    """The commands of a module or of a group, and groups."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.commands: dict[str, Callable[..., Any]] = {}
        self.groups: dict[str, Program] = {}

    def add(self, name: str, command: Callable[..., Any]) -> None:
        """Add a command."""
        self.commands[name] = command


class Parameter(NamedTuple):
    """An option with its names, or an argument. It takes a word of a type, or `many` of them."""

    name: str
    options: Sequence[str]
    type: type
    many: bool
    settings: dict[str, Any]
    marks: Sequence[object]

    def value(self, word: str) -> Any:
        """Return the value that a word means. Raises ValueError, or what a parser raises."""
        if "parser" in self.settings:
            return self.settings["parser"](word)
        is_path = issubclass(self.type, os.PathLike)
        if self.type not in (str, int, float) and not is_path and not issubclass(self.type, Enum):
            raise ValueError
        if is_path and os.path.exists(word) and not os.access(word, os.R_OK):
            raise ValueError
        value = self.type(word)
        # What is not a number is not above the smallest either.
        if "min" in self.settings and not value >= self.settings["min"]:
            raise ValueError
        return value


def parameters(command: Callable[..., Any]) -> list[Parameter]:
    """Return the options and arguments of a command."""
    found = []
    for name, annotation in command.__annotations__.items():
        if name != "return":
            kind, *marks = get_args(annotation)
            [declared] = [mark for mark in marks if isinstance(mark, Declared)]
            options: Sequence[str] = ()
            if declared.function == "Option":
                options = declared.names or [f"--{name.replace('_', '-')}"]
            if isinstance(kind, UnionType):
                [kind] = [each for each in get_args(kind) if each is not NoneType]
            many = get_origin(kind) is list
            word = get_args(kind)[0] if many else kind
            found.append(Parameter(name, options, word, many, declared.settings, marks))
    return found


def read_plain(program: Program, line: Sequence[str]) -> Callable[[], object] | None:
    """Return the call of a command that a line means; None where typer has to read it."""
    try:
        command = program.commands[line[0]]
        return partial(command, **_values(command, line[1:]))
    except Exception:
        # An unknown option, one without its value, a word that means nothing, a declaration unknown here.
        return None


def _values(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any]:
    """Return the values of the parameters that are given. Raises an error where it cannot tell them."""
    declared = parameters(command)
    if any(each.settings.keys() - _KNOWN or "/" in "".join(each.options) for each in declared):
        raise ValueError
    options = {option: each for each in declared for option in each.options}
    values: dict[str, Any] = {}
    plain = []
    rest = iter(words)
    for word in rest:
        if not _is_option(word):
            plain.append(word)
            continue
        name, equals, text = word.partition("=")
        option = options[name]
        if option.type is bool and not equals:
            values[option.name] = True
            continue
        if not equals:
            text = next(rest)
        if option.type is bool or option.many or _is_option(text) or (equals and name[:2] != "--"):
            raise ValueError
        values[option.name] = option.value(text)
    for argument in declared:
        if plain and not argument.options:
            taken, plain = (plain, []) if argument.many else (plain[:1], plain[1:])
            each = [argument.value(word) for word in taken]
            values[argument.name] = each if argument.many else each[0]
    own = getattr(command, "__wrapped__", command)
    required = own.__code__.co_varnames[: own.__code__.co_argcount - len(own.__defaults__ or ())]
    if plain or not values.keys() >= {*required}:
        raise ValueError
    return values


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-" and not _NUMBERS.fullmatch(word)


def add_to(app: "Typer", program: Program, panel: str | None = None) -> None:
    """Add the commands and groups of a program to one of typer, in a panel of its help."""
    import typer
    from typer.core import TyperCommand

    class Command(TyperCommand):
        """A command for which a negative number is no option."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            ctx.ignore_unknown_options = any(map(_NUMBERS.fullmatch, args))
            return super().parse_args(ctx, args)

    for name, command in program.commands.items():
        app.command(name, cls=Command, rich_help_panel=panel)(for_typer(command))
    for name, group in program.groups.items():
        below = typer.Typer(**group.settings)
        add_to(below, group)
        app.add_typer(below, name=name, rich_help_panel=panel)


def for_typer(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options and arguments of typer in place of those declared.

    Keyword arguments that a wrapper adds to the command are options, too.
    """
    import inspect

    import typer

    defaults = {name: each.default for name, each in inspect.signature(command).parameters.items()}
    defaults |= command.__kwdefaults__ or {}
    found = []
    for name, default in defaults.items():
        annotation: Any = command.__annotations__[name]
        if get_origin(annotation) is Annotated:
            kind, *marks = get_args(annotation)
            [declared] = [mark for mark in marks if isinstance(mark, Declared)]
            function = getattr(typer, declared.function)
            annotation = Annotated[kind, function(*declared.names, **declared.settings)]
        found.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        )

    @wraps(command)
    def called(**values: Any) -> Any:
        return command(**values)

    called.__annotations__ = {parameter.name: parameter.annotation for parameter in found}
    called.__signature__ = inspect.Signature(found)  # type: ignore[attr-defined]
    return called
