"""The reply of a call, as its process writes it."""

import json
import runpy
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.running.process import PROGRAM

encoded = runpy.run_path(str(Path(PROGRAM).with_name("messages.py")))["encoded"]
TEXTS = st.text(st.characters())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=10,
)


@given(VALUES)
def test_a_reply_is_json(value: object) -> None:
    """Whatever a reply may hold, also half of a surrogate pair, is read as it was written."""
    assert value == json.loads(encoded(value).decode("utf-8", "surrogatepass"))
