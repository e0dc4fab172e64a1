"""README and docs tell the truth: every example is run as it is shown, and what they name exists.

CONTRIBUTING.md explains the comments that set an example up.
"""

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from puzzle_runner import cli, settings
from puzzle_runner.engines.program.languages import LANGUAGES
from puzzle_runner.errors import Exit
from puzzle_runner.model import Verdict
from puzzle_runner.sites.registry import sites

from tests.documents import DOCUMENTS, ROOT, Step, commands, fits, section, slugs, steps, table, tidied
from tests.needs import needs
from tests.session import Session, session

README, REFERENCE, JSON, CI = (
    (ROOT / name).read_text("utf-8") for name in ("README.md", "docs/reference.md", "docs/json.md", ".ci/run")
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGE = Path(settings.__file__).parent
COMMANDS: dict[str, Any] = typer.main.get_command(cli.program(cli.all_commands())).commands  # type: ignore[attr-defined]
# Every command has these; the reference says so once.
COMMON = {"--help", "-h", "--json"}
# What makes an environment, and what tests the project: CI types them, see `.ci/readme-lines`.
TYPED_BY_CI = {"python3 -m venv .venv", "pytest"}
# What runs programs in other languages.
COMPILING = ("README.md", "programs.md")
PARSERS: dict[str, Callable[[str], object]] = {
    "python": ast.parse,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
    "json": json.loads,
}
EXAMPLES = [
    pytest.param(
        path,
        id=path.name,
        marks=[
            *([pytest.mark.docs] if path.parent.name == "docs" else []),
            *([needs("g++", "rustc")] if path.name in COMPILING else []),
            *([needs("bubblewrap")] if path.name == "running.md" else []),
        ],
    )
    for path in DOCUMENTS
]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("path", EXAMPLES)
def test_every_example_does_what_is_shown(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a document are run one after the other, as a reader would; none is of an unknown kind."""
    document = path.read_text("utf-8")
    blocks = [step for step in steps(document) if not step.kind.startswith("hidden")]
    assert (2 * len(blocks), 0) == (document.count("```"), document.count("~~~")), "a block is indented"
    with session(tmp_path, monkeypatch) as reader:
        for step in steps(document):
            where = f"{path.name}, line {step.line}"
            match step.kind:
                case "console":
                    check_console(reader, step, where)
                case "sh":
                    for line in step.text.splitlines():
                        check_line(reader, line, where)
                case "python" | "toml" | "yaml" | "json":
                    assert "file" in step.notes, f"{where}: name the file: <!-- test: file NAME -->"
                    PARSERS[step.kind](step.text)
                    reader.write(step.notes["file"], step.text)
                case "hidden file":
                    reader.write(step.notes["file"], step.text)
                case "hidden run":
                    for line in step.text.splitlines():
                        assert (0, line) == (reader.run(line)[0], line), where
                case _:
                    pytest.fail(f'{where}: a block of kind "{step.kind}" is not tested')


def check_console(reader: Session, step: Step, where: str) -> None:
    """Run the commands of a block; each prints what is shown below it."""
    for command, shown in commands(step.text):
        more = f" {step.notes['with']}" if "with" in step.notes and command.startswith("puzzles") else ""
        _, printed = reader.run(command + more, step.notes.get("typed", ""))
        if not fits(tidied(shown), tidied(printed)):
            assert shown == printed, f"{where}: $ {command}"


def check_line(reader: Session, line: str, where: str) -> None:
    """Run a line of the shell, unless it installs something or is one that CI runs."""
    if line in CI:
        return
    for command in line.split(" && "):
        command = command.removeprefix(".venv/bin/")
        if command.startswith("dask "):
            check_dask(*shlex.split(command)[1:])
        elif install := re.fullmatch(r"(?:pip|uv pip|uv tool) install (.+)", command):
            assert is_ours(install[1].removeprefix("-e ").strip("'\"")), f"{where}: {command}"
        elif command not in TYPED_BY_CI:
            assert (0, command) == (reader.run(command)[0], command), where


def check_dask(program: str, *arguments: str) -> None:
    """Let Dask read the arguments of one of its programs; it exits where it does not understand them."""
    import_module(f"distributed.cli.dask_{program}").main.make_context(program, [*arguments])


def is_ours(requirement: str) -> bool:
    """Tell whether a requirement is this project, with extras that it has."""
    found = re.fullmatch(r"(\.|puzzle-runner)(?:\[(.+)\])?", requirement)
    extras = found[2].split(",") if found and found[2] else []
    return bool(found) and {*extras} <= {*PROJECT["project"]["optional-dependencies"]}


@pytest.mark.parametrize("path", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_what_a_document_names_exists(path: Path) -> None:
    """Files, headings and extras; nothing is installed by our name, which on an index may be another's."""
    document = path.read_text("utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)\s]*)\)", document):
        name, _, heading = target.partition("#")
        file = path.parent / name if name else path
        assert file.exists(), target
        assert not heading or heading in slugs(file.read_text("utf-8")), target
    for name in re.findall(r"`([\w.]+/[\w./-]*)`", document):
        ours = name.startswith(("runner/", "tests/", "docs/", "benchmarks/", ".ci/"))
        if ours or (name.endswith(".py") and (PACKAGE / name.partition("/")[0]).is_dir()):
            assert (ROOT / name).exists() or (PACKAGE / name).exists(), name
    for requirement in re.findall(r"puzzle-runner\[\w+\]", document):
        assert is_ours(requirement), requirement
    assert not re.findall(r"install ['\"]?puzzle-runner(?!\S* @)", document)


def test_the_readme_names_every_command() -> None:
    """Each once at least."""
    assert set() == {*COMMANDS} - {*re.findall(r"`([a-z]+)`", section(README, "Commands"))}


def test_the_reference_has_every_option() -> None:
    """The row of a command names its options, and no others."""
    rows = {row[0].strip("`"): row[2] for row in table(section(REFERENCE, "Commands"))}
    for name in COMMANDS:
        assert options_of(name) - COMMON == {*re.findall(r"`(--?[a-z][a-z-]*)`", rows[name])}, name


def options_of(name: str) -> set[str]:
    """Return the options of a command, with those of its subcommands."""
    command = COMMANDS[name]
    members = getattr(command, "commands", {}).values() or [command]
    words = {word for member in members for parameter in member.params for word in parameter.opts}
    return {word for word in words if word.startswith("-")}


def test_the_reference_has_every_json_document() -> None:
    """The page of JSON has the commands that have `--json`, in its text or in its table."""
    told = {*re.findall(r"`(\w+) --json`", JSON)}
    told.update(re.findall(r"(?m)^\| `(\w+)", section(JSON, "Other commands")))
    assert {name for name in COMMANDS if "--json" in options_of(name)} == told


def test_the_reference_has_every_code_and_verdict() -> None:
    """Exit codes and verdicts are those of the program, in its order."""
    assert [*map(str, map(int, Exit))] == [row[0] for row in table(section(REFERENCE, "Exit codes"))]
    assert [*Verdict] == [row[0].strip("`") for row in table(section(REFERENCE, "Verdicts"))]


def test_the_reference_has_every_setting() -> None:
    """The settings of a workspace are all shown, and so are the variables that the program reads."""
    told = section(REFERENCE, "Settings")
    (shown,) = (step.text for step in steps(told) if step.kind == "toml")
    assert settings.Settings._fields == (*tomllib.loads(shown)["tool"]["puzzles"],)
    sources = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    variable = r"\bPUZZLES_[A-Z_]+\b"
    of_sites = {f"PUZZLES_{name.upper()}_URL" for name, site in sites().items() if site.ADDRESS}
    of_sites |= {f"PUZZLES_{name.upper()}_API_URL" for name, site in sites().items() if site.API}
    assert {*re.findall(variable, sources)} | of_sites == {*re.findall(variable, told)}


def test_the_documents_list_every_language() -> None:
    """The table of languages has the ending of each."""
    languages = section((ROOT / "docs" / "programs.md").read_text("utf-8"), "Languages")
    assert {*LANGUAGES} == {*re.findall(r"`\.(\w+)`", languages.partition("\n\nA folder")[0])}
