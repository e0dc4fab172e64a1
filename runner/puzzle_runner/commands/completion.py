"""`puzzles completion`: the script that makes a shell complete commands, ids, cases and solutions."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

Shell = StrEnum("Shell", ["bash", "zsh", "fish"])
Name = Annotated[Shell, typer.Argument(help="Which shell the script is for.")]
_SCRIPTS = {
    "bash": """\
_puzzles_completion() {
    local IFS=$'\\n'
    COMPREPLY=($(_PUZZLES_COMPLETE=complete_bash COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        "$1" 2>/dev/null))
}
complete -o default -F _puzzles_completion puzzles
""",
    "zsh": """\
#compdef puzzles
_puzzles() {
    local found
    found=$(_PUZZLES_COMPLETE=complete_zsh COMP_WORDS="${(pj:\\n:)words[1,CURRENT]}" \\
        COMP_CWORD=$((CURRENT - 1)) "${words[1]}" 2>/dev/null)
    if [[ -n $found ]]; then
        compadd -- "${(@f)found}"
    else
        _files
    fi
}
compdef _puzzles puzzles
""",
    "fish": """\
function __puzzles_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    _PUZZLES_COMPLETE=complete_fish COMP_CWORD=(count $before) \\
        COMP_WORDS=(string join \\n -- $before $current | string collect) $before[1] 2>/dev/null
end
complete -c puzzles -n 'not __fish_prev_arg_in --input --junit --update' -f -a '(__puzzles_complete)'
""",
}
_ADVICE = """\
# Add this line to your {file}:
#     {line}
"""
_LINES = {
    "bash": ("~/.bashrc", 'eval "$(puzzles completion bash)"'),
    "zsh": ("~/.zshrc, below compinit", 'eval "$(puzzles completion zsh)"'),
    "fish": ("~/.config/fish/config.fish", "puzzles completion fish | source"),
}


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(completion)


def completion(shell: Name) -> None:
    """Print the script that makes a shell complete commands, ids, cases and solutions."""
    file, line = _LINES[shell]
    sys.stdout.write(_ADVICE.format(file=file, line=line) + _SCRIPTS[shell])
