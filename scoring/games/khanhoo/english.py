"""English khanhoo as a game of the house."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from scoring.games.base import ActKind, Data, Outcome, Payload, Problem, Seat, Table
from scoring.games.cards.pack import written
from scoring.games.dealing import DealtGame, DealtHand, PointsMatch, scored, typical_match
from scoring.games.fields import Answer, Choice, Field, FieldKind, Question, TallyLine, choices_of
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo import ENGLISH, english_hand
from scoring.games.khanhoo.english_hand import FULL_HAND_POINTS, EnglishHand, EnglishRules, Offence, Penalty, SeatMelds
from scoring.games.khanhoo.english_melds import JOKER, KINDS, PACK, SUITS, Wish, who_takes
from scoring.games.khanhoo.english_splits import best_split, reasons_for, score, strays
from scoring.games.reading import PLAYERS, ActReader, called, card_keys, named, player_on
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

# The first player has a card more than the others (E3).
MOST_CARDS = 16

_NAMES = {"H": "hearts", "C": "clubs", "D": "diamonds", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}
_cards = partial(Field, kind=FieldKind.CARDS, pack=ENGLISH, choices=card_keys(pack=PACK, names=_NAMES, suits=SUITS))
_cards_of_each = partial(_cards, is_required=False, for_each_seat=True)
_of_each = partial(Field, is_required=False, for_each_seat=True)
_choice = partial(Field, kind=FieldKind.CHOICE)
_seat = partial(Field, kind=FieldKind.SEAT)
_OFFENCES = choices_of({Offence.MISDEAL: _("misdeal"), Offence.FAILED_BUMP: _("failed bump")})
_CHOSEN = {
    english_hand.PenaltyTarget.OFF_OFFENDER: _("off their own score"),
    english_hand.PenaltyTarget.ONTO_OPPONENTS: _("onto each opponent's score"),
}
PENALTY_FIELDS = (
    _seat(name="seat", label=_("Player"), rule="E9"),
    _choice(name="offence", label=_("What happened?"), choices=_OFFENCES, rule="E9"),
    _choice(name="chosen", label=_("Where the points go"), choices=choices_of(_CHOSEN), rule="E9"),
)
_OUT = _seat(name="out", label=_("Who went out"), is_required=False, rule="E3", of_player=_("Went out"))
_ORPHAN = _seat(name="orphan", label="Who went orphan", is_required=False, or_nobody=True, rule="E10")
_ENDINGS = {
    english_hand.EnglishEnding.FULL_HAND: "with a full hand",
    english_hand.EnglishEnding.QUARTETTE: "with a quartette",
}
_ENDING = replace(
    _choice(name="ending", label=_("How the hand ended"), choices=choices_of(_ENDINGS), is_required=False, rule="E6"),
    normal=english_hand.EnglishEnding.FULL_HAND.value,
)
_MELDED = _cards_of_each(name="cards", label=_("Cards melded"), rule="E7")


def _worth(entered: Data, rules: EnglishRules) -> Answer:
    """Answer the score of melded cards (E7, E12)."""
    # Without a number of players the most generous table counts, so that no meld is denied.
    reader = ActReader(act=entered, seats=())
    counts = (reader.players(),) if reader.has("players") else rules.seat_counts
    table, jokers = rules.table_of(seat_count=counts[-1]), max(rules.jokers_of(seat_count=each) for each in counts)
    cards = reader.cards("cards", PACK)
    if not cards:
        reader.note(say("missing_field.melded"), field="cards")
    if len(cards) > MOST_CARDS:
        reader.note(say("wrong_card_count.melded"), field="cards", cards=cards)
    english_hand.refuse_excess(reader=reader, cards=cards, packs=rules.packs, jokers=jokers)
    reader.check()
    split = best_split(cards=cards, table=table)
    if split is None:
        over = strays(cards=cards, table=table) or ()
        left = tuple(TallyLine(text=say("worth.left_over", card=str(card)), rule="E4") for card in over)
        return Answer(text=say("worth.not_melded"), is_yes=False, lines=left)
    lines = []
    for meld in split:
        text = say("melds.of_cards", meld=meld.kind.text, cards=written(meld.cards))
        lines.append(TallyLine(text=text, rule=meld.kind.rule, count=meld.kind.points))
    if len(cards) == english_hand.FULL_HAND:
        lines.append(TallyLine(text=say("worth.full_hand"), rule="E4", count=FULL_HAND_POINTS))
    lines += (TallyLine(text=reason, rule="E7") for reason in reasons_for(split=split, cards=cards, table=table))
    return Answer(text=say("worth.points", points=score(split)), is_yes=True, lines=tuple(lines))


def _bump(entered: Data, rules: EnglishRules) -> Answer:
    """Answer the owner of a discard (E9)."""
    reader = ActReader.of_players(act=entered)
    by, discard = reader.seat("by"), reader.cards("discard", PACK)
    cache = reader.seat("cache") if reader.has("cache") else None
    wishes = tuple(
        Wish(seat=seat, cards=reader.cards_of(value, f"shown.{seat}", PACK), from_cache=seat == cache)
        for seat, value in reader.by_seat("shown").items()
        if value
    )
    if len(discard) != 1 or discard[0] is JOKER:
        reader.note(say("missing_field.discard"), field="discard")
    reader.check()
    table = rules.table_of(seat_count=len(reader.seats))
    winner, claimants = who_takes(discard=discard[0], by=named(by), seats=reader.seats, wishes=wishes, table=table)
    who = partial(called, entered=entered)
    lines = tuple(
        TallyLine(
            text=say("bump.of_player", player=who(seat=one.seat), ground=one.ground.text),
            rule=one.ground.rule,
            count=one.meld.kind.points if one.meld else None,
        )
        for one in claimants
    )
    text = say("bump.nobody") if winner is None else say("bump.winner", player=who(seat=winner))
    return Answer(text=text, lines=lines, is_yes=winner is not None)


class KhanhooEnglish(DealtGame[EnglishRules, EnglishHand]):
    id = "khanhoo"
    name = "Khanhoo"
    engine_version = "2"
    seat_counts = (2, 3, 4, 5, 6, 7, 8)
    rule_of_seats = "E1"
    rule_of_deal = "E13"
    profiles = english_hand.PRESETS
    preset_labels = {"wilkinson": _("Two packs"), "three_packs": _("Three packs"), "four_packs": _("Four packs")}
    match = PointsMatch[EnglishRules]()
    questions = (
        Question(
            id="worth",
            title=_("What do these melds score?"),
            fields=(
                replace(PLAYERS, is_required=False, rule="E12"),
                _cards(name="cards", label=_("Cards melded"), rule="E7"),
            ),
            answer=_worth,
            players=PLAYERS.name,
            house_rules=profile_fields(profile=EnglishRules()),
        ),
        Question(
            id="bump",
            title=_("Who has the discard?"),
            fields=(
                PLAYERS,
                _seat(name="by", label=_("Who discarded"), rule="E9"),
                _cards(name="discard", label=_("The card"), rule="E9"),
                _cards_of_each(name="shown", label=_("Cards melded"), rule="E9"),
                _seat(name="cache", label=_("Whose cache it completes"), is_required=False, rule="E6"),
            ),
            answer=_bump,
            players=PLAYERS.name,
            house_rules=profile_fields(profile=EnglishRules()),
        ),
    )
    readings = {
        ActKind.HAND: (("out", "ending", "orphan", "cards", "melds"), english_hand.read_hand),
        ActKind.PENALTY: (("seat", "offence", "chosen"), english_hand.read_penalty),
    }

    def asks(self, *, kind: ActKind, rules: EnglishRules) -> tuple[Field, ...]:
        return PENALTY_FIELDS if kind is ActKind.PENALTY else super().asks(kind=kind, rules=rules)

    def asked_of_hand(self, *, rules: EnglishRules) -> tuple[Field, ...]:
        """Return the fields of a hand, by the options."""
        few, many = (rules.table_of(seat_count=rules.seat_counts[at]).kinds for at in (0, -1))
        names = tuple(
            Choice(value=kind.value, label=kind.text.english(), points=kind.points, for_many=kind not in few)
            for kind in many
        )
        melds = _of_each(
            name="melds", label=_("Melds by name"), kind=FieldKind.COUNTS, choices=names, maximum=5, rule="E4"
        )
        endings, orphans = (_ENDING,) * (rules.trios is english_hand.Trios.CACHE), (_ORPHAN,) * rules.orphan
        kinds = card_keys(pack=map(str, KINDS), names=_NAMES, suits=SUITS, copies=rules.packs)
        keys = (*kinds, *card_keys(pack=(str(JOKER),), names=_NAMES))
        return (_OUT, *endings, *orphans, melds, replace(_MELDED, choices=keys))

    def about_deal(self, *, rules: EnglishRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:
        """Explain the first player, and the missing stock (E3, E12)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        short = len(seats) == 4 and rules.packs == 2 and not rules.orphan
        deal = say("deal.english", seats={"first": first})
        return (deal, say("deal.no_stock", cards=60 + rules.jokers_of(seat_count=4))) if short else (deal,)

    def typical(self, *, rules: EnglishRules) -> tuple[TallyLine, ...]:
        """Return the gain in the match of the source (E8)."""
        target = rules.target
        points = {1: target + 2, 2: max(0, target - 1), 3: max(0, target - 3), 4: max(0, target - 3)}
        return typical_match(points=points, rules=rules)

    def refusals(self, *, act: Payload, rules: EnglishRules, table: Table) -> tuple[Problem, ...]:
        """Refuse impossible melds and penalties (E9, E11)."""
        match act:
            # With two players the other one takes the discard in turn.
            case Penalty(offence=Offence.FAILED_BUMP) if table.players == 2:
                return (Problem(text=say("no_bump_of_two"), field="offence"),)
            case Penalty(offence=Offence.MISDEAL, seat=seat) if table.dealer not in (None, seat):
                return (Problem(text=say("not_the_dealer", seats={"dealer": table.dealer}), field="seat"),)
            case DealtHand(hand=EnglishHand() as hand) if text := english_hand.names_over_the_pack(
                hand=hand, rules=rules
            ):
                return (Problem(text=text, field="melds"),)
            case _:
                return ()

    def judge(self, *, act: Payload, rules: EnglishRules, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the points of a hand or penalty (E9). Raises ImpossibleError."""
        if isinstance(act, Penalty):
            return Outcome(said=act, debts=(), scores=act.scores(rules=rules, seats=seats))
        return super().judge(act=act, rules=rules, seats=seats)

    def judge_hand(self, *, hand: EnglishHand, rules: EnglishRules, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the points of a hand (E3 to E7)."""
        table = rules.table_of(seat_count=len(seats))
        points = {one.seat: one.points + (FULL_HAND_POINTS if one.seat == hand.out else 0) for one in hand.melded}
        lines = (line for one in hand.melded for line in _lines(one, hand))
        reasons = tuple(
            TallyLine(seat=one.seat, text=reason, rule="E7")
            for one in hand.melded
            if one.split
            for reason in reasons_for(split=one.split, cards=one.cards, table=table)
        )
        return scored(said=hand, points=points, lines=lines, reasons=reasons, winner=hand.out)

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:
        if kind is ActKind.PENALTY:
            return say(f"act.{act['offence']}", seats=player_on(act["seat"]))
        return say(f"act.out_{act['ending']}", seats=player_on(act["out"]))


def _lines(melded: SeatMelds, hand: EnglishHand) -> Iterator[TallyLine]:
    """Yield a line for each meld, and for going out."""
    seat = melded.seat
    for meld in melded.split or ():
        kind, cards = meld.kind, tuple(map(str, meld.cards))
        text = say("melds.with_jokers", meld=kind.text, cards=written(meld.wild_for)) if meld.wild_for else kind.text
        yield TallyLine(seat=seat, text=text, rule=kind.rule, count=kind.points, cards=cards)
    for each in melded.declared:
        text, rule = each.kind.text, each.kind.rule
        if each.times > 1:
            text = say("melds.times", times=each.times, meld=text)
        if each.points > each.kind.points:
            text, rule = say("melds.by_parts", melds=text), "E11"
        yield TallyLine(seat=seat, text=text, rule=rule, count=each.points * each.times)
    if seat == hand.out:
        yield TallyLine(seat=seat, text=say("meld.full_hand"), rule="E4", count=FULL_HAND_POINTS)
