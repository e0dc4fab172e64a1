"""What the commands take of typer, which is imported only where a line needs it.

`Option` and `Argument` are kept as they were written. A line that is well formed is read here; whatever else
was typed is left to typer, which says what is wrong with it: `typer_commands` makes its options of ours.
"""

import os
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from puzzle_runner.text import printable

# It ends a command whoever has read its line.
Exit = SystemExit
# What an option or an argument may say of itself here; the effect of all else is known to typer alone.
_KNOWN = {"help", "metavar", "min", "parser"}
NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}

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

    def Typer(**settings: Any) -> Any:  # noqa: N802
        """Make a program, or a group of commands."""
        return __getattr__("Typer")(**settings)

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


class _Parameter(NamedTuple):
    """An option or an argument of a command, where it takes words of one type, or many of them."""

    name: str
    options: Sequence[str]
    type: type
    many: bool
    settings: dict[str, Any]

    def value(self, word: str) -> Any:
        """Return the value that a word means. Raises ValueError, or what a parser raises."""
        is_path = issubclass(self.type, os.PathLike)
        if self.type not in (str, *NUMBERS) and not is_path and not issubclass(self.type, Enum):
            raise ValueError
        if is_path and os.path.exists(word) and not os.access(word, os.R_OK):
            raise ValueError
        return self.type(word) if is_path else meaning(self.type, self.settings, word)


def meaning(kind: type, settings: dict[str, Any], word: str) -> Any:
    """Return the value that a word means.

    Raises ValueError, which says why it means none, or what a parser raises.
    """
    if "parser" in settings:
        return settings["parser"](word)
    try:
        value = kind(word)
    except ValueError:
        if issubclass(kind, Enum):
            must = f"one of {', '.join(str(each.value) for each in kind)}"
        else:
            must = NUMBERS[kind]
        raise ValueError(f'"{printable(word)}" is not {must}.') from None
    # What is not a number is not above the smallest either.
    if "min" in settings and not value >= settings["min"]:
        raise ValueError(f"{word} is too small: the smallest is {settings['min']}.")
    return value


class _Program:
    """Stands in for a program of typer while a module registers its commands.

    Groups are left out, and commands with settings.
    """

    def __init__(self) -> None:
        self.commands: dict[str, Callable[..., object]] = {}

    def command(self, name: str = "", **settings: Any) -> Callable[[Callable[..., object]], None]:
        return lambda command: None if settings else self.commands.update({name: command})

    def add_typer(self, *_: Any, **__: Any) -> None:
        pass


def read_plain(register: Callable[[Any], None], line: Sequence[str]) -> Callable[[], object] | None:
    """Return the call of a command that a line means; None where typer has to read it.

    `register` adds the command to a program.
    """
    program = _Program()
    register(program)
    try:
        command = program.commands[line[0]]
        return partial(command, **_values(command, line[1:]))
    except Exception:
        # An unknown option, one without its value, a word that means nothing, a declaration unknown here.
        return None


def _values(command: Callable[..., object], words: Sequence[str]) -> dict[str, Any]:
    """Return the values of the parameters that are given. Raises an error where it cannot tell them."""
    parameters = [_parameter(*each) for each in command.__annotations__.items() if each[0] != "return"]
    options = {option: each for each in parameters for option in each.options}
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
    for argument in parameters:
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
    return word.startswith("-") and word != "-"


def _parameter(name: str, annotation: Any) -> _Parameter:
    [declared] = [mark for mark in annotation.__metadata__ if isinstance(mark, Declared)]
    options: Sequence[str] = ()
    if declared.function == "Option":
        options = declared.names or [f"--{name.replace('_', '-')}"]
    if declared.settings.keys() - _KNOWN or "/" in "".join(options):
        raise ValueError
    return _Parameter(name, options, *words_of(annotation), declared.settings)


def words_of(annotation: Any) -> tuple[type, bool]:
    """Return the type of the words that an option or an argument takes, and whether it takes many."""
    declared = annotation.__origin__
    if isinstance(declared, UnionType):
        [declared] = [each for each in get_args(declared) if each is not NoneType]
    return (get_args(declared)[0], True) if get_origin(declared) is list else (declared, False)
