"""The reply of a call, as its process writes it."""

import json
import runpy
from pathlib import Path

from puzzle_runner.running.process import PROGRAM


def test_a_reply_is_json() -> None:
    """Whatever a reply may hold, also half of a surrogate pair, is read as it was written."""
    encoded = runpy.run_path(str(Path(PROGRAM).with_name("messages.py")))["encoded"]
    value = {"a": ['\ud800\U0001f600\0\n"\\é', 10**30, -1.5e-300, None, True], "\udcff": {"": []}}
    assert value == json.loads(encoded(value).decode("utf-8", "surrogatepass"))
