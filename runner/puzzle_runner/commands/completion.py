"""`puzzles completion`: the script that makes a shell complete commands, ids, cases and solutions."""

import sys
from enum import StrEnum
from typing import Annotated

from puzzle_runner import declare

Shell = StrEnum("Shell", ["bash", "zsh", "fish"])
Name = Annotated[Shell, declare.Argument(metavar="SHELL", help="The shell that reads the script.")]
_SCRIPTS = {
    "bash": """\
_puzzles_completion() {
    local words word
    COMPREPLY=()
    words=$(_PUZZLES_COMPLETE=complete_bash COMP_LINE="${COMP_LINE:0:COMP_POINT}" \\
        COMP_WORDBREAKS="$COMP_WORDBREAKS" "$1" 2>/dev/null) || { compopt -o default 2>/dev/null; return; }
    while IFS= read -r word; do
        [[ -n $word ]] && COMPREPLY+=("$word")
    done <<< "$words"
}
# Before 4.4, bash sorts the words, and offers files where there are no words.
complete -o nosort -F _puzzles_completion puzzles 2>/dev/null ||
    complete -o default -F _puzzles_completion puzzles
""",
    "zsh": """\
#compdef puzzles
_puzzles() {
    local answer
    local -a offered
    answer=$(_PUZZLES_COMPLETE=complete_zsh COMP_LINE="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" \\
        "${words[1]}" 2>/dev/null) || { compset -P '--*='; _files; return }
    offered=("${(@f)answer}")
    [[ -n $answer ]] && _describe -V puzzles offered
}
compdef _puzzles puzzles
""",
    "fish": """\
function __puzzles_complete
    set -l program (commandline -opc)[1]
    COMP_LINE=(commandline -cp | string collect) _PUZZLES_COMPLETE=complete_fish $program 2>/dev/null
    and return
    set -l option (string match -r -- '^--[^=]+=' (commandline -ct))
    for path in (__fish_complete_path (string replace -- "$option" '' (commandline -ct)))
        echo "$option$path"
    end
end
complete -c puzzles -f -k -a '(__puzzles_complete)'
""",
}
_LINES = {
    "bash": ("~/.bashrc", 'eval "$(puzzles completion bash)"'),
    "zsh": ("~/.zshrc, below compinit", 'eval "$(puzzles completion zsh)"'),
    "fish": ("~/.config/fish/config.fish", "puzzles completion fish | source"),
}

ORDER = 460
EXAMPLE = "puzzles completion bash"


def completion(shell: Name) -> None:
    """Print the script that makes a shell complete what you type."""
    file, line = _LINES[shell]
    script = _SCRIPTS[shell]
    sys.stdout.write(f"# Add this line to your {file}:\n#     {line}\n{script}")
