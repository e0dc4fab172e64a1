"""The colours, for light and dark: the colour-blind can tell them apart, text has a contrast above 4.5.

Languages and members have the hues `c0`, `c1` and so on, the commonest or best first. A cell has a soft one:
its hue mixed with the page, `TINT` per cent of it. Times have steps of one hue, `STEPS` per cent of blue.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
COLOURS = {
    "page": ("#f7f8fa", "#0d1116"),
    "paper": ("#ffffff", "#141a21"),
    "ink": ("#1a1f26", "#e6eaf0"),
    "quiet": ("#57606d", "#9ba6b3"),
    "line": ("#dfe3e8", "#28303a"),
    "edge": ("#7b8592", "#66717f"),
    "soft": ("#eceff3", "#1f262f"),
    "right": ("#00735a", "#4cc9a4"),
    "right-soft": ("#d3ece4", "#12382e"),
    "some-soft": ("#eaf5f1", "#10241f"),
    "failed": ("#b3400c", "#ff9563"),
    "failed-soft": ("#fde6da", "#3b1d10"),
    "blue": ("#0063a6", "#62b6f0"),
    "purple": ("#8a4a86", "#d49bcf"),
    "c0": ("#0063a6", "#62b6f0"),
    "c1": ("#b3400c", "#ff9563"),
    "c2": ("#00735a", "#4cc9a4"),
    "c3": ("#8a4a86", "#d49bcf"),
    "c4": ("#7d6200", "#e0b84a"),
    "c5": ("#00788c", "#4fc4d6"),
    "c6": ("#b8235a", "#ff86ab"),
    "c7": ("#57606d", "#9ba6b3"),
}
HUES = sum(name[1:].isdecimal() for name in COLOURS)
TINT = 30
STEPS = (15, 25, 35, 45, 56)


def of_page() -> str:
    """Return the rules of a page, which the reader may switch between light and dark."""
    colours = ";".join(f"--{name}:light-dark({light},{dark})" for name, (light, dark) in COLOURS.items())
    return f":root{{--font:{FONT};{colours}}}\n{_hues()}{_read('chart.css')}{_read('style.css')}"


def of_file() -> str:
    """Return the rules of a picture that stands alone, light or dark as the reader's system is."""
    light, dark = (";".join(f"--{name}:{pair[at]}" for name, pair in COLOURS.items()) for at in (0, 1))
    scheme = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{--font:{FONT};{light}}}{scheme}\n{_hues()}{_read('chart.css')}"


def hue(place: int) -> str:
    """Return the class of the hue of the language or member at a place; all others share the last."""
    return f"c{min(place, HUES - 1)}"


def _hues() -> str:
    """Return the rules that give each class of a hue, and of a time, its colours."""
    hues = [f".c{at}{{--hue:var(--c{at});--soft-hue:{mixed(f'c{at}', TINT)}}}" for at in range(HUES)]
    steps = [f".t{at}{{--time:{mixed('blue', share)}}}" for at, share in enumerate(STEPS)]
    return "".join(f"{rule}\n" for rule in hues + steps)


def mixed(name: str, share: int) -> str:
    """Return a colour mixed with that of the page."""
    return f"color-mix(in srgb,var(--{name}) {share}%,var(--page))"


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")
