"""The judge in the API, and kept answers."""

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Annotated, Any, NotRequired, TypedDict

from django.http import Http404
from django.urls import reverse

from scoring.api.answers import AnyObject, Shape, at
from scoring.api.arguments import Reader, argument
from scoring.api.entries import HAND, WORKED
from scoring.api.json_schema import Won
from scoring.api.operation import LINE, ask, do, read
from scoring.api.problems import FieldsError, RequestError
from scoring.frozen import Frozen
from scoring.games import FIRST
from scoring.games.base import Data, Feature, HouseRules, ImpossibleError, InWords, Problem, RulesData
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import read_cards
from scoring.games.cuajo.claim import Source, read_claim
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.judge_questions import CardEvent, Standing
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import Scheme
from scoring.limits import Limits, OneOf
from scoring.models import Entry, KeptVerdict, Session
from scoring.operations import machine, throttle
from scoring.operations.table.posting import Stamp
from scoring.operations.throttle import KEPT_VERDICTS
from scoring.operations.words import Card, RulesOrPreset, SeatNumber
from scoring.queries.judge import Judgement, PlayedFor, judged, question_by
from scoring.queries.people.access import Action
from scoring.queries.table.night import night_of
from scoring.texts import say

type AnyCards = Annotated[Any, InWords("cards")]
type Cards = Annotated[str, Limits(0, 400)]

type Texts = tuple[str, ...]
type Melds = tuple[Texts, ...]


class Ruling(TypedDict):
    """A ruling of the judge and its house rule."""

    text: str
    rule: str
    name: str
    label: str


class ChangeOfCard(TypedDict):
    """A card that replaces one of the hand."""

    out: str
    into: str


class NearMiss(TypedDict):
    """The best split of cards that do not win."""

    melded: int
    melds: Melds
    strays: Texts
    changes: tuple[ChangeOfCard, ...]
    distance: int | None


class Verdict(Won):
    """The verdict on a hand."""

    valid: bool
    rule: NotRequired[str]
    near_miss: NotRequired[NearMiss]
    rulings: NotRequired[tuple[Ruling, ...]]


class WrongCard(TypedDict):
    """An error in the cards of a `field`."""

    code: str
    message: str
    cards: Texts
    field: str


class Distance(TypedDict):
    """How far a hand is from a win."""

    count: int
    waits: Texts
    near_miss: NearMiss | None
    problems: tuple[WrongCard, ...]


class Way(TypedDict):
    """The price of a card from one source."""

    source: Source
    per_opponent_cents: int | None
    best_cents: int | None
    lay_first: str


class Wait(TypedDict):
    """A card that completes the hand, and unseen copies."""

    card: str
    unseen: int
    ways: tuple[Way, ...]


class Purro(TypedDict):
    """Whether fifteen cards are purro, and their waits."""

    purro: bool
    unseen: int
    away: int | None
    waits: tuple[Wait, ...]
    reasons: Texts
    melds: Melds
    strays: Texts
    scheme: Scheme
    rules_revision: str


class Need(TypedDict):
    """The cards that a condition still needs."""

    condition: str
    number: int
    cards: Texts


class Ending(TypedDict):
    """An ending of the turning."""

    name: str
    chance: str
    amount_cents: int


class ExtraCards(TypedDict):
    """The state of turning extra cards."""

    needs: tuple[Need, ...]
    may_turn: int
    allowed: int
    used: int
    both: str
    endings: tuple[Ending, ...]
    unseen: tuple[int, ...]
    rules_revision: str


class Ground(TypedDict):
    """A reason and its rules."""

    text: str
    rules: Texts


class Claimant(TypedDict):
    """A player who can complete a hand."""

    seat: int
    who: str
    wins: bool
    grounds: tuple[Ground, ...]


class RulingOnCard(TypedDict):
    """The winner of a card, or null, with reasons."""

    winner: int | None
    claimants: tuple[Claimant, ...]
    show: AnyObject
    win: tuple[AnyObject, ...]
    purro: tuple[AnyObject, ...]
    discard: AnyObject | None
    deals: tuple[Ground, ...]
    rules_revision: str


class Claim(TypedDict):
    """A hand that claims to win."""

    game: str
    rules: NotRequired[RulesOrPreset | None]
    hand: AnyCards
    bounit: NotRequired[AnyCards | None]
    source: str
    sowee: NotRequired[AnyCards | None]
    secrets: NotRequired[AnyCards | None]
    extra: NotRequired[AnyCards | None]


class AboutCards(Frozen):
    """A hand in notation, with its open cards."""

    hand: Cards
    rules: RulesOrPreset | None = None
    sowee: Card | None = None
    secrets: Annotated[tuple[Card, ...], Limits(0, 4)] = ()
    extra: Cards = ""


class AboutWin(AboutCards):
    """The fields of a claim."""

    source: Source
    bounit: Card | None = None


class AboutExtra(AboutCards):
    """The turning of extra cards."""

    bounit: Card
    sowee: Card = field()  # required, unlike that of other questions
    stock: Annotated[int, Limits(0, 112)] | None = None


class AboutPlayer(Frozen):
    """A player that the card `completes`, maybe `by_kings` (L4)."""

    seat: SeatNumber
    standing: Annotated[str, OneOf(tuple(each.value for each in Standing if each))] | None = None
    completes: bool = False
    by_kings: bool = False


class AboutClaim(Frozen):
    """A claimed card, with players in order of play."""

    how: CardEvent
    by: SeatNumber
    players: Annotated[tuple[AboutPlayer, ...], Limits(2, 6)]
    card: Card | None = None
    rules: RulesOrPreset | None = None


QUESTIONS: Mapping[str, type] = {"win": AboutWin, "purro": AboutCards, "extra": AboutExtra, "claim": AboutClaim}
type JudgeQuestion = AboutCards | AboutClaim


def _entered(asked: JudgeQuestion) -> dict[str, Any]:
    """Return the fields of a question. Raises ImpossibleError."""
    values = asdict(asked)
    return values | {name: _cards(name, values[name]) for name in ("hand", "extra") if name in values}


def _cards(name: str, text: str) -> str:
    reading = read_cards(text=text)
    if unknown := tuple(word[:40] for word in reading.unknown):
        why = say("unknown_card.claim", cards=", ".join(unknown))
        raise ImpossibleError([Problem(text=why, cards=unknown, field=name)])
    return written(reading.cards)


def _judged(kind: str, asked: JudgeQuestion, rules: HouseRules | None = None) -> Judgement:
    """Answer a question, in hundredths. Raises ImpossibleError."""
    entered, rules = _entered(asked), rules or FIRST.read_rules(value=asked.rules)
    if kind == "win":
        read_claim(data={**entered, "game": FIRST.id, "rules": rules})
    question = question_by(game=FIRST, claim={"question": kind})
    return judged(game=FIRST, question=question, entered=entered, rules=rules, played=PlayedFor())


def verify(*, content: Claim) -> Data:
    """Judge a hand: win, amount, reasons.

    A refused hand is explained. Impossible cards are answered with 422 and every problem. Amounts are minor units per
    opponent, before any stake factor. Claims and answers are the JSON objects of `manage.py verify`.
    """
    read_claim(data=content)
    return answer_claim(data=content)


def find_waits(*, asked: AboutCards) -> Data:
    """List the waits of fifteen cards with their prices."""
    return _judged("purro", asked).answer


def find_distance(*, asked: AboutCards) -> Data:
    """Find the distance of up to sixteen cards."""
    return live_verdict(rules=FIRST.read_rules(value=asked.rules), entry=_entered(asked)).data()


def judge_extra(*, asked: AboutExtra) -> Data:
    """Find the needs and chances of extra cards."""
    return _judged("extra", asked).answer


def rule_on_card(*, asked: AboutClaim) -> Data:
    """Decide who may claim a card."""
    answer: Any = _judged("claim", asked).answer
    return {**answer, "winner": int(answer["winner"] or 0) or None}


class KeptShape(Shape, of=KeptVerdict, keeps="public_id game engine_version kept_at"):
    """A kept question and the page of its answer."""

    address: str = at("public_id", lambda public_id: reverse("verdict", args=[public_id]))
    question: AnyObject = at("claim")
    rules: RulesData
    answer: Annotated[Any, InWords("answer")] = at("told")


def keep_verdict(
    *, kind: Annotated[str, OneOf(tuple(QUESTIONS))], question: AnyObject, asker: str, stamp: Stamp
) -> KeptVerdict:
    """Keep the answer to a question.

    The fields are those that `verify/` and the addresses below take. The key of the request becomes its id.
    """
    asked = Reader().read((argument("", "asked", QUESTIONS[kind]),), question)["asked"]
    answer = _judged(kind, asked)
    # Kept answers stay for ever, so a caller can keep only some. A refused question does not count.
    if not throttle.count(limit=KEPT_VERDICTS, who=asker):
        raise RequestError("throttled", limit=KEPT_VERDICTS)
    return machine.keep_verdict(judged=answer, stamp=stamp)


def read_verdict(*, kept: KeptVerdict) -> KeptVerdict:
    """Read a kept answer."""
    return kept


def verify_hand(*, session: Session, entry: Entry, asked: AboutWin, stamp: Stamp) -> KeptVerdict:
    """Judge a declared hand by its cards."""
    if not entry.act.get("declared"):
        raise Http404
    if asked.rules is not None:
        raise FieldsError(("rules", say("api.rules_of_session")))
    played = session.as_at(position=night_of(session=session).at(entry.number).position)
    return machine.keep_verdict(judged=_judged("win", asked, played.house_rules), stamp=stamp, entry=entry)


CLAIM = {"game": FIRST.id, "rules": "pagat", **WORKED}
FIFTEEN = {"hand": HAND.removesuffix(" 12B"), "sowee": "4O"}
TURNING = {"hand": HAND, "bounit": "5B", "sowee": "4O"}
PLAYERS = [{"seat": 1}, {"seat": 2, "standing": "purro", "completes": True}, {"seat": 3}]
WAITED_FOR = {"how": "drawn", "by": 1, "card": "5B", "players": PLAYERS}
DRAWN = {"One player waits for a card that another one drew": WAITED_FOR}
OPERATIONS = (
    ask("verify/", verify, shows=Verdict, examples={"A discard that wins 90 from each opponent": CLAIM}),
    ask("verify/waits/", find_waits, shows=Purro, examples={"Fifteen cards": FIFTEEN}),
    ask("verify/near-miss/", find_distance, shows=Distance, examples={"Three cards so far": {"hand": "1O 3O 4O"}}),
    ask("verify/extra-cards/", judge_extra, shows=ExtraCards, examples={"No card turned": TURNING}),
    ask("verify/claims/", rule_on_card, shows=RulingOnCard, examples=DRAWN),
    do("verdicts/", keep_verdict, makes="verdicts/{id}/"),
    read("verdicts/{verdict_id}/", read_verdict),
    do(f"{LINE}verdicts/", verify_hand, Action.RECORD, makes="verdicts/{id}/", feature=Feature.CARD_ENTRY),
)
