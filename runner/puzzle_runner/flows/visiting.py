"""A site as an account sees it, whose a session is, and what a response says of that."""

from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.errors import NotLoggedIn, PuzzlesError, SiteFailed
from puzzle_runner.flows import accounts
from puzzle_runner.flows.http import Client
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.pages import Pages
from puzzle_runner.sites.registry import address, api
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import Response, Trouble
from puzzle_runner.storage import atomic


class Visit(NamedTuple):
    """A site as an account sees it. The account is `cached.shared_account()` if everybody sees the same."""

    site: Site
    client: Client
    account: Account

    @property
    def pages(self) -> Pages:
        """What reads the pages of the site."""
        return self.site.pages

    @property
    def label(self) -> str | None:
        """The account's label; None if everybody sees the same."""
        return self.account.label or None


def visit(site: Site, account: str | None, contact: str, *, today: bool = False) -> Visit:
    """Return a site as an account sees it; `account` is its label, `contact` goes into each request.

    For a session that is new, or was dead, the site is asked whose it is; if it has to be known of `today`
    that it is alive, for any other. Raises NotLoggedIn, or SiteFailed.
    """
    if not site.PERSONAL:
        return public_visit(site, contact)
    login = accounts.login(site, account)
    # Of several processes one asks.
    with atomic.locked("identity"):
        session = login.read()
        owner = accounts.owner(site, session)
        if not owner or not owner.alive or (today and owner.checked != writing.today()):
            owner = claim(site, login.label, session, contact)
    return Visit(site, client(site, contact, session), owner)


def public_visit(site: Site, contact: str) -> Visit:
    """Return a site as it is seen without a login, where only what is public can be fetched."""
    return Visit(site, client(site, contact, ""), cached.shared_account())


def client(site: Site, contact: str, session: str) -> Client:
    """Return what asks a site. A session goes to the site that it belongs to, and to no other."""
    cookie = site.COOKIE if session else ""
    return Client(api(site), contact, session, cookie, public=address(site))


def claim(site: Site, label: str, session: str, contact: str) -> Account:
    """Ask a site whose a session is, and store that. Raises NotLoggedIn if it is dead, or SiteFailed."""
    try:
        user_id = user(site, client(site, contact, session), label)
    except NotLoggedIn:
        owner = accounts.owner(site, session)
        if owner:
            writing.mark(owner, alive=False)
        raise
    return writing.claim(site.NAME, user_id, label, digest.text(session), rename=False)


def user(site: Site, client: Client, label: str | None = None) -> str:
    """Return the user's id at a site. Raises NotLoggedIn if the session is dead, or SiteFailed.

    Without a label, the session is of no account yet.
    """
    response = client.get(site.USER_PATH)
    again = f'Log in at {site.ADDRESS} again and copy the cookie "{site.COOKIE}" anew.'
    if label:
        again = accounts.renewal(site, label)
    trouble = site.pages.trouble(response)
    if trouble is Trouble.LOGGED_OUT or site.pages.is_login(response.text):
        if label:
            raise dead(site, label)
        raise NotLoggedIn(f"{site.TITLE} does not accept this session, so it is not stored. {again}")
    if trouble is Trouble.BAD_SESSION:
        raise SiteFailed(
            f"{client.host} answered {response.status}: it has a problem, or the session is wrong. {again}"
        )
    user_id = site.pages.user(response.text) if response.status == 200 else None
    if not user_id:
        raise client.failed(response, "page of the user")
    return user_id


def unusable(
    visit: Visit, response: Response, what: str, *, public: bool = False, flaw: str = ""
) -> PuzzlesError:
    """Return the error for a response that cannot be used, as it has a `flaw`; `what` was asked for.

    It is NotLoggedIn for a session that has ended, which is noted. What was `public` was asked for without a
    session.
    """
    error: PuzzlesError | None = None
    if visit.label and not public:
        trouble = visit.pages.trouble(response)
        if trouble is Trouble.BAD_SESSION or response.turned_away:
            error = problem_of_session(visit)
        elif trouble is Trouble.LOGGED_OUT or visit.pages.is_login(response.text):
            error = ended(visit)
    return error or visit.client.failed(response, what, flaw)


def ended(visit: Visit) -> NotLoggedIn:
    """Note that the session of a visit has ended; return the error for it."""
    writing.mark(visit.account, alive=False)
    return dead(visit.site, visit.account.label)


def dead(site: Site, label: str) -> NotLoggedIn:
    """Return the error for a session that has ended."""
    return NotLoggedIn(f'The session of account "{label}" is dead. {accounts.renewal(site, label)}')


def problem_of_session(visit: Visit) -> PuzzlesError | None:
    """Ask a site whose a session is; return the error if it does not tell, None if the session is alive."""
    try:
        user(visit.site, visit.client, visit.account.label)
    except NotLoggedIn:
        return ended(visit)
    except PuzzlesError as error:
        # Also where it was not reached: something was sent before.
        return SiteFailed(str(error))
    return None
