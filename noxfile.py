"""The habits of this project, one word each. They run in the environment in which nox is installed."""

import os
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "layers", "test"]
# The programs of this environment come first, be it activated or not.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))


@nox.session
def test(session: nox.Session) -> None:
    """Run all tests, or those that follow --."""
    session.run("pytest", *session.posargs)


@nox.session
def one(session: nox.Session) -> None:
    """Run a test in one process, up to the first failure: nox -s one -- tests/test_cli.py -k version."""
    session.run("pytest", "-n", "0", "-x", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Run the examples of the documents in docs/."""
    session.run("pytest", "-m", "docs", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style and the format."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types for three systems."""
    for system in ("linux", "darwin", "win32"):
        session.run("mypy", "--platform", system)


@nox.session
def layers(session: nox.Session) -> None:
    """Check that imports go down."""
    session.run("lint-imports", "--no-logo", "--no-cache")


@nox.session
def budget(session: nox.Session) -> None:
    """Compare the size and density of each package with .ci/budget.toml; -- --lower writes smaller ones."""
    session.run(".ci/weigh", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Break a package in 20 places and say which of them no test notices: nox -s mutants -- timing."""
    session.run(".ci/mutants", *session.posargs)


@nox.session
def fresh(session: nox.Session) -> None:
    """Type the README's lines on minimal systems, as root on a Debian; -- bookworm chooses one."""
    session.run(".ci/fresh-machine", *session.posargs)


@nox.session
def figures(session: nox.Session) -> None:
    """Print what commands cost beside the limits; -- suite layouts chooses other benchmarks."""
    for name in session.posargs or ["costs"]:
        session.run("python", "-m", f"benchmarks.{name}")
