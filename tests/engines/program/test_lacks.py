"""What to do about what a compiler or an interpreter says of a program."""

from pathlib import Path

import pytest
from puzzle_runner.engines.program import lacks

CRATES = "It needs crates that are not here. Run cargo fetch in {root}, and cargo vendor for --untrusted."
MODULES = (
    "It needs Go modules that are not here. Run go mod download in {root}, and go mod vendor for --untrusted."
)
SAID = {
    "error: failed to get `grid` as a dependency of package `days`\n\nCaused by:\n  spurious": CRATES,
    'main.go:5:2: example.com/grid@v1.0.0: Get "https://proxy.golang.org/": dial tcp: lookup': MODULES,
    "go: errors parsing go.mod:\ngo.mod:3: invalid go version '1.25.5': must match format 1.23": (
        "It needs Go 1.25.5 or later: the one that is installed is older."
    ),
    "Error: Cannot find module 'lodash'\nRequire stack:": (
        "It needs the npm package lodash. Run npm install in {root}."
    ),
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@a/b' imported from": (
        "It needs the npm package @a/b. Run npm install in {root}."
    ),
    "Error: Cannot find module './grid'": "",
    "in `require': cannot load such file -- matrix/lup (LoadError)": (
        "It needs the gem matrix. Run gem install matrix."
    ),
    "Can't locate List/AllUtils.pm in @INC (you may need to install the List::AllUtils module) (@INC": (
        "It needs the module List::AllUtils of Perl. Run cpan List::AllUtils."
    ),
    "a.hs:1:1: error:\n    Could not find module `Data.List.Split'": (
        "It needs the module Data.List.Split of Haskell. Install its package."
    ),
    "Day1.java:3: error: package org.grids does not exist": (
        "It needs the package org.grids of Java. Run mvn dependency:copy-dependencies in {root}, or put its "
        "jar into lib there."
    ),
    "It cannot be called: error[E0308]: mismatched types": (
        "It cannot be called: error[E0308]: mismatched types"
    ),
    "error[E0308]: mismatched types": "",
}


@pytest.mark.parametrize("said", SAID)
def test_what_is_missing_is_said_with_what_gets_it(said: str, tmp_path: Path) -> None:
    """It names the package and the folder; an error of the author's own has no advice."""
    for name in ("Cargo.toml", "go.mod", "package.json", "pom.xml"):
        (tmp_path / name).write_text("")
    assert SAID[said].replace("{root}", str(tmp_path)) == lacks.advice(said, tmp_path / "2021" / "day01.x")
