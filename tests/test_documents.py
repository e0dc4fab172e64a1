"""What the tests of the documents compare, and what they leave out."""

import pytest

from tests.documents import commands, fits, steps, tidied

ROW = "  main  part 1  default  12  ✓ right    13.8 µs"
BENCH = "  linear  159 µs  157 to 162 µs  139 µs  9.73 MB  402  455× faster than x (447 to 460×)"


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        (ROW, "  main  part 1  default  12           ✓ right     1.02 s"),
        (
            BENCH,
            "  linear  1.2 ms  950 µs to 1.62 ms  1 ms  10 MB  6, 1 outlier  9.1× faster than x (8.2 to 10×)",
        ),
        ("first\n...\nlast", "first\nother lines\nof any kind\nlast"),
        ("Wait 1m before the next one.", "Wait 2m 30s before the next one."),
        ('{"a": [1, 2], "b": null}', '{"a": [0.5], "b": null}'),
        ("", ""),
    ],
)
def test_what_differs_from_run_to_run_is_left_out(shown: str, printed: str) -> None:
    """Times, sizes, shares, waits and the figures in JSON do not count."""
    assert fits(tidied(shown), tidied(printed))


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


def test_a_document_is_a_list_of_steps() -> None:
    """Blocks come in order with their kind; a comment is about the next block, or a step of its own."""
    document = (
        "<!-- test: file a.py -->\n```python\nx = 1\n```\n"
        "In a line, `<!-- test: run -->` is text, and <!-- another: comment --> is none of ours.\n"
        "<!-- test: file b.txt\none\ntwo\n-->\n<!-- test: run\nls\n-->\n"
        "```\nof no kind\n```\n"
    )
    assert [
        (2, "python", "x = 1\n", {"file": "a.py"}),
        (6, "hidden file", "one\ntwo\n", {"file": "b.txt"}),
        (10, "hidden run", "ls\n", {"run": ""}),
        (13, "", "of no kind\n", {}),
    ] == [*steps(document)]


def test_a_console_block_has_commands_and_what_they_print() -> None:
    """The lines below a command, up to the next one, are its output."""
    assert [("ls", ""), ("cat x", "1\n\n2")] == [*commands("$ ls\n$ cat x\n1\n\n2\n")]
