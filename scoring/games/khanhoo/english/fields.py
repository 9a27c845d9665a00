"""What English khanhoo asks of a table and answers in a dispute, as plain data."""

from scoring.games.asking import Answer, AnswerLine, Choice, Field, FieldKind, Question, Sentence
from scoring.games.base import ActKind, Data
from scoring.games.khanhoo.english.bump import BumpRuling, Wish, who_takes
from scoring.games.khanhoo.english.cards import JOKER, PACK
from scoring.games.khanhoo.english.covers import strays
from scoring.games.khanhoo.english.hand import FULL_HAND, FULL_HAND_POINTS, Ending, refuse_excess
from scoring.games.khanhoo.english.penalty import Choice as PenaltyChoice
from scoring.games.khanhoo.english.penalty import Offence
from scoring.games.khanhoo.english.reasons import reasons_for
from scoring.games.khanhoo.english.rules import EnglishRules, Trios, read_rules
from scoring.games.khanhoo.english.splits import best_split
from scoring.games.reading import ActReader, card_keys

MOST_PLAYERS = 8
MOST_CARDS = 16
"""The first player has a card more than the others (E3)."""

_KEYS = card_keys(pack=PACK)
_ENDINGS = {Ending.FULL_HAND: "with a full hand", Ending.QUARTETTE: "with a quartette"}
_OFFENCES = {Offence.MISDEAL: "Misdeal", Offence.FAILED_BUMP: "Failed bump"}
_CHOICES = {
    PenaltyChoice.OFF_OFFENDER: "off their own score",
    PenaltyChoice.ONTO_OPPONENTS: "onto each opponent's score",
}
PENALTY_FIELDS = (
    Field(name="seat", label="Player", kind=FieldKind.SEAT, rule="E9"),
    Field(
        name="offence",
        label="What happened",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=value, label=label) for value, label in _OFFENCES.items()),
        rule="E9",
    ),
    Field(
        name="chosen",
        label="Where the points go",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=value, label=label) for value, label in _CHOICES.items()),
        rule="E9",
    ),
)


def hand_fields(*, rules: EnglishRules) -> tuple[Field, ...]:
    """Return what a hand says: who went out, and of each player the cards melded or the names of melds."""
    ending = Field(
        name="ending",
        label="How the hand ended",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=value, label=label) for value, label in _ENDINGS.items()),
        is_required=False,
        normal=Ending.FULL_HAND.value,
        rule="E6",
    )
    orphan = Field(name="orphan", label="Who went orphan", kind=FieldKind.SEAT, is_required=False, rule="E10")
    melds = tuple(
        Choice(value=kind.value, label=f"{kind.label} ({kind.points})") for kind in rules.table.kinds
    )
    return (
        Field(name="out", label="Who went out", kind=FieldKind.SEAT, rule="E3"),
        *((ending,) if rules.trios is Trios.CACHE else ()),
        *((orphan,) if rules.orphan else ()),
        Field(
            name="melds",
            label="Melds by name",
            kind=FieldKind.COUNTS,
            choices=melds,
            maximum=5,
            is_required=False,
            for_each_seat=True,
            rule="E4",
        ),
        Field(
            name="cards",
            label="Or the cards melded",
            kind=FieldKind.CARDS,
            choices=_KEYS,
            help="Rank and suit, such as AH 2C 9D; courts J Q K; X for a joker.",
            is_required=False,
            for_each_seat=True,
            rule="E7",
        ),
    )


def sentence_of(*, kind: ActKind, act: Data) -> Sentence:
    """Return a judged act in a few words."""
    if kind is ActKind.PENALTY:
        offence = _OFFENCES[Offence(str(act["offence"]))]
        return Sentence(text=f"{offence} of %(player)s", seats=_player(act["seat"]))
    return Sentence(
        text=f"%(player)s went out {_ENDINGS[Ending(str(act['ending']))]}", seats=_player(act["out"])
    )


def _player(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}


def _worth(entered: Data, rules: Data) -> Answer:
    """Answer what cards score that a player melded (E7)."""
    reader = ActReader(act=entered, seats=())
    cards = reader.cards("cards", PACK)
    if not cards:
        reader.refuse("missing_field", "Enter the cards that were melded.", "cards")
    if len(cards) > MOST_CARDS:
        reader.refuse("wrong_card_count", "Nobody melds more than sixteen cards (E3).", "cards", cards)
    house = read_rules(value=rules)
    table = house.table
    refuse_excess(reader=reader, cards=cards, packs=house.packs, jokers=house.most_jokers)
    reader.check()
    split = best_split(cards=cards, table=table)
    if split is None:
        over = strays(cards=cards, table=table) or ()
        left = tuple(AnswerLine(what=f"{card} is left over", rule="E4") for card in over)
        return Answer(headline="These cards do not all lie in melds.", is_yes=False, lines=left)
    melds = tuple(
        AnswerLine(
            what=f"{meld.kind.label}: {' '.join(map(str, meld.cards))}",
            rule=meld.kind.rule,
            count=meld.kind.points,
        )
        for meld in split.melds
    )
    reasons = tuple(
        AnswerLine(what=reason.text, rule="E7")
        for reason in reasons_for(split=split, cards=cards, table=table)
    )
    full = AnswerLine(what="full hand, for the player who goes out", rule="E4", count=FULL_HAND_POINTS)
    fulls = (full,) if len(cards) == FULL_HAND else ()
    return Answer(
        headline=f"These melds score {split.points}.", is_yes=True, lines=(*melds, *fulls, *reasons)
    )


def _bump(entered: Data, rules: Data) -> Answer:
    """Answer who has a discard that several players want (E9)."""
    reader = ActReader(act=entered, seats=tuple(range(1, MOST_PLAYERS + 1)))
    players = reader.count("players", minimum=2, maximum=MOST_PLAYERS)
    reader = ActReader(act=entered, seats=tuple(range(1, players + 1)), problems=reader.problems)
    by, discard = reader.seat("by"), reader.cards("discard", PACK)
    cache = reader.seat("cache") if reader.has("cache") else None
    wishes = tuple(
        Wish(seat=seat, cards=reader.cards_of(value, f"shown.{seat}", PACK), from_cache=seat == cache)
        for seat, value in reader.by_seat("shown").items()
        if value
    )
    if len(discard) != 1 or discard[0] is JOKER:
        reader.refuse("missing_field", "Name the one card that was discarded.", "discard")
    reader.check()
    assert by is not None
    ruling = who_takes(
        discard=discard[0], by=by, seats=reader.seats, wishes=wishes, table=read_rules(value=rules).table
    )
    return _bump_answer(ruling)


def _bump_answer(ruling: BumpRuling) -> Answer:
    lines = tuple(
        AnswerLine(
            what=f"Player {one.seat}: {one.ground.text}",
            rule=one.ground.rule,
            count=one.meld.kind.points if one.meld else None,
        )
        for one in ruling.claimants
    )
    if ruling.winner is None:
        return Answer(headline="Nobody takes the discard.", lines=lines, is_yes=False)
    return Answer(headline=f"Player {ruling.winner} has the discard.", lines=lines, is_yes=True)


QUESTIONS = (
    Question(
        id="worth",
        title="What do these melds score?",
        fields=(Field(name="cards", label="Cards melded", kind=FieldKind.CARDS, choices=_KEYS, rule="E7"),),
        answer=_worth,
    ),
    Question(
        id="bump",
        title="Who has the discard?",
        fields=(
            Field(
                name="players",
                label="Players",
                kind=FieldKind.COUNT,
                minimum=2,
                maximum=MOST_PLAYERS,
                normal=4,
            ),
            Field(name="by", label="Who discarded", kind=FieldKind.SEAT, rule="E9"),
            Field(name="discard", label="The card", kind=FieldKind.CARDS, choices=_KEYS, rule="E9"),
            Field(
                name="shown",
                label="Cards to be melded with it",
                kind=FieldKind.CARDS,
                choices=_KEYS,
                is_required=False,
                for_each_seat=True,
                rule="E9",
            ),
            Field(
                name="cache",
                label="Whose cache it completes",
                kind=FieldKind.SEAT,
                is_required=False,
                rule="E6",
            ),
        ),
        answer=_bump,
    ),
)
