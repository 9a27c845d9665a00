"""The five questions of the judge of cuajo as data: what is asked, how cards are entered, what answers."""

from collections.abc import Callable
from dataclasses import replace

from scoring.games.base import Data
from scoring.games.cuajo.claim.claim import Source
from scoring.games.cuajo.hand.melds import all_melds
from scoring.games.cuajo.hand.splits import HAND_SIZE
from scoring.games.cuajo.judging.claims import Happened, Standing, claim_answer, told_so_far
from scoring.games.cuajo.judging.extra import LARGEST_STOCK, extra_answer
from scoring.games.cuajo.judging.purro import purro_answer
from scoring.games.cuajo.judging.secrets import secret_answer
from scoring.games.cuajo.judging.win import win_answer
from scoring.games.cuajo.pack.cards import COPIES
from scoring.games.cuajo.pack.typed import SPANISH
from scoring.games.cuajo.rules import PRICELIST_ONLY, HouseRules, Scheme
from scoring.games.cuajo.table.state import TurnState
from scoring.games.fields import AtTable, Field, FieldKind, Keypad, Question, choices_of
from scoring.texts import Text, say

_MOST_EXTRA = 15
_MOST_OPEN = 96
_TYPED = "Type the cards instead"


def _cards(name: str, label: str, *, most: int = 1_000_000, under: str = "") -> Field:
    return Field(
        name=name, label=label, kind=FieldKind.CARDS, maximum=most, is_required=False, folded_under=under, pack=SPANISH
    )


_SOURCE_WORDS = {
    Source.SELF_DRAWN: "Own draw",
    Source.CLAIMED: "Another's draw",
    Source.DISCARD: "Discard",
    Source.DEALT: "Dealt",
}
_SOURCE = Field(
    name="source",
    label="How did the last card come?",
    kind=FieldKind.CHOICE,
    choices=choices_of(_SOURCE_WORDS),
    is_required=False,
)
_SOWEE = _cards("sowee", "Sowee", most=1, under=_TYPED)
_LAID = _cards("secrets", "Laid secrets of this hand, one card of each", under=_TYPED)
_SIXTEEN = _cards("hand", "The sixteen cards", under=_TYPED)
_BOUNIT = _cards("bounit", "Last card (bounit)", most=1, under=_TYPED)
_TURNED = _cards("extra", "Extra cards, in the order turned", under=_TYPED)


def _keypad(
    *, hand_size: int = HAND_SIZE, extra_size: int = _MOST_EXTRA, opened: bool = False
) -> Callable[[HouseRules], Keypad]:
    return lambda rules: Keypad(melds=melds_for_keys(rules), hand_size=hand_size, extra_size=extra_size, is_open=opened)


def melds_for_keys(rules: HouseRules) -> tuple[tuple[str, ...], ...]:
    """Return the melds to which the keys of the pack may be put together."""
    return tuple(tuple(card.notation for card in meld.cards) for meld in all_melds(scheme=rules.scheme))


def _sowee_of(table: AtTable) -> Data:
    return {"sowee": table.sowee}


def _noted_at(table: AtTable) -> Data:
    return told_so_far(state=table.noted) if isinstance(table.noted, TurnState) else {}


def _no_extra_cards(rules: HouseRules) -> Text | None:
    if rules.scheme is Scheme.PRICELIST:
        return say("no_extra_cards")
    return None if rules.extra_cards else say("no_extra_cards.house")


_WIN = Question(
    id="win",
    title="Is this a win?",
    about="Sixteen cards, and for how much by our rules",
    picture="5E",
    fields=(_SOWEE, _SOURCE, _LAID, _SIXTEEN, _BOUNIT, _TURNED),
    answer=win_answer,
    shown_as="win",
    yes="valid",
    keypad=_keypad(),
    at_table=_sowee_of,
    verifies=True,
)
_SECRET = Question(
    id="secret",
    title="Is this a secret?",
    about="Four cards laid down",
    lead="The cards that were laid down; the sowee on the table may be the fourth.",
    fields=(_SOWEE, replace(_SIXTEEN, label="The cards laid down")),
    answer=secret_answer,
    shown_as="secret",
    yes="is_secret",
    picture="4C",
    keypad=_keypad(hand_size=COPIES, extra_size=0),
    at_table=_sowee_of,
)
_PURRO = Question(
    id="purro",
    title="What am I waiting for?",
    about="Fifteen cards: whether they are purro, and what completes them",
    picture="1B",
    lead="Fifteen cards; the sowee and the cards lying open tell how many copies are left.",
    fields=(
        _SOWEE,
        _LAID,
        replace(_SIXTEEN, label="The fifteen cards"),
        replace(_TURNED, label="Other cards lying open"),
    ),
    answer=purro_answer,
    shown_as="purro",
    yes="purro",
    keypad=_keypad(hand_size=HAND_SIZE - 1, extra_size=_MOST_OPEN, opened=True),
    at_table=_sowee_of,
)
_EXTRA = Question(
    id="extra",
    title="When do I stop turning?",
    about="Extra cards after the win",
    picture="3B",
    lead="The winning hand, and the cards turned so far, in order; more can follow on the next page.",
    fields=(
        _SOWEE,
        replace(_SOURCE, choices=_SOURCE.choices[1:3], normal=Source.CLAIMED.value),
        Field(
            name="stock",
            label="Cards left in the stock, if known",
            kind=FieldKind.COUNT,
            maximum=LARGEST_STOCK,
            is_required=False,
        ),
        _LAID,
        _SIXTEEN,
        _BOUNIT,
        _TURNED,
    ),
    answer=extra_answer,
    shown_as="extra",
    yes="",
    keypad=_keypad(),
    at_table=_sowee_of,
    warning=_no_extra_cards,
)
_STANDINGS = choices_of(
    {
        Standing.PLAIN: "not purro",
        Standing.PURRO: "purro",
        Standing.TWO_LEFT: "lost, 2 left",
        Standing.ONE_LEFT: "lost, 1 left",
    }
)
_STANDING = Field(
    name="standing",
    label="How each player stands, in the order of play",
    kind=FieldKind.CHOICE,
    choices=_STANDINGS,
    is_required=False,
    for_each_seat=True,
    help="Who lost purro has two penalty turns; a running one counts as left.",
)
_COMPLETES = Field(
    name="completes", label="The card completes this hand", kind=FieldKind.SWITCH, is_required=False, for_each_seat=True
)
_PLACES: dict[int, tuple[str, ...]] = {
    2: ("Other player",),
    3: ("Right neighbour", "Left neighbour"),
    4: ("Right neighbour", "Player opposite", "Left neighbour"),
    5: ("Right neighbour", "Second to the right", "Second to the left", "Left neighbour"),
    6: ("Right neighbour", "Second to the right", "Player opposite", "Second to the left", "Left neighbour"),
}
"""The others by their place, seen from whoever drew or discarded, in the order of play."""


def _places(entered: Data, players: int) -> tuple[str, ...]:
    acting = {Happened.DRAWN.value: "Drawer", Happened.DISCARDED.value: "Discarder"}
    first = acting.get(str(entered.get("how")), "Whoever drew or discarded it")
    return (first, *_PLACES[players])


_CLAIM = Question(
    id="claim",
    title="Who may take this card?",
    about="A discard or a drawn card: who comes first, also after lost purro",
    picture="12O",
    lead="Also who may win, say purro or must show a card now.",
    fields=(
        Field(
            name="count",
            label="How many play?",
            kind=FieldKind.COUNT,
            minimum=min(_PLACES),
            maximum=max(_PLACES),
            normal=4,
        ),
        Field(
            name="how",
            label="What happened?",
            kind=FieldKind.CHOICE,
            choices=choices_of({Happened.DRAWN: "Drawn from the stock", Happened.DISCARDED: "Discarded"}),
            is_required=False,
        ),
        Field(name="by", label="By whom?", kind=FieldKind.SEAT, is_required=False),
        _cards("card", "The card", most=1),
        _STANDING,
        _COMPLETES,
        replace(_COMPLETES, name="by_kings", label="With it the kings win alone (L4)", presets=PRICELIST_ONLY),
    ),
    answer=claim_answer,
    shown_as="claim",
    yes="",
    players="count",
    places=_places,
    at_table=_noted_at,
)
QUESTIONS = (_WIN, _SECRET, _CLAIM, _PURRO, _EXTRA)
