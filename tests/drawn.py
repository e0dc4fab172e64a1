"""Words as puzzles draw them."""

from puzzle_runner.inputs import letters


def drawn(word: str, height: int = 6, ink: str = "#", ground: str = ".") -> str:
    """Return a word in the font of a height, each letter in a cell as wide as the pitch."""
    shapes = [(letter, shape) for shape, letter in letters.shapes().items() if len(shape[0]) == height]
    # Of two shapes of an S the first one.
    pictures = dict(reversed(shapes))
    columns: list[str] = []
    for letter in word:
        # An I stands in the middle of its cell.
        cell = ["." * height] * (letter == "I") + list(pictures[letter])
        columns += cell + ["." * height] * (letters.PITCH[height] - len(cell))
    rows = ("".join(row) for row in zip(*columns, strict=True))
    return "\n".join(row.replace("#", "\0").replace(".", ground).replace("\0", ink) for row in rows)
