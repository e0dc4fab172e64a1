"""A hook of the build: `pip install -e .` compiles the runner, as pip compiles the modules of a wheel.

Where PYTHONDONTWRITEBYTECODE is set, as in many containers, each start would compile it anew otherwise.
"""

import compileall
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCheckout(BuildHookInterface[Any]):
    """Compiles the checkout of an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile if the build is for an editable install."""
        if version == "editable":
            compileall.compile_dir(Path(self.root, "runner"), quiet=1)
