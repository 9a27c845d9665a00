"""Change what is played for, or by which house rules, from the next hand on."""

from dataclasses import dataclass, replace
from typing import Annotated

from scoring.games.house_rules import profile_data, read_new_rules
from scoring.limits import Limits
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.hands import settle_if_won
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, touch, writing
from scoring.operations.table.reversing import BY_TERMS, forget_terms
from scoring.operations.table.seating import draft_of_seats, post_seating
from scoring.operations.words import Remark, SentRules
from scoring.queries.table.changes import was_of
from scoring.texts import say

HIGHEST_STAKES = 10_000
type Stakes = Annotated[int, Limits(1, HIGHEST_STAKES)]


class TermsError(RefusedError):
    """Terms by which nobody can play, or a change of them that changes nothing."""

    code = "terms"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTerms:
    """Stakes, and house rules as `read_rules` takes them; None leaves either as it is."""

    stakes: Stakes | None = None
    rules: SentRules | None = None


def change_terms(
    *, session: Session, wanted: WantedTerms, expected_entry: int, stamp: Stamp, reason: Remark = ""
) -> Entry:
    """Have a night played at other stakes or by other house rules from the next hand on; return the entry.

    A match that was won before is settled first, at the terms it was played for. New partners are written down with
    a seating of the same seats. Raises TermsError for impossible stakes or where nothing changes, ImpossibleError for
    rules or seats that the game refuses.
    """
    content = content_hash("change_terms", session=session.public_id, wanted=str(wanted), reason=reason)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        return books.before or _change(books, wanted=wanted, reason=reason, seen=session)


def require_stakes(*, stakes: int) -> None:
    """Raise TermsError for stakes that no night may begin to be played at."""
    if not 1 <= stakes <= HIGHEST_STAKES:
        raise TermsError(say("terms.stakes", highest=HIGHEST_STAKES))


def _change(books: Books[Entry], *, wanted: WantedTerms, reason: str, seen: Session) -> Entry:
    settle_if_won(books)
    session, number = books.session, books.night.last_entry + 1
    game, now = session.played, session.terms.now
    data = now.data
    if wanted.rules is not None:
        digits = session.money.minor_digits
        data = profile_data(profile=read_new_rules(game=game, value=wanted.rules, minor_digits=digits))
    stakes = now.stakes if wanted.stakes is None else wanted.stakes
    if stakes != now.stakes:
        require_stakes(stakes=stakes)
    act = {"from": number, "rules": data, "stake_factor": stakes}
    new = session.terms_of(entry=number, act=act)
    was = was_of(before=now, after=new)
    if not was:
        raise TermsError(say("terms.unchanged"))
    seating = books.night.seatings.now
    count = len(seating.seats)
    sides = game.sides(rules=new.rules, seat_count=count)
    has_other_sides = sides != game.sides(rules=now.rules, seat_count=count)
    if not session.has_terms:
        touch(session=session, has_terms=True)
    entry = books.post(Draft(kind=EntryKind.TERMS, act={**act, "was": was}, reason=reason))
    seen.has_terms = True
    forget_terms(seen, session)
    if has_other_sides:
        again = draft_of_seats(seating=replace(seating, since=number + 1, dealer=books.night.dealer))
        post_seating(books, replace(again, act={**again.act, BY_TERMS: number}), with_key=False)
    return entry
