"""The colours, for light and dark: the colour-blind can tell them apart, text has a contrast above 4.5."""

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
}


def of_page() -> str:
    """Return the rules of a page, light or dark as the reader's system is."""
    rules = f"--font:{FONT}"
    for name, (light, dark) in COLOURS.items():
        rules += f";--{name}:light-dark({light},{dark})"
    return f":root{{{rules}}}\n{_read('chart.css')}{_read('style.css')}"


def of_file() -> str:
    """Return the rules of a picture that stands alone, light or dark as the reader's system is."""
    rules = f"--font:{FONT}"
    dark_rules = ""
    for name, (light, dark) in COLOURS.items():
        rules += f";--{name}:{light}"
        dark_rules += f"--{name}:{dark};"
    scheme = f"@media (prefers-color-scheme:dark){{:root{{{dark_rules}}}}}"
    return f":root{{{rules}}}{scheme}\n{_read('chart.css')}"


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")
