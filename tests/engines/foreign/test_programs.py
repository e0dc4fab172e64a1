"""Programs of other people, in the surroundings that their languages' tools expect."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import NamedTuple
from unittest.mock import patch

import pytest
from puzzle_runner import settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.engines.foreign import programs, proposals, puzzles
from puzzle_runner.engines.foreign.layout import Layout, Source
from puzzle_runner.engines.foreign.projects import javascript, ruby
from puzzle_runner.engines.patterns import Place
from puzzle_runner.engines.program import compiling, starting
from puzzle_runner.engines.program.dependencies import Record
from puzzle_runner.engines.program.languages import LANGUAGES
from puzzle_runner.model import Limits, Result, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job

from tests.needs import needs

LIMITS, ALL = Limits(timeout=30, memory=2**34), Selection()
CASES = '[main]\ninput = "3\\n5\\n7\\n"\npart1 = 15\npart2 = 7\n'


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share; no empty program is built, to see how long it takes."""
    with patch.object(starting, "seconds", lambda *_: 0.0):
        yield
    pool.stop()


class Repository(NamedTuple):
    """The files of a day, and the pattern that is proposed; {d:02} is the day."""

    pattern: str
    files: dict[str, str]
    needs: tuple[str, ...] = ()


RUST = """use {crate}::numbers;
fn main() {{
    let all = numbers(&std::fs::read_to_string("input/{d:02}.txt").unwrap());
    println!("Part 1: {{}}", all.iter().sum::<i64>());
    println!("Part 2: {{}}", all.iter().max().unwrap());
}}
"""
RUST_LIB = """pub fn numbers(text: &str) -> Vec<i64> {{
    text.lines().map(|line| line.parse().unwrap()).collect()
}}
"""
RUST_MACRO = """#[macro_export]
macro_rules! solution {{
    ($day:expr) => {{
        fn main() {{
            let all = days::numbers(&std::fs::read_to_string(format!("input/{{:02}}.txt", $day)).unwrap());
            println!("Part 1: {{}}\\nPart 2: {{}}", all.iter().sum::<i64>(), all.iter().max().unwrap());
        }}
    }};
}}
"""
CPP = """#include "numbers.h"
#include <cstdio>
int main() {{
    std::FILE *file = std::fopen("input.txt", "r");
    long sum = 0, most = 0, number;
    while (std::fscanf(file, "%ld", &number) == 1) {{ sum += number; most = larger(most, number); }}
    std::printf("Part 1: %ld\\nPart 2: %ld\\n", sum, most);
}}
"""
GO = """package main

import "fmt"

func main() {{
	sum, most := 0, 0
	for _, each := range numbers("input.txt") {{
		sum += each
		most = max(most, each)
	}}
	fmt.Printf("Part 1: %d\\nPart 2: %d\\n", sum, most)
}}
"""
GO_SHARED = """package main

import (
	"os"
	"strconv"
	"strings"
)

func max(one, other int) int {{
	if one > other {{
		return one
	}}
	return other
}}

func numbers(path string) (all []int) {{
	data, _ := os.ReadFile(path)
	for _, word := range strings.Fields(string(data)) {{
		each, _ := strconv.Atoi(word)
		all = append(all, each)
	}}
	return
}}
"""
MODULE = """import {{ numbers }} from '../tools.js'
export function part1(input) {{
  return numbers(input).reduce((sum, each) => sum + each, 0)
}}
export const part2 = async (input) => Math.max(...numbers(input))
"""
MODULE_OF_BOTH = """const numbers = (text) => text.split('\\n').map(Number)
module.exports = (input) => [numbers(input).reduce((sum, each) => sum + each, 0), Math.max(...numbers(input))]
"""
MODULE_THAT_READS = """import {{ readFileSync }} from 'node:fs'
const numbers = readFileSync('day-{d}/input.txt', 'utf8').trim().split('\\n').map(Number)
const sum = () => numbers.reduce((sum, each) => sum + each, 0)
export {{ sum as solveDay{d}Part1 }}
export async function solveDay{d}Part2() {{ return Math.max(...numbers) }}
"""
CRATE = '[package]\nname = "my-days"\nversion = "0.1.0"\nedition = "2021"\n'
RUST_PARTS = """use crate::numbers;
pub fn part1(input: &str) -> i64 {{
    numbers(input).iter().sum()
}}
pub fn part2<'a>(input: &'a str) -> Option<i64> {{
    numbers(input).into_iter().max()
}}
"""
RUST_BOTH = """use std::error::Error;
fn stacked(depth: i64) -> i64 {{
    let all = std::hint::black_box([depth; 99]);
    if depth == 0 {{ 0 }} else {{ all[7] - depth + stacked(depth - 1) }}
}}
pub fn solve(
    input: String,
) -> Result<(i64, String), Box<dyn Error>> {{
    let all: Vec<i64> = input.lines().map(|line| line.parse()).collect::<Result<_, _>>()?;
    Ok((all.iter().sum::<i64>() + stacked(50_000), all.iter().max().unwrap().to_string()))
}}
"""
RUST_OWN = """use std::fmt;
pub struct Sum(i64);
impl fmt::Display for Sum {{
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {{ write!(f, "{{}}", self.0) }}
}}
pub fn parse(input: &str) -> Result<Vec<i64>, std::num::ParseIntError> {{
    input.lines().map(|line| line.parse()).collect()
}}
pub fn part_one(all: &[i64]) -> Sum {{ Sum(all.iter().sum()) }}
pub fn part_two(all: Vec<i64>) -> impl fmt::Display {{ *all.iter().max().unwrap() }}
"""
JAVA = """package me.y2021.day{d};
import java.util.List;
import me.Day;
public class Day{d} implements Day<Long, String> {{
    private final List<Long> all;
    public Day{d}(List<String> lines) {{ all = Day.numbers(lines); }}
    @Override
    public Long part1() {{ return all.stream().mapToLong(each -> each).sum(); }}
    @Override
    public String part2() {{ return "" + all.stream().mapToLong(each -> each).max().getAsLong(); }}
}}
"""
JAVA_DAY = """package me;
import java.util.List;
import java.util.stream.Collectors;
public interface Day<A, B> {{
    A part1();
    B part2();
    static List<Long> numbers(List<String> lines) {{
        return lines.stream().map(Long::parseLong).collect(Collectors.toList());
    }}
}}
"""
JAVA_BOTH = """import java.util.Scanner;
class Day{d:02} {{
    private static Object helper(int most) {{ return most; }}
    Object[] solve(final Scanner scanner, boolean isTest) {{
        long sum = isTest ? 1000 : 0, most = 0;
        while (scanner.hasNextLong()) {{
            long next = scanner.nextLong();
            sum += next;
            most = Math.max(most, next);
        }}
        return new Object[] {{sum, helper((int) most)}};
    }}
}}
"""
GO_PARTS = """package day01

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"example.com/days/tools"
)

func Part1(input string) (sum int, err error) {{
	for _, line := range strings.Fields(input) {{
		value, err := strconv.Atoi(line)
		if err != nil {{
			return 0, err
		}}
		sum += value
	}}
	return
}}

func Part2(input io.Reader) int {{
	most := 0
	for lines := bufio.NewScanner(input); lines.Scan(); {{
		value, _ := strconv.Atoi(lines.Text())
		most = tools.Larger(most, value)
	}}
	return most
}}
"""
GO_TOLD = """package y2021

import "strconv"

func helper(lines []string) (all []int) {{
	for _, line := range lines {{
		value, _ := strconv.Atoi(line)
		all = append(all, value)
	}}
	return
}}

func Day{d:02}(isPart1 bool, lines []string) string {{
	sum, most := 0, 0
	for _, each := range helper(lines) {{
		sum += each
		if each > most {{
			most = each
		}}
	}}
	if isPart1 {{
		return strconv.Itoa(sum)
	}}
	return strconv.Itoa(most)
}}
"""
RUBY = """# frozen_string_literal: true

require_relative 'tools'

class Sums < Base
  LIMIT = 5

  def initialize(input)
    @all = input.split.map(&:to_i)
  end

  def part1
    @all.sum
  end

  def part2
    larger(@all)
  end
end
"""
RUST_METHODS = """use crate::{{numbers, Day}};
pub struct Day{d:02};
impl Day for Day{d:02} {{
    type Answer = i64;
    fn part1(&self, input: &str) -> Option<i64> {{
        Some(numbers(input).iter().sum())
    }}
    fn part2(&self, input: &str) -> Option<i64> {{
        numbers(input).into_iter().max()
    }}
}}
"""
REPOSITORIES = {
    "methods of types of a program": Repository(
        "src/y{year}/day{day:02}.rs",
        {
            "Cargo.toml": CRATE,
            "src/main.rs": "mod y2021 {{ pub mod day{d:02}; }}\n"
            "pub trait Day {{\n    type Answer;\n    fn part1(&self, input: &str) -> Option<Self::Answer>;\n"
            "    fn part2(&self, input: &str) -> Option<Self::Answer>;\n}}\n"
            'fn main() {{ println!("{{:?}}", y2021::day{d:02}::Day{d:02}.part1("1")); }}\n' + RUST_LIB,
            "src/y2021/day{d:02}.rs": RUST_METHODS,
        },
        ("cargo",),
    ),
    "methods of a class of Ruby": Repository(
        "{year}/lib/{day:02}_sums.rb",
        {
            "2021/lib/tools.rb": "class Base\n  def larger(all)\n    all.max\n  end\nend\n",
            "2021/lib/{d:02}_sums.rb": RUBY,
        },
        ("ruby",),
    ),
    "functions of Ruby that are given lines": Repository(
        "{year}/day{day:02}.rb",
        {
            "2021/day{d:02}.rb": "module Day{d:02}\n  def self.solve(lines)\n"
            "    numbers = lines.map(&:to_i)\n    [numbers.sum, numbers.max]\n  end\nend\n",
        },
        ("ruby",),
    ),
    "a path behind the folder in Ruby": Repository(
        "{year}/day{day:02}/run.rb",
        {
            "2021/day{d:02}/run.rb": "text = File.read(File.dirname(__FILE__) + '/input')\n"
            "numbers = text.split.map(&:to_i)\n"
            'puts "Part 1: #{{numbers.sum}}"\nputs "Part 2: #{{numbers.max}}"\n',
        },
        ("ruby",),
    ),
    "a status that is an answer": Repository(
        "{year}/day{day:02}.c",
        {
            "2021/day{d:02}.c": "#include <stdio.h>\nint main(void) {{\n    int sum = 0, most = 0, next;\n"
            '    while (scanf("%d", &next) == 1) {{ sum += next; most = next > most ? next : most; }}\n'
            '    printf("Part 1: %d\\nPart 2: %d\\n", sum, most);\n    return sum;\n}}\n',
        },
        ("gcc",),
    ),
    "functions of a package of Go": Repository(
        "{year}/day{day:02}/day.go",
        {
            "go.mod": "module example.com/days\n\ngo 1.18\n",
            "tools/larger.go": "package tools\n\nfunc Larger(a, b int) int {{\n"
            "\tif a > b {{\n\t\treturn a\n\t}}\n\treturn b\n}}\n",
            "2021/day{d:02}/day.go": GO_PARTS,
            "2021/day{d:02}/day_test.go": "package day01\n",
        },
        ("golang-go",),
    ),
    "a function of Go that is told the part": Repository(
        "go/y{year}/day{day:02}.go",
        {
            "go/go.mod": "module days\n",
            "go/y2021/day{d:02}.go": GO_TOLD,
        },
        ("golang-go",),
    ),
    "a class of Java that is made of the input": Repository(
        "src/main/java/me/y{year}/day{day}/Day{day}.java",
        {
            "pom.xml": "<project/>",
            "src/main/java/me/Day.java": JAVA_DAY,
            "src/main/java/me/y2021/day{d}/Day{d}.java": JAVA,
        },
        ("default-jdk",),
    ),
    "a method of Java that is told the part, and a resource": Repository(
        "{year}/src/main/java/Day{day:02}.java",
        {
            "2021/pom.xml": "<project/>",
            "2021/src/main/java/Day{d:02}.java": "import java.util.Scanner;\n"
            "import java.util.stream.LongStream;\n"
            "class Day{d:02} {{\n    public long solve(boolean isPart1) {{\n"
            '        Scanner in = new Scanner(getClass().getResourceAsStream("/2021/day{d:02}.txt"));\n'
            "        LongStream all = in.tokens().mapToLong(Long::parseLong);\n"
            "        return isPart1 ? all.sum() : all.max().getAsLong();\n    }}\n}}\n",
        },
        ("default-jdk",),
    ),
    "a method of Java for both parts": Repository(
        "{year}/Day{day:02}.java", {"2021/Day{d:02}.java": JAVA_BOTH}, ("default-jdk",)
    ),
    "modules of a program, with types of their own": Repository(
        "src/day{day:02}.rs",
        {
            "README.md": "# Advent of Code 2021\n",
            "Cargo.toml": CRATE,
            "src/main.rs": '#![allow(dead_code)]\nmod day{d:02};\nfn main() {{ panic!("of its author"); }}\n',
            "src/day{d:02}.rs": RUST_OWN,
        },
        ("cargo",),
    ),
    "functions for the parts in a library": Repository(
        "src/year{year}/day{day:02}.rs",
        {
            "Cargo.toml": CRATE,
            "Cargo.lock": 'version = 3\n\n[[package]]\nname = "my-days"\nversion = "0.1.0"\n',
            "src/lib.rs": "pub mod year2021 {{\n    pub mod day{d:02};\n}}\n" + RUST_LIB,
            "src/main.rs": "fn main() {{ my_days::numbers(&std::env::args().nth(9).unwrap()); }}\n",
            "src/year2021/day{d:02}.rs": RUST_PARTS,
        },
        ("cargo",),
    ),
    "a function for both parts in a library": Repository(
        "rust/src/y{year}/d{day:02}/mod.rs",
        {
            "rust/Cargo.toml": CRATE + '\n[lib]\nname = "aoc"\n',
            "rust/src/lib.rs": "pub mod y2021;\n",
            "rust/src/y2021.rs": "pub mod d{d:02};\n",
            "rust/src/y2021/d{d:02}/mod.rs": RUST_BOTH,
        },
        ("cargo",),
    ),
    "a program of a crate": Repository(
        "{year}/src/bin/day{day:02}.rs",
        {
            "2021/Cargo.toml": '[package]\nname = "days"\nversion = "0.1.0"\nedition = "2021"\n',
            "2021/src/lib.rs": RUST_LIB,
            "2021/src/bin/day{d:02}.rs": RUST.replace("{crate}", "days"),
        },
        ("cargo",),
    ),
    "a program whose main is a macro's": Repository(
        "{year}/src/bin/{day:02}.rs",
        {
            "2021/Cargo.toml": '[package]\nname = "days"\nversion = "0.1.0"\nedition = "2021"\n',
            "2021/src/lib.rs": RUST_LIB + RUST_MACRO,
            "2021/src/bin/{d:02}.rs": "days::solution!({d});\n",
        },
        ("cargo",),
    ),
    "another input in what a crate has built in": Repository(
        "{year}/src/bin/day{day:02}.rs",
        {
            "2021/Cargo.toml": '[package]\nname = "days"\nversion = "0.1.0"\nedition = "2021"\n',
            "2021/src/lib.rs": RUST_LIB,
            "2021/src/bin/day{d:02}.rs": RUST.replace("{crate}", "days").replace(
                'std::fs::read_to_string("input/{d:02}.txt").unwrap()',
                'include_str!("../../../input/{d:02}.txt")',
            ),
            "input/{d:02}.txt": "1000\n",
        },
        ("cargo",),
    ),
    "no input in what Go embeds": Repository(
        "{year}/day{day:02}/main.go",
        {
            "go.mod": "module example.com/days\n\ngo 1.18\n",
            "2021/day{d:02}/main.go": GO.replace('"fmt"', '"fmt"\nimport _ "embed"')
            .replace("func main", "//go:embed input.txt\nvar input string\n\nfunc main")
            .replace('numbers("input.txt")', "numbers(input)"),
            "2021/day{d:02}/numbers.go": GO_SHARED.replace(
                "data, _ := os.ReadFile(path)", "data := path"
            ).replace('\t"os"\n', ""),
        },
        ("golang-go",),
    ),
    "a path beside the source in Go": Repository(
        "{year}/day{day:02}/main.go",
        {
            "2021/day{d:02}/main.go": GO.replace('"fmt"', '"fmt"\nimport "path"\nimport "runtime"')
            .replace("sum, most :=", "_, own, _, _ := runtime.Caller(0)\n\tsum, most :=")
            .replace('numbers("input.txt")', 'numbers(path.Join(path.Dir(own), "input.txt"))'),
            "2021/day{d:02}/numbers.go": GO_SHARED,
        },
        ("golang-go",),
    ),
    "headers at the top": Repository(
        "{year}/{day:02}.cpp",
        {
            "common/numbers.h": "long larger(long a, long b);\n",
            "common/numbers.cpp": '#include "numbers.h"\n'
            "long larger(long a, long b) {{ return a > b ? a : b; }}\n",
            "2021/{d:02}.cpp": CPP,
        },
        ("g++",),
    ),
    "headers in a folder beside that of the sources": Repository(
        "{year}/{day:02}.cpp",
        {
            "common/include/numbers.h": "long larger(long a, long b);\n",
            "common/src/numbers.cpp": '#include "numbers.h"\n'
            "long larger(long a, long b) {{ return a > b ? a : b; }}\n",
            "2021/{d:02}.cpp": CPP,
        },
        ("g++",),
    ),
    "a header of which there is one": Repository(
        "{year}/{day:02}.cpp",
        {
            "own/cpp/mine/numbers.h": "long larger(long a, long b);\n",
            "own/cpp/mine/numbers.cpp": '#include "numbers.h"\n'
            "long larger(long a, long b) {{ return a > b ? a : b; }}\n",
            "2021/{d:02}.cpp": CPP.replace("numbers.h", "mine/numbers.h"),
        },
        ("g++",),
    ),
    "a path from where it is built": Repository(
        "{year}/day{day:02}/main.cpp",
        {
            "2021/day{d:02}/numbers.h": "long larger(long a, long b) {{ return a > b ? a : b; }}\n",
            "2021/day{d:02}/main.cpp": CPP.replace("input.txt", "../2021/day{d:02}/input.in"),
        },
        ("g++",),
    ),
    "files of a Go module": Repository(
        "{year}/day{day:02}/main.go",
        {
            "go.mod": "module example.com/days\n\ngo 1.18\n",
            "2021/day{d:02}/main.go": GO,
            "2021/day{d:02}/numbers.go": GO_SHARED,
        },
        ("golang-go",),
    ),
    "functions that a module exports": Repository(
        "{year}/{day:02}.js",
        {
            "package.json": '{{"type": "module"}}\n',
            "tools.js": "export const numbers = (text) => text.split('\\n').map(Number)\n",
            "2021/{d:02}.js": MODULE,
        },
        ("nodejs",),
    ),
    "what CommonJS exports": Repository(
        "{year}/{day:02}/index.js",
        {
            "2021/{d:02}/input.js": "module.exports = 1\n",
            "2021/{d:02}/index.js": "require('./input')\n"
            "const sum = (lines) => lines.split('\\n').reduce((a, b) => a + +b, 0)\n"
            "const most = (lines) => Math.max(...lines.split('\\n'))\n"
            "module.exports = {{ part1: sum, part2: most }}\n",
        },
        ("nodejs",),
    ),
    "one function for both": Repository(
        "{year}/{day:02}.js",
        {"2021/{d:02}.js": MODULE_OF_BOTH},
        ("nodejs",),
    ),
    "functions that are given the path": Repository(
        "{year}/day{day:02}/index.mjs",
        {
            "2021/day{d:02}/index.mjs": "import {{ readFileSync }} from 'node:fs'\n"
            "const numbers = (file) => readFileSync(file, 'utf8').trim().split('\\n').map(Number)\n"
            "export const part1 = async (inputFile) => numbers(inputFile).reduce((a, b) => a + b)\n"
            "export const part2 = async (inputFile) => Math.max(...numbers(inputFile))\n",
        },
        ("nodejs",),
    ),
    "functions that read the input themselves": Repository(
        "{year}/day-{day}/index.mjs",
        {"2021/day-{d}/index.mjs": MODULE_THAT_READS},
        ("nodejs",),
    ),
    "a file beside the script": Repository(
        "{year}/{day:02}/solve.sh",
        {
            "2021/{d:02}/solve.sh": 'here=$(dirname "$(readlink -f "$0")")\n'
            'echo "Part 1: $(paste -sd+ "$here/input.txt" | bc)"\n'
            'echo "Part 2: $(sort -n "$here/input.txt" | tail -1)"\n',
            "2021/{d:02}/input.txt": "1000\n",
        },
        ("bc",),
    ),
    "an input without an ending": Repository(
        "{year}/day{day:02}/solve.sh",
        {
            "2021/day{d:02}/solve.sh": "echo \"Part 1: $(awk '{{ s += $0 }} END {{ print s }}' 'input')\"\n"
            "echo \"Part 2: $(sort -n 'input' | tail -1)\"\n",
            "2021/day{d:02}/input": "1000\n",
        },
    ),
    "another interpreter in the first line": Repository(
        "{year}/{day:02}.pl",
        {
            "2021/{d:02}.pl": "#!/usr/bin/env -S awk -f\n"
            '{{ sum += $0; if ($0 > most) most = $0 }}\nEND {{ print "Part 1: " sum "\\nPart 2: " most }}\n',
        },
        ("awk",),
    ),
    "a module beside a script in Perl": Repository(
        "{year}/{day:02}/run.pl",
        {
            "2021/{d:02}/Sums.pm": "package Sums;\nsub of {{ my $s = 0; $s += $_ for @_; $s }}\n1;\n",
            "2021/{d:02}/run.pl": "use Sums;\nopen(my $file, '<', 'input.txt');\nmy @all = <$file>;\n"
            'print "Part 1: " . Sums::of(@all) . "\\nPart 2: 7\\n";\n',
        },
        ("perl",),
    ),
    "clauses of Prolog": Repository(
        "{year}/{day:02}.pl",
        {
            "2021/{d:02}.pl": ":- use_module(library(readutil)).\n"
            "numbers(S, []) :- read_line_to_string(S, end_of_file), !.\n"
            "main :- open('input/{d:02}.txt', read, S), read_string(S, _, T),\n"
            '  split_string(T, "\\n", " ", L), exclude(==(""), L, M), maplist(number_string, N, M),\n'
            '  sum_list(N, A), max_list(N, B), format("Part 1: ~w~nPart 2: ~w~n", [A, B]).\n',
            "2021/input/{d:02}.txt": "1000\n",
        },
        ("swi-prolog",),
    ),
    "the name of the input as a word": Repository(
        "{year}/{day:02}.sh",
        {
            "2021/{d:02}.sh": 'echo "Part 1: $(awk \'{{ s += $0 }} END {{ print s }}\' "$1")"\n'
            'echo "Part 2: $(sort -n < "$1" | tail -1)"\n',
        },
    ),
}


def made(root: Path, files: dict[str, str]) -> Workspace:
    """Write a repository of a day, with a case."""
    for day in (1,):
        for name, text in {**files, f"inputs/aoc2021d{day}/cases.toml": CASES.replace("{", "{{")}.items():
            path = root / name.format(d=day)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.format(d=day))
    proposal = proposals.of_folder(root)
    assert proposal
    return Workspace(root, whole=True).with_layouts((proposal.layout,))


def run(workspace: Workspace, selection: Selection = ALL) -> list[Result]:
    """Build all programs, run them, and return their rows."""
    return [*judge.run(preparing.prepare(plan.tasks(workspace, ["aoc2021"], selection, LIMITS)))]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs(*each.needs)) for name, each in REPOSITORIES.items()]
)
def test_a_program_is_built_and_run_as_its_author_does(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds what it includes and imports, and the input where it looks for it; the repository stays."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    repository = REPOSITORIES[name]
    workspace = made(tmp_path / "solutions", repository.files)
    before = sorted(workspace.root.rglob("*"))
    assert (repository.pattern,) == workspace.layouts[0].path
    rows = [(row.puzzle, row.part, row.answer, row.verdict, row.message) for row in run(workspace)]
    right = [("aoc2021d1", part, answer, Verdict.RIGHT, "") for part, answer in ((1, "15"), (2, "7"))]
    assert right == rows
    assert before == sorted(workspace.root.rglob("*"))


@needs("golang-go")
def test_what_is_built_in_belongs_to_one_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each case has a build of its own; what is built in from elsewhere is none of its inputs."""
    source = 'package main\n\nimport _ "embed"\n\n//go:embed input.txt\nvar text string\n\n'
    source += 'func main() {{\n\tos.Stdout.WriteString("Part 1: " + text)\n}}\n'
    source = source.replace('import _ "embed"', 'import _ "embed"\nimport "os"')
    workspace = made(tmp_path / "solutions", {"2021/day{d:02}/main.go": source})
    cases = workspace.root / "inputs" / "aoc2021d1" / "cases.toml"
    cases.write_text('[one]\ninput = "11"\npart1 = 11\n[two]\ninput = "22"\npart1 = 22\n')
    every = Selection(part=1, every_case=True)
    rows = [(row.answer, row.verdict) for row in run(workspace, every)]
    assert [("11", Verdict.RIGHT), ("22", Verdict.RIGHT)] == rows
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "build", None)
        assert rows == [(row.answer, row.verdict) for row in run(workspace, every)]
    path = workspace.root / "2021" / "day01" / "main.go"
    path.write_text(path.read_text().replace("input.txt", "other.md"))
    path.with_name("other.md").write_text("33")
    rows = [(row.answer, row.verdict, "name its file" in row.message) for row in run(workspace)[:1]]
    assert [("33", Verdict.UNKNOWN, True)] == rows


@needs("nodejs")
def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    """The row says what to do, below what the program has said."""
    rows = run(made(tmp_path, {"2021/{d:02}.js": "require('no-such-package')\nconsole.log(1)\n"}))
    advice = f"It needs the npm package no-such-package. Run npm install in {tmp_path}/2021."
    assert {(Verdict.ERROR, f"it exited with status 1. {advice}")} == {
        (row.verdict, row.message) for row in rows
    }


@needs("nodejs")
@pytest.mark.parametrize(
    ("given", "answer"), [("3\n5\n", "Part 1: 8\n"), ("3, 5", "Part 1: 8\n"), ("3-5", "")]
)
def test_a_list_of_numbers_is_made_of_nothing_else(given: str, answer: str, tmp_path: Path) -> None:
    """How an author reads numbers out of a line is not known: that is an error, and no wrong answer."""
    path = tmp_path / "day.mjs"
    path.write_text("export const part1 = (all) => all.reduce((sum, each) => sum + each, 0)\n")
    words = ["node", javascript.DRIVER, str(path), "1", "1:part1", "numbers"]
    ended = subprocess.run(words, input=given, capture_output=True, text=True, timeout=30)
    assert (answer, not answer) == (ended.stdout, "the input is none" in ended.stderr)


@needs("nodejs")
@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("{ part1: 15, part2: 'seven' }", "Part 1: 15\nPart 2: seven\n"),
        ("[15]", "Part 1: 15\n"),
        ("[15, undefined]", "Part 1: 15\n"),
        ("{ steps: ['L', 'R'], nodes: 7 }", "[object Object]\n"),
        ("[1, 2, 3]", "1,2,3\n"),
    ],
)
def test_one_function_answers_both_parts_by_two_values(returned: str, said: str, tmp_path: Path) -> None:
    """What holds lists, or more than two values, is something else, and no answers are made of it."""
    path = tmp_path / "day.mjs"
    path.write_text(f"export default () => ({returned})\n")
    words = ["node", javascript.DRIVER, str(path), "0", "0:default", "none"]
    ended = subprocess.run(words, input="3\n", capture_output=True, text=True, timeout=30)
    assert said == ended.stdout


@needs("ruby")
@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("[15, 'seven']", "Part 1: 15\nPart 2: seven\n"),
        ("[15, nil]", "Part 1: 15\n"),
        ("[[1], 2]", "[[1], 2]\n"),
    ],
)
def test_a_method_of_ruby_answers_both_parts_by_two_values(returned: str, said: str, tmp_path: Path) -> None:
    """What holds lists is something else, and no answers are made of it."""
    (tmp_path / "input.txt").write_text("3\n")
    path = tmp_path / "day.rb"
    path.write_text(f"def solve(text)\n  {returned}\nend\n")
    words = ["ruby", ruby.DRIVER, str(path), "0", "0:solve", str(tmp_path / "input.txt")]
    assert said == subprocess.run(words, capture_output=True, text=True, timeout=30).stdout


@needs("golang-go")
def test_a_module_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that fails in a copy speaks of the files as they are in the repository."""
    monkeypatch.setenv("GOFLAGS", "-mod=mod")
    monkeypatch.setenv("GOPROXY", "off")
    source = 'package main\n\nimport (\n\t_ "embed"\n\t_ "example.com/grid"\n)\n\n'
    source += "//go:embed input.txt\nvar text string\n\nfunc main() {{}}\n"
    files = {"go.mod": "module example.com/days\n\ngo 1.18\n", "2021/day{d:02}/main.go": source}
    root = tmp_path / "solutions"
    for row in run(made(root, files)):
        assert (Verdict.ERROR, True, False) == (
            row.verdict,
            row.message.startswith(f"It needs Go modules that are not here. Run go mod download in {root},"),
            "builds" in row.message,
        )


def test_go_builds_a_program_with_the_files_of_its_package(tmp_path: Path) -> None:
    """These are the ones beside it that are no programs and no tests."""
    source = "package main\nfunc main() {\n\tdata, _ := os.ReadFile(os.Args[1])\n}\n"
    for name in ("main1.go", "main2.go", "cart1.go", "cart2.go", "common.go", "common_test.go"):
        path = tmp_path / "2021" / "3" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source if name.startswith("main") else "package main\n")
    layout = Layout(("{year}/{day}/main{part}.go",))
    (sources,) = puzzles.find(tmp_path, [layout]).values()
    made = [programs.of(source, LANGUAGES["go"]) for source in sources]
    assert [
        ("go", "build", "-o", "{output}", f"main{part}.go", f"cart{part}.go", "common.go") for part in (1, 2)
    ] == [project.language.build for project in made if project]
    assert [("{output}", "{input}")] * 2 == [project.language.run for project in made if project]


def test_a_day_in_go_is_built_without_the_files_of_other_days(tmp_path: Path) -> None:
    """They may lie in one folder; what has no number goes with each."""
    for name in ("01.go", "08.go", "08_input.go", "shared.go"):
        (tmp_path / name).write_text("package main\n" + "func main() {}\n" * (len(name) == 5))
    (sources, _) = puzzles.find(tmp_path, [Layout(("{day:02}.go",), year=2021)]).values()
    project = programs.of(sources[0], LANGUAGES["go"])
    assert project
    assert ("01.go", "shared.go") == project.language.build[-2:]
    assert "08_input.go" not in project.language.build


def test_parts_in_go_may_share_their_main(tmp_path: Path) -> None:
    """A file for a part is built with the one that starts it; without one it is no program."""
    (tmp_path / "2021" / "3").mkdir(parents=True)
    for name in ("part1.go", "part2.go", "shared.go", "shared_test.go"):
        (tmp_path / "2021" / "3" / name).write_text("package main\nfunc answer() int { return 1 }\n")
    layout = Layout(("{year}/{day}/part{part}.go",))
    (sources,) = puzzles.find(tmp_path, [layout]).values()
    assert [None, None] == [programs.of(source, LANGUAGES["go"]) for source in sources]
    (tmp_path / "2021" / "3" / "shared.go").write_text("package main\nfunc main() { println(answer()) }\n")
    made = [programs.of(source, LANGUAGES["go"]) for source in sources]
    assert [("go", "build", "-o", "{output}", f"part{part}.go", "shared.go") for part in (1, 2)] == [
        project.language.build for project in made if project
    ]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="it needs files of the system without an end")
def test_a_file_beside_a_program_that_cannot_be_copied_is_linked_to(tmp_path: Path) -> None:
    """Pipes, endless files and large ones lie beside it, and it runs all the same."""
    files = {"2021/{d:02}.sh": "paste -sd+ | sed 's/.*/Part 1: 15/; a Part 2: 7'\n"}
    root = tmp_path / "solutions"
    workspace = made(root, files)
    (root / "2021" / "memory.sh").symlink_to("/proc/self/mem")
    (root / "2021" / "zero.sh").symlink_to("/dev/zero")
    os.mkfifo(root / "2021" / "pipe.sh")
    (root / "2021" / "large.sh").write_bytes(b" " * 2**21)
    assert [Verdict.RIGHT] * 2 == [row.verdict for row in run(workspace)]


PROJECTS = {
    "a crate of a workspace": (
        "2021/day01/src/main.rs",
        "fn main() {}",
        {"Cargo.toml": "[workspace]\n", "2021/day01/Cargo.toml": '[package]\nname = "first"\n'},
        ("--manifest-path", "/2021/day01/Cargo.toml", "--target-dir", "{folder}/target", "--bin", "first"),
        ("{output}",),
        "2021/day01",
    ),
    "a package of Java": (
        "src/main/java/me/Day1.java",
        "package me;\npublic static void main(String[] args) { part = Integer.parseInt(args[0]); }",
        {"pom.xml": "<project/>"},
        ("{folder}", "-cp", "/target/dependency/*:/lib/*", "-sourcepath", "/src/main/java", "{source}"),
        ("-cp", "{folder}:src/main/resources:/target/dependency/*:/lib/*", "me.{stem}", "{part}"),
        "",
    ),
    "a project of C#": (
        "2021/Day01/Program.cs",
        "var lines = File.ReadAllLines(args[0]);",
        {"2021/Day01/Day01.csproj": "<Project/>"},
        ("--output", "{folder}", "-p:BaseIntermediateOutputPath={folder}/obj/"),
        ("dotnet", "{folder}/Day01.dll", "{input}"),
        "2021/Day01",
    ),
    "a flag for the part in Go": (
        "2021/01/main.go",
        'package main\n\nfunc main() {\n\tpart := 1\n\tflag.IntVar(&part, "part", 1, "the part")\n}\n',
        {},
        ("-o", "{output}", "main.go"),
        ("{output}", "-part", "{part}"),
        "2021/01",
    ),
    "libraries of C": (
        "c/p001.c",
        '#include <stdio.h>\n#include "numbers.h"\nint main(void) { return 0; }',
        {"c/numbers.h": "#include <gmp.h>\n#include <openssl/md5.h>\n", "c/numbers.c": ""},
        ("{source}", "/c/numbers.c", "-lcrypto", "-lgmp", "-lm"),
        ("{output}",),
        "c",
    ),
    "a module for Deno": (
        "2021/01.ts",
        "export const part1 = (input: string) => 1",
        {"deno.json": "{}"},
        (),
        (
            *("--config", "/deno.json", javascript.DRIVER, "{source}"),
            *("{part}", "1:part1", "text", "{input}"),
        ),
        "",
    ),
    "a module of Haskell": (
        "2021/src/Day01.hs",
        'module Day01 where\nmain :: IO ()\nmain = readFile "../in/01.txt" >>= putStr\n',
        {
            "2021/package.yaml": "default-extensions:\n- LambdaCase\n- GADTs\nlibrary:\n  x: y\n",
            "in/01.txt": "1",
        },
        ("{source}", "-main-is", "Day01", "-XLambdaCase", "-XGADTs", "-i/2021/src"),
        ("{output}",),
        "2021",
    ),
}


@pytest.mark.parametrize(
    "text",
    [
        "fn part1(input: &str) -> u32 { 1 }",
        "pub fn part1(input: &Grid) -> u32 { 1 }",
        "pub fn parse(input: &str) -> u32 { 1 }",
        "pub fn solve(input: &str) -> u32 { 1 }",
    ],
)
def test_a_module_of_rust_without_a_function_to_call_is_no_program(text: str, tmp_path: Path) -> None:
    """Its functions are private, want something that nothing makes of the text, or are none for a part."""
    for name, content in {"Cargo.toml": CRATE, "src/lib.rs": "mod day01;", "src/day01.rs": text}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    source = Source(tmp_path, "src/day01.rs", Place(2021, 1), Layout(("src/day{day:02}.rs",)))
    assert programs.of(source, LANGUAGES["rs"]) is None


@pytest.mark.parametrize(
    ("text", "place", "asked"),
    [
        ("package day\nfunc Part1(text string) int {", Place(2021, 1), "{part}"),
        ("package main\nfunc Part1(text string) int {", Place(2021, 1), None),
        ("package day\nfunc part1(text string) int {", Place(2021, 1), None),
        ("package day\nfunc Day01(input []byte, part1 bool) (uint, error) {", Place(2021, 1), "{part}"),
        ("package day\nfunc Solve(part int, path string) (uint, error) {", Place(2021, 1), "{part}"),
        ("package day\nfunc Part1(text, other string) int {", Place(2021, 1), None),
        ("package day\nfunc Part1(grid Grid) int {", Place(2021, 1), None),
        ("package day\nfunc Solve(text string) int {", Place(2021, 1), None),
        ("package day\nfunc Solve() {", Place(2021, 1), "0"),
        ("package day\nfunc Solve(text string) int {", Place(2021, 1, part=2), "0"),
        ("package day\nfunc Euler1() int {", Place(number=1), "0"),
    ],
)
def test_the_functions_of_a_package_of_go_are_called_for_its_parts(
    text: str, place: Place, asked: str | None, tmp_path: Path
) -> None:
    """They have capitals, and are given what is made of the input; one value does not answer both parts."""
    (tmp_path / "go.mod").write_text("module days\n")
    (tmp_path / "day.go").write_text(text)
    project = programs.of(Source(tmp_path, "day.go", place, Layout(("day.go",))), LANGUAGES["go"])
    assert asked == (project and project.language.run[-1])


@pytest.mark.parametrize(
    ("method", "place", "names"),
    [
        ("public long part1(String text) { return 1; }", Place(2021, 1), ("{part}", "1:part1:input")),
        (
            "static int solve(Path path) throws IOException { return 1; }",
            Place(2021, 1, part=2),
            ("0", "0:solve:input"),
        ),
        ("int problem1() { return 1; }", Place(number=1), ("0", "0:problem1:")),
        (
            "String solve(boolean isPartTwo, Scanner in) {}",
            Place(2021, 1),
            ("{part}", "1:solve:second+input,2:solve:second+input"),
        ),
        ("int solve(String fileName, int part) {}", Place(2021, 1, part=2), ("{part}", "2:solve:path+part")),
        ("int part2(List<String> lines, boolean debug) {}", Place(2021, 1), ("{part}", "2:part2:input+no")),
        ("int part1(String text, Path path) {}", Place(2021, 1), None),
        ("long part1(Grid grid) { return 1; }", Place(2021, 1), None),
        ("public Part1(String text) { super(text); }", Place(2021, 1), None),
        ("abstract long part1(String text);", Place(2021, 1), None),
        ("void go() { return part1(text); }", Place(2021, 1, part=1), ("0", "0:go:")),
    ],
)
def test_the_methods_of_a_class_of_java_are_called_for_its_parts(
    method: str, place: Place, names: tuple[str, ...] | None, tmp_path: Path
) -> None:
    """They are given what is made of the input; a constructor is none, and nor is what is only called."""
    (tmp_path / "Day.java").write_text(f"class Day {{\n    {method}\n}}\n")
    project = programs.of(Source(tmp_path, "Day.java", place, Layout(("Day.java",))), LANGUAGES["java"])
    assert names == (project and project.language.run[-2:])


@needs("golang-go")
def test_a_package_of_go_that_cannot_be_built_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row has the words of its compiler."""
    monkeypatch.setattr(starting, "seconds", lambda *_: 0.0)
    text = "package day01\n\nfunc Part1(text string) int {{\n\treturn text\n}}\n"
    rows = run(made(tmp_path / "days", {"go.mod": "module days\n", "2021/day{d:02}/day.go": text}))
    assert {Verdict.ERROR} == {row.verdict for row in rows}
    assert all("day.go:4:9: cannot use text" in row.message for row in rows)


@needs("cargo")
def test_a_crate_that_is_not_built_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of its days fail by that: none builds it again."""
    monkeypatch.setattr(starting, "seconds", lambda *_: 0.0)
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    program = "mod d01;\nmod d02;\nfn main() { match 1 { 1 => d01::no_such(), _ => {} } }\n"
    texts = {"Cargo.toml": CRATE, "src/main.rs": program}
    for day in (1, 2):
        texts[f"src/d0{day}.rs"] = "pub fn part1(input: &str) -> &str { input }\n"
        texts[f"inputs/aoc2021d{day}/cases.toml"] = '[main]\ninput = "5"\npart1 = 5\n'
    for name, content in texts.items():
        (tmp_path / "days" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "days" / name).write_text(content)
    builds: list[str] = []
    build = compiling.build

    def counted(job: Job, beside: Path, stop: Event) -> tuple[Record, str]:
        builds.append(job.id)
        return build(job, beside, stop)

    monkeypatch.setattr(compiling, "build", counted)
    layout = Layout(("src/d{day:02}.rs",), year=2021)
    rows = run(Workspace(tmp_path / "days", whole=True).with_layouts((layout,)), Selection(part=1))
    assert [Verdict.ERROR] * 2 == [row.verdict for row in rows]
    assert all("cannot find function `no_such`" in row.message for row in rows)
    assert not any("It cannot be called" in row.message for row in rows)
    assert 1 == len(builds)


@needs("cargo", "bubblewrap")
@pytest.mark.parametrize("untrusted", [False, True])
def test_crates_that_a_repository_brings_are_found(
    untrusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cargo is configured by the crate's folder, as for its author: what `cargo vendor` made is used."""
    monkeypatch.setattr(starting, "seconds", lambda *_: 0.0)
    # The sandbox shows the programs that lie there.
    installed = Path(shutil.which("cargo") or "").parents[1]
    monkeypatch.setenv("CARGO_HOME", str(installed if untrusted else tmp_path / "cargo"))
    files = {
        "Cargo.toml": CRATE + '\n[dependencies]\ngrid = "1"\n',
        ".cargo/config.toml": '[source.crates-io]\nreplace-with = "vendored-sources"\n\n'
        '[source.vendored-sources]\ndirectory = "vendor"\n',
        "vendor/grid/.cargo-checksum.json": '{{"files":{{}}}}',
        "vendor/grid/Cargo.toml": '[package]\nname = "grid"\nversion = "1.0.0"\nedition = "2021"\n',
        "vendor/grid/src/lib.rs": RUST_LIB,
        "src/bin/day{d:02}.rs": RUST.replace("{crate}", "grid"),
        "input/{d:02}.txt": "1000\n",
    }
    workspace = made(tmp_path / "aoc2021", files)
    limits = LIMITS._replace(untrusted=str(workspace.root) if untrusted else "")
    rows = [*judge.run(preparing.prepare(plan.tasks(workspace, ["aoc2021"], ALL, limits)))]
    assert [("15", "", Verdict.RIGHT), ("7", "", Verdict.RIGHT)] == [
        (row.answer, row.message, row.verdict) for row in rows
    ]


@needs("cargo")
def test_a_function_of_rust_may_be_told_the_path_and_the_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is called for each part; a flag that says something else is not set."""
    monkeypatch.setattr(starting, "seconds", lambda *_: 0.0)
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    told = (
        "pub fn solve(path: &str, is_part_two: bool, verbose: bool) -> String {{\n"
        "    assert!(!verbose);\n    let text = std::fs::read_to_string(path).unwrap();\n"
        "    let all = text.lines().map(|line| line.parse::<i64>().unwrap());\n"
        "    let answer = if is_part_two {{ all.max().unwrap() }} else {{ all.sum::<i64>() }};\n"
        "    answer.to_string()\n}}\n"
    )
    files = {"Cargo.toml": CRATE, "src/lib.rs": "pub mod day{d:02};\n", "src/day{d:02}.rs": told}
    workspace = made(tmp_path / "aoc2021", files)
    rows = [(row.answer, row.verdict) for row in run(workspace)]
    assert [("15", Verdict.RIGHT), ("7", Verdict.RIGHT)] == rows


@needs("cargo")
def test_a_module_of_rust_that_cannot_be_called_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row has the compiler's words; the other days of the crate are right."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    one = "pub fn part1(input: &str) -> String { input.trim().to_string() }\n"
    texts = {
        "Cargo.toml": CRATE,
        "src/lib.rs": "pub mod y2021 {\n    pub mod day01;\n    mod day02;\n    pub mod day03;\n}\n",
        "src/y2021/day01.rs": one,
        "src/y2021/day02.rs": one,
        "src/y2021/day03.rs": "pub fn part1(input: &str) -> Vec<u8> { input.into() }\n",
        "src/y2021/day04.rs": one,
    } | {f"inputs/aoc2021d{day}/cases.toml": '[main]\ninput = "5"\npart1 = 5\n' for day in (1, 2, 3, 4)}
    for name, content in texts.items():
        (tmp_path / "days" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "days" / name).write_text(content)
    layout = Layout(("src/y{year}/day{day:02}.rs",))
    workspace = Workspace(tmp_path / "days", whole=True).with_layouts((layout,))
    right, private, unclear, undeclared = run(workspace, Selection(part=1))
    assert ("5", Verdict.RIGHT) == (right.answer, right.verdict)
    said = {
        private: "module `day02` is private",
        unclear: "trait bounds were not satisfied",
        undeclared: "`day04` in `y2021`",
    }
    for row, words in said.items():
        assert Verdict.ERROR == row.verdict
        assert "it exited with status 1. It cannot be called: error[" in row.message
        assert words in row.message


@pytest.mark.parametrize(
    ("functions", "place", "asked"),
    [
        (("part1(text: &str) -> u32", "part2(text: &str) -> u32"), Place(2021, 1), "{part}"),
        (("part1(text: &str) -> u32",), Place(2021, 25), "{part}"),
        (("part1(text: &str) -> u32", "solve(text: &str) -> (u32, u32)"), Place(2021, 1), "0"),
        (("part2(text: &str) -> u32", "solve(text: &str) -> (u32, u32)"), Place(2021, 1, part=2), "{part}"),
        (("solve(text: &str) -> u32",), Place(2021, 1, part=2), "0"),
        (("solve() -> u32",), Place(number=1), "0"),
        (("solve(text: &str) -> u32",), Place(2021, 1), None),
        (("part1(path: &str) -> u32",), Place(2021, 1), "{part}"),
        (("solve(text: &str, part: u8) -> u32",), Place(2021, 1), "{part}"),
        (("solve(text: &str, other: &str) -> (u32, u32)",), Place(2021, 1), None),
    ],
)
def test_the_functions_of_a_module_of_rust_are_called_for_its_parts(
    functions: tuple[str, ...], place: Place, asked: str | None, tmp_path: Path
) -> None:
    """One for both is called where another is missing; what one for two parts returns is unclear."""
    texts = {
        "Cargo.toml": CRATE,
        "src/lib.rs": "pub mod day;",
        "src/day.rs": "\n".join(f"pub fn {function} {{ todo!() }}" for function in functions),
    }
    for name, content in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    project = programs.of(Source(tmp_path, "src/day.rs", place, Layout(("src/day.rs",))), LANGUAGES["rs"])
    assert asked == (project and project.language.run[-1])


def test_a_module_of_rust_is_looked_at_again_once_it_is_changed(tmp_path: Path) -> None:
    """A run that watches it sees a new function; of two for one part, nobody knows which one it is."""
    for name, content in {"Cargo.toml": CRATE, "src/lib.rs": "pub mod day01;", "src/day01.rs": ""}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    source = Source(tmp_path, "src/day01.rs", Place(2021, 1), Layout(("src/day{day:02}.rs",)))
    assert programs.of(source, LANGUAGES["rs"]) is None
    one = "pub fn part1(input: &str) -> u32 { 1 }\n"
    source.file.write_text(one)
    project = programs.of(source, LANGUAGES["rs"])
    assert project
    assert ("{output}", "{input}", "day01", "{part}") == project.language.run
    source.file.write_text(one + "pub fn part_one(input: &[u8]) -> u32 { 2 }\n")
    assert programs.of(source, LANGUAGES["rs"]) is None


@pytest.mark.parametrize("name", PROJECTS)
def test_a_language_s_tools_get_what_they_expect(name: str, tmp_path: Path) -> None:
    """That is the folder of the build file or of the packages, the name of the program, and its words."""
    path, text, others, build, run, folder = PROJECTS[name]
    for each, content in {path: text, **others}.items():
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text(content)
    source = Source(tmp_path, path, Place(2021, 1), Layout((path,)))
    project = programs.of(source, LANGUAGES[source.file.suffix[1:]])
    assert project
    words = tuple(word.replace(str(tmp_path), "") for word in project.language.build)
    assert (build, run, folder) == (
        words[len(words) - len(build) :],
        tuple(word.replace(str(tmp_path), "") for word in project.language.run)[-len(run) :],
        project.folder,
    )


@pytest.mark.parametrize(
    ("there", "run"),
    [
        ((), ("bun", "run")),
        (("tsx",), ("tsx",)),
        (("tsx", "deno"), ("deno", "run", "--allow-all", "--no-prompt")),
        (("deno", "bun"), ("bun", "run")),
    ],
)
def test_typescript_is_run_by_what_is_installed(
    there: tuple[str, ...], run: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is run by bun, else by Deno or tsx."""
    (tmp_path / "bin").mkdir()
    for name in there:
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "01.ts").write_text("console.log(1)\n")
    project = programs.of(Source(tmp_path, "01.ts", Place(2021, 1), Layout(("01.ts",))), LANGUAGES["ts"])
    assert project
    assert (*run, "{source}") == project.language.run


@pytest.mark.parametrize(
    ("path", "text", "own"),
    [
        ("01.c", "int main(void) { return 0; }", {"build": ("make", "{stem}")}),
        ("D01.java", "class D01 { static void main(String[] words) {} }", {"build": ("make", "{stem}")}),
        ("01.js", "console.log(1)", {"run": ("npm", "run", "{stem}")}),
    ],
)
def test_a_workspace_s_own_command_need_not_name_the_source(
    path: str, text: str, own: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    """It stays as it is: there is no place to name other files beside it."""
    (tmp_path / path).write_text(text)
    language = LANGUAGES[path.partition(".")[2]]._replace(**own)
    project = programs.of(Source(tmp_path, path, Place(2021, 1), Layout((path,))), language)
    assert project
    assert own.items() <= project.language._asdict().items()


def test_a_workspace_s_own_words_for_java_stay(tmp_path: Path) -> None:
    """Where its classes are found is added to them."""
    (tmp_path / "D01.java").write_text("class D01 { static void main(String[] words) {} }")
    own = ("javac", "--release", "17", "-d", "{folder}", "{source}")
    source = Source(tmp_path, "D01.java", Place(2021, 1), Layout(("D01.java",)))
    project = programs.of(source, LANGUAGES["java"]._replace(build=own))
    assert project
    assert (*own[:-1], "-sourcepath", str(tmp_path), "{source}") == project.language.build


def test_a_module_of_a_larger_program_is_said_to_be_one(tmp_path: Path) -> None:
    """It has no main: nothing is built, and the message says what to do."""
    workspace = made(
        tmp_path, {"2021/src/day{d:02}.rs": "pub fn part1(text: &str) -> usize {{ text.len() }}\n"}
    )
    rows = run(workspace)
    assert [(Verdict.ERROR, True)] == [(row.verdict, "does not run by itself" in row.message) for row in rows]


def test_the_only_line_of_a_problem_of_one_part_is_its_answer(tmp_path: Path) -> None:
    """It need not be told which part is asked for."""
    path = tmp_path / "euler" / "bash" / "p001.sh"
    path.parent.mkdir(parents=True)
    path.write_text("echo 15\n")
    proposal = proposals.of_folder(tmp_path / "euler")
    assert proposal
    workspace = Workspace(tmp_path / "euler", whole=True).with_layouts((proposal.layout,))
    (task,) = plan.tasks(workspace, ["euler1"], Selection(), LIMITS)
    (row,) = judge.run(preparing.prepare([task]))
    assert ("p001", "15", Verdict.UNKNOWN, "") == (row.solution, row.answer, row.verdict, row.message)


@pytest.mark.parametrize(("own", "wanted"), [("3\n5\n7", 0), ("3\n5\n7\n", 1)])
def test_a_program_gets_the_input_as_its_author_keeps_it(own: str, wanted: int, tmp_path: Path) -> None:
    """Who has saved it without a newline need not remove one."""
    script = f"[ $(tail -c 1 input.txt | wc -l) = {wanted} ] || exit 1\necho 'Part 1: 15'\necho 'Part 2: 7'\n"
    files = {"2021/day{d:02}/solve.sh": script, "2021/day{d:02}/input.txt": own}
    assert [Verdict.RIGHT] * 2 == [row.verdict for row in run(made(tmp_path, files))]


def test_the_data_files_of_a_problem_are_the_repository_s(tmp_path: Path) -> None:
    """They are the same for everybody, whether there is an input or not."""
    root = tmp_path / "euler"
    for name, text in {"sh/p022.sh": "cat input_names.txt\n", "sh/input_names.txt": "22\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    proposal = proposals.of_folder(root)
    assert proposal
    workspace = Workspace(root, whole=True).with_layouts((proposal.layout,))
    for given in ("", 'input = "33"\n'):
        cases = root / "inputs" / "euler22" / "cases.toml"
        cases.parent.mkdir(parents=True, exist_ok=True)
        cases.write_text(f"[main]\n{given}part1 = 22\n")
        (row,) = judge.run(preparing.prepare(plan.tasks(workspace, ["euler22"], Selection(), LIMITS)))
        assert ("22", Verdict.RIGHT) == (row.answer, row.verdict)


EXPORTS = {
    "export const solve = () => '9'": "9",
    "export const compute = (n) => n\nexport const p001 = () => 9": "9",
    "export const solve1 = () => 9\nexport const solve2 = () => 8": "9",
    "export default class Problem {}": None,
}


@needs("nodejs")
@pytest.mark.parametrize("text", EXPORTS)
def test_what_a_module_exports_for_a_problem_is_its_answer(text: str, tmp_path: Path) -> None:
    """It has one part: a number is the problem's, or that of one of several ways."""
    (tmp_path / "euler").mkdir()
    (tmp_path / "euler" / "p001.mjs").write_text(text)
    proposal = proposals.of_folder(tmp_path / "euler")
    assert proposal
    workspace = Workspace(tmp_path / "euler", whole=True).with_layouts((proposal.layout,))
    (row,) = judge.run(preparing.prepare(plan.tasks(workspace, ["euler1"], Selection(), LIMITS)))
    assert EXPORTS[text] == row.answer


def test_a_command_may_start_something_else(tmp_path: Path) -> None:
    """It is started at the top of the repository, once for all parts, with the input in its place."""
    files = {
        "2021/day{d:02}.rb": "# A day.\n",
        "run.sh": "echo \"Part 1: $(awk '{{ s += $0 }} END {{ print s }}' inputs/$1/$2.txt)\"\n"
        'echo "Part 2: 7"\n',
        "inputs/2021/{d:02}.txt": "1000\n",
    }
    workspace = made(tmp_path, files)
    (layout,) = workspace.layouts
    told = layout._replace(command="bash run.sh {year} {day:02}", input=("inputs/{year}/{day:02}.txt",))
    rows = run(workspace.with_layouts((told,)))
    assert [("15", Verdict.RIGHT), ("7", Verdict.RIGHT)] == [(row.answer, row.verdict) for row in rows]


STARTED = {
    "cargo run --release -- {year} {day:02} -p{part}": (
        {
            "Cargo.toml": '[package]\nname = "days"\nversion = "0.1.0"\n',
            "src/main.rs": "mod y2021;\nfn main() {{\n"
            "    let words: Vec<String> = std::env::args().collect();\n"
            '    assert_eq!((words[1].as_str(), words[2].as_str()), ("2021", "01"));\n'
            '    let text = std::fs::read_to_string("inputs/2021/01.txt").unwrap();\n'
            '    println!("{{}}", y2021::d01::solve(&text, words[3] == "-p2"));\n}}\n',
            "src/y2021.rs": 'pub mod d01;\npub const OF_ANOTHER: &str = include_str!("../in/02.txt");\n',
            "src/y2021/d{d:02}.rs": "pub fn solve(text: &str, last: bool) -> i64 {{\n"
            "    let all = text.lines().map(|line| line.parse::<i64>().unwrap());\n"
            "    if last {{ all.max().unwrap() }} else {{ all.sum() }}\n}}\n",
        },
        "{folder}/y{year}/d{day:02}.rs",
        "cargo",
    ),
    "go run ./cmd/solve {year} {day} {ab}": (
        {
            "go.mod": "module example.com/days\n\ngo 1.18\n",
            "cmd/solve/main.go": 'package main\n\nimport (\n\t"example.com/days/y2021/d01"\n\t"os"\n)\n\n'
            'func main() {{\n\tdata, _ := os.ReadFile("inputs/2021/01.txt")\n'
            '\tprintln("at", os.Args[1])\n\tos.Stdout.WriteString(d01.Solve(string(data), os.Args[3]))\n}}\n',
            "y2021/d{d:02}/day.go": 'package d01\n\nimport "strings"\n\n'
            "func Solve(text, part string) string {{\n"
            '\tif strings.Count(text, "\\n") != 3 {{\n\t\treturn text\n\t}}\n'
            '\tif part == "a" {{\n\t\treturn "15\\n"\n\t}}\n\treturn "7\\n"\n}}\n',
        },
        "y{year}/d{day:02}/day.go",
        "golang-go",
    ),
}


@pytest.mark.parametrize("command", [pytest.param(each, marks=needs(STARTED[each][2])) for each in STARTED])
def test_a_project_that_its_command_runs_is_built_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is started at the top with the words behind it, once for each part if it is told that."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    files, _, _ = STARTED[command]
    workspace = made(tmp_path / "solutions", files)
    (layout,) = workspace.layouts
    told = workspace.with_layouts((layout._replace(command=command),))
    rows = run(told)
    assert [("15", Verdict.RIGHT, ""), ("7", Verdict.RIGHT, "")] == [
        (row.answer, row.verdict, row.message) for row in rows
    ]
    builds = [path for path in (settings.data_folder() / "builds").iterdir() if path.name[:5] != "empty"]
    assert 1 == len(builds)
