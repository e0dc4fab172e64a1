"""One build of a program: its compiler is run, and what that has read is recorded."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Event, Thread
from typing import IO

from puzzle_runner import files
from puzzle_runner.engines.program import dependencies, given, lacks
from puzzle_runner.engines.program.dependencies import Record, Stamp, Tree
from puzzle_runner.engines.program.languages import OUTPUT, Language, Starter, replaced
from puzzle_runner.engines.program.tools import VARIABLES
from puzzle_runner.running import traces
from puzzle_runner.running.call import Job, State
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import NotHere, NotReady, Printed
from puzzle_runner.running.process import close_pipes, environment

# A compiler says here what it has read. Cargo writes its lock beside the sources.
READ, LOCK, MANIFEST = ".read", "Cargo.lock", "Cargo.toml"
# A repository is copied here where its own folder will not do.
COPY = "repository"
# Seconds that a build may take, and bytes; seconds between two looks at it, and to hear its last words.
TIMEOUT, LARGEST = 600.0, 2**31
ROUND, LAST_WORDS = 0.2, 1.0
INCLUDES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
# Prints the folders and files of all packages that a Go program is made of, but those of Go itself.
_GO_FILES = ("GoFiles", "CgoFiles", "CFiles", "CXXFiles", "HFiles", "SFiles", "SysoFiles", "EmbedFiles")
_GO_NAMES = "".join("{{range .@}}\n{{$.Dir}}/{{.}}{{end}}".replace("@", name) for name in _GO_FILES)
_GO_LIST = "{{if not .Standard}}{{.Dir}}@{{end}}".replace("@", _GO_NAMES)
# What a program says that only stands for a compiler, and what is to be done then.
_STUBS = {
    r"rustup could not choose a version|no default toolchain": "rustup default stable",
    r"error: toolchain .* is not installed": "rustup toolchain install",
    r"xcrun: error|xcode-select: (?:error|note)": "xcode-select --install",
}


def build(job: Job, beside: Path, stop: Event) -> tuple[Record, str]:
    """Build a program into a folder; return what was read, and why it may be more.

    Raises NotReady, NotHere or OSError.
    """
    language: Language = job.data.language
    # The time as the file system has it: Linux may stamp a file milliseconds ahead of its coarse clock, and
    # is exact where the last stamp was looked at (https://docs.kernel.org/filesystems/multigrain-ts.html).
    beside.stat()
    (beside / READ).touch()
    begun = beside.stat().st_mtime_ns
    named = {path: dependencies.stamp(path) for path in dependencies.named(job, language.build)}
    before = {state.path: state for state, _ in dependencies.states(named)}
    source, top, words = job.path, beside / COPY, language.build
    root = os.path.normpath(source.parent / job.data.root)
    needs_copy = job.data.embeds or job.data.starter or (language.made and not _has_lock(source, root))
    if job.data.root and needs_copy:
        given.copied(job, top)
        source = top / source.relative_to(root)
        words = tuple(re.sub(rf"{re.escape(root)}(?=/|$)", str(top), word) for word in words)
    words = replaced(words, source, beside, job.data.part)
    asking = dependencies.options(words, str(source), str(beside / READ))
    status, said = _ended((*words, *asking), beside, source.parent, job, stop)
    if status and any(word in said for word in asking if word.startswith("-")):
        # It does not know them.
        asking = ()
        status, said = _ended(words, beside, source.parent, job, stop)
    starter: Starter | None = job.data.starter
    while status and starter and starter.refused and (starter := _without_refused(starter, said)):
        (top / starter.path).write_text(starter.text)
        status, said = _ended((*words, *asking), beside, source.parent, job, stop)
    if status:
        for pattern, remedy in _STUBS.items():
            if re.search(pattern, said):
                raise NotHere(f"no toolchain is installed: {remedy}")
        # Its author knows the files by their own paths.
        said = said.strip().replace(str(top), root) or f"{words[0]} exited with status {status}"
        advice = lacks.advice(said, job.path)
        raise NotReady(f"{advice}\n{said}" if advice else said)
    made = beside / (language.made or OUTPUT)
    if (language.made or str(made) in words) and not made.is_file():
        raise NotReady(f"{words[0]} has not made {language.made or 'a program'}")
    read: list[str] = []
    if asking or language.made:
        read = dependencies.of_make(_text(beside / READ if asking else Path(f"{made}.d")))
    elif words[:2] == ("go", "build"):
        listing = ("go", "list", "-deps", "-f", _GO_LIST, *words[words.index("-o") + 2 :])
        script = f'cd "$0" && exec "$@" > {shlex.quote(str(beside / READ))}'
        command = ("sh", "-c", script, str(source.parent), *listing)
        if not _ended(command, beside, source.parent, job, stop)[0]:
            read = _text(beside / READ).splitlines()
    (beside / READ).unlink(missing_ok=True)
    if source != job.path:
        # Of the copy, the record has the originals.
        real = re.compile(rf"^{re.escape(os.path.realpath(top))}(?=/)")
        read = [real.sub(root, os.path.realpath(os.path.join(beside, path))) for path in read]
        shutil.rmtree(top)
    if language.made:
        # Nothing else that was built is kept.
        program = beside / f".{OUTPUT}"
        os.replace(made, program)
        for entry in beside.iterdir():
            if entry != program:
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        os.replace(program, beside / OUTPUT)
    return _recorded(job, read, beside, begun, before, is_copy=source != job.path)


def _without_refused(starter: Starter, said: str) -> Starter | None:
    """Return a starter in which the lines that its compiler refuses say why; None without such a line."""
    reasons = {int(line): reason for reason, line in re.findall(starter.refused, said, re.MULTILINE)}
    lines = [
        f"{line.partition(starter.call)[0]}{starter.refusal.replace('@', reasons[number])}"
        if number in reasons and starter.call in line
        else line
        for number, line in enumerate(starter.text.split("\n"), 1)
    ]
    text = "\n".join(lines)
    return starter._replace(text=text) if text != starter.text else None


def _recorded(
    job: Job, read: list[str], beside: Path, begun: int, named: Mapping[str, State], *, is_copy: bool
) -> tuple[Record, str]:
    """Return a record of a build that began at a time, and why it may have read more.

    `read` is what the compiler has told; without that, what lies in the folder of the program counts. `named`
    are the states of the paths in the command, before the build.
    """
    paths = [os.path.normpath(os.path.join(beside, path)) for path in read]
    paths = [path for path in paths if not path.startswith(f"{beside}/")]
    doubt, folders = "", set[str]()
    if paths:
        # Inputs are in a copy alone.
        gone = (path for path in paths if not is_copy and not os.path.lexists(path))
        doubt = next((f"{path} is gone" for path in gone), "")
        folders = {os.path.dirname(path) for path in paths}
        folders |= {path for path in named if os.path.isdir(path) or not os.path.lexists(path)}
        folders |= {path for name in INCLUDES for path in os.environ.get(name, "").split(":") if path}
        were = {
            path for path, (kind, *_, state) in named.items() if kind != "folder" and state != traces.ABSENT
        }
        paths += [path for path in named if path in were or os.path.isfile(path)]
        stamps = {path: dependencies.stamp(path) for path in (*paths, str(job.path))}
        words = replaced(job.data.language.build, job.path, Path("{folder}"), job.data.part)
        for path in named:
            if f"-L{path}" in words:
                # The linker says nothing.
                libraries = dependencies.tree(path)
                stamps |= libraries.stamps
                doubt = doubt or libraries.doubt
        if job.data.language.made:
            crates = _of_crates(paths)
            stamps |= crates.stamps
            doubt = doubt or crates.doubt
    else:
        looked = dependencies.surroundings(job, job.data.language.build)
        stamps, doubt = dict(looked.stamps), looked.doubt
    stamps |= {path: dependencies.stamp(path) for path in dependencies.above(job)}
    record = dependencies.record(stamps, folders)
    # What was changed since it began, or while it was read just now.
    now = {path: traces.stamp(kind, path) for path, (kind, _) in stamps.items()}
    changed = {path for path, it in now.items() if it != stamps[path][1] or traces.changed(it) >= begun}
    # A file may have appeared in a folder after it was looked for there.
    searched = {state.path for state, _ in record if state.kind == "names"}
    changed |= {path for path in searched if traces.changed(traces.stamp("folder", path)) >= begun}
    # Of what its command names, only the content tells: the build may have written the same as ever.
    after = {state.path: state for state, _ in record if state.path in named and state.kind != "names"}
    changed = (changed - after.keys()) | {path for path in after if after[path] != named[path]}
    # The build has written these, too.
    locks = {path for path in changed if os.path.basename(path) == LOCK}
    for path in sorted(changed - locks - {os.path.dirname(path) for path in locks}):
        doubt = doubt or f"{path} was changed while it was built"
    return record, doubt


def _of_crates(paths: Iterable[str]) -> Tree:
    """Return the manifests of the crates that files belong to, and all of those that a script builds.

    Nobody knows what the script reads.
    """
    stamps: dict[str, Stamp] = {}
    doubt = ""
    for folder in {folder for path in paths for folder in Path(path).parents}:
        manifest = folder / MANIFEST
        if not manifest.is_file():
            continue
        stamps[str(manifest)] = dependencies.stamp(str(manifest))
        try:
            package = tomllib.loads(_text(manifest)).get("package")
        except ValueError:
            continue
        if isinstance(package, dict) and package.get("build", (folder / "build.rs").exists()):
            below = dependencies.tree(str(folder))
            stamps |= below.stamps
            doubt = doubt or below.doubt
    return Tree(stamps, doubt)


def _has_lock(source: Path, root: str) -> bool:
    """Tell whether a crate, or the workspace that it belongs to, has its lock in a repository."""
    return any((folder / LOCK).exists() for folder in source.parents if folder.is_relative_to(root))


def _ended(words: tuple[str, ...], target: Path, start: Path, job: Job, stop: Event) -> tuple[int, str]:
    """Run a compiler; return its exit status, and the first and the last of what it printed.

    Go and cargo start in another folder than the one that is written to.

    Raises NotReady.
    """
    prefix: list[str] = []
    inherited: list[int] = []
    # Go looks for its module from where it is (and knows -C since 1.20 alone), cargo for its configuration.
    inside = ("sh", "-c", 'cd "$0" && exec "$@"', str(start)) if words[0] in ("go", "cargo") else ()
    if job.limits.untrusted:
        from puzzle_runner.running import sandbox

        prefix, refused = sandbox.command(job.limits.untrusted, written=str(target))
        inherited.append(refused)
    own = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    try:
        process = subprocess.Popen(
            [*prefix, *inside, *words],
            cwd=target,
            env=environment() | own,
            pass_fds=inherited,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    finally:
        close_pipes(*inherited)
    printed = Printed(None)

    def drain(pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := os.read(pipe.fileno(), 2**16):
                printed.add(chunk)

    reader = Thread(target=drain, args=[process.stdout], daemon=True)
    reader.start()
    until = time.monotonic() + TIMEOUT
    try:
        while process.poll() is None:
            if stop.is_set():
                raise NotReady(f"{words[0]} was stopped")
            if time.monotonic() > until:
                raise NotReady(f"{words[0]} took longer than {TIMEOUT:g} s")
            if _size(target) > LARGEST:
                raise NotReady(f"{words[0]} wrote more than {LARGEST >> 20} MiB")
            try:
                process.wait(ROUND)
            except subprocess.TimeoutExpired:
                pass
    finally:
        end_all(process)
        # A process that has left the group may hold on to the pipe.
        reader.join(LAST_WORDS)
    return process.returncode, printed.text()


def _size(folder: Path) -> int:
    """Return the bytes that the files of a folder take on the disk."""
    size = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                status = os.lstat(os.path.join(root, name))
                if sys.platform == "win32":
                    size += status.st_size
                else:
                    size += status.st_blocks * 512
            except OSError:
                # It has been removed meanwhile.
                pass
    return size


def _text(path: Path) -> str:
    try:
        return os.fsdecode(files.read(path, files.TABLES))
    except OSError:
        return ""
