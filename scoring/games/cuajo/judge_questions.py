"""The questions of the judge of cuajo (C13 to C24)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from enum import StrEnum
from functools import partial

from scoring.frozen import Frozen
from scoring.games.base import Data
from scoring.games.cuajo import table_rulings as rulings
from scoring.games.cuajo.cards import COPIES, SPANISH, Card, find_card
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.judge_cards import LARGEST_STOCK, extra_answer, purro_answer, secret_answer
from scoring.games.cuajo.judge_win import win_answer
from scoring.games.cuajo.rules import PRESETS, PRICELIST_ONLY, HouseRules, Scheme, single_changes
from scoring.games.cuajo.splits import HAND_SIZE, all_melds
from scoring.games.cuajo.table_state import Ground, Permission, Phase, Pile, Player, TapKind, TurnState
from scoring.games.fields import Field, FieldKind, KeptAnswer, Keypad, Question, choices_of
from scoring.games.reading import ActReader, named, whole
from scoring.texts import Text, all_of, say
from scoring.texts.words import gettext_noop as _


class CardEvent(StrEnum):
    DRAWN = "drawn"
    DISCARDED = "discarded"


class Standing(StrEnum):
    """Purro, or the penalty turns left (C23)."""

    PLAIN = ""
    PURRO = "purro"
    TWO_LEFT = "two_left"
    ONE_LEFT = "one_left"
    SERVED = "served"  # only in answers stored by earlier versions


# Own draws until the penalty ends. SERVED is between the second turn and the third.
_DRAWS_LEFT = {Standing.TWO_LEFT: 3, Standing.ONE_LEFT: 2, Standing.SERVED: 1}


class ClaimPlayer(Frozen):
    """A player, and whether the card wins by melds or kings."""

    seat: int
    who: str
    standing: Standing
    completes: bool
    by_kings: bool


class CardClaim(Frozen):
    """The question about one card on the table."""

    how: CardEvent
    by: int
    card: Card | None
    dealer: str
    players: tuple[ClaimPlayer, ...]

    @property
    def who(self) -> dict[int, str]:
        return {player.seat: player.who for player in self.players}

    def data(self) -> Data:
        players = [asdict(player) for player in self.players]
        card = None if self.card is None else self.card.notation
        return {"how": self.how.value, "by": self.by, "card": card, "dealer": self.dealer, "players": players}

    def state(self, rules: HouseRules) -> TurnState:
        """Make the table after the draw or discard."""
        players = tuple(
            Player(
                seat=each.seat,
                purro=each.standing is Standing.PURRO,
                draws_until_free=_DRAWS_LEFT.get(each.standing, 0),
            )
            for each in self.players
        )
        drawn = rulings.after_draw(rules=rules, players=players, by=self.by, card=self.card)
        return drawn if self.how is CardEvent.DRAWN else rulings.after_tap(drawn, TapKind.DISCARD, self.by)

    def claimants(self, state: TurnState) -> dict[int, Permission]:
        completes = [player.seat for player in self.players if player.completes]
        by_kings = [player.seat for player in self.players if player.by_kings]
        return rulings.who_may_claim(state=state, card=self.card, completes=completes, by_kings=by_kings)

    def winner(self, rules: HouseRules) -> str:
        return next((self.who[seat] for seat, one in self.claimants(self.state(rules)).items() if one.yes), "")

    def may_win(self, state: TurnState, asked: ClaimPlayer) -> Permission:
        by_kings = (asked.seat,) if asked.by_kings else ()
        melded = (asked.seat,) if asked.completes or not by_kings else ()
        (claim,) = rulings.who_may_claim(state=state, card=self.card, completes=melded, by_kings=by_kings).values()
        return rulings.may_win_now(state=state, seat=asked.seat, by_kings=asked.by_kings) if claim.yes else claim


def claim_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Rule on one card for every player. Raises ImpossibleError."""
    claim = _read(entered)
    state, who = claim.state(rules), claim.who
    winner = claim.winner(rules)
    shows = state.turn if state.phase is Phase.DRAW else claim.by
    answer = {
        "winner": winner,
        "claimants": [
            {"seat": seat, "who": who[seat], "wins": one.yes, "grounds": _grounds_data(one.grounds)}
            for seat, one in claim.claimants(state).items()
        ],
        "show": {"who": who[shows], **_answer_data(rulings.must_show_draw(state=state, seat=shows))},
        "win": list(_by_answer(who, [claim.may_win(state, player) for player in claim.players])),
        "purro": list(_by_answer(who, [rulings.may_say_purro(state=state, seat=seat) for seat in who])),
        "discard": None if claim.card is None else _answer_data(rulings.may_discard(card=claim.card)),
        "deals": _grounds_data((Ground.WINNER_DEALS, Ground.SAME_DEALER, Ground.VOID_SAME_DEALER)),
        "houses": [
            {**said, "winner": found}
            for said, other in single_changes(rules)
            if isinstance(getattr(rules, said["name"]), bool) and (found := claim.winner(other)) != winner
        ],
        "presets": [{"preset": name, "winner": claim.winner(preset)} for name, preset in PRESETS.items()],
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked=claim.data(), told=answer)


def _by_answer(who: Mapping[int, str], answers: list[Permission]) -> Iterator[Data]:
    """Group the players with equal answers."""
    for answer in dict.fromkeys(answers):
        names = all_of(words=(name for name, other in zip(who.values(), answers, strict=True) if other == answer))
        yield {"who": names.sentence() if isinstance(names, Text) else names, **_answer_data(answer)}


def _answer_data(answer: Permission) -> Data:
    return {"yes": answer.yes, "grounds": _grounds_data(answer.grounds)}


def _grounds_data(grounds: Iterable[Ground]) -> list[Data]:
    return [{"text": ground.text.sentence(), "rules": list(ground.rules)} for ground in grounds]


def _read(entered: Data) -> CardClaim:
    """Read the question. Raises ImpossibleError with every problem."""
    players = list(_players(entered))
    seats = [whole(player.get("seat")) or 0 for player in players]
    reader = ActReader(act=entered, seats=tuple(seats))
    if min(seats, default=1) < 1:
        reader.note(say("unknown_seat.of_player"), field="players")
    elif len(set(seats)) < len(seats):
        reader.note(say("unknown_seat.twice"), field="players")
    if not reader.has("how"):
        reader.note(say("missing_field.how"), field="how")
    how = reader.word("how", CardEvent) if reader.has("how") else None
    by = whole(entered.get("by"))
    if by not in reader.seats:
        reader.note(say("unknown_seat.by"), field="by")
    typed = str(entered.get("card") or "")
    card = find_card(text=typed)
    if typed and card is None:
        reader.note(say("unknown_card.only_one"), field="card", cards=[typed[:40]])
    asked = tuple(_player(player, reader) for player in players)
    reader.check()
    return CardClaim(how=named(how), by=named(by), card=card, dealer=str(entered.get("dealer", "")), players=asked)


def _players(entered: Data) -> Iterator[Data]:
    """Yield the players in stored form."""
    # Forms send one object by seat for each property, programs send a list of players.
    listed = entered.get("players")
    if isinstance(listed, list | tuple):
        yield from (each if isinstance(each, Mapping) else {} for each in listed)
        return
    names, *others = (
        value if isinstance(value := entered.get(name), Mapping) else {}
        for name in ("names", "standing", "completes", "by_kings")
    )
    for seat, who in names.items():
        number = int(seat) if re.fullmatch("[1-9]", str(seat)) else None
        standing, completes, by_kings = (values.get(seat) for values in others)
        yield {"seat": number, "who": who, "standing": standing, "completes": completes, "by_kings": by_kings}


def _player(player: Data, reader: ActReader) -> ClaimPlayer:
    seat, words = whole(player.get("seat")) or 0, replace(reader, act=player)
    return ClaimPlayer(
        seat=seat,
        who=str(player.get("who") or seat),
        standing=words.word("standing", Standing, normal=Standing.PLAIN) or Standing.PLAIN,
        completes=bool(player.get("completes")),
        by_kings=bool(player.get("by_kings")),
    )


_SOURCE_WORDS = {
    Source.SELF_DRAWN: _("Own draw"),
    Source.CLAIMED: _("Another's draw"),
    Source.DISCARD: _("Discard"),
    Source.DEALT: _("Dealt"),
}


_cards = partial(Field, kind=FieldKind.CARDS, is_required=False, pack=SPANISH, folded_under=_("Type the cards instead"))
_choice = partial(Field, kind=FieldKind.CHOICE, is_required=False)
SOURCE = _choice(name="source", label=_("How did the last card come?"), choices=choices_of(_SOURCE_WORDS))
_SOWEE = _cards(name="sowee", label=_("Sowee"), maximum=1)
_LAID = _cards(name="secrets", label=_("Laid secrets, one card of each"))
_SIXTEEN = _cards(name="hand", label=_("The sixteen cards"))
_FEWER = replace(_SIXTEEN, label=_("Cards"))
_TURNED = _cards(name="extra", label=_("Extra cards, in the order turned"))
_HAND = (_LAID, _SIXTEEN, _cards(name="bounit", label=_("Last card (bounit)"), maximum=1), _TURNED)
_STOCK = Field(name="stock", label=_("Cards left in the stock"), kind=FieldKind.COUNT, is_required=False)


def _keypad(hand_size: int = HAND_SIZE, extra_size: int = 15, opened: bool = False) -> Callable[[HouseRules], Keypad]:
    return lambda rules: Keypad(melds=melds_for_keys(rules), hand_size=hand_size, extra_size=extra_size, is_open=opened)


def melds_for_keys(rules: HouseRules) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(card.notation for card in meld.cards) for meld in all_melds(scheme=rules.scheme))


def _noted_at(_sowee: str, state: object) -> Data:
    """Fill the fields from the turns noted at the table."""
    if not isinstance(state, TurnState):
        return {}
    left = (Standing.PLAIN, Standing.ONE_LEFT, Standing.TWO_LEFT)
    standings = {
        str(player.seat): (Standing.PURRO if player.purro else left[state.penalty_turns(seat=player.seat)]).value
        for player in state.players
    }
    if state.phase is Phase.DRAW:
        how = CardEvent.DISCARDED
    elif state.drawn is not None and state.drawn.pile is Pile.STOCK:
        how = CardEvent.DRAWN
    else:
        return {"standing": standings}
    return {"how": how.value, "by": state.acting, "standing": standings}


def _no_extra_cards(rules: HouseRules) -> Text | None:
    if rules.scheme is Scheme.PRICELIST:
        return say("no_extra_cards")
    return None if rules.extra_cards else say("no_extra_cards.house")


_of_cards = partial(Question[HouseRules], at_table=lambda sowee, _noted: {"sowee": sowee})
_WIN = _of_cards(
    id="win",
    title=_("Is this a win?"),
    about=_("Sixteen cards, and the amount"),
    picture="5E",
    fields=(_SOWEE, SOURCE, *_HAND),
    answer=win_answer,
    shown_as="win",
    keypad=_keypad(),
    verifies="valid",
)
_SECRET = _of_cards(
    id="secret",
    title=_("Is this a secret?"),
    about=_("Four cards laid down"),
    fields=(_SOWEE, _FEWER),
    answer=secret_answer,
    shown_as="secret",
    picture="4C",
    keypad=_keypad(COPIES, 0),
)
_PURRO = _of_cards(
    id="purro",
    title=_("What am I waiting for?"),
    about=_("Fifteen cards: purro or not"),
    picture="1B",
    fields=(_SOWEE, _LAID, _FEWER, replace(_TURNED, label=_("Other open cards"))),
    answer=purro_answer,
    shown_as="purro",
    keypad=_keypad(HAND_SIZE - 1, 96, opened=True),
)
_EXTRA = _of_cards(
    id="extra",
    title=_("When do I stop turning?"),
    about=_("Extra cards after the win"),
    picture="3B",
    fields=(
        _SOWEE,
        replace(SOURCE, choices=SOURCE.choices[1:3], normal=Source.CLAIMED.value),
        replace(_STOCK, maximum=LARGEST_STOCK),
        *_HAND,
    ),
    answer=extra_answer,
    shown_as="extra",
    keypad=_keypad(),
    warning=_no_extra_cards,
)
_STANDINGS = {
    Standing.PLAIN: _("not purro"),
    Standing.PURRO: _("purro"),
    Standing.TWO_LEFT: _("lost, 2 left"),
    Standing.ONE_LEFT: _("lost, 1 left"),
}
_of_each = partial(Field, is_required=False, for_each_seat=True)
_STANDING = _of_each(
    name="standing", label=_("Each player, in the order of play"), kind=FieldKind.CHOICE, choices=choices_of(_STANDINGS)
)
_COMPLETES = _of_each(name="completes", label=_("The card completes this hand"), kind=FieldKind.SWITCH)
_RIGHT, _OPPOSITE, _LEFT = _("Right neighbour"), _("Player opposite"), _("Left neighbour")
_SECOND_RIGHT, _SECOND_LEFT = _("Second to the right"), _("Second to the left")
_ACTING = _("Drew or discarded it")
# Seen from the player who drew or discarded, in the order of play.
_PLACES: Mapping[int, tuple[str, ...]] = {
    2: (_ACTING, _("Other player")),
    3: (_ACTING, _RIGHT, _LEFT),
    4: (_ACTING, _RIGHT, _OPPOSITE, _LEFT),
    5: (_ACTING, _RIGHT, _SECOND_RIGHT, _SECOND_LEFT, _LEFT),
    6: (_ACTING, _RIGHT, _SECOND_RIGHT, _OPPOSITE, _SECOND_LEFT, _LEFT),
}
_HAPPENED_WORDS = {CardEvent.DRAWN: _("Drawn from the stock"), CardEvent.DISCARDED: _("Discarded")}
_CLAIM = Question(
    id="claim",
    title=_("Who may take this card?"),
    about=_("A discard or a drawn card: who goes first"),
    picture="12O",
    fields=(
        Field(name="count", label=_("Players"), kind=FieldKind.COUNT, minimum=2, maximum=6, normal=4),
        _choice(name="how", label=_("What happened?"), choices=choices_of(_HAPPENED_WORDS)),
        Field(name="by", label=_("By whom?"), kind=FieldKind.SEAT, is_required=False),
        _cards(name="card", label=_("The card"), maximum=1, folded_under=""),
        _STANDING,
        _COMPLETES,
        replace(_COMPLETES, name="by_kings", label=_("The kings win alone with it (L4)"), presets=PRICELIST_ONLY),
    ),
    answer=claim_answer,
    shown_as="claim",
    players="count",
    places=_PLACES,
    at_table=_noted_at,
)
QUESTIONS = (_WIN, _SECRET, _CLAIM, _PURRO, _EXTRA)
