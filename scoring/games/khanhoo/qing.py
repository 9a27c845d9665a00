"""Qing khanhoo as a game of the house (Q1 to Q7)."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import partial

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, Debt, Outcome, Payload, Problem, Seat, Table, Tally
from scoring.games.cards.pack import written
from scoring.games.dealing import DealtGame, DealtHand
from scoring.games.fields import Answer, Field, FieldKind, Question, TallyLine, choices_of
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo import NAMES, QING, KhanhooCard
from scoring.games.khanhoo.qing_splits import COPIES, HAND_SIZE, PACK, PRESETS, SUITS, QingRules, QingSplit, judge_hand
from scoring.games.reading import ActReader, card_keys, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

MOST_DRAWN = 1_000


class QingEnding(StrEnum):
    WIN = "win"
    DRAWN = "drawn"


class QingHand(Frozen):
    """A hand, with its split if cards are known. `drawn_before` counts drawn hands with stakes in the pot (Q6)."""

    winner: int | None
    cards: tuple[KhanhooCard, ...] = ()
    split: QingSplit | None = None
    drawn_before: int = 0

    def data(self) -> dict[str, object]:
        if self.winner is None:
            return {"result": QingEnding.DRAWN.value}
        return {
            "result": QingEnding.WIN.value,
            "winner": self.winner,
            "declared": self.split is None,
            "hand": written(self.cards),
            **({"drawn_before": self.drawn_before} if self.drawn_before else {}),
        }


def read_hand(reader: ActReader, rules: QingRules) -> QingHand:
    """Read a hand. Raises ImpossibleError with every problem."""
    result = reader.word("result", QingEnding, normal=QingEnding.WIN)
    if result is QingEnding.DRAWN:
        return QingHand(winner=None)
    winner, declared = reader.seat("winner"), reader.switch("declared")
    cards = () if declared else read_held(reader=reader)
    drawn = reader.count("drawn_before", maximum=MOST_DRAWN) if reader.has("drawn_before") else 0
    if drawn and not rules.pot_stays:
        reader.note(say("pot_does_not_stay"), field="drawn_before")
    if not declared and len(cards) < HAND_SIZE:
        reader.note(say("wrong_card_count.qing_win", size=HAND_SIZE, count=len(cards)), field="hand", cards=cards)
    reader.check()
    if declared:
        return QingHand(winner=named(winner), drawn_before=drawn)
    verdict = judge_hand(cards=cards, rules=rules)
    if not verdict.wins:
        why = say("not_a_win.qing", why=not_a_win_text(split=verdict.split))
        reader.note(why, field="hand", cards=verdict.split.strays)
    reader.check()
    return QingHand(winner=named(winner), cards=cards, split=verdict.split, drawn_before=drawn)


def read_held(*, reader: ActReader) -> tuple[KhanhooCard, ...]:
    """Read the cards of a hand, finished or not."""
    cards = reader.cards("hand", PACK)
    if len(cards) > HAND_SIZE:
        reader.note(say("wrong_card_count.qing_most", size=HAND_SIZE, count=len(cards)), field="hand", cards=cards)
    excess = sorted(card for card, count in Counter(cards).items() if count > COPIES)
    if excess:
        reader.note(say("too_many_copies.qing", cards=", ".join(map(str, excess))), field="hand", cards=excess)
    return cards


def not_a_win_text(*, split: QingSplit) -> Text:
    """Explain in a phrase why cards do not win."""
    no_eye, left = say("win.no_eye"), say("win.strays", cards=written(split.strays))
    if split.strays and not split.has_eye:
        return say("win.both", one=no_eye, other=left)
    return left if split.strays else no_eye


_KEYS = card_keys(pack=PACK, names=NAMES, suits=SUITS, copies=COPIES)
_hand = partial(Field, name="hand", kind=FieldKind.CARDS, pack=QING, choices=_KEYS, rule="Q2")
_of_pot = partial(Field, is_required=False, rule="Q6")
_ENDINGS = choices_of({QingEnding.WIN: _("a player won"), QingEnding.DRAWN: _("nobody won, the stock ran out")})
HAND_FIELDS = (
    Field(
        name="result",
        label=_("How the hand ended"),
        kind=FieldKind.CHOICE,
        choices=_ENDINGS,
        normal=QingEnding.WIN.value,
        rule="Q2",
    ),
    _of_pot(name="winner", label=_("Who won?"), kind=FieldKind.SEAT, or_nobody=True),
    _hand(label=_("Cards"), is_required=False),
    _of_pot(name="declared", label=_("Declared without cards"), kind=FieldKind.SWITCH),
)

DRAWN_BEFORE = _of_pot(
    name="drawn_before", label="Drawn hands whose stakes are in the pot", kind=FieldKind.COUNT, maximum=MOST_DRAWN
)


def _is_it_a_win(entered: Data, rules: QingRules) -> Answer:
    """Answer whether cards win (Q2 to Q5)."""
    reader = ActReader(act=entered, seats=())
    cards = read_held(reader=reader)
    if not cards:
        reader.note(say("missing_field.cards"), field="hand")
    reader.check()
    verdict = judge_hand(cards=cards, rules=rules)
    parts = _parts(verdict.split)
    lines = [TallyLine(text=say("melds.of_cards", meld=text, cards=written(of)), rule=rule) for text, rule, of in parts]
    if verdict.split.strays:
        lines.append(TallyLine(text=say("win.left_over", cards=written(verdict.split.strays)), rule="Q2"))
    for out in dict.fromkeys(change.out for change in verdict.changes):
        into = written(change.into for change in verdict.changes if change.out == out)
        lines.append(TallyLine(text=say("win.change", card=str(out), into=into), rule="Q2"))
    if verdict.waits:
        text = say("win.waiting", cards=written(verdict.waits))
    elif verdict.missing:
        text = say("win.unfinished", missing=verdict.missing)
    else:
        text = say("win.yes") if verdict.wins else say("win.no", why=not_a_win_text(split=verdict.split))
    return Answer(text=text, is_yes=None if verdict.missing else verdict.wins, lines=tuple(lines))


def _parts(split: QingSplit) -> Iterator[tuple[Text, str, tuple[KhanhooCard, ...]]]:
    """Yield the parts of a split, with rule and cards."""
    for meld in split.melds:
        wild = written(meld.wild_for)
        name = say(f"qing.{meld.kind}")
        yield say("melds.wild", meld=name, cards=wild) if wild else name, meld.kind.rule, meld.cards
    if split.free:
        yield say("qing.free"), "Q5", split.free


class KhanhooQing(DealtGame[QingRules, QingHand]):
    # 120 cards are enough for eight hands (Q1, Q2).

    id = "khanhoo_qing"
    name = "Khanhoo, Qing"
    engine_version = "1"
    seat_counts = (2, 3, 4, 5, 6, 7, 8)
    rule_of_seats = "Q1"
    rule_of_deal = "Q7"
    plays_drawn_again = True
    profiles = PRESETS
    preset_labels = {"wilkinson_qing": _("Usual eyes"), "culin": _("Eyes of Culin")}
    usual_prices = (5, 10, 20, 50, 100)
    questions = (
        Question(
            id="win",
            title=_("Is this a win?"),
            fields=(_hand(label=_("Cards")),),
            answer=_is_it_a_win,
            verifies="is_yes",
            house_rules=profile_fields(profile=QingRules()),
        ),
    )
    readings = {ActKind.HAND: (tuple(field.name for field in (*HAND_FIELDS, DRAWN_BEFORE)), read_hand)}

    def price_asked(self, *, rules: QingRules) -> tuple[str, str]:  # noqa: ARG002
        """Return the rule `stake` and its question (Q6)."""
        return "stake", _("What does each put into the pot?")

    def about_deal(self, *, rules: QingRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Explain the fifteen cards (Q2)."""
        return (say("deal.qing", seats={"dealer": dealer}),)

    def typical(self, *, rules: QingRules) -> tuple[TallyLine, ...]:
        """Return the gain among four players (Q6)."""
        return (TallyLine(text=say("pot.typical"), rule="Q6", cents=3 * rules.stake),)

    def asked_of_hand(self, *, rules: QingRules) -> tuple[Field, ...]:
        return (*HAND_FIELDS, *((DRAWN_BEFORE,) if rules.pot_stays else ()))

    def refusals(self, *, act: Payload, rules: QingRules, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Refuse a wrong number of drawn hands (Q6)."""
        # Two phones may count differently, and each drawn hand is worth a whole pot.
        match act:
            case DealtHand(hand=QingHand(winner=int(), drawn_before=said)) if table.drawn_before not in (None, said):
                text = say("other_pot", count=table.drawn_before, said=said)
                return (Problem(text=text, field="drawn_before"),)
            case _:
                return ()

    def judge_hand(self, *, hand: QingHand, rules: QingRules, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the pot that the winner takes (Q6)."""
        if hand.winner is None:
            return Outcome(said=hand, debts=())
        debts = tuple(
            Debt(payer=seat.number, payee=hand.winner, cents=rules.stake * (1 + hand.drawn_before))
            for seat in seats
            if seat.number != hand.winner and rules.stake
        )
        parts = _parts(hand.split) if hand.split else ()
        lines = [TallyLine(text=text, rule=rule, cards=tuple(map(str, cards))) for text, rule, cards in parts]
        if hand.drawn_before:
            lines.append(TallyLine(text=say("qing.drawn_before"), rule="Q6", count=hand.drawn_before))
        return Outcome(said=hand, debts=debts, verdict=Tally(lines=tuple(lines)), winner=hand.winner)

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        winner = act.get("winner")
        return say("act.won_pot", seats={"player": winner}) if isinstance(winner, int) else say("act.drawn")
