"""Where the judge is asked: the house rules to choose from, what is played for by them, and the table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models.functions import Lower
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.games.base import AnyGame, Data, Feature, HouseRules
from scoring.games.fields import AtTable
from scoring.games.house_rules import profile_data
from scoring.models import Club, SavedRules, Session
from scoring.money import Currency
from scoring.queries.rules.rule_sets import copied_rules
from scoring.queries.table.companion import Hand, companion_of
from scoring.queries.table.state import table_state

SESSION = "session"
"""The form's value for the rules of the latest session; they have no name of their own."""

TABLE = "table"
"""The form's value for the rules of the session at whose table the judge is asked."""


ANY_CURRENCY = Currency(code="", name="", symbol="")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedFor:
    """The currency and the stakes of amounts; without a session hundredths of whatever a table plays for."""

    money: Currency = ANY_CURRENCY
    stake_factor: int = 1

    @property
    def stakes(self) -> int:
        return self.stake_factor

    @property
    def data(self) -> dict[str, object]:
        """Return them as they are kept with a question, nothing without a session."""
        return {"currency": self.money.code, "stakes": self.stake_factor} if self.money.code else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChoice:
    """House rules to choose: `value` in the form, `label` for people, and what they are played for."""

    value: str
    label: str
    rules: HouseRules
    played: PlayedFor

    def changed(self, *, game: AnyGame, changes: Data) -> "RulesChoice":
        """Return the same choice with some rules changed; raises ImpossibleError for what does not fit."""
        return replace(self, rules=game.read_rules(value={**profile_data(profile=self.rules), **changes}))


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeTable:
    """A session's table during a hand: players by seat number in the order of play, and who deals."""

    session: Session
    names: dict[int, str]
    dealer: str
    told: AtTable

    @property
    def players(self) -> str:
        return get_text_list(list(self.names.values()), _("and"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a question is asked: of which game, by which rules to choose from, at which table if any."""

    game: AnyGame
    choices: tuple[RulesChoice, ...]
    table: JudgeTable | None = None


def judge_setting(*, game: AnyGame, club: Club | None, only: Session | None = None, table_id: str = "") -> Setting:
    """Return where a question is asked: at the table of a session of the club, or at none.

    `only` is the one session a device was let into, None for the whole club.
    """
    table = None if club is None else _table(game, club, only, table_id)
    return Setting(game=game, choices=tuple(_choices(game, club, only, table)), table=table)


def rules_in(*, game: AnyGame, value: object, played: PlayedFor) -> HouseRules:
    """Return house rules as they are in the currency that is played for (L8)."""
    rules: HouseRules = game.read_rules(value=value, minor_digits=played.money.minor_digits)
    return rules


def rules_of(*, session: Session) -> RulesChoice:
    """Return the house rules of a session, with what it is played for."""
    played = PlayedFor(money=session.written, stake_factor=session.stakes)
    return RulesChoice(value=SESSION, label="", rules=session.house_rules, played=played)


def _choices(game: AnyGame, club: Club | None, only: Session | None, table: JudgeTable | None) -> Iterator[RulesChoice]:
    """Yield the rules of the table or else of the latest session, the presets, and the club's rule sets.

    Who was let into one session chooses none of those that the club keeps.
    """
    session = table.session if table else latest_session(game=game, club=club, only=only)
    played = PlayedFor()
    if session is not None:
        own = rules_of(session=session)
        yield replace(own, value=TABLE) if table else own
        played = own.played if table else played
    for preset in game.presets:
        house = rules_in(game=game, value=preset, played=played)
        yield RulesChoice(value=preset, label=game.preset_labels[preset], rules=house, played=played)
    if club is not None and only is None:
        for saved in SavedRules.objects.filter(club=club, game=game.id).order_by(Lower("name")):
            house = copied_rules(saved=saved, changes={}, minor_digits=played.money.minor_digits)
            yield RulesChoice(value=str(saved.public_id), label=saved.name, rules=house, played=played)


def latest_session(*, game: AnyGame, club: Club | None, only: Session | None) -> Session | None:
    """Return the newest session of a game; `only` is the one session a device was let into, None for the whole club."""
    if club is None:
        return None
    sessions = club.sessions.filter(game=game.id)
    if only is not None:
        sessions = sessions.filter(pk=only.pk)
    return sessions.order_by("-id").first()


def _table(game: AnyGame, club: Club, only: Session | None, table_id: str) -> JudgeTable | None:
    try:
        session = club.sessions.filter(game=game.id, public_id=UUID(table_id)).first()
    except ValueError:
        return None
    if session is None or only not in (None, session):
        return None
    state = table_state(session=session)
    noted = None
    if Feature.COMPANION in game.features(rules=session.house_rules):
        seats = tuple(seat.number for seat in state.seats)
        hand = Hand(number=state.hand_number, dealer=state.dealer.number, seats=seats)
        companion = companion_of(session=session, hand=hand)
        noted = companion.state if companion.taps else None
    return JudgeTable(
        session=session, names=state.names, dealer=state.dealer.player, told=AtTable(sowee=state.sowee, noted=noted)
    )
