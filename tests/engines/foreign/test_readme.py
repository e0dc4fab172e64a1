"""Commands for a day, as READMEs tell them."""

from pathlib import Path

import pytest
from puzzle_runner.engines.foreign import programs, proposals, puzzles, readme
from puzzle_runner.settings import Settings

TOLD = {
    "A day: `cargo run -r -- --year 2016 --day 11`.": "cargo run -r -- --year {year} --day {day}",
    "```sh\ncargo run --release 2016 03\n```\n": "cargo run --release {year} {day:02}",
    "    $ cargo run year2023::day01\n": "cargo run year{year}::day{day:02}",
    "cargo run -- -d <day> -y <year> -p <part>": "cargo run -- -d {day:02} -y {year} -p {part}",
    "`go run ./cmd/solve YEAR DAY`": "go run ./cmd/solve {year} {day:02}",
    "% deno task solve 2015/day/1": "deno task solve {year}/day/{day}",
    "`cargo run`, or of a year `cargo run 2015`, or `cargo run 2015 7`": "cargo run {year} {day}",
    "`make new year=2023 day=01`, then `make run year=2023 day=01`": "make run year={year} day={day:02}",
    "`cargo run 2015 7 < input.txt`": "",
    "`cargo run 2015 7 <token>`": "",
    "`cargo test 2015 7`": "",
    "I solved 2015 7 times.": "",
}


@pytest.mark.parametrize("text", TOLD)
def test_an_example_tells_the_command(text: str, tmp_path: Path) -> None:
    """Numbers and names in it stand for year, day and part; what makes a day, or needs more, is none."""
    (tmp_path / "README.md").write_text(text)
    assert TOLD[text] == readme.command(tmp_path, "{day:02}", has_year=True)


@pytest.mark.parametrize(
    ("text", "command"), [("fn main() {}", ""), ("pub fn part1() {}", "cargo run {year} {day}")]
)
def test_it_is_proposed_for_what_does_not_run_by_itself(text: str, command: str, tmp_path: Path) -> None:
    """A file with a main needs no other program."""
    (tmp_path / "README").write_text("`cargo run 2021 3`")
    (tmp_path / "src").mkdir()
    for day in (1, 2, 3):
        (tmp_path / "src" / f"y2021d{day:02}.rs").write_text(text)
    proposal = proposals.propose(tmp_path)
    assert proposal
    assert command == proposal.layout.command


@pytest.mark.parametrize(
    ("text", "command"), [("2021", ""), ("`cargo run 2021 3`", "cargo run {year} {day}")]
)
def test_it_goes_before_a_program_that_calls_the_functions_of_a_library(
    text: str, command: str, tmp_path: Path
) -> None:
    """Its author knows best how a day is run."""
    (tmp_path / "README").write_text(text)
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "days"\nversion = "0.1.0"\nedition = "2021"\n')
    (tmp_path / "src").mkdir()
    modules = [f"y2021d{day:02}" for day in (1, 2, 3)]
    (tmp_path / "src" / "lib.rs").write_text("".join(f"pub mod {module};\n" for module in modules))
    for module in modules:
        (tmp_path / "src" / f"{module}.rs").write_text("pub fn part1(input: &str) -> u32 { 1 }\n")
    proposal = proposals.propose(tmp_path)
    assert proposal
    assert command == proposal.layout.command
    (_, sources), *_ = puzzles.find(tmp_path, [proposal.layout]).items()
    assert proposal.layout.command or programs.solutions(sources, Settings())
