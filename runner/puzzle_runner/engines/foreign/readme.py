"""The command for a day that a README tells, as `cargo run -- 2021 3` or `make run year=<year> day=<day>`."""

import re
from pathlib import Path

from puzzle_runner.engines.foreign import runners, scripts

# A line of code: between quotes, behind a prompt, or alone.
_CODE = re.compile(r"`([^`\n]+)`|^[ \t>%$]*([^`\n]+)$", re.MULTILINE)
_STARTS = re.compile(
    r"(?:(?:cargo|go|dotnet|stack|cabal|npm|yarn|pnpm|bun) (?:run|start)\b"
    r"|deno (?:task|run) |(?:make|just|rake|node|ruby) )(.*)"
)
# How a word of it stands for something: a name in brackets or in capitals, or an example.
_NAMED = r"[<\[{{(]{{1,2}}{0}[>\]}})]{{1,2}}|\$\{{?(?i:{0})\}}?|(?<![a-z]){1}(?![a-z=])"
_FIELDS = {
    "year": re.compile(
        _NAMED.format("(?i:year|yyyy|y)", "(?:YEAR|YYYY)") + r"|(?<!\d)20(?:1[5-9]|[2-9]\d)(?!\d)"
    ),
    "part": re.compile(
        _NAMED.format(r"(?i:part|p|1\|2|1 ?or ?2)", "PART") + r"|(?<=-p )[12]\b|(?<=part[ =])[12]\b"
    ),
    "day": re.compile(
        _NAMED.format("(?i:day|dd|d)", "(?:DAY|DD)")
        + r"|(?:(?<![\w.:-])|(?<=day))(?:0?[1-9]|1\d|2[0-5])(?![\w.])"
    ),
    "number": re.compile(
        _NAMED.format("(?i:problem|number|id|n)", "(?:PROBLEM|NUMBER)") + r"|(?<![\w.:-])\d+(?![\w.])"
    ),
}


def command(root: Path, day: str, *, has_year: bool) -> str:
    """Return the command for a day that the README in a folder tells; empty without one.

    `day` is the field that the paths have for the day, and with `has_year` they tell the year, too.
    """
    text = "\n".join(scripts.text_of(path) for path in sorted(root.glob("[Rr][Ee][Aa][Dd][Mm][Ee]*")))
    of_day = day.strip("{}").partition(":")[0]
    for quoted, line in _CODE.findall(text):
        said: str = (quoted or line).strip()
        start = _STARTS.fullmatch(said)
        if not start or any(map(runners.MAKES.match, re.findall(r"[a-z]+", start[1]))):
            continue
        found = set()
        for field in ("year", "part", of_day):
            if match := _FIELDS[field].search(said):
                found.add(field)
                width = f":0{len(match[0])}" if match[0].startswith("0") else ""
                is_named = field == of_day and not match[0].isdecimal()
                value = day if is_named else f"{{{field}{width}}}"
                said = said[: match.start()] + value + said[match.end() :]
        if (
            of_day in found
            and ("year" in found or not has_year)
            and not re.search(r"[<>\[\]|&;$`*]|\{(?!year|part|day|number)", said)
        ):
            return said
    return ""
