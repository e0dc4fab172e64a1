"""What the commands take of typer, which is imported only where a line needs it: see `plain_line`.

`Option` and `Argument` are kept as they were written, and made by typer for a line that it reads.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

# It ends a command whoever has read its line.
Exit = SystemExit

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


def untyped_help(kind: type) -> type:
    """Return a kind of typer's commands in whose help the option --help has no type, as no flag has one."""

    class Untyped(kind):  # type: ignore[misc]
        def get_help_option(self, context: Any) -> Any:
            if option := super().get_help_option(context):
                option.metavar = ""
            return option

    return Untyped


def made(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options and arguments of typer in place of those declared.

    Keyword arguments that a wrapper adds to the command are options, too.
    """
    import inspect

    import typer

    def real(annotation: Any) -> Any:
        if not (marks := getattr(annotation, "__metadata__", ())):
            return annotation
        # The type of a flag says nothing, and the help of an argument names its default.
        of_option: dict[str, Any] = {"metavar": ""} if annotation.__origin__ is bool else {}
        more = {"Option": of_option, "Argument": {"show_default": False}}
        marks = (
            getattr(typer, mark.function)(*mark.names, **mark.settings, **more[mark.function])
            if isinstance(mark, Declared)
            else mark
            for mark in marks
        )
        return Annotated[annotation.__origin__, *marks]

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
