"""The names of the commands, without what it takes to run one: completion answers without typer."""

# In the order of the help. Each is a module of `puzzle_runner.commands` with a function `register`.
COMMANDS = (
    "run", "check", "list", "bench", "leaderboard", "history", "fetch", "show", "open", "submit", "answer",
    "account", "init", "new", "calendar", "standings", "report", "export", "import", "doctor", "completion",
)  # fmt: skip
