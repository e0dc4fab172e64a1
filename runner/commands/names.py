"""The names of the commands, without what it takes to run one: completion answers without typer."""

# In the order of the help. Each is a module of `runner.commands` with a function `register`.
COMMANDS = (
    "run", "check", "list", "fetch", "show", "open", "submit", "answer", "account", "init", "new", "calendar",
    "standings", "doctor", "completion",
)  # fmt: skip
