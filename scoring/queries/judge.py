"""Questions to the judge, answers, and kept verdicts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models.functions import Lower

from scoring.frozen import Frozen
from scoring.games import game_by_id
from scoring.games.base import AnyGame, Data, Feature, HouseRules
from scoring.games.cuajo.acts import needs_sowee
from scoring.games.cuajo.judge_win import LiveVerdict, prices
from scoring.games.cuajo.table_state import TurnState
from scoring.games.fields import Question
from scoring.games.house_rules import has_whole_units, profile_data, unit_of
from scoring.games.stored import is_answer_readable
from scoring.models import Club, Entry, EntryKind, KeptVerdict, SavedRules, Session
from scoring.money import USUAL_CURRENCIES, Currency, currency_for
from scoring.people import Person
from scoring.queries.rule_sets import copied_rules
from scoring.queries.table.companion import companion_of
from scoring.queries.table.state import TableState, table_state

SESSION = "session"  # the form's value for the rules of the latest session
TABLE = "table"  # the form's value for the rules of the session at whose table the judge is asked


class PlayedFor(Frozen):
    """Currency and stakes, `is_example` without a table."""

    money: Currency = Currency(code="", name="", symbol="")
    stakes: int = 1
    is_example: bool = False

    @property
    def written(self) -> Currency:
        return self.money

    @property
    def data(self) -> dict[str, object]:
        """Return currency and stakes for a question, else empty."""
        return {"currency": self.money.code, "stakes": self.stakes} if self.money.code else {}


class RulesChoice(Frozen):
    """House rules to choose, with `value`, `label` and stakes."""

    value: str
    label: str
    rules: HouseRules
    played: PlayedFor


class Setting(Frozen):
    """A game, the rules to choose, and the asking table."""

    game: AnyGame
    choices: tuple[RulesChoice, ...]
    table: TableState | None = None

    @property
    def names(self) -> dict[int, Person]:
        """Return the players of the table, in order of play."""
        return {**self.table.night.names_seated, **self.table.night.names} if self.table else {}

    @property
    def noted(self) -> TurnState | None:
        """Return the hand in play as the companion noted it."""
        if self.table is None or Feature.COMPANION not in self.table.session.features:
            return None
        companion = companion_of(session=self.table.session, night=self.table.night)
        return companion.state if companion.taps else None


def judge_setting(*, game: AnyGame, club: Club | None, only: Session | None = None, table_id: str = "") -> Setting:
    table = None if club is None else _table(game, club, only, table_id)
    return Setting(game=game, choices=tuple(_choices(game, club, only, table)), table=table)


def for_example(*, game: AnyGame, rules: HouseRules) -> PlayedFor:
    """Return the stakes of the lowest usual price."""
    data, money = profile_data(profile=rules), USUAL_CURRENCIES[0]
    asked, _question = game.price_asked(rules=rules)
    cents, unit = int(str(data.get(asked, 0))) * unit_of(rules=data), 10**money.minor_digits
    stakes = max(1, game.usual_prices[0] * unit // cents) if cents else 1
    whole = has_whole_units(profile=rules, factor=stakes, unit=unit)
    return PlayedFor(money=replace(money, drops_cents=whole), stakes=stakes, is_example=True)


def rules_of(*, session: Session) -> RulesChoice:
    played = PlayedFor(money=session.written, stakes=session.stakes)
    return RulesChoice(value=SESSION, label="", rules=session.house_rules, played=played)


def _choices(game: AnyGame, club: Club | None, only: Session | None, table: TableState | None) -> Iterator[RulesChoice]:
    session = table.session if table else latest_session(game=game, club=club, only=only)
    own = rules_of(session=session) if session else None
    if own:
        yield replace(own, value=TABLE) if table else own

    def choice(value: str, label: str, house: HouseRules) -> RulesChoice:
        played = own.played if own else for_example(game=game, rules=house)
        return RulesChoice(value=value, label=label, rules=house, played=played)

    digits = own.played.money.minor_digits if own else USUAL_CURRENCIES[0].minor_digits
    for preset in game.presets:
        yield choice(preset, game.preset_labels[preset], game.read_rules(value=preset, minor_digits=digits))  # L8
    if club is not None and only is None:
        for saved in SavedRules.objects.filter(club=club, game=game.id).order_by(Lower("name")):
            house = copied_rules(saved=saved, changes={}, minor_digits=digits)
            yield choice(str(saved.public_id), saved.name, house)


def latest_session(*, game: AnyGame, club: Club | None, only: Session | None) -> Session | None:
    if club is None:
        return None
    sessions = club.sessions.filter(game=game.id)
    return (sessions.filter(pk=only.pk) if only else sessions).order_by("-id").first()


def _table(game: AnyGame, club: Club, only: Session | None, table_id: str) -> TableState | None:
    try:
        session = club.sessions.filter(game=game.id, public_id=UUID(table_id)).first()
    except ValueError:
        return None
    if session is None or only not in (None, session):
        return None
    return table_state(session=session)


class Judgement(Frozen):
    game: str
    claim: Data
    rules: Data
    answer: Data


class Verification(Frozen):
    """A verdict for a declared hand, and whether both pay alike."""

    kept: KeptVerdict
    valid: bool
    per_opponent_cents: int
    agrees: bool


def judged(*, game: AnyGame, question: Question[Any], entered: Data, rules: HouseRules, played: PlayedFor) -> Judgement:
    """Answer a question. Raises ImpossibleError with all problems."""
    answer = question.answer({**entered, **played.data}, rules)
    claim = {"question": question.id, **(answer.asked or entered), **played.data}
    return Judgement(game=game.id, claim=claim, rules=profile_data(profile=rules), answer=answer.data())


def question_of(*, game: AnyGame, question_id: str) -> Question[Any] | None:
    return next((each for each in game.questions if each.id == question_id), None)


def kept_question(*, kept: KeptVerdict) -> Question[Any]:
    return question_by(game=game_by_id(game_id=kept.game), claim=kept.claim)


def question_by(*, game: AnyGame, claim: Data) -> Question[Any]:
    first = game.questions[0].id  # older claims name no question
    found = question_of(game=game, question_id=str(claim.get("question", first)))
    assert found is not None, "a game keeps the questions it was ever asked"
    return found


def kept_for(*, kept: KeptVerdict) -> PlayedFor:
    """Return the currency and stakes of a kept verdict."""
    if kept.entry:
        return rules_of(session=kept.entry.session).played
    if not kept.claim.get("currency"):
        return PlayedFor()
    money, stakes = currency_for(code=kept.claim["currency"]), kept.claim["stakes"]
    rules = game_by_id(game_id=kept.game).read_rules(value=kept.rules)
    whole = has_whole_units(profile=rules, factor=stakes, unit=10**money.minor_digits)
    return PlayedFor(money=replace(money, drops_cents=whole), stakes=stakes, is_example=kept.is_of_a_stranger)


def recent_verdicts(*, game: AnyGame, club: Club) -> tuple[tuple[KeptVerdict, Question[Any]], ...]:
    kept = KeptVerdict.objects.filter(game=game.id, device__memberships__club=club).distinct().order_by("-pk")
    return tuple((each, kept_question(kept=each)) for each in kept[:3])


def verified_by(*, entry: Entry) -> tuple[Verification, ...]:
    if entry.kind != EntryKind.HAND:
        return ()
    declared_cents, found = entry.hand.verdict.get("per_opponent", 0), []
    for kept in entry.kept_verdicts.order_by("id"):
        answer = kept.answer if is_answer_readable(answer=kept.answer) else {}
        cents, valid = answer.get("per_opponent") or 0, bool(answer.get(kept_question(kept=kept).verifies))
        agrees = valid and cents == declared_cents
        found.append(Verification(kept=kept, valid=valid, per_opponent_cents=cents, agrees=agrees))
    return tuple(found)


def kept_claim(*, entry: Entry, public_id: str) -> Data | None:
    return next((kept.claim for kept in entry.kept_verdicts.all() if str(kept.public_id) == public_id), None)


class NextField(Frozen):
    """The next field to ask, with the range of payments of each opponent."""

    field: str = ""  # "extra" for a card to turn, empty if all are known
    least_cents: int = 0
    most_cents: int = 0  # both 0 if other fields come first or all answers pay the same
    best: tuple[str, ...] = ()  # the cards that pay most

    @property
    def gain_cents(self) -> int:
        return self.most_cents - self.least_cents


def asked_next(*, entry: Mapping[str, object], live: LiveVerdict) -> NextField:
    field = _missing_field(entry=entry, live=live)
    priced = prices(rules=live.rules, entry=entry, asked=field) if field not in ("", "source") else ()
    if not priced:
        return NextField(field=field)
    paid = [cents for _, cents in priced]
    least = live.verdict.per_opponent_cents if live.verdict and field == "extra" else min(paid)
    best = tuple(card for card, cents in priced if cents == max(paid) > least)
    return NextField(field=field, least_cents=least, most_cents=max(paid), best=best)


def _missing_field(*, entry: Mapping[str, object], live: LiveVerdict) -> str:
    if live.verdict is None:
        return next(iter(live.missing_inputs), "") if live.is_split and not live.problems else ""
    if not entry["sowee"] and needs_sowee(rules=live.rules):
        return "sowee"
    return "extra" if live.may_turn else ""
