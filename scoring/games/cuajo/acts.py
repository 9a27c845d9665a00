"""Acts of cuajo: hands, secrets and penalties."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, ImpossibleError, Problem, Table
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import KINDS, Card, Rank, Suit, find_card
from scoring.games.cuajo.claim import GAME_ID, Claim, Source, read_entry
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import HAND_SIZE
from scoring.games.cuajo.verdict import Win, claim_to_pay, conditions_decide
from scoring.games.cuajo.wins import Conditions
from scoring.games.dealing import VoidHand, read_dealer, read_void
from scoring.games.house_rules import shown
from scoring.games.reading import ActReader, named
from scoring.texts import say


class HandResult(StrEnum):
    """The result of a hand (C33, C35)."""

    WIN = "win"
    DRAWN = "drawn"
    VOID = "void"


MOST_KINGS = {"kings_of_coins": 4, "other_kings": 12}
COUNTED = ("kings_of_coins", "other_kings", "porbis")
CONDITIONS = ("bounit_condition", "sowee_condition")


class SeatAct(Frozen):
    """A secret or a penalty of a seat."""

    kind: ActKind
    seat: int

    def data(self) -> Data:
        return {"seat": self.seat}


class UnwonHand(Frozen):
    """A hand without a winner. `dealer` is None if unknown (C38)."""

    result: HandResult
    void: VoidHand | None = None
    dealer: int | None = None

    def data(self) -> Data:
        dealt = {} if self.dealer is None else {"dealer": self.dealer}
        return {"result": self.result.value, **(self.void.data() if self.void else {}), **dealt}


# Kinds of paid secrets that others showed, by seat (C18).
type ShownSecrets = tuple[tuple[int, tuple[Card, ...]], ...]


class CardsWin(Frozen):
    winner: int
    claim: Claim
    shown: ShownSecrets = ()

    def data(self) -> Data:
        named = {"result": HandResult.WIN.value, "winner": self.winner, "declared": False}
        return {**named, **self.claim.data(), **_shown_data(self.shown)}


class DeclaredWin(Frozen):
    """A win without cards. `unsaid` names the empty fields."""

    winner: int
    win: Win
    sowee: Card | None
    unsaid: frozenset[str] = frozenset()
    shown: ShownSecrets = ()

    def data(self) -> Data:
        """Return the act to store: kings, porbis and filled fields."""
        win, met = self.win, self.win.conditions or Conditions(bounit=False, sowee=False)
        said = {
            "sowee": None if self.sowee is None else self.sowee.notation,
            "kings_of_coins": win.kings_of_coins,
            "other_kings": win.other_kings,
            "bounit_condition": met.bounit,
            "sowee_condition": met.sowee,
            "porbis": win.porbis,
        }
        return {
            **{"result": HandResult.WIN.value, "winner": self.winner, "declared": True, "source": win.source.value},
            **{name: value for name, value in said.items() if name not in self.unsaid or name in COUNTED},
            **_shown_data(self.shown),
        }


def _shown_data(shown: ShownSecrets) -> Data:
    return {"shown": {str(seat): written(kinds) for seat, kinds in shown}} if shown else {}


_PACK = {card.notation: card for card in KINDS}
type ActInput = CardsWin | DeclaredWin | UnwonHand | SeatAct


def read_hand(reader: ActReader, rules: HouseRules) -> ActInput:
    """Read the end of a hand. Raises ImpossibleError with every problem."""
    void, result = read_void(reader), reader.act.get("result")
    if void and result in (None, "", HandResult.VOID):
        return UnwonHand(result=HandResult.VOID, void=void, dealer=read_dealer(reader))
    if not isinstance(result, str) or result not in HandResult:
        raise ImpossibleError([Problem(text=say("unknown_result", value=shown(result)), field="result")])
    if result != HandResult.WIN:
        return UnwonHand(result=HandResult(result))
    win = (_declared_win if reader.act.get("declared") is True else _cards_win)(reader, rules)
    by_seat = sorted(reader.by_seat("shown").items())
    kinds = [(seat, reader.cards_of(said, "shown", _PACK)) for seat, said in by_seat]
    reader.check()
    return replace(win, shown=tuple((seat, cards) for seat, cards in kinds if cards))


def read_of_seat(kind: ActKind, reader: ActReader, rules: HouseRules) -> SeatAct:  # noqa: ARG001 - all alike
    seat = reader.seat("seat")
    reader.check()
    return SeatAct(kind=kind, seat=named(seat))


def _cards_win(reader: ActReader, rules: HouseRules) -> CardsWin:
    winner = reader.seat("winner")
    try:
        claim = claim_to_pay(entry=read_entry(data={**reader.act, "game": GAME_ID, "rules": rules}))
    except ImpossibleError as error:
        raise ImpossibleError((*reader.problems, *error.problems)) from error
    reader.check()
    return CardsWin(winner=named(winner), claim=claim)


def _declared_win(reader: ActReader, rules: HouseRules) -> DeclaredWin:
    """Read a quick entry. Raises ImpossibleError with every problem."""
    # The app does not guess: kings with porbis, or no king without porbis, is refused (C32). A price list pays
    # for melds, so it needs the cards (L6).
    if rules.scheme is not Scheme.CONDITIONS:
        raise ImpossibleError([Problem(text=say("cards_needed"), field="hand")])
    winner, source, sowee = reader.seat("winner"), _source(reader, rules), _sowee(reader)
    given = reader.act.keys() & MOST_KINGS
    coins, others = (reader.count(name, maximum=most) if name in given else 0 for name, most in MOST_KINGS.items())
    bounit_met, sowee_met = (_switch(reader, name) for name in CONDITIONS)
    porbis = bool(_switch(reader, "porbis"))
    unsaid = frozenset(name for name in (*COUNTED, *CONDITIONS, "sowee") if name not in reader.act)
    if not reader.problems:
        reader.problems.extend(_king_problems(coins, others, porbis, sowee))
    if not (reader.problems or porbis or coins + others or unsaid & MOST_KINGS.keys()):
        reader.note(say("no_king_is_porbis"), field="porbis")
    reader.check()
    source = named(source)
    conditions = None
    if source.has_conditions and (bounit_met, sowee_met) != (None, None):
        conditions = Conditions(bounit=bool(bounit_met), sowee=bool(sowee_met))
    win = Win(source=source, kings_of_coins=coins, other_kings=others, porbis=porbis, conditions=conditions)
    return DeclaredWin(winner=named(winner), win=win, sowee=sowee, unsaid=unsaid)


def _source(reader: ActReader, rules: HouseRules) -> Source | None:
    value = reader.act.get("source")
    if not isinstance(value, str) or value not in Source:
        reader.note(say("unknown_source.declared", value=shown(value)), field="source")
        return None
    if not Source(value).is_allowed(rules):
        reader.note(say(f"{value}_win_not_allowed.declared"), field="source")
    return Source(value)


def _sowee(reader: ActReader) -> Card | None:
    value = reader.act.get("sowee")
    card = find_card(text=value) if isinstance(value, str) else None
    if card is None and value not in (None, ""):
        reader.note(say("unknown_card.declared", cards=shown(value)), field="sowee", cards=[shown(value)])
    return card


def _switch(reader: ActReader, name: str) -> bool | None:
    """Read true or false, None for a missing field."""
    value = reader.act.get(name)
    if isinstance(value, bool) or name not in reader.act:
        return value if isinstance(value, bool) else None
    reader.note(say("bad_switch", field=name, value=shown(value)), field=name)
    return None


def _king_problems(coins: int, others: int, porbis: bool, sowee: Card | None) -> Iterator[Problem]:
    """Yield contradictions of the kings (C3, C32)."""
    if sowee is not None and sowee.rank is Rank.KING:
        of_coins = sowee.suit is Suit.OROS
        if coins + of_coins > MOST_KINGS["kings_of_coins"] or others + (not of_coins) > MOST_KINGS["other_kings"]:
            yield Problem(text=say("too_many_copies.kings"), cards=(str(sowee),), field="sowee")
    if porbis and coins + others > 1:
        yield Problem(text=say("porbis_with_kings"), field="porbis")


def needs_sowee(*, rules: HouseRules) -> bool:
    """Check whether every win needs the sowee (L6)."""
    return rules.scheme is Scheme.PRICELIST and bool(rules.price_sowee_card)


def refusals_of(*, said: ActInput, rules: HouseRules, table: Table) -> Iterator[Problem]:
    """Yield problems of a new act (C9, C14, C18, L6)."""
    if isinstance(said, CardsWin | DeclaredWin):
        yield from _against_shown(said, table)
    match said:
        case DeclaredWin(win=win):
            # With fifteen kings one card makes no meld. With sixteen the winning discard would be a king (C14).
            if win.kings == HAND_SIZE - 1 or (win.kings == HAND_SIZE and win.source is Source.DISCARD):
                yield Problem(text=say("king_from_discards.declared"), field="other_kings")
            asked = CONDITIONS if conditions_decide(source=win.source, porbis=win.porbis, rules=rules) else ()
            for name in (*COUNTED, *asked):
                if name in said.unsaid:
                    yield Problem(text=say(f"missing_field.{name}"), field=name)
        case CardsWin(claim=claim):
            if needs_sowee(rules=rules) and claim.sowee is None:
                yield Problem(text=say("sowee_missing.price_list"), field="sowee")
            paid, given = table.secrets.get(said.winner, 0), len(claim.secrets)
            if given != paid:
                which = "named" if given < paid else "paid"
                yield Problem(text=say(f"secrets_not_{which}", paid=paid, named=given), field="secrets")


def _against_shown(said: CardsWin | DeclaredWin, table: Table) -> Iterator[Problem]:
    """Yield problems of the secrets that others showed."""
    # A secret holds every copy of its kind but the sowee, so no other hand can hold one.
    seen: list[Card] = [*said.claim.hand, *said.claim.extra] if isinstance(said, CardsWin) else []
    for seat, kinds in said.shown:
        if len(kinds) > (table.secrets.get(seat, 0) if seat != said.winner else 0):
            yield Problem(text=say("shown_not_paid", seats={"player": seat}), field="shown")
        for kind in kinds:
            if kind in seen:
                text = say("shown_secret_held", kind=str(kind), seats={"player": seat})
                yield Problem(text=text, cards=(str(kind),), field="shown")
            seen.append(kind)
