"""What the tests of the documents compare, and what they leave out."""

import pytest

from tests.documents import fits, tidied

ROW = "  main  part 1  default  12  ✓ right    13.8 µs"
BENCH = "  linear  159 µs  157 to 162 µs  139 µs  9.73 MB  402  455× faster than x (447 to 460×)"


SAME = [
    (ROW, "  main  part 1  default  12           ✓ right     1.02 s"),
    (
        BENCH,
        "  linear  1.2 ms  950 µs to 1.62 ms  1 ms  10 MB  6, 1 outlier  9.1× faster than x (8.2 to 10×)",
    ),
    ("first\n...\nlast", "first\nother lines\nof any kind\nlast"),
    ("Wait 1m before the next one.", "Wait 2m 30s before the next one."),
    ('{"a": [1, 2], "b": null}', '{"a": [0.5], "b": null}'),
    ("", ""),
]
DIFFERENT = [
    (ROW, ROW.replace("12", "13")),
    (ROW, ROW.replace("right", "wrong")),
    (ROW, f"{ROW}\nand more"),
    (f"{ROW}\nand more", ROW),
    (BENCH, BENCH.replace("faster", "slower")),
    ("first\n...\nlast", "first\nother lines"),
    ('{"a": 1}', '{"a": 1, "b": 2}'),
    ('{"a": 1}', '{"a": "1"}'),
    ("✓ puzzles  4 of them", "✗ puzzles  4 of them"),
    ("", "something"),
]


@pytest.mark.parametrize(("shown", "printed"), [*SAME, *DIFFERENT])
def test_what_a_document_shows_is_compared(shown: str, printed: str) -> None:
    """Times, sizes, shares and figures in JSON do not count; answers, verdicts, lines, keys and types do."""
    assert ((shown, printed) in SAME) is fits(tidied(shown), tidied(printed))
