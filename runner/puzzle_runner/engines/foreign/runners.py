"""A repository's own runner: a Python program that is told the year and the day, as `main.py -y 2021 -d 3`.

Its syntax tree tells how, as far as it uses argparse, click, typer or words of `sys.argv`.
"""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import modules, part_words
from puzzle_runner.engines.foreign.definitions import Function

# What an option or an argument is for, by its name.
_FIELDS = {
    "year": re.compile(r"y|year|event|aoc_?year"),
    "day": re.compile(r"d|day|days|day_?(?:number|num|no)|puzzle|problem"),
    "part": re.compile(r"p|part|parts|part_?(?:number|num|no)|star|level"),
    "input": re.compile(r"input|(?:input_?)?(?:file|path)(?:_?name)?"),
}
# A file of these names is looked at before others, in these folders.
_NAMES = re.compile(
    r"__main__|main\d?|runn?(?:er|_(?!test|bench)\w+)?|aoc|cli|advent(?:_?of_?code)?|solver?|app|puzzles?",
    re.IGNORECASE,
)
# What makes or fetches something.
MAKES = re.compile(
    r"new|init|create|fetch|download|get|start|setup|add|make|scaffold|skeleton|generate|template|prepare|test|bench|input|view"
)
MOST_LOOKED_AT = 40
_TOLD = re.compile(r"argparse|click|typer|argv")
_COMMAND = re.compile(r"\w+\.command\b")
_PYTHON = re.compile(r"\{python\}|python[\d.]*|py")


class Runner(NamedTuple):
    """The runner that a command starts: a Python file, relative to the repository, and the words behind it.

    `package` is what relative imports start from, if it is started as a module.
    """

    path: str
    words: tuple[str, ...]
    package: str | None = None


class Option(NamedTuple):
    """An option, with its `flag`, or an argument without. A `must` one is refused where it is missing."""

    names: tuple[str, ...]
    flag: str
    must: bool
    is_number: bool
    choices: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """What it is for; empty if that is not known. A letter tells where there is no word."""
        names = [name for name in self.names if len(name) > 1] or self.names
        return next((field for field in _FIELDS for name in names if _FIELDS[field].fullmatch(name)), "")


def of_command(root: Path, words: Sequence[str]) -> Runner | None:
    """Return what a command starts, if that is a Python file of the repository and not the solution's own."""
    if not words or not _PYTHON.fullmatch(words[0]):
        return None
    first, *rest = words[1:] or [""]
    if first == "-m" and rest:
        place = rest[0].replace(".", "/")
        for path in (f"{place}/__main__.py", f"{place}.py", f"src/{place}/__main__.py", f"src/{place}.py"):
            if (root / path).is_file():
                package = rest[0] if path.endswith("/__main__.py") else rest[0].rpartition(".")[0]
                return Runner(path, tuple(rest[1:]), package)
        return None
    return Runner(first, tuple(rest)) if (root / first).is_file() else None


def command(root: Path, day: str, *, has_year: bool) -> str:
    """Return the command of the runner in a folder; empty if none is found.

    `day` is the field that the paths have for the day, and with `has_year` they tell the year, too.
    """
    for path in _candidates(root):
        try:
            text = files.text(root / path, files.MODULE)
            if not _TOLD.search(text):
                continue
            tree = modules.parse(root / path)
        except modules.UNREADABLE:
            continue
        for before, options in (*_argparse(tree), *_clicked(tree), *_argv(tree, text)):
            if any(map(MAKES.match, before)):
                continue
            if words := _words(options, day, text, has_year=has_year):
                folder, name = os.path.split(path)
                module = folder.removeprefix("src/").replace("/", ".")
                start = f"-m {module}" if name == "__main__.py" else path
                return " ".join(["{python}", start, *before, *words])
    return ""


def _candidates(root: Path) -> list[str]:
    """Return the files that may be a runner, the likeliest first: at the top, and in the folders there."""
    found = []
    for pattern in ("*.py", "*/__main__.py", "src/*/__main__.py", "*/*.py", "src/*.py", "src/*/*.py"):
        paths = sorted(path.relative_to(root).as_posix() for path in root.glob(pattern))
        found += [path for path in paths if _NAMES.fullmatch(Path(path).stem)]
    return [*dict.fromkeys(path for path in found if not path.startswith("."))][:MOST_LOOKED_AT]


def _words(options: Sequence[Option], day: str, text: str, *, has_year: bool) -> list[str]:
    """Return the words that give a runner its day; nothing if it is told none, or wants what is not known."""
    fields = {option.field: option for option in options}
    if "day" not in fields or ("year" in fields) < has_year:
        return []
    if any(option.must and not option.field for option in options):
        return []
    words = []
    for field, option in sorted(fields.items(), key=lambda each: bool(each[1].flag)):
        if not field or (field == "input" and not option.must):
            continue
        value = f"{{{field}}}"
        if field == "day" and not (option.is_number or re.search(r"\bint\(|zfill|rjust|:0?2", text)):
            value = day
        if field == "part":
            ways = part_words.fields(1).items()
            value = "{" + next((way for way, first in ways if str(first) in option.choices), field) + "}"
        words += [option.flag, value] if option.flag else [value]
    return words


def _argparse(tree: ast.Module) -> Iterator[tuple[list[str], list[Option]]]:
    """Yield the options that argparse is told, behind the word of a sub-command."""
    options, commands = list[Option](), list[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="add_parser"), args=[ast.Constant(value=str(name)), *_]):
                commands.append(name)
            case ast.Call(func=ast.Attribute(attr="add_argument"), args=[_, *_]):
                more = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                names = [each.value for each in node.args if isinstance(each, ast.Constant)]
                if names and not re.search("store_true|version", more.get("action", "")):
                    options.append(_option([str(name) for name in names], more))
    word = [name for name in commands if re.fullmatch(r"run|solve|day", name)]
    if options and (word or not commands):
        yield word[:1], options


def _option(names: Sequence[str], more: dict[str | None, str]) -> Option:
    """Return an option of argparse or click from its names and keywords."""
    flags = [name for name in names if name.startswith("-")]
    plain = tuple(name.lstrip("-").replace("-", "_").lower() for name in names if name)
    flag = max(flags, key=len, default="")
    is_free = re.search(r"[?*]", more.get("nargs", "")) or more.get("required") == "False"
    is_left_out = is_free or "default" in more
    must = more.get("required") == "True" if flag else not is_left_out
    choices = tuple(re.findall(r"'(\w+)'", more.get("choices", "") + more.get("type", "")))
    # A destination tells more than the flag.
    plain = (more["dest"].strip("'\""), *plain) if "dest" in more else plain
    is_number = bool(re.search(r"int|Range", more.get("type", ""), re.IGNORECASE))
    return Option(plain, flag, must, is_number, choices)


def _clicked(tree: ast.Module) -> Iterator[tuple[list[str], list[Option]]]:
    """Yield the options of each command of click or typer, behind its word if there are several."""
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    by_typer = "typer" in {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    run = re.findall(r"typer\.run\((\w+)\)", ast.unparse(tree)) if by_typer else []
    commands = [
        (function, found[0])
        for function in functions
        if (found := [each for each in function.decorator_list if _COMMAND.match(ast.unparse(each))])
        or (function.name in run and (found := [ast.Name("typer.command")]))
    ]
    for function, decorator in commands:
        options = [
            _option(
                [str(each.value) for each in node.args if isinstance(each, ast.Constant)],
                {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords},
            )
            for node in function.decorator_list
            if isinstance(node, ast.Call)
            and re.fullmatch(r"click\.(?:option|argument)|option|argument", ast.unparse(node.func))
            and not any(keyword.arg == "is_flag" for keyword in node.keywords)
        ]
        if by_typer:
            options = [*_parameters(function)]
        word: list[str] = []
        if not ast.unparse(decorator).startswith("click.command") and (len(commands) > 1 or not by_typer):
            named = decorator.args[0] if isinstance(decorator, ast.Call) and decorator.args else None
            own = function.name.replace("_", "-")
            word = [str(named.value) if isinstance(named, ast.Constant) else own]
        if options:
            yield word, options


def _parameters(function: Function) -> Iterator[Option]:
    """Yield the options of a function of typer: one with a default is a flag, unless it says otherwise."""
    given = function.args.args
    defaults: list[ast.expr | None] = [None] * (len(given) - len(function.args.defaults))
    for argument, default in zip(given, [*defaults, *function.args.defaults], strict=True):
        said = f"{ast.unparse(argument.annotation) if argument.annotation else ''} "
        said += ast.unparse(default) if default else ""
        is_argument = "Argument(" in said or not (default or "Option(" in said)
        if not re.search(r"\bbool\b", said):
            flag = "" if is_argument else "--" + argument.arg.replace("_", "-")
            must = not default or "..." in said
            yield Option((argument.arg.lower(),), flag, must, is_number=bool(re.search(r"\bint\b", said)))


def _argv(tree: ast.Module, text: str) -> Iterator[tuple[list[str], list[Option]]]:
    """Yield the words of `sys.argv` that have names: `year, day = sys.argv[1:]`."""
    places: dict[int, str] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or "argv" not in (said := ast.unparse(node.value)):
            continue
        match node.targets:
            case [ast.Tuple(elts=elements)] if re.search(r"argv(?:\[1:(?:\d)?\])?\)?$", said):
                first = 1 if "[1:" in said else 0
                places |= {first + place: ast.unparse(name) for place, name in enumerate(elements)}
            case [ast.Name(id=name)] if found := re.search(r"argv\[(\d)\]", said):
                places[int(found[1])] = name
    if not places and (usage := re.search(r"argv\[0\]\}?((?: [<\[{]?\w+[>\]}]?)+)", text)):
        places = dict(enumerate(["", *re.findall(r"\w+", usage[1])]))
    places.pop(0, None)
    if places and [*sorted(places)] == [*range(1, len(places) + 1)]:
        names = [places[place].lower() for place in sorted(places)]
        yield [], [Option((name,), "", must=True, is_number=False) for name in names]
