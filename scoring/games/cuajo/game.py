"""Cuajo as a game of the house: acts in, debts and verdicts out."""

from collections.abc import Iterator
from typing import assert_never

from scoring.games.asking import Field, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, ImpossibleError, Match, Outcome, Problem, Seat
from scoring.games.cuajo.account import account_for
from scoring.games.cuajo.acts import (
    HandResult,
    read_declared_win,
    read_result,
    read_seat,
    seat_problems,
)
from scoring.games.cuajo.answer import cards_data, declared_data, verdict_data
from scoring.games.cuajo.asking import fields_of, rule_fields, sentence_of
from scoring.games.cuajo.claim import Claim, claim_of
from scoring.games.cuajo.entry import GAME_ID, read_entry
from scoring.games.cuajo.results import NotAWin
from scoring.games.cuajo.rules import PRESETS, HouseRules, read_rules, rules_data
from scoring.games.cuajo.text import not_a_win_text
from scoring.games.cuajo.verdict import judge_claim

PARTNERSHIP_SEATS = 4


class Cuajo:
    """The game of cuajo; keeps nothing, so that one instance serves everybody."""

    id = GAME_ID
    name = "Cuajo"
    engine_version = "1"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    presets: tuple[str, ...] = tuple(PRESETS)
    match: Match | None = None
    house_rules: tuple[Field, ...] = rule_fields()
    questions: tuple[Question, ...] = ()
    rules_document = GAME_ID

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data, from a preset's name or a preset and changes.

        Raises ImpossibleError with `unknown_rules` or `unknown_house_rule`.
        """
        return rules_data(rules=read_rules(value=rules))

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats: opposite ones on one side with partnerships, otherwise all alone (C12, C16).

        Raises ImpossibleError with `wrong_seat_count`.
        """
        partnerships = read_rules(value=rules).partnerships
        allowed = (PARTNERSHIP_SEATS,) if partnerships else self.seat_counts
        if seat_count not in allowed:
            message = f"These rules seat {' or '.join(map(str, allowed))} players, not {seat_count} (C16)."
            raise ImpossibleError([Problem(code="wrong_seat_count", message=message, field="seats")])
        numbers = range(1, seat_count + 1)
        return tuple(
            Seat(number=number, side=(number - 1) % 2 + 1 if partnerships else number) for number in numbers
        )

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what an act of this kind says; nothing for a kind cuajo does not know."""
        return fields_of(kind=kind)

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:
        """Return a judged act in a few words."""
        return sentence_of(kind=kind, act=act)

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Return what an act comes to; raises ImpossibleError with every problem at once.

        A hand is won with its cards (`winner`, and the fields of a claim), won as declared (`declared` true,
        `winner`, `source`, `sowee`, `kings_of_coins`, `other_kings`, `bounit_condition`, `sowee_condition`,
        `porbis`), `drawn` or `void`. The other kinds name a `seat`. The winner deals next, and the same
        dealer again after a hand nobody won (C13, C33, C35).
        """
        house = read_rules(value=rules)
        match kind:
            case ActKind.HAND:
                return _judge_hand(act, house, seats)
            case ActKind.SECRET:
                return _pay_to(act, seats, house.secret * house.unit)
            case ActKind.FALSE_SECRET:
                return _pay_by(act, seats, house.false_secret_penalty * house.unit)
            case ActKind.FALSE_WIN:
                return _pay_by(act, seats, house.false_win_penalty * house.unit)
            case ActKind.PENALTY:
                message = "Cuajo knows false wins and false secrets, and no other penalty."
                raise ImpossibleError([Problem(code="unknown_act", message=message)])
            case _:
                assert_never(kind)


def _judge_hand(act: Data, rules: HouseRules, seats: tuple[Seat, ...]) -> Outcome:
    match read_result(act=act):
        case HandResult.WIN if act.get("declared") is True:
            return _judge_declared(act, rules, seats)
        case HandResult.WIN:
            return _judge_cards(act, rules, seats)
        case HandResult.DRAWN | HandResult.VOID as result:
            return Outcome(act={"result": result.value}, debts=())
        case unknown:
            assert_never(unknown)


def _judge_cards(act: Data, rules: HouseRules, seats: tuple[Seat, ...]) -> Outcome:
    claim = _read_claim(act, rules, seats)
    winner = read_seat(act=act, field="winner", seats=seats)
    verdict = judge_claim(claim=claim)
    if isinstance(verdict, NotAWin):
        raise ImpossibleError([_no_win_problem(verdict)])
    return Outcome(
        act={"result": HandResult.WIN.value, "winner": winner, "declared": False, **claim.data()},
        debts=tuple(_debts_to(winner, seats, verdict.per_opponent_cents)),
        verdict={**verdict_data(verdict=verdict), "declared": False},
        winner=winner,
        deals_next=winner,
    )


def _read_claim(act: Data, rules: HouseRules, seats: tuple[Seat, ...]) -> Claim:
    problems = seat_problems(act=act, field="winner", seats=seats)
    try:
        claim = claim_of(entry=read_entry(data={**act, "game": GAME_ID, "rules": rules}))
    except ImpossibleError as error:
        raise ImpossibleError((*problems, *error.problems)) from error
    if problems:
        raise ImpossibleError(problems)
    return claim


def _no_win_problem(verdict: NotAWin) -> Problem:
    strays = cards_data(cards=verdict.near_miss.strays)
    left_over = f", {', '.join(strays)} {'is' if len(strays) == 1 else 'are'} left over" if strays else ""
    message = f"This is not a win: {not_a_win_text(result=verdict)}{left_over} ({verdict.rule})."
    return Problem(code="not_a_win", message=message, cards=tuple(strays), field="hand")


def _judge_declared(act: Data, rules: HouseRules, seats: tuple[Seat, ...]) -> Outcome:
    declared = read_declared_win(act=act, rules=rules, seats=seats)
    account = account_for(win=declared.win, rules=rules)
    return Outcome(
        act=declared.data(),
        debts=tuple(_debts_to(declared.winner, seats, account.per_opponent_cents)),
        verdict={**declared_data(win=declared.win, account=account, rules=rules), "declared": True},
        winner=declared.winner,
        deals_next=declared.winner,
    )


def _pay_to(act: Data, seats: tuple[Seat, ...], cents: int) -> Outcome:
    seat = read_seat(act=act, field="seat", seats=seats)
    return Outcome(act={"seat": seat}, debts=tuple(_debts_to(seat, seats, cents)))


def _pay_by(act: Data, seats: tuple[Seat, ...], cents: int) -> Outcome:
    seat = read_seat(act=act, field="seat", seats=seats)
    debts = tuple(
        Debt(payer=debt.payee, payee=debt.payer, cents=debt.cents) for debt in _debts_to(seat, seats, cents)
    )
    return Outcome(act={"seat": seat}, debts=debts)


def _debts_to(payee: int, seats: tuple[Seat, ...], cents: int) -> Iterator[Debt]:
    """Yield what each opponent owes a seat; partners neither pay nor receive (C25), nor is nothing owed."""
    side = next(seat.side for seat in seats if seat.number == payee)
    if cents:
        for seat in seats:
            if seat.side != side:
                yield Debt(payer=seat.number, payee=payee, cents=cents)
