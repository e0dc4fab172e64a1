"""Programs made ready to run: built into the user's data folder, with a record of what was read for it.

What was built is used again as long as its record holds. It is made beside its place and moved there, under a
lock, so that two processes that want the same program build it once, and what is there is whole. How long a
language takes to start is measured here, too, once.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any, NamedTuple

from puzzle_runner import digest, files, interruption, settings
from puzzle_runner.engines.program import dependencies
from puzzle_runner.engines.program.dependencies import Record, Stamp, Tree
from puzzle_runner.engines.program.languages import LANGUAGES, Language, Program
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Job, Limits
from puzzle_runner.running import pool
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import NotHere, NotReady, Printed
from puzzle_runner.running.process import close_pipes, environment
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

OUTPUT = "program"
# The folder of the records, which the sandbox does not show, unlike what was built, and that of the tools.
RECORDS, TOOLS = "built", "tools.json"
# Builds that are kept of a program; seconds after which those of one that is gone are removed.
KEPT, DAY = 4, 86400.0
# A compiler says here what it has read. Cargo writes its lock beside the sources.
READ, LOCK, MANIFEST = ".read", "Cargo.lock", "Cargo.toml"
# Seconds that a build may take, and bytes; seconds between two looks at it, and to hear its last words.
TIMEOUT, LARGEST = 600.0, 2**31
ROUND, LAST_WORDS = 0.2, 1.0
NEVER = Event()
# A compiler sees these variables, too, beside those that every program sees.
NAMES = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOCACHE", "GOROOT", "JAVA_HOME", "SDKROOT",
    "TMPDIR", "XDG_CACHE_HOME", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip
# Of these a program is the same with every value.
WITHOUT_EFFECT = ("TMPDIR", "GOCACHE", "XDG_CACHE_HOME")
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
# The file with the time that each language takes to start, and how many calls of an empty program tell it.
# The quickest counts: no program is to be given time that it has not saved.
STARTS, CALLS = "starts.json", 20
LIMITS = Limits(60.0, 4 * 2**30)


class Made(NamedTuple):
    """A program that is ready: the folder that it was built into, if it was built, and what it depends on.

    `state` is the hash of all that is known of that, `doubt` says why there may be more. `looked` are the
    stamps of what it may read when it runs. `sources` are its files, if a compiler has told them.
    """

    folder: Path
    state: str
    looked: Tree
    doubt: str = ""
    sources: tuple[str, ...] = ()


def found(job: Job) -> Made | None:
    """Return a program that is ready to run; None if it has to be built. Raises NotHere."""
    program: Program = job.data
    if not program.language:
        return Made(Path(), "", Tree({}))
    if reason := lacking(program):
        raise NotHere(reason)
    if not program.language.build:
        looked = _surroundings(job, program.language.run)
        return Made(Path(), _hash(_tools(program.language.run), looked), looked, looked.doubt)
    place = _place(job)
    for name, record in _records(place).items():
        if record.holds():
            return _made(job, folder(place) / name, record)
    return None


def prepared(job: Job, made: Made) -> Job:
    """Return a job with the command that runs its program, which was found or made."""
    program: Program = job.data
    if not program.language:
        return job
    engine: Any = job.engine
    start = seconds(program.language, engine, job.limits.untrusted)
    command = replaced(program.language.run, job.path, made.folder, program.part)
    sources = made.sources or program.sources
    ready = program._replace(
        command=command,
        start=start,
        sources=sources,
        state=made.state,
        looked=tuple(made.looked.stamps.items()),
        doubt=made.doubt,
    )
    return job._replace(data=ready)


def _made(job: Job, folder: Path, record: Record, doubt: str = "") -> Made:
    """Return what is known of a program that was built. It may read what lies in its folder when it runs."""
    language = job.data.language
    looked = dependencies.tree(str(job.path.parent))
    near = f"{job.path.parents[1]}/"
    read = sorted((path, hash) for path, (_, hash) in record.files.items())
    sources = tuple(path for path, _ in read if path.startswith(near) and os.path.isfile(path))
    state = digest.text(*(word for pair in read for word in pair), _hash(_tools(language.words), looked))
    return Made(folder, state, looked, doubt or looked.doubt, sources)


def _hash(tools: Iterable[str], looked: Tree) -> str:
    hashes = dependencies.states(looked.stamps)
    return digest.text(*tools, "", *(word for path in sorted(hashes) for word in (path, hashes[path][1])))


def _surroundings(job: Job, words: tuple[str, ...]) -> Tree:
    """Return what a program may read of which nobody tells: all in its folder, and what its command names."""
    endings = {*LANGUAGES, job.path.suffix[1:]}
    above = [path for path in _above(job) if os.path.lexists(path)]
    return dependencies.closure([str(job.path.parent), *_named(job, words), *above], endings)


def _above(job: Job) -> list[str]:
    """Return the paths of files that tools of its language look for in the folders above a program."""
    names = job.data.language.above
    return [os.path.join(folder, name) for folder in job.path.parents for name in names]


def _named(job: Job, words: tuple[str, ...]) -> list[str]:
    """Return the absolute paths that a command names beside the source, such as `-I/path`."""
    here = replaced(words, job.path, Path("{folder}"), job.data.part)
    paths = (path for word in here[1:] for path in (word, word[1:], word[2:], word.partition("=")[2]))
    real = (os.path.normpath(path) for path in paths if path.startswith("/") and len(path) > 1)
    return [path for path in real if path not in (str(job.path), str(job.path.parent))]


def _place(job: Job) -> str:
    """Return the name of where the builds of a program lie; trusted ones lie apart, as those of each tool."""
    words = job.data.language.build
    seen = (f"{name}={os.environ.get(name)}" for name in (*NAMES, "HOME") if name not in WITHOUT_EFFECT)
    return digest.text(str(job.path), job.limits.untrusted, *words, "", *_tools(words), "", *seen)


def folder(place: str) -> Path:
    """Return the folder of the builds of a program."""
    return settings.data_folder() / BUILDS / place


def _record_file(place: str) -> Path:
    return settings.data_folder() / RECORDS / f"{place}.json"


def _records(place: str) -> dict[str, Record]:
    """Return the records of the builds of a program, the newest first; none that cannot be read."""
    try:
        stored = json.loads(files.read(_record_file(place), files.TABLES))["builds"]
        return {
            name: Record(_read_states(files), _read_states(searched), bool(any_name))
            for name, (files, searched, any_name) in stored.items()
            if (folder(place) / name).is_dir()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _read_states(stored: dict[str, Any]) -> dependencies.States:
    return {path: (tuple(old), hash) for path, (old, hash) in stored.items()}


def make(job: Job, stop: Event | None = None) -> Made:
    """Build a program, unless another process has; give up where that is wanted meanwhile.

    Raises NotReady or StoreFailed.
    """
    place = _place(job)
    with atomic.locked(f"build-{place}", TIMEOUT):
        if made := found(job):
            return made
        interruption.check()
        parent = folder(place)
        target, beside = parent / f"{time.time_ns():x}", parent / ".new"
        shutil.rmtree(beside, ignore_errors=True)
        try:
            atomic.make_folder(beside)
            record, doubt = _build(job, beside, stop or NEVER)
            os.replace(beside, target)
        except OSError as error:
            raise StoreFailed(f"{target} cannot be made: {error.strerror}.") from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
            with suppress(OSError):
                # Nothing was built.
                parent.rmdir()
        records = _records(place) if doubt else {target.name: record, **_records(place)}
        newest = sorted((entry.name for entry in parent.iterdir()), reverse=True)[:KEPT]
        kept = {name: record for name, record in records.items() if name in newest}
        content = {"source": str(job.path), "builds": kept}
        atomic.write(_record_file(place), json.dumps(content).encode())
        for entry in parent.iterdir():
            if entry.name not in newest:
                shutil.rmtree(entry, ignore_errors=True)
    _forget()
    return _made(job, target, record, doubt)


def _forget() -> None:
    """Remove what was built from sources that are gone, or by an older version."""
    for entry in (settings.data_folder() / BUILDS).glob("*" + "[0-9a-f]" * 32 + "*"):
        with suppress(OSError):
            place = _record_file(entry.name)
            is_old = time.time() - entry.stat().st_mtime > DAY
            if is_old and not os.path.lexists(_stored(place).get("source", "")):
                shutil.rmtree(entry, ignore_errors=True)
                place.unlink(missing_ok=True)


def _build(job: Job, beside: Path, stop: Event) -> tuple[Record, str]:
    """Build a program into a folder; return what was read, and why it may be more.

    Raises NotReady, NotHere or OSError.
    """
    language: Language = job.data.language
    # The time as the file system has it: Linux may stamp a file milliseconds ahead of its coarse clock, and
    # is exact where the last stamp was looked at (https://docs.kernel.org/filesystems/multigrain-ts.html).
    beside.stat()
    (beside / READ).touch()
    begun = beside.stat().st_mtime_ns
    before = {path: dependencies.stamp(path) for path in _named(job, language.build)}
    words = replaced(language.build, job.path, beside, job.data.part)
    asking = dependencies.options(words, str(job.path), str(beside / READ))
    status, said = _ended((*words, *asking), beside, job, stop)
    if status and any(word in said for word in asking if word.startswith("-")):
        # It does not know them.
        asking = ()
        status, said = _ended(words, beside, job, stop)
    if status:
        for pattern, remedy in _STUBS.items():
            if re.search(pattern, said):
                raise NotHere(f"no toolchain is installed: {remedy}")
        raise NotReady(said.strip() or f"{words[0]} exited with status {status}")
    made = beside / (language.made or OUTPUT)
    if (language.made or str(made) in words) and not made.is_file():
        raise NotReady(f"{words[0]} has not made {language.made or 'a program'}")
    read: list[str] = []
    if asking or language.made:
        read = dependencies.of_make(_text(beside / READ if asking else Path(f"{made}.d")))
    elif words[:2] == ("go", "build"):
        listing = ("go", "list", "-deps", "-f", _GO_LIST, *words[words.index("-o") + 2 :])
        project = ("-C", str(job.path.parent)) if "-C" in words else ()
        shell = ("sh", "-c", f'exec "$@" > {READ}', "sh", listing[0], *project, *listing[1:])
        if not _ended(shell, beside, job, stop)[0]:
            read = _text(beside / READ).splitlines()
    (beside / READ).unlink(missing_ok=True)
    if language.made:
        # Nothing else that was built is kept.
        program = beside / f".{OUTPUT}"
        os.replace(made, program)
        for entry in beside.iterdir():
            if entry != program:
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        os.replace(program, beside / OUTPUT)
    return _recorded(job, read, beside, begun, before)


def _recorded(
    job: Job, read: list[str], beside: Path, begun: int, named: Mapping[str, Stamp]
) -> tuple[Record, str]:
    """Return a record of a build that began at a time, and why it may have read more.

    `read` is what the compiler has told; without that, what lies in the folder of the program counts. `named`
    are the paths in the command, with their stamps before.
    """
    paths = [os.path.normpath(os.path.join(beside, path)) for path in read]
    paths = [path for path in paths if not path.startswith(f"{beside}/")]
    doubt, folders = "", set[str]()
    if paths:
        doubt = next((f"{path} is gone" for path in paths if not os.path.lexists(path)), "")
        folders = {os.path.dirname(path) for path in paths}
        folders |= {path for path in named if os.path.isdir(path) or not os.path.lexists(path)}
        folders |= {path for name in INCLUDES for path in os.environ.get(name, "").split(":") if path}
        paths += [path for path in named if os.path.isfile(path)]
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
        looked = _surroundings(job, job.data.language.build)
        stamps, doubt = dict(looked.stamps), looked.doubt
    stamps |= {path: dependencies.stamp(path) for path in _above(job)}
    changed = {path for path, known in stamps.items() if known and known[3] >= begun}
    # The build has written these.
    locks = {path for path in changed if os.path.basename(path) == LOCK}
    for path in changed - locks - {os.path.dirname(path) for path in locks}:
        if path in named and named[path] != stamps[path]:
            del stamps[path]
        else:
            doubt = doubt or f"{path} was changed while it was built"
    return dependencies.record(stamps, folders), doubt


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


def _text(path: Path) -> str:
    try:
        return os.fsdecode(files.read(path, files.TABLES))
    except OSError:
        return ""


def lacking(program: Program) -> str:
    """Return what keeps a program from running here, such as "g++ is not installed"; else an empty text."""
    if not pool.FORKS:
        return "programs do not run on this system, which has no fork"
    language = program.language or Language("", ())
    programs = (words[0] for words in (language.build, language.run) if words)
    return next((f"{name} is not installed" for name in programs if "{" not in name and not _which(name)), "")


def _which(name: str) -> list[str]:
    """Return the paths of all programs of a name; the first of them may only stand for another one."""
    if os.sep in name:
        return [name] if shutil.which(name) else []
    return tool(name, os.environ.get("PATH", os.defpath))


@cache
def tool(name: str, path: str) -> list[str]:
    """Return the programs of a name in the folders of a PATH."""
    places = [os.path.join(folder, name) for folder in path.split(os.pathsep)]
    return [place for place in places if os.access(place, os.X_OK) and os.path.isfile(place)]


def _tools(words: Iterable[str]) -> list[str]:
    """Return the names and hashes of the programs that a command names."""
    names = [word for word in words if re.fullmatch(r"[\w.+/][\w.+/-]*", word)]
    paths = [os.path.realpath(path) for name in names for path in _which(name)]
    rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
    if any(os.path.basename(path) == "rustup" for path in paths):
        paths.append(os.path.join(rustup, "settings.toml"))
        paths += map(str, Path(rustup).glob("toolchains/*/bin/rustc"))
    return [f"{path} {_content(path, dependencies.stamp(path))}" for path in paths]


@cache
def _content(path: str, known: Stamp) -> str:
    """Return the hash of a program, which may be large: it is made once for each stamp, and kept."""
    if not known:
        return ""
    store, name = settings.data_folder() / RECORDS / TOOLS, f"{path} {known}"
    stored = _stored(store)
    if name in stored:
        return str(stored[name])
    try:
        with open(path, "rb") as file:
            hash = hashlib.file_digest(file, "sha256").hexdigest()[:32]
    except OSError:
        # It may be run, and not read.
        return repr(known)
    with atomic.locked("tools"):
        others = {other: hash for other, hash in _stored(store).items() if not other.startswith(f"{path} (")}
        atomic.write(store, json.dumps(others | {name: hash}).encode())
    return hash


def _ended(words: tuple[str, ...], target: Path, job: Job, stop: Event) -> tuple[int, str]:
    """Run a compiler; return its exit status, and the first and the last of what it printed.

    Raises NotReady.
    """
    prefix: list[str] = []
    inherited: list[int] = []
    if job.limits.untrusted:
        from puzzle_runner.running import sandbox

        prefix, refused = sandbox.command(job.limits.untrusted, written=str(target))
        inherited.append(refused)
    own = {name: os.environ[name] for name in NAMES if name in os.environ}
    try:
        process = subprocess.Popen(
            [*prefix, *words],
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


def replaced(words: tuple[str, ...], source: Path, target: Path, part: int) -> tuple[str, ...]:
    """Return a command with what its words stand for. What is not known here, such as `{input}`, stays."""
    values = {
        "{source}": str(source),
        "{stem}": source.stem,
        "{project}": str(source.parent),
        "{folder}": str(target),
        "{output}": str(target / OUTPUT),
        "{part}": str(part),
    }
    pattern = re.compile("|".join(map(re.escape, values)))
    return tuple(pattern.sub(lambda name: values[name[0]], word) for word in words)


@cache
def seconds(language: Language, engine: Any, untrusted: str) -> float:
    """Return the seconds that an empty program takes; 0 for a language that has none, or cannot run it."""
    language = language.plain or language
    if language.build and not language.empty:
        return 0.0
    text = language.empty.encode()
    parent = settings.data_folder() / BUILDS / f"empty-{digest.text(language.empty)}"
    source = parent / f"empty.{language.ending}"
    if not source.exists() or source.read_bytes() != text:
        atomic.write(source, text)
    program = Program(1, language, (source.name,))
    job = Job("empty", source, engine, program, "", LIMITS._replace(untrusted=untrusted))
    name = digest.text(str(bool(untrusted)), *language.words, language.empty, *_tools(language.words))
    path = settings.data_folder() / BUILDS / STARTS
    stored = _stored(path)
    if name in stored:
        return float(stored[name])
    try:
        measured = measure(job)
    except NotReady:
        # The next one may be: it is tried again.
        return 0.0
    with atomic.locked("starts"):
        atomic.write(path, json.dumps(_stored(path) | {name: measured}).encode())
    return measured


def _stored(path: Path) -> dict[str, Any]:
    """Return what a file keeps by names; nothing if it cannot be read."""
    try:
        return dict(json.loads(files.read(path, files.TABLES)))
    except (OSError, ValueError, TypeError):
        return {}


def measure(job: Job) -> float:
    """Return the least seconds that a program takes. Raises NotReady."""
    made = found(job) or make(job)
    command = replaced(job.data.language.run, job.path, made.folder, job.data.part)
    prepared = job._replace(data=job.data._replace(command=command))
    times = [pool.run(prepared).seconds for _ in range(CALLS)]
    return min((time for time in times if time is not None), default=0.0)
