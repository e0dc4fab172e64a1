"""What can be typed after `puzzles`, for completion: reading it here is quicker than importing typer.

The tests hold every line of this table against the command itself.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

# Kinds of words that are completed by the shell, by nobody, from this table, and from the command itself.
FILE, TEXT, COMMAND, OPTION = "FILE", "TEXT", "COMMAND", "OPTION"


# The short form of options, in the commands that have the long one.
SHORT = {"-p": "--part", "-s": "--solution", "-c": "--case", "-i": "--input", "-j": "--jobs"}


class Command(NamedTuple):
    """A command: its line in the help, its arguments, its options that take a value, its subcommands.

    An argument or a value is a word to type or, in capitals, a kind of words: `completion.words` looks it up.
    `a|B` is one of the two, `A...` any number of that kind.
    """

    help: str
    arguments: str = ""
    options: str = ""
    commands: Mapping[str, "Command"] = MappingProxyType({})

    def argument(self, index: int) -> str:
        """Return what the argument at an index is, counted from 0; nothing where there is none."""
        kinds = self.arguments.split()
        if kinds and kinds[-1].endswith("..."):
            index = min(index, len(kinds) - 1)
        return kinds[index].removesuffix("...") if index < len(kinds) else ""

    def values(self) -> dict[str, str]:
        """Return what the value of each option is."""
        words = self.options.split()
        return dict(zip(words[::2], words[1::2], strict=True))


_ACCOUNT = {
    "add": Command(
        "Log in with the session cookie of a site, asked for or read from stdin.", "LABEL", "--site SITE"
    ),
    "list": Command(
        "Show labels, user ids and whether the sessions were alive when last used.", "", "--site SITE"
    ),
    "check": Command("Ask the site whether each session is alive.", "", "--site SITE"),
    "remove": Command("Forget a session.", "STORED_LABEL", "--site SITE"),
}
_RECORDS = {
    "drop": Command("Delete the records of puzzles, for good.", "MEASURED...", "--before TEXT"),
}
# Each is a module of `puzzle_runner.commands` with a function `register`.
COMMANDS = {
    "run": Command(
        "Run puzzles and show answers, verdicts and times.",
        "SELECTOR...",
        "--part PART --solution SOLUTION|all --case CASE|all --account LABEL --input FILE --timeout TEXT",
    ),
    "check": Command(
        "Check every stored answer: all parts, solutions and cases.",
        "SELECTOR...",
        "--account LABEL --jobs TEXT --timeout TEXT --junit FILE --cluster TEXT",
    ),
    "list": Command("Show the puzzles of the workspace, without running them.", "SELECTOR..."),
    "bench": Command(
        "Measure all solutions of a part side by side, store the results and compare them.",
        "SELECTOR...",
        "--part PART --solution SOLUTION --case CASE --budget TEXT --samples TEXT --against BASELINE"
        " --save SAVED --fail-if-slower TEXT --timeout TEXT",
    ),
    "leaderboard": Command(
        "Rank solutions by their measured times, as long as their sources and input are unchanged.",
        "SELECTOR...",
        "--case CASE --by solution|puzzle|kind|year --format table|json|csv|markdown --over TEXT"
        " --update FILE --against BASELINE",
    ),
    "history": Command("Show a puzzle's times over commits, and the commits that changed them.", "ID"),
    "fetch": Command(
        "Get input, examples and statement into the cache.", "SITE_SELECTOR...", "--account LABEL"
    ),
    "show": Command(
        "Read the statement of a puzzle in the terminal, without the network.", "STATEMENT", "--account LABEL"
    ),
    "open": Command("Open the page of a puzzle in the browser.", "ID"),
    "submit": Command(
        "Send an answer to the site, unless it can only be wrong.",
        "SITE_ID TEXT",
        "--part PART --account LABEL --timeout TEXT",
    ),
    "answer": Command(
        "Record a known answer by hand, or forget one.", "ID TEXT", "--part PART --case CASE --account LABEL"
    ),
    "case": Command(
        "Show a case of a puzzle, switch it off and on, take it into the workspace, or edit it.",
        "ID|CASE CASE",
    ),
    "account": Command("Add, list, check and remove logins.", COMMAND, commands=_ACCOUNT),
    "init": Command("Make a workspace, ready for git; what is there already is left as it is.", "FILE"),
    "layouts": Command("Propose how the solutions in a folder are found and called, and try one.", "FILE"),
    "new": Command(
        "Begin puzzles: modules from the template, their inputs and examples where that is possible.",
        "TEXT...",
        "--account LABEL",
    ),
    "calendar": Command(
        "Show a year of Advent of Code: titles, stars, and what is solved here.",
        "YEAR",
        "--account LABEL --site SITE",
    ),
    "standings": Command(
        "Show a private leaderboard with the time to each star, asked for at most every 15 minutes.",
        "TEXT",
        "--view-key TEXT --year YEAR --day TEXT --by score|stars|part1|delta|part2|total --account LABEL"
        " --site SITE --format table|json|csv",
    ),
    "report": Command(
        "Make a page of charts of what is solved and measured, one file that needs no network.",
        "SELECTOR...",
        "--output FILE --svg FILE --badges FILE --update FILE",
    ),
    "export": Command(
        "Write records to stdout for other tools, or to import them on another machine.",
        "MEASURED...",
        "--to hyperfine|pyperf|github-action|csv|jsonl",
    ),
    "import": Command(
        "Take over records, inputs, answers and guesses.",
        "FILE",
        "--inputs TEXT --year YEAR --account LABEL",
    ),
    "records": Command("Tidy up what was measured.", COMMAND, commands=_RECORDS),
    "doctor": Command("Say in plain words what is wrong with the set-up, and how to mend it."),
    "completion": Command(
        "Print the script that makes a shell complete commands, ids, cases and solutions.", "bash|zsh|fish"
    ),
}
PROGRAM = Command("Run, check, time and rank programming-puzzle solutions.", COMMAND, commands=COMMANDS)
