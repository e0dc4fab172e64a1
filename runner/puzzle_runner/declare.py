"""The options and arguments that commands declare, and what the words of a line mean by them.

They are declared in the style of typer. Importing that library would take as long as a run.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from puzzle_runner.errors import UsageError
from puzzle_runner.text import nearest


class Declaration:
    """The names of an option or an argument, its help, and how its value is written and read.

    A number is at least `min`. A `parser` reads the value of a word, or raises UsageError.
    """

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str = "",
        min: int | None = None,
        parser: Callable[[str], Any] | None = None,
    ) -> None:
        self.names = names
        self.help = help
        self.metavar = metavar
        self.min = min
        self.parser = parser


class Option(Declaration):
    """An option. Without a name, it is called as its parameter is."""


class Argument(Declaration):
    """A word that belongs to no option, or several."""


class Parameter:
    """A parameter of a command: an option with its names, or an argument, which has none.

    It takes one word of a type, or `many` of them. `marks` is all that its annotation has beside the type.
    """

    def __init__(self, name: str, annotation: Any, required: bool) -> None:
        kind, *self.marks = get_args(annotation)
        if isinstance(kind, UnionType):
            [kind] = [each for each in get_args(kind) if each is not NoneType]
        [declaration] = [mark for mark in self.marks if isinstance(mark, Declaration)]
        self.name = name
        self.required = required
        self.options: Sequence[str] = ()
        if isinstance(declaration, Option):
            self.options = declaration.names or [f"--{name.replace('_', '-')}"]
        self.many = get_origin(kind) is list
        self.type: type = get_args(kind)[0] if self.many else kind
        self.help = declaration.help
        self.metavar = declaration.metavar
        self.min = declaration.min
        self.parser = declaration.parser
        if issubclass(self.type, Enum):
            self.metavar = "|".join(each.value for each in self.type)

    def value(self, word: str) -> Any:
        """Return the value that a word means. Raises UsageError."""
        try:
            value = (self.parser or self.type)(word)
            # What is not a number is not above the smallest either.
            if self.min is None or value >= self.min:
                return value
        except UsageError as error:
            raise UsageError(f"{self.label}: {error}") from None
        except ValueError:
            pass
        wanted = {int: "a whole number", float: "a number"}.get(self.type, self.metavar.replace("|", " or "))
        if self.min is not None:
            wanted += f", {self.min} or more"
        raise UsageError(f'{self.label} must be {wanted}, not "{word}".')

    @property
    def label(self) -> str:
        """How a message calls it."""
        return self.options[0] if self.options else self.metavar


def parameters(command: Callable[..., Any]) -> list[Parameter]:
    """Return the options and arguments of a command."""
    own = getattr(command, "__wrapped__", command)
    required = own.__code__.co_varnames[: own.__code__.co_argcount - len(own.__defaults__ or ())]
    annotations = {name: kind for name, kind in command.__annotations__.items() if name != "return"}
    return [Parameter(name, annotation, name in required) for name, annotation in annotations.items()]


def read(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any]:
    """Return the values that the words after a command give to its parameters. Raises UsageError."""
    declared = parameters(command)
    options: dict[str, Parameter] = {}
    for each in declared:
        options |= dict.fromkeys(each.options, each)
    values: dict[str, Any] = {}
    plain: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            plain += rest
            break
        if not _is_option(word):
            plain.append(word)
            continue
        name, equals, text = word.partition("=")
        if name not in options and not word.startswith("--"):
            # `-p2`, and `-qv` for `-q -v`.
            name, text = word[:2], word[2:]
        option = options.get(name)
        if option is None:
            raise UsageError(f"There is no option {name} here.{nearest(name, options)}")
        if option.type is bool:
            if equals:
                raise UsageError(f"{name} takes no value.")
            values[option.name] = True
            if text:
                rest.insert(0, f"-{text}")
            continue
        if not equals and not text:
            if not rest or _is_option(rest[0]):
                raise UsageError(f"{name} needs a value: {name} {option.metavar}.")
            text = rest.pop(0)
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
        raise UsageError(f'"{plain[0]}" is one word too many.')
    for each in declared:
        if each.required and each.name not in values:
            raise UsageError(f"{each.label} is missing.")
    return values


def _is_option(word: str) -> bool:
    """Tell whether a word is an option. A negative number is a value, and so are several."""
    return word.startswith("-") and word != "-" and not re.fullmatch(r"-\.?[0-9][-+0-9.,eE]*", word)
