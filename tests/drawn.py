"""Words as puzzles draw them."""

from puzzle_runner.inputs import letters


def drawn(word: str, height: int = 6, ink: str = "#", ground: str = ".") -> str:
    """Return a word in the font of a height, each letter in a cell as wide as the pitch."""
    font = letters.fonts()[height]
    pictures = {letter: picture for picture, letter in reversed(font.letters.items())}
    columns: list[str] = []
    for letter in word:
        # An I stands in the middle of its cell.
        cell = ["." * height] * (letter == "I") + list(pictures[letter])
        columns += cell + ["." * height] * (font.pitch - len(cell))
    rows = ("".join(row) for row in zip(*columns, strict=True))
    return "\n".join(row.replace("#", "\0").replace(".", ground).replace("\0", ink) for row in rows)
