"""What a program lacks here, by what its compiler or interpreter says: packages, or a newer tool."""

import re
from pathlib import Path

# What is said; what to answer, with what the first group has found; the file with the names of packages.
_ADVICE = (
    (
        r"failed to (?:get|download|fetch|update|query) |no matching package|Could not resolve host",
        "It needs crates that are not here. Run cargo fetch in {folder}, and cargo vendor for --untrusted.",
        "Cargo.toml",
    ),
    (
        r"invalid go version '([\d.]+)'|go\.mod requires go >= ([\d.]+)",
        "It needs Go {name} or later: the one that is installed is older.",
        "",
    ),
    (
        r"no required module provides package|missing go\.sum entry|cannot find module providing|GOPROXY"
        r"|proxy\.golang\.org|go: downloading",
        "It needs Go modules that are not here. Run go mod download in {folder}, and go mod vendor for "
        "--untrusted.",
        "go.mod",
    ),
    (
        r"Cannot find (?:module|package) '([@\w][^']*)'",
        "It needs the npm package {name}. Run npm install in {folder}.",
        "package.json",
    ),
    (
        r"(?:JSR|npm) package|error: Import 'https?:|not found in cache|Could not find .* in a node_modules",
        "It needs packages that are not here. Run deno install in {folder}.",
        "deno.json",
    ),
    (
        r"cannot load such file -- ([\w-]+)[\w/-]* \(LoadError\)",
        "It needs the gem {name}. Run gem install {name}.",
        "",
    ),
    (r"Can't locate ([\w/]+)\.pm in @INC", "It needs the module {name} of Perl. Run cpan {name}.", ""),
    (
        r"Could not find module \W([\w.]+)",
        "It needs the module {name} of Haskell. Install its package.",
        "",
    ),
)


def advice(said: str, source: Path) -> str:
    """Return what to do about what a tool has said of a program; nothing where only its author can know."""
    for pattern, sentence, manifest in _ADVICE:
        if found := re.search(pattern, said):
            name = next(filter(None, found.groups()), "").replace("/", "::" if "Perl" in sentence else "/")
            folders = (folder for folder in source.parents if manifest and (folder / manifest).is_file())
            return sentence.format(name=name, folder=next(folders, source.parent))
    return ""
