"""Start nights, and change their terms, day and name."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from django.db import transaction

from scoring.frozen import Frozen
from scoring.games import FIRST, game_by_id
from scoring.games.base import HouseRules
from scoring.games.house_rules import profile_data, read_new_rules
from scoring.ledger.seatings import AT_ONCE, terms_in
from scoring.limits import Limits, PartNames
from scoring.models import FIRST_DAY, LAST_DAY, SESSION_OPENED, Club, Entry, EntryKind, Player, Seat, Session
from scoring.money import currency_for
from scoring.operations import errors, words
from scoring.operations.people.players import player_called, readable
from scoring.operations.table import posting
from scoring.operations.table.hands import note, require_sowee, settle_if_won
from scoring.operations.table.seating import SeatingError, Turns, draft_of_seats, pair_up, playing_of, post_seating
from scoring.operations.table.undoing import BY_TERMS, forget_terms
from scoring.queries.books.seals import practice, sealed
from scoring.queries.table.corrections import was_of
from scoring.queries.table.night import night_of
from scoring.queries.table.nights import clock_doubt, started_since
from scoring.queries.table.state import sowee_of
from scoring.texts import say


class DayError(errors.RefusedError):
    """A day that the night cannot have."""

    field = "day"


class About(Frozen):
    """The title, place and note of a night."""

    name: words.Title = ""
    place: words.Title = ""
    note: words.Note = ""

    def readable(self) -> "About":
        """Return these texts without unprintable letters."""
        note = "\n".join(map(readable, self.note.splitlines())).strip()
        return About(name=readable(self.name), place=readable(self.place), note=note)


def about_of(*, session: Session) -> About:
    return About(name=session.name, place=session.place, note=session.note)


HIGHEST_STAKES = 10_000
type Stakes = Annotated[int, Limits(1, HIGHEST_STAKES)]


class TermsError(errors.RefusedError):
    """Terms that are impossible or change nothing."""


class TermsChange(Frozen):
    """New stakes and house rules, None to keep them."""

    stakes: Stakes | None = None
    rules: words.SentRules | None = None


type SwitchesOnPage = Annotated[tuple[bool, bool], PartNames(("practice", "proposals"))]


class Terms(Frozen):
    """The terms of a new night."""

    game: words.GameId = FIRST.id
    rules: words.RulesOrPreset = None
    names: words.SomeNames  # in seat order, with `turns` those who play first
    currency: words.CurrencyCode
    stake_factor: Stakes = 1
    first_dealer: words.SeatNumber
    about: About = About()
    turns: Turns = Turns.NONE


def terms_again(*, session: Session) -> Terms:
    """Return the terms to start a session like this one."""
    night = night_of(session=session)
    seating = night.seatings.now
    place = seating.seats.index(night.dealer) + 1
    turns = Turns.EACH_HAND if seating.each_hand else Turns.TAP
    return Terms(
        game=session.game,
        rules=session.as_at(position=0).house_rules,
        names=tuple(night.names[number] for number in (*seating.seats, *seating.waiting)),
        currency=session.currency,
        stake_factor=session.stake_factor,
        # With turns only the first places play at the start, and one of them must deal.
        first_dealer=1 if seating.waiting and place > AT_ONCE else place,
        turns=turns if seating.waiting else Turns.NONE,
    )


@transaction.atomic
def start_session(*, club: Club, terms: Terms, stamp: posting.Stamp, expected_newest: UUID | None = None) -> Session:
    """Start a night with copied rules and stakes. New names become players of the club.

    Raises NightStartedError, PlayerError, SeatingError, TermsError, KeyReusedError, ImpossibleError.
    """
    # Two phones may add the same new name at the same time.
    posting.lock_club(club=club)
    content = posting.content_hash("start", club=club.public_id, terms=str(terms))
    # A form sent twice must not start two nights.
    if before := posting.kept_before(Session, stamp=stamp, content=content):
        return before
    game = game_by_id(game_id=terms.game)
    require_stakes(stakes=terms.stake_factor)
    currency = currency_for(code=terms.currency)
    rules = read_new_rules(game=game, value=terms.rules, minor_digits=currency.minor_digits)
    playing = playing_of(game=game, rules=rules, count=len(terms.names), turns=terms.turns)
    if len(terms.names) > words.MOST_PLAYERS:
        raise SeatingError(say("seating.full", most=words.MOST_PLAYERS))
    if not 1 <= terms.first_dealer <= playing:
        raise SeatingError(say("seating.dealer_waits", count=playing))
    players = tuple(player_called(club=club, name=name, at=stamp.at) for name in terms.names)
    if len({player.pk for player in players}) < len(players):
        raise errors.PlayerError(say("player.same_name"))
    if expected_newest and (started := started_since(newest=expected_newest, players=players)):
        raise errors.NightStartedError(session=started)
    columns = {"day": club.day_at(stamp.at), "started_at": stamp.at, "key": stamp.key, "content_hash": content}
    session, seats = create_night(club=club, terms=terms, rules=rules, players=players, playing=playing, **columns)
    night = night_of(session=session)
    first = night.seatings.now
    pairs = pair_up(night=night, seats={seat.number: seat for seat in seats}, seating=first)
    posting.write_seals(chain=session.public_id, things=(*map(sealed, seats), *map(sealed, pairs)))
    if playing < len(seats):
        waiting, each_hand = range(playing + 1, len(seats) + 1), terms.turns is Turns.EACH_HAND
        seating = replace(first, since=1, waiting=tuple(waiting), each_hand=each_hand)
        with posting.writing(Entry, session=session, stamp=stamp, content="") as books:
            post_seating(books, draft_of_seats(seating=seating), with_key=False)
    posting.announce(session=session, events=[(SESSION_OPENED, None)], at=stamp.at)
    return session


def create_night(
    *, club: Club, terms: Terms, rules: HouseRules, players: Sequence[Player], playing: int, **columns: object
) -> tuple[Session, list[Seat]]:
    """Create a night with its seats, not yet sealed."""
    session = Session.objects.create(
        club=club,
        game=terms.game,
        rules=profile_data(profile=rules),
        currency=terms.currency,
        minor_digits=currency_for(code=terms.currency).minor_digits,
        stake_factor=terms.stake_factor,
        first_dealer=terms.first_dealer,
        **asdict(terms.about.readable()),
        **columns,
    )
    seats = Seat.objects.bulk_create(
        Seat(session=session, number=number, player=player, since=0 if number <= playing else 1)
        for number, player in enumerate(players, start=1)
    )
    posting.write_seals(chain=club.public_id, things=[sealed(session)])
    return session, seats


@transaction.atomic
def start_practice(*, club: Club, names: tuple[str, ...], stamp: posting.Stamp) -> Session:
    terms = Terms(game=FIRST.id, rules=FIRST.presets[0], names=names, currency="PHP", stake_factor=100, first_dealer=1)
    session = start_session(club=club, terms=terms, stamp=stamp)
    return change_switches(session=session, is_practice=True, players_may_propose=False)


def change_switches(
    *, session: Session, is_practice: bool, players_may_propose: bool, expected: SwitchesOnPage | None = None
) -> Session:
    """Change whether the night counts and takes proposals. Raises ShownChangedError, SessionClosedError."""
    with posting.locked(session=session) as found:
        now, then = (found.is_practice, found.players_may_propose), (is_practice, players_may_propose)
        if expected and now not in (expected, then):
            raise errors.ShownChangedError(say("shown_changed.switches"))
        if now != then:
            if found.entered_later:
                raise errors.SessionClosedError
            posting.touch(session=found, is_practice=is_practice, players_may_propose=players_may_propose)
        if is_practice != now[0]:
            posting.seal_night(session=found, things=[practice(found)], is_closed=night_of(session=found).is_closed)
        return found


def describe_session(*, session: Session, about: About, expected: About | None = None) -> Session:
    """Change title, place and note. Raises ShownChangedError."""
    with posting.locked(session=session) as found:
        now, about = about_of(session=found), about.readable()
        if expected and now not in (expected, expected.readable(), about):
            raise errors.ShownChangedError(say("shown_changed.about"))
        if now != about:
            posting.touch(session=found, **asdict(about))
        return found


def can_be_played_on(*, club: Club, day: date, at: datetime) -> bool:
    """Tell whether a day is possible and not in the future."""
    # A wrong clock must not refuse a right day.
    return FIRST_DAY <= day <= LAST_DAY and (day <= club.day_at(at) or clock_doubt(club=club, at=at) is not None)


def correct_day(
    *, session: Session, day: date, expected_day: date, stamp: posting.Stamp, reason: words.Remark = ""
) -> Entry:
    """Move a night to another day, closed nights too. Raises DayError, ShownChangedError, KeyReusedError."""
    content = posting.content_hash("correct_day", session=session.public_id, day=day, reason=reason)
    with posting.writing(Entry, session=session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        now = books.session.day
        if now != expected_day:
            raise errors.ShownChangedError(say("shown_changed.day"))
        if day == now:
            raise DayError(say("day.unchanged"))
        if not can_be_played_on(club=session.club, day=day, at=stamp.at):
            raise DayError(say("day.impossible"))
        entry = books.post(posting.Draft(kind=EntryKind.DAY, act={"was": str(now), "day": str(day)}, reason=reason))
        posting.touch(session=books.session, day=day)
    return entry


def note_sowee(
    *, session: Session, hand: words.EntryNumber, sowee: words.Card | None, expected_sowee: str | None = None
) -> Session:
    """Note the sowee of the current hand, or null. Raises SoweeChangedError, SessionClosedError."""
    with posting.locked(session=session) as found:
        night = night_of(session=found)
        if night.is_closed:
            raise errors.SessionClosedError
        # Another phone may have recorded the hand, and its notes with it.
        if hand == night.next_hand:
            require_sowee(noted=sowee_of(session=found, hand=hand), expected=expected_sowee, said=sowee or "")
            note(session=found, hand=hand, notes={"sowee": sowee or ""})
        return found


@posting.records(EntryKind.TERMS)
def change_terms(books: posting.Books[Entry], *, wanted: TermsChange, reason: words.Remark = "") -> Entry:
    """Change stakes or house rules from the next hand.

    A match that was won before is settled first. Raises TermsError, ImpossibleError.
    """
    # The won match was played under the old terms.
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
    new = terms_in(game=game, entry=number, act=act)
    was = was_of(before=now, after=new)
    if not was:
        raise TermsError(say("terms.unchanged"))
    seating = books.night.seatings.now
    sides, old_sides = (game.sides(rules=each.rules, seat_count=len(seating.seats)) for each in (new, now))
    if not session.has_terms:
        posting.touch(session=session, has_terms=True)
    entry = books.post(posting.Draft(kind=EntryKind.TERMS, act={**act, "was": was}, reason=reason))
    # The caller still holds the old object, and its page shows the new terms.
    books.given.has_terms = True
    forget_terms(books.given, session)
    # Partners follow from the rules, so other rules need a new seating.
    if sides != old_sides:
        again = draft_of_seats(seating=replace(seating, since=number + 1, dealer=books.night.dealer))
        post_seating(books, replace(again, act={**again.act, BY_TERMS: number}), with_key=False)
    return entry


def require_stakes(*, stakes: int) -> None:
    if not 1 <= stakes <= HIGHEST_STAKES:
        raise TermsError(say("terms.stakes", highest=HIGHEST_STAKES))
