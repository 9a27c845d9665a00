"""The fields and outcomes of cuajo."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, assert_never

from scoring.games.base import ActKind, Data, Debt, Feature, ImpossibleError, Mark, Outcome, Problem, Seat, Table
from scoring.games.cuajo import acts
from scoring.games.cuajo.acts import ActInput, CardsWin, DeclaredWin, HandResult, SeatAct, UnwonHand
from scoring.games.cuajo.cards import KINDS
from scoring.games.cuajo.claim import GAME_ID, Source
from scoring.games.cuajo.judge_answer import declared_data, no_win_problem, verdict_data
from scoring.games.cuajo.judge_questions import QUESTIONS, SOURCE
from scoring.games.cuajo.rules import PRESETS, HouseRules, Scheme, read_rules
from scoring.games.cuajo.splits import ALL_RANK_COUNTS, ANY_MASK, RANKS_OF, rank_mask
from scoring.games.cuajo.verdict import NotAWin, judge_claim, payments
from scoring.games.cuajo.wins import Account
from scoring.games.dealing import VoidDeals, deal_fields, void_hand
from scoring.games.fields import Field, FieldKind, Question, StoredData, choices_of
from scoring.games.reading import PlainGame, player_on
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

_MARKS = dict(zip(Source, (Mark.OWN_DRAW, Mark.CLAIMED, Mark.DISCARD, Mark.COMPLETE), strict=True))
_ENDS = {
    HandResult.WIN: _("a player won"),
    HandResult.DRAWN: _("nobody won, the stock ran out"),
    HandResult.VOID: _("void after a false win"),
}
# These acts have a seat and nothing else.
OF_SEAT = (ActKind.SECRET, ActKind.FALSE_SECRET, ActKind.FALSE_WIN)

SEAT = Field(name="seat", label=_("Player"), kind=FieldKind.SEAT)


def _of_win(name: str, label: str, kind: FieldKind, rule: str, **about: Any) -> Field:
    return Field(name=name, label=label, kind=kind, is_required=False, rule=rule, **about)


HAND_FIELDS = (
    Field(name="result", label=_("How the hand ended"), kind=FieldKind.CHOICE, choices=choices_of(_ENDS), rule="C33"),
    _of_win("winner", _("Who won?"), FieldKind.SEAT, "C25"),
    replace(SOURCE, rule="C27"),
    _of_win("hand", _("The sixteen cards"), FieldKind.CARDS, "C6"),
    _of_win("bounit", _("Last card (bounit)"), FieldKind.CARDS, "C27"),
    _of_win("sowee", _("Sowee"), FieldKind.CARDS, "C10"),
    _of_win("secrets", _("Laid secrets, one card of each"), FieldKind.CARDS, "C9"),
    _of_win("extra", _("Extra cards, in the order turned"), FieldKind.CARDS, "C31"),
    _of_win("shown", _("Secrets shown by the others"), FieldKind.CARDS, "C18", for_each_seat=True),
    _of_win("declared", _("Declared without cards"), FieldKind.SWITCH, "C26"),
    _of_win("kings_of_coins", _("Kings of coins"), FieldKind.COUNT, "C26", maximum=acts.MOST_KINGS["kings_of_coins"]),
    _of_win("other_kings", _("Other kings"), FieldKind.COUNT, "C26", maximum=acts.MOST_KINGS["other_kings"]),
    _of_win("bounit_condition", _("Bounit condition met"), FieldKind.SWITCH, "C29"),
    _of_win("sowee_condition", _("Sowee condition met"), FieldKind.SWITCH, "C30"),
    _of_win("porbis", _("Porbis"), FieldKind.SWITCH, "C32"),
    *deal_fields(rule="C38", asks_dealer=True),
)


FEATURES = frozenset({Feature.CARD_ENTRY, Feature.QUICK_ENTRY, Feature.UNWON_HANDS, Feature.SOWEE, Feature.COMPANION})


def melding_of(*, rules: HouseRules) -> Mapping[str, str | bool]:
    free = rules.scheme is Scheme.CONDITIONS and not rules.sowee_three_must_be_laid
    return {"tables": rules.scheme.value, "free_three": free}


@cache
def sent_tables(*, scheme: Scheme) -> dict[str, object]:
    """Return hexadecimal meld masks for the phone."""
    # The phone checks melds without the server, also without a connection.
    fits = {fit for group in RANKS_OF[scheme] for _, fit in group}
    masks = {fit.value: [f"{rank_mask(each, fit) & ANY_MASK:x}" for each in ALL_RANK_COUNTS] for fit in sorted(fits)}
    return {"kinds": [card.notation for card in KINDS], "groups": RANKS_OF[scheme], "masks": masks}


def sources_of(*, rules: HouseRules) -> tuple[str, ...]:
    return tuple(source.value for source in Source if source.is_allowed(rules))


class Cuajo(PlainGame[HouseRules, ActInput]):
    id = GAME_ID
    name = "Cuajo"
    engine_version = "3"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    rule_of_seats = "C16"
    profiles = PRESETS
    preset_labels: Mapping[str, str] = {
        "pagat": _("Usual rules"),
        "family": _("Partners share, porbis adds"),
        "gamerules": _("Usual rules, as gamerules.com"),
        "pricelist": _("Price list: pong, prinsesa, rub"),
    }
    preset_says: Mapping[str, str] = {
        "pagat": _("Porbis %(porbis)s flat. Up to fifteen extra cards."),
        "family": _("Porbis %(porbis)s + the win + kings. No extra cards. Secrets are shown."),
        "pricelist": _("Each alone, %(start_plain)s to %(start_four_kings)s a win."),
    }
    questions: tuple[Question[HouseRules], ...] = QUESTIONS
    marks: tuple[Mark, ...] = tuple(Mark)
    readings = {
        ActKind.HAND: (tuple(field.name for field in HAND_FIELDS), acts.read_hand),
        **{kind: (("seat",), partial(acts.read_of_seat, kind)) for kind in OF_SEAT},
    }

    def read_rules(self, *, value: object, minor_digits: int = 2) -> HouseRules:
        return read_rules(value=value, minor_digits=minor_digits)

    def price_asked(self, *, rules: HouseRules) -> tuple[str, str]:
        """Return the house rule of the main price, with its question."""
        if rules.secret:
            return "secret", _("What does a secret cost?")
        return ("self_drawn" if rules.scheme is Scheme.CONDITIONS else "start_plain"), _("What does a win cost?")

    def price_says(self, *, rules: HouseRules) -> str:
        if rules.scheme is Scheme.CONDITIONS:
            return _("From each opponent: own draw %(self_drawn)s, porbis %(porbis)s.")
        return _("From each opponent: from %(start_plain)s, four kings from %(start_four_kings)s.")

    def features(self, *, rules: HouseRules) -> frozenset[Feature]:
        """Return the features by these rules (L6)."""
        offered = FEATURES if rules.scheme is Scheme.CONDITIONS else FEATURES - {Feature.QUICK_ENTRY}
        return offered | {Feature.SECRETS_SHOWN} if rules.secrets_shown else offered

    def sides(self, *, rules: HouseRules, seat_count: int) -> tuple[Seat, ...]:
        """Seat opposite players as partners (C12, C16)."""
        if not rules.partnerships:
            return super().sides(rules=rules, seat_count=seat_count)
        if seat_count != 4:
            raise ImpossibleError([Problem(text=say("wrong_seat_count.partners", given=seat_count), field="seats")])
        return tuple(Seat(number=number, side=(number - 1) % 2 + 1) for number in range(1, seat_count + 1))

    def asks(self, *, kind: ActKind, rules: HouseRules) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        return HAND_FIELDS if kind is ActKind.HAND else (SEAT,) if kind in OF_SEAT else ()

    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        if kind is not ActKind.HAND:
            return say(f"act.{kind}", seats=player_on(act["seat"]))
        if void := void_hand(act=act):
            return void.text
        result = HandResult(str(act["result"]))
        if result is HandResult.WIN:
            return say(f"act.won_{Source(str(act['source']))}", seats=player_on(act["winner"]))
        return say(f"act.{result}")

    def marked(self, *, act: Mapping[str, Any], verdict: Mapping[str, Any]) -> Mapping[Mark, int]:
        """Count the marks of a win (C28)."""
        coins, kings = _kings(act)
        found = {_MARKS[act["source"]]: 1, Mark.KINGS_OF_COINS: coins, Mark.KINGS: kings}
        if met := verdict.get("conditions"):
            bounit, sowee = met["bounit"], met["sowee"]
            found |= {Mark.BOUNIT: bounit, Mark.SOWEE: sowee}
            found |= {Mark.BOTH: bounit and sowee, Mark.NEITHER: not (bounit or sowee)}
        found |= {Mark.PORBIS: verdict["porbis"], Mark.DECLARED: verdict["declared"]}
        found[Mark.EXTRA_CARDS] = verdict.get("extra_used") or 0
        return {mark: int(count) for mark, count in found.items() if count}

    def refusals(self, *, act: ActInput, rules: HouseRules, table: Table) -> tuple[Problem, ...]:
        return tuple(acts.refusals_of(said=act, rules=rules, table=table))

    def judge(self, *, act: ActInput, rules: HouseRules, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the payments of an act (C13, C33, C35)."""
        match act:
            case CardsWin() as won:
                verdict = judge_claim(claim=won.claim)
                if isinstance(verdict, NotAWin):
                    raise ImpossibleError([no_win_problem(result=verdict)])
                return _won(won, verdict_data(verdict=verdict), verdict.per_opponent_cents, seats)
            case DeclaredWin(win=win) as declared:
                account = Account(paid=payments(win, rules))
                data = declared_data(win=win, account=account, rules=rules)
                return _won(declared, data, account.per_opponent_cents, seats)
            case UnwonHand() as unwon:
                return _unwon_outcome(unwon, rules, seats)
            case SeatAct(kind=kind, seat=seat) as said:
                units = {ActKind.SECRET: rules.secret, ActKind.FALSE_SECRET: -rules.false_secret_penalty}
                cents = units.get(kind, -rules.false_win_penalty) * rules.unit
                return Outcome(said=said, debts=tuple(_debts(seat, seats, cents)))
            case unknown:
                assert_never(unknown)


def _kings(act: Mapping[str, Any]) -> tuple[int, int]:
    """Return the kings of coins, and all kings."""
    if act["declared"]:
        coins = act.get("kings_of_coins") or 0
        return coins, coins + (act.get("other_kings") or 0)
    cards = act["hand"].split()
    return cards.count("12O"), sum(card.startswith("12") for card in cards)


def _won(said: CardsWin | DeclaredWin, data: Data, cents: int, seats: tuple[Seat, ...]) -> Outcome:
    winner, verdict = said.winner, StoredData(told={**data, "declared": isinstance(said, DeclaredWin)})
    debts = tuple(_debts(winner, seats, cents))
    return Outcome(said=said, debts=debts, verdict=verdict, winner=winner, deals_next=winner)


def _unwon_outcome(unwon: UnwonHand, rules: HouseRules, seats: tuple[Seat, ...]) -> Outcome:
    """Compute the fine and next dealer of a void hand (C38)."""
    numbers, by = [seat.number for seat in seats], unwon.void.by if unwon.void else None
    cents = rules.void_penalty * rules.unit
    debts = tuple(Debt(payer=by, payee=seat, cents=cents) for seat in numbers if by and cents and seat != by)
    deals_next = None
    if unwon.dealer in numbers and rules.void_deals is VoidDeals.NEXT:
        deals_next = numbers[(numbers.index(unwon.dealer) + 1) % len(numbers)]
    return Outcome(said=unwon, debts=debts, deals_next=deals_next)


def _debts(seat: int, seats: tuple[Seat, ...], cents: int) -> Iterator[Debt]:
    """Yield the payment of each opponent to a seat (C25). Below 0 cents the seat pays."""
    side = next(each.side for each in seats if each.number == seat)
    for other in (each.number for each in seats if each.side != side):
        if cents:
            payer, payee = (other, seat) if cents > 0 else (seat, other)
            yield Debt(payer=payer, payee=payee, cents=abs(cents))
