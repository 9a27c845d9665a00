"""Cau robat as a game of the house (R1 to R11)."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

from scoring.games.base import ActKind, Data, Feature, Outcome, PlayProgress, Seat
from scoring.games.cards.pack import Pack, written
from scoring.games.cau_robat import hand as hands
from scoring.games.cau_robat.hand import ALL_CARDS, CIRCLE, COPIES, FACE_UP, PACK, Call, CauRules, FinishedHand, Scoring
from scoring.games.dealing import DealtGame, PointsMatch, scored, typical_match
from scoring.games.fields import Answer, Field, FieldKind, Question, TallyLine, choices_of
from scoring.games.house_rules import profile_fields
from scoring.games.reading import PLAYERS, ActReader, called, card_keys, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

_SUITS = {"o": "coins", "c": "cups", "e": "swords", "b": "batons"}
_COURTS = {"ace": "1", "jack": "10", "horse": "11", "king": "12"}

# The suit makes no difference (R1), so a card is typed by its rank.
SPANISH = Pack(
    faces={(str(rank), ""): str(rank) for rank in CIRCLE} | {(rank, ""): card for rank, card in _COURTS.items()},
    suits=tuple(_SUITS.values()),
    codes={f"{rank}{letter}".upper(): str(rank) for rank, letter in product(CIRCLE, _SUITS)},
    letters=_SUITS,
    initials={"A": "ace", "J": "jack", "Q": "horse", "K": "king"},
)

_NAMES = {court: court for court in ("10", "11", "12")}
_cards = partial(Field, kind=FieldKind.CARDS, pack=SPANISH, choices=card_keys(pack=PACK, names=_NAMES, copies=COPIES))
_TOTALS = dict.fromkeys(FACE_UP, ALL_CARDS)
_count = partial(Field, kind=FieldKind.COUNT, maximum=ALL_CARDS, is_required=False, rule="R9", totals=_TOTALS)
_lying = partial(_cards, is_required=False)
_by_play = partial(_lying, folded_under=_("Or card by card"))
HAND_FIELDS = (
    _count(name="piles", label=_("Cards in the pile"), for_each_seat=True),
    _count(name="centre", label=_("Cards in the centre")),
    _by_play(name="face_up", label=_("Cards face up at first"), rule="R2"),
    _by_play(name="plays", label=_("All plays in order"), rule="R3"),
)


def _what_it_takes(entered: Data, rules: CauRules) -> Answer:
    """Answer the capture of a card, in order (R3 to R5)."""
    reader = ActReader.of_players(act=entered)
    seat, played = reader.seat("seat"), reader.cards("played", PACK)
    centre = reader.cards("centre", PACK)
    piles = {owner: reader.cards_of(value, f"piles.{owner}", PACK) for owner, value in reader.by_seat("piles").items()}
    if len(played) != 1:
        reader.note(say("missing_field.played"), field="played")
    if len(set(centre)) != len(centre):
        reader.note(say("equal_cards_face_up.centre"), field="centre")
    reader.check()
    order = reader.seats[named(seat) :] + reader.seats[: named(seat) - 1]
    taken = hands.capture(played=played[0], centre=centre, piles=piles, order=order, piles_taken=rules.piles_taken)
    if not taken:
        return Answer(text=say("capture.nothing"), is_yes=False)
    cards = hands.cards_of(taken)
    text = say("capture.cards", count=len(cards), pile=written((*played, *cards)))
    return Answer(text=text, is_yes=True, lines=tuple(_line(item, entered) for item in taken))


def _line(step: hands.CaptureItem, entered: Data) -> TallyLine:
    if step.pile_of is not None:
        text = say("capture.pile", player=called(entered=entered, seat=step.pile_of), rank=str(step.rank))
        return TallyLine(text=text, rule="R4", count=len(step.cards))
    if step.shields:
        text = say("capture.shields", rank=str(step.rank), player=called(entered=entered, seat=step.shields[0]))
        return TallyLine(text=text, rule="R4", count=1)
    return TallyLine(text=say("capture.centre", rank=str(step.rank)), rule="R3", count=1)


def _what_a_call_pays(entered: Data, rules: CauRules) -> Answer:  # noqa: ARG001 - no house rule changes it
    """Answer the payments after a call, in order (R6)."""
    reader = ActReader.of_players(act=entered)
    first, call = reader.seat("seat"), reader.word("call", Call)
    reader.check()
    length, players = list(Call).index(named(call)) + 2, len(reader.seats)
    chain = tuple((named(first) - 1 + number) % players + 1 for number in range(length))
    who = partial(called, entered=entered)
    lines = []
    for due in hands.dues_of(chain=chain):
        text = say("call.pays", payer=who(seat=due.payer), payee=who(seat=due.payee))
        lines.append(TallyLine(text=text, rule=due.rule, count=due.cards))
    return Answer(text=say("call.takes", player=who(seat=chain[-1])), lines=tuple(lines))


_CALLS = choices_of({call: say(f"cau.{call}").english() for call in Call})


class CauRobat(DealtGame[CauRules, FinishedHand]):
    id = "cau_robat"
    name = "Cau robat"
    engine_version = "1"
    seat_counts = (2, 3, 4, 5, 6, 7, 8)
    rule_of_seats = "R1"
    rule_of_deal = "R11"
    plays_from_dealer = True
    profiles = hands.PRESETS
    preset_labels = {"cau_robat": _("Hands won count"), "points": _("Points count"), "cau": _("Without taking piles")}
    match = PointsMatch[CauRules]()
    questions = (
        Question(
            id="capture",
            title=_("What does this card take?"),
            fields=(
                PLAYERS,
                Field(name="seat", label=_("Who plays it"), kind=FieldKind.SEAT, rule="R4"),
                _cards(name="played", label=_("The card"), rule="R3"),
                _lying(name="centre", label=_("Cards in the centre"), rule="R3"),
                _lying(name="piles", label=_("Piles, top card first"), for_each_seat=True, rule="R4"),
            ),
            answer=_what_it_takes,
            players=PLAYERS.name,
            house_rules=profile_fields(profile=CauRules()),
        ),
        Question(
            id="call",
            title=_("Who pays whom after a call?"),
            fields=(
                PLAYERS,
                Field(name="seat", label=_("Whose card was matched first"), kind=FieldKind.SEAT, rule="R6"),
                Field(name="call", label=_("The last call"), kind=FieldKind.CHOICE, choices=_CALLS, rule="R6"),
            ),
            answer=_what_a_call_pays,
            players=PLAYERS.name,
        ),
    )
    hand_fields = HAND_FIELDS
    readings = {ActKind.HAND: (tuple(field.name for field in HAND_FIELDS), hands.read_hand)}

    def price_asked(self, *, rules: CauRules) -> tuple[str, str]:
        """Return the rule `point` and its question (R9)."""
        if rules.scoring is Scoring.HANDS:
            return "point", _("What is a hand worth?")
        return super().price_asked(rules=rules)

    def features(self, *, rules: CauRules) -> frozenset[Feature]:
        """Return whether a match counts hands (R9)."""
        return frozenset((Feature.HANDS_WON,) if rules.scoring is Scoring.HANDS else ())

    def about_deal(self, *, rules: CauRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:
        """Explain the open cards and the deal (R2, R10)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        face_up = FACE_UP[len(seats)]
        text = say("deal.cau_threes" if rules.three_at_a_time else "deal.cau", face_up=face_up, seats={"first": first})
        return (text,)

    def typical(self, *, rules: CauRules) -> tuple[TallyLine, ...]:
        """Return the gain in a match of four."""
        target = rules.target
        points = {1: target, 2: target * 2 // 3, 3: target // 3, 4: target // 3}
        return typical_match(points=points, rules=rules)

    def follow(self, *, act: Data, rules: CauRules, seats: tuple[Seat, ...]) -> PlayProgress | None:
        """Follow turn, centre, piles and debts (R2 to R8)."""
        reader = ActReader.at(act=act, table=seats)
        dealer = reader.seat("dealer")
        face_up, plays = reader.cards("face_up", PACK), reader.cards("plays", PACK)
        is_dealt = len(set(face_up)) == len(face_up) == FACE_UP[len(seats)]
        if dealer is None or reader.problems or not is_dealt:
            return None
        hand = hands.play_hand(seats=reader.seats, dealer=dealer, face_up=face_up, plays=plays, rules=rules)
        is_over = len(plays) + len(face_up) == ALL_CARDS
        return PlayProgress(now=tuple(_now(hand, is_over=is_over)), steps=tuple(hand.steps))

    def judge_hand(self, *, hand: FinishedHand, rules: CauRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Compute the points of a hand (R9)."""
        points = hand.points(scoring=rules.scoring)
        return scored(said=hand, points=points, lines=_lines(hand, rules.scoring, points), winner=hand.most)

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        return say("act.by_plays" if "plays" in act else "act.by_piles")


def _lines(hand: FinishedHand, scoring: Scoring, points: Mapping[int, int]) -> Iterator[TallyLine]:
    for seat, count in points.items():
        yield TallyLine(seat=seat, text=say("cau.taken"), rule="R9", count=hand.piles[seat])
        if count:
            yield TallyLine(seat=seat, text=say(f"cau.{scoring}"), rule="R9", count=count)
    for due in hand.lapsed:
        yield due.line(say("cau.lapsed"), rule="R8")


def _now(hand: hands.HandInPlay, *, is_over: bool) -> Iterator[TallyLine]:
    """Yield the turn, the centre, the piles and the debts."""
    if not is_over:
        yield TallyLine(text=say("cau.turn"), rule="R2", seat=hand.turn)
    centre = (*hand.centre, *(hand.chain_rank for _ in hand.chain[1:]))
    yield TallyLine(text=say("cau.centre", cards=written(centre)) if centre else say("cau.empty"), rule="R3")
    for seat in hand.seats:
        pile = hand.piles[seat]
        text = say("cau.pile", top=pile[0]) if pile else say("cau.no_pile")
        yield TallyLine(text=text, rule="R5", seat=seat, count=len(pile) or None)
    for due in hand.owed:
        yield due.line(say("cau.owes"), rule="R8")
