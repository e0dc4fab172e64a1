"""What the tests of the documents compare; that they leave times and sizes out, they show themselves."""

import pytest

from tests.documents import fits, tidied

ROW = "  main  part 1  default  12  ✓ right    13.8 µs"
BENCH = "  linear  159 µs  157 to 162 µs  139 µs  9.73 MB  402  455× faster than x (447 to 460×)"


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
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
    ],
)
def test_what_is_not_so_is_noticed(shown: str, printed: str) -> None:
    """An answer, a verdict, a line too many or too few, a key or its type: each is compared."""
    assert not fits(tidied(shown), tidied(printed))
