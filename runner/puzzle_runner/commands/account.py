"""`puzzles account`: logins at the sites."""

import json as json_
import sys
from typing import Annotated, Any

import typer

from puzzle_runner import digest
from puzzle_runner.catalog import workspace
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.commands.options import Json
from puzzle_runner.errors import Exit, NotLoggedIn, UsageError
from puzzle_runner.inputs import accounts, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.output import terminal
from puzzle_runner.sites import aoc as site
from puzzle_runner.sites.http import Website
from puzzle_runner.text import columns

Label = Annotated[str, typer.Argument(metavar="[LABEL]", help="The account's name.", show_default=False)]


def register(program: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Add, list, check and remove logins.", no_args_is_help=True)
    group.command()(add)
    group.command("list")(list_)
    group.command()(check)
    group.command()(remove)
    program.add_typer(group, name="account")


def add(label: Label = accounts.DEFAULT) -> None:
    """Log in with the session cookie of Advent of Code, asked for or read from stdin."""
    if not label.isprintable() or label != label.strip() or not label or "@" in label:
        raise UsageError(f'"{label}" is no label for an account: use a word such as "work".')
    session = accounts.clean(_typed())
    website = Website(site.address(), workspace.find().settings.contact, session)
    user = site.user(website, label)
    account = writing.claim(aoc.NAME, user, label, digest.text(session))
    where = accounts.store(label, session, aoc.NAME, user)
    terminal.say(f'Account "{account.label}" is user {user} of Advent of Code; its session is in {where}.')


def _typed() -> str:
    """Return the session that is typed unseen, or comes on stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    from getpass import getpass

    terminal.say(f'Log in at {aoc.SITE}, and copy the cookie "session" from the browser\'s tools.')
    try:
        return getpass("Session (it is not shown): ")
    except EOFError:
        return ""


def list_(json: Json = False) -> None:
    """Show labels, user ids and whether the sessions were alive when last used. Asks no site."""
    rows = [_entry(*listed) for listed in accounts.listed()]
    if json:
        print(json_.dumps({"schema": 1, "accounts": rows}, indent=2))
    elif not rows:
        terminal.say('There is no account yet. Run "puzzles account add".')
    else:
        for line in columns(_row(row) for row in rows):
            terminal.say(line)


def _entry(label: str, source: str | None, account: Account | None) -> dict[str, Any]:
    return {
        "label": label,
        "site": account.site if account else aoc.NAME,
        "id": account.user if account else None,
        "alive": account.alive and source is not None if account else None,
        "checked": account.checked if account else None,
        "session_from": source,
    }


def _row(row: dict[str, Any]) -> tuple[str, str, str, str]:
    state = {True: "alive", False: "dead", None: "not checked yet"}[row["alive"]]
    when = f"{state} on {row['checked']}" if row["checked"] and row["session_from"] else state
    return (
        row["label"],
        f"{row['site']} user {row['id']}" if row["id"] else row["site"],
        when if row["session_from"] else "no session, cached data only",
        f"from {row['session_from']}" if row["session_from"] else "",
    )


def check() -> None:
    """Ask the site whether each session is alive."""
    contact = workspace.find().settings.contact
    codes = [Exit.RIGHT]
    labels = [listed.label for listed in accounts.listed() if listed.source]
    if not labels:
        accounts.login()
    for label in labels:
        try:
            login = accounts.login(label)
            account = site.identify(Website(site.address(), contact, login.session), login)
            terminal.say(f"{label}: alive, user {account.user}")
        except NotLoggedIn as error:
            _mark_dead(label)
            terminal.say(f"{label}: dead. {error}")
            codes.append(error.exit)
    raise typer.Exit(max(codes))


def _mark_dead(label: str) -> None:
    try:
        account = site.known(accounts.login(label).session)
    except NotLoggedIn:
        return
    if account:
        writing.mark(account, alive=False)


def remove(label: Label = accounts.DEFAULT) -> None:
    """Forget a session. What was fetched with it stays."""
    accounts.remove(label)
    terminal.say(f'The session of account "{label}" is forgotten. Its inputs and answers stay in the cache.')
