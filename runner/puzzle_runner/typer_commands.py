"""Commands as typer takes them: with its options and arguments, and the same help in all of its versions."""

import inspect
from collections.abc import Callable
from copy import copy
from enum import Enum
from functools import wraps
from typing import Annotated, Any

import typer

from puzzle_runner.typer import NUMBERS, Declared, meaning, words_of


def untyped_help(kind: type) -> type:
    """Return a kind of typer's commands whose help is the same in all versions of typer.

    Neither an argument nor the flag --help has a type, and usage shows which argument takes many words.
    """

    class Untyped(kind):  # type: ignore[misc]
        def get_help_option(self, context: Any) -> Any:
            if option := super().get_help_option(context):
                option.metavar = ""
            return option

        def get_params(self, context: Any) -> Any:
            parameters = super().get_params(context)
            for each in parameters:
                if each.param_type_name == "argument":
                    usage = each.metavar if each.required else f"[{each.metavar}]"
                    pieces = [usage if each.nargs == 1 else f"{usage}..."]
                    each.get_usage_pieces = lambda ctx, pieces=pieces: pieces
                    # This is asked by typer 0.29, and the kind of the values by those before.
                    each.display_type_rich = lambda ctx: None
                    if hasattr(each, "type"):
                        each.type = copy(each.type)
                        each.type.get_metavar = lambda *_, **__: ""
            return parameters

    return Untyped


def made(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options and arguments of typer in place of those declared.

    Keyword arguments that a wrapper adds to the command are options, too.
    """

    def parser_of(kind: type, settings: dict[str, Any]) -> Callable[[str], Any]:
        def parsed(word: str) -> Any:
            try:
                return meaning(kind, settings, word)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from error

        return parsed

    def real(annotation: Any) -> Any:
        if not (marks := getattr(annotation, "__metadata__", ())):
            return annotation
        kind = annotation.__origin__
        # The type of a flag says nothing, and the help of an argument names its default.
        of_option: dict[str, Any] = {"metavar": ""} if kind is bool else {}
        choices = ""
        if isinstance(kind, type) and issubclass(kind, Enum):
            # In the column of types, they would break in a narrow terminal.
            of_option["metavar"] = "NAME"
            choices = f" Choices: {', '.join(str(each.value) for each in kind)}."

        def of_typer(mark: Declared) -> Any:
            settings = {**mark.settings, "help": f"{mark.settings['help']}{choices}"}
            word, _ = words_of(Annotated[kind, mark])
            if word in NUMBERS or issubclass(word, Enum):
                # What typer says of a bad value differs between its versions.
                settings["parser"] = parser_of(word, mark.settings)
                settings.pop("min", None)
            if mark.function == "Argument":
                return typer.Argument(**settings, show_default=False)
            return typer.Option(*mark.names, **{**of_option, **settings})

        marks = (of_typer(mark) if isinstance(mark, Declared) else mark for mark in marks)
        return Annotated[kind, *marks]

    @wraps(command)
    def called(**values: Any) -> Any:
        return command(**values)

    parameters = [*inspect.signature(command).parameters.values()]
    for name, default in (command.__kwdefaults__ or {}).items():
        annotation, kind = command.__annotations__[name], inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=annotation))
    parameters = [each.replace(annotation=real(each.annotation)) for each in parameters]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called
