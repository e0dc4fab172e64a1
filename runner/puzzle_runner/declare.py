"""The options and arguments that commands declare, in the style of typer.

A line that is well formed is read here, as importing typer takes long. Any other line is left to typer, which
says what is wrong with it and prints the help.
"""

import math
import os
import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial, wraps
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from puzzle_runner.text import decimal, printable, shortened, whole

if TYPE_CHECKING:
    from typer import Typer

# The default of a parameter that has none.
REQUIRED = object()
# A negative number, or several, is a value: no option begins with a digit.
_NUMBERS = r"-\.?[0-9][-+0-9.,eE]*"


class Declaration:
    """The names and settings of an option or an argument, as the function of typer takes them."""

    def __init__(
        self, *names: str, help: str, metavar: str = "", min: float = -math.inf, max: float = math.inf
    ) -> None:
        self.names = names
        self.help = help
        self.metavar = metavar
        self.min = min
        self.max = max


class Option(Declaration):
    """An option. Without a long name, it is called as its parameter is."""


class Argument(Declaration):
    """A word that belongs to no option, or several."""


class Program:
    """The commands of a module or of a group, each with an example, and groups."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.commands: dict[str, Callable[..., Any]] = {}
        self.examples: dict[str, str] = {}
        self.groups: dict[str, Program] = {}

    def add(self, name: str, command: Callable[..., Any], example: str) -> None:
        """Add a command."""
        self.commands[name] = command
        self.examples[name] = example

    def summaries(self) -> dict[str, str]:
        """Return the names of commands and groups, each with the first sentence of its help."""
        summaries = {}
        for name, command in self.commands.items():
            first, _, _ = (command.__doc__ or "").partition("\n")[0].partition(". ")
            summaries[name] = first if first.endswith(".") else f"{first}."
        for name, group in self.groups.items():
            summaries[name] = group.settings["help"]
        return summaries


class Parameter:
    """A parameter of a command, an option or an argument without names: one word of a type, or `many`."""

    def __init__(self, name: str, annotation: Any, default: Any) -> None:
        kind, *marks = get_args(annotation)
        if isinstance(kind, UnionType):
            [kind] = [each for each in get_args(kind) if each is not NoneType]
        [declaration] = [mark for mark in marks if isinstance(mark, Declaration)]
        self.name = name
        self.default = default
        self.options: Sequence[str] = ()
        if isinstance(declaration, Option):
            self.options = declaration.names
            if not any(option.startswith("--") for option in declaration.names):
                self.options = (f"--{name.replace('_', '-')}", *declaration.names)
        self.many = get_origin(kind) is list
        self.type: type[Any] = get_args(kind)[0] if self.many else kind
        self.declaration = declaration
        self.marks: Sequence[object] = marks

    def value(self, word: str) -> Any:
        """Return the value that a word means. Raises ValueError."""
        if self.type in (int, float):
            return self._number(word)
        is_path = issubclass(self.type, os.PathLike)
        if self.type is not str and not is_path and not issubclass(self.type, Enum):
            raise ValueError
        if is_path and os.path.exists(word) and not os.access(word, os.R_OK):
            raise ValueError
        return self.type(word)

    def _number(self, word: str) -> Any:
        """Return a number in ASCII digits, which is in the range of the option. Raises ValueError."""
        least, most = self.declaration.min, self.declaration.max
        number = whole(word) if self.type is int else decimal(word)
        if number is not None and math.isfinite(float(number)) and least <= number <= most:
            return self.type(number)
        wanted = "a whole number" if self.type is int else "a number"
        if least > -math.inf:
            wanted += f" of at least {least:g}"
        raise ValueError(f"give {wanted}, not {printable(shortened(word, 40))}.")


def parameters(command: Callable[..., Any]) -> list[Parameter]:
    """Return the options and arguments of a command, also those that a wrapper adds to it."""
    own = getattr(command, "__wrapped__", command)
    names = own.__code__.co_varnames[: own.__code__.co_argcount]
    defaults = dict(zip(reversed(names), reversed(own.__defaults__ or ()), strict=False))
    defaults |= command.__kwdefaults__ or {}
    declared = []
    for name, annotation in command.__annotations__.items():
        if name != "return":
            declared.append(Parameter(name, annotation, defaults.get(name, REQUIRED)))
    return declared


def read_plain(program: Program, line: Sequence[str]) -> Callable[[], object] | None:
    """Return the call of a command that a line means; None where typer has to read it."""
    try:
        command = program.commands[line[0]]
        declared = parameters(command)
        values = _values(declared, line[1:])
    except Exception:
        # An unknown option, one without its value, a word that means nothing, a declaration unknown here.
        return None
    if any(each.default is REQUIRED and each.name not in values for each in declared):
        return None
    return partial(command, **values)


def _values(declared: Sequence[Parameter], line: Sequence[str]) -> dict[str, Any]:
    """Return the values of parameters by name. Raises an exception of any kind."""
    options = {option: each for each in declared for option in each.options}
    values: dict[str, Any] = {}
    plain = []
    words = iter(line)
    for word in words:
        if not _is_option(word):
            plain.append(word)
            continue
        name, equals, text = word.partition("=")
        option = options[name]
        if option.type is bool and not equals:
            values[option.name] = True
            continue
        if not equals:
            text = next(words)
        if option.type is bool or option.many or _is_option(text) or (equals and name[:2] != "--"):
            raise ValueError
        values[option.name] = option.value(text)
    for argument in declared:
        if argument.options or not plain:
            continue
        if argument.many:
            values[argument.name] = [argument.value(word) for word in plain]
            plain = []
        else:
            values[argument.name] = argument.value(plain.pop(0))
    if plain:
        raise ValueError
    return values


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-" and not re.fullmatch(_NUMBERS, word)


def add_to(app: "Typer", program: Program) -> None:
    """Add the commands and groups of a program to one of typer."""
    import typer
    from typer.core import TyperCommand

    class Command(TyperCommand):
        """A command for which a negative number is no option."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            ctx.ignore_unknown_options = any(re.fullmatch(_NUMBERS, arg) for arg in args)
            return super().parse_args(ctx, args)

    for name, command in program.commands.items():
        example = f"Example: {program.examples[name]}"
        app.command(name, cls=Command, epilog=example)(for_typer(command))
    for name, group in program.groups.items():
        below = typer.Typer(**group.settings)
        add_to(below, group)
        app.add_typer(below, name=name)


def for_typer(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options and arguments of typer in place of those declared."""
    import inspect

    import typer

    def parser(parameter: Parameter) -> Callable[[str], Any]:
        def parse(word: str) -> Any:
            try:
                return parameter.value(word)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None

        return parse

    @wraps(command)
    def called(**values: Any) -> Any:
        return command(**values)

    signature = []
    called.__annotations__ = {}
    for parameter in parameters(command):
        declared = parameter.declaration
        settings: dict[str, Any] = {"help": declared.help, "metavar": declared.metavar or None}
        if parameter.type in (int, float):
            settings["parser"] = parser(parameter)
        declare = typer.Option if parameter.options else typer.Argument
        kind: Any = get_args(command.__annotations__[parameter.name])[0]
        annotation = Annotated[kind, declare(*parameter.options, **settings)]
        called.__annotations__[parameter.name] = annotation
        own = inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation)
        if parameter.default is not REQUIRED:
            own = own.replace(default=parameter.default)
        signature.append(own)
    called.__signature__ = inspect.Signature(signature)  # type: ignore[attr-defined]
    return called
