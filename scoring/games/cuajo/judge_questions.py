"""Whether cards laid down are a secret, and what it pays (C6, C10, C17)."""

from collections.abc import Callable
from dataclasses import replace

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.cards import COPIES, SPANISH, Card
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.judge_answer import as_kept, entry_of
from scoring.games.cuajo.judge_claims import Happened, Standing, claim_answer, told_so_far
from scoring.games.cuajo.judge_extra import LARGEST_STOCK, extra_answer
from scoring.games.cuajo.judge_grounds import Point, point
from scoring.games.cuajo.judge_purro import purro_answer
from scoring.games.cuajo.judge_win import win_answer
from scoring.games.cuajo.rules import PRICELIST_ONLY, HouseRules, Scheme, presets_in
from scoring.games.cuajo.splits import HAND_SIZE, all_melds
from scoring.games.cuajo.table_state import TurnState
from scoring.games.fields import AtTable, Field, FieldKind, KeptAnswer, Keypad, Question, choices_of
from scoring.money import currency_for
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _


def secret_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Say whether three or four cards are a secret, why, and what each opponent pays for it.

    Raises ImpossibleError with `unknown_card`, `wrong_card_count` and `too_many_copies`.
    """
    asked = as_kept(entered)
    entry = entry_of({**asked, "source": "self_drawn"}, rules)
    cards, sowee = entry.hand.cards, entry.sowee
    problems = list(entry.problems)
    if not problems and len(cards) not in (COPIES - 1, COPIES):
        problems.append(Problem(text=say("wrong_card_count.secret", given=len(cards)), field="hand"))
    seen = (*cards, *(() if sowee is None else (sowee,)))
    if not problems and (excess := {str(card) for card in seen if seen.count(card) > COPIES}):
        problems.append(Problem(text=say("too_many_copies.named", cards=", ".join(excess)), field="hand"))
    if problems:
        raise ImpossibleError(problems)
    is_secret, why = _ruled(cards, sowee)
    digits = currency_for(code=str(entered["currency"])).minor_digits if entered.get("currency") else 2
    told = {
        "is_secret": is_secret,
        "point": why.data(),
        "per_opponent": rules.secret * rules.unit if is_secret else 0,
        "penalty": 0 if is_secret else rules.false_secret_penalty * rules.unit,
        "is_pong": rules.scheme is Scheme.PRICELIST and any(cards.count(card) >= COPIES - 1 for card in cards),
        "partnerships": rules.partnerships,
        "presets": [
            {"preset": name, "per_opponent": preset.secret * preset.unit if is_secret else None}
            for name, preset in presets_in(minor_digits=digits).items()
        ],
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked={"hand": asked["hand"], "sowee": asked["sowee"]}, told=told)


def _ruled(cards: tuple[Card, ...], sowee: Card | None) -> tuple[bool, Point]:
    most = max(cards, key=cards.count)
    alike = [card for card in cards if card == most]
    match len(alike), len(cards):
        case 4, _:
            return True, point("secret_four", "C6", alike)
        case 3, 4 if most == sowee:
            return True, point("secret_sowee", "C10", alike)
        case 3, 3 if most == sowee:
            return False, point("secret_fourth_missing", "C10", alike)
        case 3, _:
            return False, point("secret_three", "C10", alike)
    if len({card.rank for card in cards}) == 1 and len({card.suit for card in cards}) == len(cards):
        return False, point("secret_set", "C4", cards)
    return False, point("secret_none", "C6", cards)


_MOST_EXTRA = 15
_MOST_OPEN = 96
_TYPED = _("Type the cards instead")


def _cards(name: str, label: str, *, most: int = 1_000_000, under: str = "") -> Field:
    return Field(
        name=name, label=label, kind=FieldKind.CARDS, maximum=most, is_required=False, folded_under=under, pack=SPANISH
    )


_SOURCE_WORDS = {
    Source.SELF_DRAWN: _("Own draw"),
    Source.CLAIMED: _("Another's draw"),
    Source.DISCARD: _("Discard"),
    Source.DEALT: _("Dealt"),
}
_SOURCE = Field(
    name="source",
    label=_("How did the last card come?"),
    kind=FieldKind.CHOICE,
    choices=choices_of(_SOURCE_WORDS),
    is_required=False,
)
_SOWEE = _cards("sowee", _("Sowee"), most=1, under=_TYPED)
_LAID = _cards("secrets", _("Laid secrets of this hand, one card of each"), under=_TYPED)
_SIXTEEN = _cards("hand", _("The sixteen cards"), under=_TYPED)
_BOUNIT = _cards("bounit", _("Last card (bounit)"), most=1, under=_TYPED)
_TURNED = _cards("extra", _("Extra cards, in the order turned"), under=_TYPED)


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
    title=_("Is this a win?"),
    about=_("Sixteen cards, and for how much by our rules"),
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
    title=_("Is this a secret?"),
    about=_("Four cards laid down"),
    lead=_("The cards that were laid down; the sowee on the table may be the fourth."),
    fields=(_SOWEE, replace(_SIXTEEN, label=_("The cards laid down"))),
    answer=secret_answer,
    shown_as="secret",
    yes="is_secret",
    picture="4C",
    keypad=_keypad(hand_size=COPIES, extra_size=0),
    at_table=_sowee_of,
)
_PURRO = Question(
    id="purro",
    title=_("What am I waiting for?"),
    about=_("Fifteen cards: whether they are purro, and what completes them"),
    picture="1B",
    lead=_("Fifteen cards; the sowee and the cards lying open tell how many copies are left."),
    fields=(
        _SOWEE,
        _LAID,
        replace(_SIXTEEN, label=_("The fifteen cards")),
        replace(_TURNED, label=_("Other cards lying open")),
    ),
    answer=purro_answer,
    shown_as="purro",
    yes="purro",
    keypad=_keypad(hand_size=HAND_SIZE - 1, extra_size=_MOST_OPEN, opened=True),
    at_table=_sowee_of,
)
_EXTRA = Question(
    id="extra",
    title=_("When do I stop turning?"),
    about=_("Extra cards after the win"),
    picture="3B",
    lead=_("The winning hand, and the cards turned so far, in order; more can follow on the next page."),
    fields=(
        _SOWEE,
        replace(_SOURCE, choices=_SOURCE.choices[1:3], normal=Source.CLAIMED.value),
        Field(
            name="stock",
            label=_("Cards left in the stock, if known"),
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
        Standing.PLAIN: _("not purro"),
        Standing.PURRO: _("purro"),
        Standing.TWO_LEFT: _("lost, 2 left"),
        Standing.ONE_LEFT: _("lost, 1 left"),
    }
)
_STANDING = Field(
    name="standing",
    label=_("How each player stands, in the order of play"),
    kind=FieldKind.CHOICE,
    choices=_STANDINGS,
    is_required=False,
    for_each_seat=True,
    help=_("Who lost purro has two penalty turns; a running one counts as left."),
)
_COMPLETES = Field(
    name="completes",
    label=_("The card completes this hand"),
    kind=FieldKind.SWITCH,
    is_required=False,
    for_each_seat=True,
)
_PLACES: dict[int, tuple[str, ...]] = {
    2: (_("Other player"),),
    3: (_("Right neighbour"), _("Left neighbour")),
    4: (_("Right neighbour"), _("Player opposite"), _("Left neighbour")),
    5: (_("Right neighbour"), _("Second to the right"), _("Second to the left"), _("Left neighbour")),
    6: (
        _("Right neighbour"),
        _("Second to the right"),
        _("Player opposite"),
        _("Second to the left"),
        _("Left neighbour"),
    ),
}
"""The others by their place, seen from whoever drew or discarded, in the order of play."""


def _places(entered: Data, players: int) -> tuple[str, ...]:
    acting = {Happened.DRAWN.value: _("Drawer"), Happened.DISCARDED.value: _("Discarder")}
    first = acting.get(str(entered.get("how")), _("Whoever drew or discarded it"))
    return (first, *_PLACES[players])


_CLAIM = Question(
    id="claim",
    title=_("Who may take this card?"),
    about=_("A discard or a drawn card: who comes first, also after lost purro"),
    picture="12O",
    lead=_("Also who may win, say purro or must show a card now."),
    fields=(
        Field(
            name="count",
            label=_("How many play?"),
            kind=FieldKind.COUNT,
            minimum=min(_PLACES),
            maximum=max(_PLACES),
            normal=4,
        ),
        Field(
            name="how",
            label=_("What happened?"),
            kind=FieldKind.CHOICE,
            choices=choices_of({Happened.DRAWN: _("Drawn from the stock"), Happened.DISCARDED: _("Discarded")}),
            is_required=False,
        ),
        Field(name="by", label=_("By whom?"), kind=FieldKind.SEAT, is_required=False),
        _cards("card", _("The card"), most=1),
        _STANDING,
        _COMPLETES,
        replace(_COMPLETES, name="by_kings", label=_("With it the kings win alone (L4)"), presets=PRICELIST_ONLY),
    ),
    answer=claim_answer,
    shown_as="claim",
    yes="",
    players="count",
    places=_places,
    at_table=_noted_at,
)
QUESTIONS = (_WIN, _SECRET, _CLAIM, _PURRO, _EXTRA)
