"""What English khanhoo asks of a table and answers in a dispute, as plain data."""

from dataclasses import replace
from functools import partial

from scoring.games.base import Data
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question, choices_of
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo.cards import written
from scoring.games.khanhoo.english.bump import BumpRuling, Wish, who_takes
from scoring.games.khanhoo.english.hand import FULL_HAND, FULL_HAND_POINTS, Chosen, Ending, Offence, refuse_excess
from scoring.games.khanhoo.english.melds import JOKER, KINDS, PACK, SUITS, MeldKind
from scoring.games.khanhoo.english.rules import EnglishRules, Trios
from scoring.games.khanhoo.english.splits import Split, best_split, reasons_for, strays
from scoring.games.khanhoo.typed import ENGLISH
from scoring.games.reading import ActReader, called, card_keys, named
from scoring.texts import Text, say

MOST_CARDS = 16
"""The first player has a card more than the others (E3)."""

_NAMES = {
    "H": "hearts",
    "C": "clubs",
    "D": "diamonds",
    "J": "the_jack",
    "Q": "the_queen",
    "K": "the_king",
    "X": "joker",
}
_cards = partial(Field, kind=FieldKind.CARDS, pack=ENGLISH, choices=card_keys(pack=PACK, names=_NAMES, suits=SUITS))
_choice = partial(Field, kind=FieldKind.CHOICE)
_seat = partial(Field, kind=FieldKind.SEAT)
_PLAYERS = Field(name="players", label="Players", kind=FieldKind.COUNT, minimum=2, maximum=8, normal=4)
_OFFENCES = choices_of({Offence.MISDEAL: "Misdeal", Offence.FAILED_BUMP: "Failed bump"})
_CHOSEN = choices_of({Chosen.OFF_OFFENDER: "off their own score", Chosen.ONTO_OPPONENTS: "onto each opponent's score"})
PENALTY_FIELDS = (
    _seat(name="seat", label="Player", rule="E9"),
    _choice(name="offence", label="What happened", choices=_OFFENCES, rule="E9"),
    _choice(name="chosen", label="Where the points go", choices=_CHOSEN, rule="E9"),
)
_OUT = _seat(name="out", label="Who went out", is_required=False, rule="E3")
_ORPHAN = _seat(name="orphan", label="Who went orphan", is_required=False, or_nobody=True, rule="E10")
_ENDING = _choice(
    name="ending",
    label="How the hand ended",
    choices=choices_of({Ending.FULL_HAND: "with a full hand", Ending.QUARTETTE: "with a quartette"}),
    is_required=False,
    normal=Ending.FULL_HAND.value,
    rule="E6",
)
_MELDED = _cards(
    name="cards",
    label="Or the cards melded",
    help="Rank and suit, such as AH 2C 9D; courts J Q K; X for a joker.",
    is_required=False,
    for_each_seat=True,
    rule="E7",
)


def hand_fields(*, rules: EnglishRules) -> tuple[Field, ...]:
    """Return what a hand says: who went out, and of each player the cards melded or the names of melds."""
    melds = Field(
        name="melds",
        label="Melds by name",
        kind=FieldKind.COUNTS,
        choices=tuple(Choice(value=kind.value, label=_name_of(kind, rules)) for kind in rules.widest_table.kinds),
        maximum=5,
        is_required=False,
        for_each_seat=True,
        rule="E4",
    )
    endings, orphans = (_ENDING,) * (rules.trios is Trios.CACHE), (_ORPHAN,) * rules.orphan
    kinds = card_keys(pack=map(str, KINDS), names=_NAMES, suits=SUITS, copies=rules.packs)
    keys = (*kinds, *card_keys(pack=(str(JOKER),), names=_NAMES))
    return (_OUT, *endings, *orphans, melds, replace(_MELDED, choices=keys))


def _name_of(kind: MeldKind, rules: EnglishRules) -> str:
    """Return a name with its points, and for whom it counts where that depends on how many play (E12)."""
    is_for_few = kind in rules.table_of(seat_count=rules.seat_counts[0]).kinds
    return f"{kind.label} ({kind.points})" if is_for_few else f"{kind.label} ({kind.points}), five players or more"


def _worth(entered: Data, rules: EnglishRules) -> Answer:
    """Answer what cards score that a player melded, the most at any table where nobody said how many play (E7, E12)."""
    reader = ActReader(act=entered, seats=())
    table, jokers = rules.widest_table, rules.most_jokers
    if reader.has("players"):
        players = reader.count("players", minimum=_PLAYERS.minimum, maximum=_PLAYERS.maximum)
        table, jokers = rules.table_of(seat_count=players), rules.jokers_of(seat_count=players)
    cards = reader.cards("cards", PACK)
    if not cards:
        reader.note(say("missing_field.melded"), field="cards")
    if len(cards) > MOST_CARDS:
        reader.note(say("wrong_card_count.melded"), field="cards", cards=cards)
    refuse_excess(reader=reader, cards=cards, packs=rules.packs, jokers=jokers)
    reader.check()
    split = best_split(cards=cards, table=table)
    if split is None:
        over = strays(cards=cards, table=table) or ()
        left = tuple(AnswerLine(text=say("worth.left_over", card=str(card)), rule="E4") for card in over)
        return Answer(text=say("worth.not_melded"), is_yes=False, lines=left)
    reasons = reasons_for(split=split, cards=cards, table=table)
    return Answer(
        text=say("worth.points", points=split.points), is_yes=True, lines=_worth_lines(split, len(cards), reasons)
    )


def _worth_lines(split: Split, cards: int, reasons: tuple[Text, ...]) -> tuple[AnswerLine, ...]:
    full = AnswerLine(text=say("worth.full_hand"), rule="E4", count=FULL_HAND_POINTS)
    return (
        *(
            AnswerLine(
                text=say("melds.of_cards", meld=meld.kind.text, cards=written(meld.cards)),
                rule=meld.kind.rule,
                count=meld.kind.points,
            )
            for meld in split.melds
        ),
        *((full,) if cards == FULL_HAND else ()),
        *(AnswerLine(text=reason, rule="E7") for reason in reasons),
    )


def _bump(entered: Data, rules: EnglishRules) -> Answer:
    """Answer who has a discard that several players want (E9)."""
    reader = ActReader.of_players(act=entered, minimum=_PLAYERS.minimum, maximum=_PLAYERS.maximum)
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
    ruling = who_takes(discard=discard[0], by=named(by), seats=reader.seats, wishes=wishes, table=table)
    return _bump_answer(ruling, entered)


def _bump_answer(ruling: BumpRuling, entered: Data) -> Answer:
    lines = tuple(
        AnswerLine(
            text=say("bump.of_player", player=called(entered=entered, seat=one.seat), ground=ground.text),
            rule=ground.rule,
            count=one.meld.kind.points if one.meld else None,
        )
        for one in ruling.claimants
        for ground in [named(one.ground)]
    )
    if ruling.winner is None:
        return Answer(text=say("bump.nobody"), lines=lines, is_yes=False)
    return Answer(text=say("bump.winner", player=called(entered=entered, seat=ruling.winner)), lines=lines, is_yes=True)


QUESTIONS = (
    Question(
        id="worth",
        title="What do these melds score?",
        fields=(
            replace(_PLAYERS, is_required=False, rule="E12"),
            _cards(name="cards", label="Cards melded", rule="E7"),
        ),
        answer=_worth,
        players=_PLAYERS.name,
        house_rules=profile_fields(profile=EnglishRules()),
    ),
    Question(
        id="bump",
        title="Who has the discard?",
        fields=(
            _PLAYERS,
            _seat(name="by", label="Who discarded", rule="E9"),
            _cards(name="discard", label="The card", rule="E9"),
            _cards(name="shown", label="Cards to be melded with it", is_required=False, for_each_seat=True, rule="E9"),
            _seat(name="cache", label="Whose cache it completes", is_required=False, rule="E6"),
        ),
        answer=_bump,
        players=_PLAYERS.name,
        house_rules=profile_fields(profile=EnglishRules()),
    ),
)
