"""What a version of typer takes to start a command, in bare interpreters: why pyproject.toml has a cap on it.

    python benchmarks/typer_start.py [VERSION]...

Without a version it is the newest. They are installed beside this environment, for which an index is needed.
The ratios are of processor time, which other programs change less.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 20
LIMIT = 9
COMMAND = """
from typing import Annotated
import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

@app.command()
def main(name: Annotated[str | None, typer.Option()] = None, loud: bool = False) -> None:
    pass

app()
"""


def main() -> None:
    """Print the ratio of each version beside the limit."""
    print(f"{'a command with two options / a bare interpreter':<48} {'measured':>8} {'limit':>5}")
    for requirement in [f"typer=={version}" for version in sys.argv[1:]] or ["typer"]:
        with tempfile.TemporaryDirectory() as folder:
            install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-warn-conflicts"]
            subprocess.run([*install, "--target", folder, requirement], check=True)
            ratios = [cpu(COMMAND, folder) / cpu("", folder) for _ in range(ROUNDS)]
            (installed,) = Path(folder).glob("typer-*.dist-info")
            print(f"{installed.stem:<48} {statistics.median(ratios):>8.1f} {LIMIT:>5}")


def cpu(code: str, packages: str) -> float:
    """Return the processor seconds that a whole process takes which imports from a folder first."""
    if sys.platform == "win32":
        raise NotImplementedError("the system does not tell what processes have used")
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": packages}, check=True)
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before


if __name__ == "__main__":
    main()
