"""The judge without a session: a win, fifteen cards, how far a hand is, extra cards, whose card; kept answers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict, cast
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from scoring.api.answers import Shape, at
from scoring.api.arguments import Reader, argument
from scoring.api.operation import LINE, ask, do, read
from scoring.api.problems import FieldsError, RequestError
from scoring.api.verdicts import AnyObject, Distance, ExtraCards, Purro, RulingOnCard, Verdict
from scoring.games import FIRST
from scoring.games.base import Data, Feature, ImpossibleError, InWords, Problem, RulesData
from scoring.games.cuajo.cards import find_card
from scoring.games.cuajo.claim import Source, read_claim
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.judge_questions import Happened, Standing
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import HouseRules
from scoring.limits import Limits, OneOf
from scoring.models import Entry, KeptVerdict, Session
from scoring.operations import machine, throttle
from scoring.operations.table.posting import Stamp
from scoring.operations.throttle import KEPT_VERDICTS
from scoring.operations.words import Card, SeatNumber
from scoring.queries.judge import PlayedFor, RulesChoice, judged, question_of
from scoring.queries.people.access import Action
from scoring.queries.table.night import night_of
from scoring.queries.table.state import features_of
from scoring.texts import say

type AnyCards = Annotated[Any, InWords("cards")]
type AnyRules = Annotated[Any, InWords("rules or preset", str | dict)]
type Cards = Annotated[str, Limits(0, 400)]
type Secrets = Annotated[tuple[Card, ...], Limits(0, 4)]

_SEPARATORS = str.maketrans(",;", "  ")

# --- Questions


class Claim(TypedDict):
    """A hand that somebody claims to have won with; the engine itself says everything that is wrong in it.

    `hand` are sixteen cards, the `bounit` among them: the winning card, null where it was dealt. `source` is
    self_drawn, claimed, discard or dealt, `sowee` the card under the stock, `secrets` the kinds that were laid down and
    paid, `extra` the cards that were turned, in order.
    """

    game: str
    rules: NotRequired[AnyRules]
    hand: AnyCards
    bounit: NotRequired[AnyCards | None]
    source: str
    sowee: NotRequired[AnyCards | None]
    secrets: NotRequired[AnyCards]
    extra: NotRequired[AnyCards]


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutCards:
    """A hand in notation; `extra` are cards that were turned or lie open."""

    hand: Cards
    rules: AnyRules | None = None
    sowee: Card | None = None
    secrets: Secrets = ()
    extra: Cards = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutWin(AboutCards):
    """Is this a win? The fields of a claim."""

    source: Source
    bounit: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutExtra(AboutCards):
    """May the winner go on turning extra cards? `stock` is how many are left, null where nobody knows."""

    bounit: Card
    sowee: Card
    stock: Annotated[int, Limits(0, 112)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutPlayer:
    """How a player stands; the card `completes` this hand, or wins `by_kings` alone (L4)."""

    seat: SeatNumber
    standing: Annotated[str, OneOf(tuple(each.value for each in Standing if each))] | None = None
    completes: bool = False
    by_kings: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutClaim:
    """Whose card is it? `players` stand in the order of play."""

    how: Happened
    by: SeatNumber
    players: Annotated[tuple[AboutPlayer, ...], Limits(2, 6)]
    card: Card | None = None
    rules: AnyRules | None = None


QUESTIONS: Mapping[str, type] = {"win": AboutWin, "purro": AboutCards, "extra": AboutExtra, "claim": AboutClaim}
type Asked = AboutCards | AboutClaim


def _entered(asked: Asked) -> dict[str, Any]:
    """Return a question as the game takes it; raises ImpossibleError for words that are no cards."""
    said = {name: value for name, value in asdict(asked).items() if name != "rules"}
    for name in {"hand", "extra"} & said.keys():
        said[name] = _cards(name, said[name])
    if isinstance(asked, AboutClaim):
        said["players"] = [each | {"standing": each["standing"] or ""} for each in said["players"]]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


def _cards(name: str, text: str) -> str:
    found = [(word, find_card(text=word)) for word in text.translate(_SEPARATORS).split()]
    if unknown := tuple(word[:40] for word, card in found if card is None):
        told = say("unknown_card.claim", name=name, cards=", ".join(unknown))
        raise ImpossibleError([Problem(text=told, cards=unknown, field=name)])
    return " ".join(card.notation for _, card in found if card)


def _rules(asked: Asked) -> HouseRules:
    """Return the house rules of a question, the normal ones where it names none."""
    rules: HouseRules = FIRST.read_rules(value=asked.rules)
    return rules


def _judged(kind: str, asked: Asked, rules: HouseRules | None = None) -> Any:
    """Return the answer to a question, amounts in hundredths before any stake factor. Raises ImpossibleError."""
    entered, rules = _entered(asked), rules or _rules(asked)
    if kind == "win":
        read_claim(data={**entered, "game": FIRST.id, "rules": rules})
    choice = RulesChoice(value="", label="", rules=rules, played=PlayedFor())
    question = question_of(game=FIRST, question_id=kind)
    assert question is not None, "the kinds of the API are questions of the first game"
    return judged(game=FIRST, question=question, entered=entered, choice=choice)


def verify(*, content: Claim) -> Data:
    """Say whether a hand wins, for how much and why; otherwise everything it lacks.

    The objects are those of `manage.py verify`. What cannot be a hand is answered with 422 and every problem. Amounts
    are minor units per opponent, before any stake factor.
    """
    read_claim(data=content)
    return answer_claim(data=content)


def find_waits(*, asked: AboutCards) -> Data:
    """Say what fifteen cards wait for and what each card would pay, or how far they are; `extra` lies open."""
    return cast(Data, _judged("purro", asked).answer)


def find_distance(*, asked: AboutCards) -> Data:
    """Say how far up to sixteen cards are from a win: melds, cards left over, waits, single changes."""
    return live_verdict(rules=_rules(asked), entry=_entered(asked)).data()


def judge_extra(*, asked: AboutExtra) -> Data:
    """Say what the conditions still need and the exact chance that it comes."""
    return cast(Data, _judged("extra", asked).answer)


def rule_on_card(*, asked: AboutClaim) -> Data:
    """Rule who may claim a card, and say what each player may do now."""
    answer = _judged("claim", asked).answer
    return {**answer, "winner": int(answer["winner"] or 0) or None}


# --- Kept answers


class KeptShape(Shape, of=KeptVerdict):
    """A question with its answer; `address` is the page that shows it to whoever knows it."""

    id: UUID = at("public_id")
    address: str = at("public_id", lambda public_id: reverse("verdict", args=[public_id]))
    game: str
    question: AnyObject = at("claim")
    rules: RulesData
    answer: Annotated[Any, InWords("answer")] = at("told")
    engine_version: str
    kept_at: datetime


def keep_verdict(
    *, kind: Annotated[str, OneOf(tuple(QUESTIONS))], question: AnyObject, asker: str, stamp: Stamp
) -> KeptVerdict:
    """Keep the answer to a question of a kind, with the fields that `verify/` and those below take for it.

    The key of the request becomes its id.
    """
    asked = Reader().read((argument("", "asked", QUESTIONS[kind]),), question)["asked"]
    answer = _judged(kind, asked)
    if not throttle.count(limit=KEPT_VERDICTS, who=asker):
        raise RequestError("throttled", limit=KEPT_VERDICTS)
    return machine.keep_verdict(judged=answer, stamp=stamp)


def read_verdict(*, kept: KeptVerdict) -> KeptVerdict:
    """Read a kept answer; it never changes."""
    return kept


def verify_hand(*, session: Session, entry: Entry, asked: AboutWin, stamp: Stamp) -> KeptVerdict:
    """Judge a declared hand by its cards under the rules of its session, and keep that with the hand."""
    if Feature.CARD_ENTRY not in features_of(session=session) or not entry.act.get("declared"):
        raise Http404
    if asked.rules is not None:
        raise FieldsError(("rules", say("api.rules_of_session")))
    played = session.as_at(position=night_of(session=session).at(entry.number).position)
    return machine.keep_verdict(
        judged=_judged("win", asked, cast(HouseRules, played.house_rules)), stamp=stamp, entry=entry
    )


HAND = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"  # the worked example of the rules, section 8

CLAIM = {"game": FIRST.id, "rules": "pagat", "hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
PLAYERS = [{"seat": 1}, {"seat": 2, "standing": "purro", "completes": True}, {"seat": 3}]


def _question(path: str, call: Callable[..., Any], shows: object, name: str, example: Mapping[str, object]) -> Any:
    return ask(path, call, shows=shows, examples={name: example})


OPERATIONS = (
    _question("verify/", verify, Verdict, "A discard that wins 90 from each opponent", CLAIM),
    _question("verify/waits/", find_waits, Purro, "Fifteen cards", {"hand": HAND.removesuffix(" 12B"), "sowee": "4O"}),
    _question("verify/near-miss/", find_distance, Distance, "Three cards so far", {"hand": "1O 3O 4O"}),
    _question(
        "verify/extra-cards/", judge_extra, ExtraCards, "No card turned", {"hand": HAND, "bounit": "5B", "sowee": "4O"}
    ),
    _question(
        "verify/claims/",
        rule_on_card,
        RulingOnCard,
        "One player waits for a card that another one drew",
        {"how": "drawn", "by": 1, "card": "5B", "players": PLAYERS},
    ),
    do("verdicts/", keep_verdict, makes="verdicts/{id}/"),
    read("verdicts/{verdict_id}/", read_verdict),
    do(f"{LINE}verdicts/", verify_hand, Action.RECORD, makes="verdicts/{id}/"),
)
