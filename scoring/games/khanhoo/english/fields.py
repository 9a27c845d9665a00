"""What English khanhoo asks of a table and answers in a dispute, as plain data."""

from scoring.games.base import ActKind, Data
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo.english.bump import BumpRuling, Wish, who_takes
from scoring.games.khanhoo.english.cards import JOKER, PACK
from scoring.games.khanhoo.english.covers import strays
from scoring.games.khanhoo.english.hand import FULL_HAND, FULL_HAND_POINTS, Ending, refuse_excess
from scoring.games.khanhoo.english.penalty import Choice as PenaltyChoice
from scoring.games.khanhoo.english.penalty import Offence
from scoring.games.khanhoo.english.reasons import reasons_for
from scoring.games.khanhoo.english.rules import EnglishRules, Trios
from scoring.games.khanhoo.english.splits import best_split
from scoring.games.reading import ActReader, card_keys
from scoring.texts import Text, say

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
    melds = tuple(Choice(value=kind.value, label=f"{kind.label} ({kind.points})") for kind in rules.table.kinds)
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


def sentence_of(*, kind: ActKind, act: Data) -> Text:
    """Return a judged act in a few words."""
    if kind is ActKind.PENALTY:
        return say(f"act.{Offence(str(act['offence']))}", seats=_player(act["seat"]))
    return say(f"act.out_{Ending(str(act['ending']))}", seats=_player(act["out"]))


def _player(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}


def _worth(entered: Data, rules: EnglishRules) -> Answer:
    """Answer what cards score that a player melded (E7)."""
    reader = ActReader(act=entered, seats=())
    cards = reader.cards("cards", PACK)
    if not cards:
        reader.note(say("missing_field.melded"), field="cards")
    if len(cards) > MOST_CARDS:
        reader.note(say("wrong_card_count.melded"), field="cards", cards=cards)
    table = rules.table
    refuse_excess(reader=reader, cards=cards, packs=rules.packs, jokers=rules.most_jokers)
    reader.check()
    split = best_split(cards=cards, table=table)
    if split is None:
        over = strays(cards=cards, table=table) or ()
        left = tuple(AnswerLine(text=say("worth.left_over", card=str(card)), rule="E4") for card in over)
        return Answer(text=say("worth.not_melded"), is_yes=False, lines=left)
    melds = tuple(
        AnswerLine(
            text=say("melds.of_cards", meld=meld.kind.text, cards=" ".join(map(str, meld.cards))),
            rule=meld.kind.rule,
            count=meld.kind.points,
        )
        for meld in split.melds
    )
    reasons = tuple(
        AnswerLine(text=reason.text, rule="E7") for reason in reasons_for(split=split, cards=cards, table=table)
    )
    full = AnswerLine(text=say("worth.full_hand"), rule="E4", count=FULL_HAND_POINTS)
    fulls = (full,) if len(cards) == FULL_HAND else ()
    return Answer(text=say("worth.points", points=split.points), is_yes=True, lines=(*melds, *fulls, *reasons))


def _bump(entered: Data, rules: EnglishRules) -> Answer:
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
        reader.note(say("missing_field.discard"), field="discard")
    reader.check()
    assert by is not None
    ruling = who_takes(discard=discard[0], by=by, seats=reader.seats, wishes=wishes, table=rules.table)
    return _bump_answer(ruling)


def _bump_answer(ruling: BumpRuling) -> Answer:
    lines = tuple(
        AnswerLine(
            text=say("bump.of_player", player=one.seat, ground=one.ground.text),
            rule=one.ground.rule,
            count=one.meld.kind.points if one.meld else None,
        )
        for one in ruling.claimants
    )
    if ruling.winner is None:
        return Answer(text=say("bump.nobody"), lines=lines, is_yes=False)
    return Answer(text=say("bump.winner", player=ruling.winner), lines=lines, is_yes=True)


QUESTIONS = (
    Question(
        id="worth",
        title="What do these melds score?",
        fields=(Field(name="cards", label="Cards melded", kind=FieldKind.CARDS, choices=_KEYS, rule="E7"),),
        answer=_worth,
        house_rules=profile_fields(profile=EnglishRules()),
    ),
    Question(
        id="bump",
        title="Who has the discard?",
        fields=(
            Field(name="players", label="Players", kind=FieldKind.COUNT, minimum=2, maximum=MOST_PLAYERS, normal=4),
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
            Field(name="cache", label="Whose cache it completes", kind=FieldKind.SEAT, is_required=False, rule="E6"),
        ),
        answer=_bump,
        players="players",
        house_rules=profile_fields(profile=EnglishRules()),
    ),
)
