"""The names that people give to the function of each part."""

import re

_ORDINALS = {"1": 1, "one": 1, "a": 1, "i": 1, "first": 1, "silver": 1}
_ORDINALS |= {"2": 2, "two": 2, "b": 2, "ii": 2, "second": 2, "gold": 2}
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_VERB = (
    r"(?:do|get|solve|run|calc|calculate|compute|answer|find|process|execute|day|d|aoc)(?:\d{1,4}|_[a-z]+)?_?"
)
_NOUN = (
    r"(?:part|pt|p|star|puzzle|task|solution|solve|solver|answer|question|step|challenge|problem|level|sol"
    r"|run|main|day\d+)"
)
_END = r"(?:_?(?:answer|solution|solve|result|value))?"
PATTERNS = (
    # part1, part_one, solve_part_1, get_part1_answer, day01p1, solution_1, solve_a, partB
    re.compile(rf"(?:{_VERB})?(?:{_VERB})?{_NOUN}_?(?P<part>{_ORDINAL}){_END}"),
    # first_part, silver_star
    re.compile(
        rf"(?:{_VERB})?(?P<part>first|second|silver|gold)(?:_?(?:part|star|half|puzzle|answer|solution))?"
    ),
    # day1_1, day_1_a
    re.compile(rf"day_?\d{{1,2}}_(?P<part>{_ORDINAL})"),
)
# One function for both parts, or for the part that the file is about, the likeliest first.
WHOLE = re.compile(
    r"solve(?:_all|_both|_puzzle|r)?|solution|run|main|compute|process|answers?|both(?:_parts)?|parts|day_?\d*|puzzle|go|calculate|do_it|execute|result"
)
WHOLE_ORDER = ("solve", "solution", "run", "compute", "answer", "main")


def part_of(name: str) -> int:
    """Return the part that a function answers by its name; 0 if the name does not tell."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")
    for pattern in PATTERNS:
        if named := pattern.fullmatch(snake):
            return _ORDINALS[named["part"]]
    return 0
