"""The layers of the design hold: imports go only to a lower layer."""

import ast
from pathlib import Path

import pytest

RUNNER = Path(__file__).parent.parent / "runner"

# A module may import those of the lines above its own, and nothing of its own line or below.
LAYERS = [
    "commands.names digest errors statistics terminal version watching",
    "model kinds.aoc kinds.euler kinds.local kinds.srm",
    "settings judge job guesses pages kinds.kind",
    "catalog cases files machine reply revisions selection store",
    "accounts cache fresh interpreter timings verdicts website",
    "filing isolate sites.fetched",
    "comparison measure pool scaffold sites.aoc sites.euler",
    "cluster fetching pipeline sites.aoc_year submission",
    "bench differential doctor history incremental inspection ranking solver table",
    "charts",
    "board exchange",
    "documents junit",
    "figures",
    "actions commands.by_hand commands.memory commands.options commands.results",
    "commands.calendar commands.fetch commands.reports commands.watch",
    "commands.account commands.answer commands.bench commands.check commands.completion commands.doctor",
    "commands.export commands.history commands.import commands.init commands.leaderboard commands.list",
    "commands.new commands.open commands.run commands.show commands.standings commands.submit",
    "cli pytest_items",
    "completion",
    "__main__ pytest_plugin",
]
RANK = {name: rank for rank, line in enumerate(LAYERS) for name in line.split()}
MODULES = sorted(
    ".".join(path.relative_to(RUNNER).with_suffix("").parts)
    for path in RUNNER.rglob("*.py")
    if path.name != "__init__.py" and path.parent.name != "worker"
)


def imported(name: str) -> set[str]:
    """Return the modules of the runner that a module imports, wherever in it."""
    tree = ast.parse((RUNNER / f"{name.replace('.', '/')}.py").read_text("utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "runner":
            package = node.module.removeprefix("runner").removeprefix(".")
            below = {f"{package}.{alias.name}".removeprefix(".") for alias in node.names}
            found |= below & set(RANK) or {package}
        elif isinstance(node, ast.Import):
            found |= {a.name.removeprefix("runner.") for a in node.names if a.name.startswith("runner.")}
    return found


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down_only(name: str) -> None:
    """A module imports only modules of a lower layer."""
    assert [] == [other for other in sorted(imported(name)) if RANK[other] >= RANK[name]]


def test_every_module_has_a_layer() -> None:
    """The list of layers names exactly the modules that there are."""
    assert MODULES == sorted(RANK)


@pytest.mark.parametrize("path", sorted((RUNNER / "worker").glob("*.py")), ids=lambda path: path.stem)
def test_the_worker_imports_nothing_of_the_runner(path: Path) -> None:
    """What runs beside a puzzle is the worker program alone, and nothing imports that."""
    assert set() == imported(f"worker.{path.stem}")


def test_packages_are_empty() -> None:
    """No code hides in an `__init__.py`."""
    assert [0, 0, 0, 0] == [path.stat().st_size for path in RUNNER.rglob("__init__.py")]
