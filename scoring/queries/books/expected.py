"""Derive the payments that each line should have."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any, Self

from scoring.games import game_by_id
from scoring.games.base import ActKind, AnyGame, Data, ImpossibleError, Outcome, Problem
from scoring.games.stored import is_answer_readable, is_readable, without_sentences
from scoring.ledger import settlement
from scoring.ledger.chips import Bank, ChipMove, decided, stack_of
from scoring.ledger.lines import Line, Moves, results
from scoring.ledger.night import Night
from scoring.ledger.seatings import Seating, seating_in, terms_in
from scoring.models import FIRST_DAY, LAST_DAY, EntryKind, Session, UtangWay
from scoring.queries.judge import question_by
from scoring.queries.table.corrections import was_of
from scoring.texts import Text, say

type Rows = Iterable[tuple[Any, ...]]
type Verdict = Mapping[str, Any]  # as its seal holds it


class WrongError(Exception):
    def __init__(self, text: Text) -> None:
        super().__init__(text.english())
        self.text = text


def differs(key: str, found: object, due: object, **about: Any) -> Text:
    shown = [each if isinstance(each, Text) else str(each) for each in (found, due)]
    return say("finding.wrong", what=say(f"finding.{key}", **about), found=shown[0], due=shown[1])


class NightSoFar(Night):
    """A night before the line to check.

    `closes` holds all closes, later ones too. `pairs` holds stored partners, each with the number of its seating. Lines
    in `unread` change nothing.
    """

    session: Session
    closes: tuple[Line, ...]
    pairs: Rows
    unread: frozenset[int] = frozenset()

    @cached_property
    def standing(self) -> tuple[Line, ...]:
        return tuple(line for line in super().standing if line.number not in self.unread)

    @property
    def summed(self) -> tuple[Line, ...]:
        """Return all lines, undone ones too."""
        return self.lines

    def with_line(self, *, line: Line) -> Self:
        # A wrong line counts as recorded, so that no later line is wrong because of it.
        night = self.and_then(line)
        # Without `has_terms` a night keeps its first terms.
        if line.kind is EntryKind.TERMS and not self.session.has_terms:
            return replace(night, unread=night.unread | {line.number})
        if line.kind in (EntryKind.TERMS, EntryKind.SEATING):
            try:
                night.seating(position=line.number), night.agreed(position=line.number)
            # An unreadable line is already a separate finding.
            except Exception:
                return replace(night, unread=night.unread | {line.number})
        return night


class Due(Moves):
    """The moves of a line, or the error that prevents them.

    A hand `is_as_judged` if the engine repeats its act and verdict.
    """

    error: Text | None = None
    is_as_judged: bool = False


def due(*, night: NightSoFar, line: Line, hand: Verdict | None) -> Due:
    """Derive the payments of a line."""
    try:
        if line.kind is EntryKind.HAND:
            return _of_hand(night, line, hand)
        return Due(**vars(_DUE[line.kind](night, line) or Moves()))
    except WrongError as error:
        return Due(error=error.text)
    # An act can hold anything after damage, and the next lines must still be checked.
    except Exception as error:
        return Due(error=say("finding.unread_act", why=repr(error)))


def _judge(night: NightSoFar, *, kind: ActKind, line: Line) -> Outcome:
    try:
        return night.judged(kind=kind, act=line.act, position=line.position)
    except ImpossibleError as error:
        raise WrongError(say("finding.impossible", why=_why(error.problems))) from error


def is_by_older_engine(*, version: str, game: AnyGame) -> bool:
    """Tell whether `version` is older, False if unreadable."""
    numbers = [int(each) if each.isascii() and each.isdecimal() else -1 for each in (version, game.engine_version)]
    return 0 <= numbers[0] < numbers[1]


def check_verdict(*, night: NightSoFar, line: Line, hand: Verdict, due: Due) -> Iterator[Text]:
    """Yield errors that prevent showing a verdict."""
    known = night.game.engine_version
    if hand["engine_version"] != known and not is_by_older_engine(version=hand["engine_version"], game=night.game):
        yield differs("engine", repr(hand["engine_version"]), known)
    recorded = {"act": line.act, "verdict": hand["verdict"], "winner": hand["winner"]}
    if not due.is_as_judged and not is_readable(
        game=night.game, rules=night.session.house_rules, **recorded, seats=night.players
    ):
        yield say("finding.unread_hand")


def unsupported_hands(*, night: NightSoFar) -> Iterator[tuple[Line, Text]]:
    """Yield hands impossible without their undone secrets (C9)."""
    undone = [line for line in night.lines if line.kind is EntryKind.SECRET and line.number in night.taken_back]
    for hand in night.hands:
        if any(secret.number < hand.number < night.taken_back[secret.number].number for secret in undone):
            laid = night.until(hand.number - 1).secrets_of(hand)
            then, now = (night.refusals_of(hand, laid=each) for each in (laid, night.secrets_of(hand)))
            if new := set(now) - set(then):
                yield hand, say("finding.unsupported", why=_why(new))


def _why(problems: Iterable[Problem]) -> tuple[Text, ...]:
    return tuple(sorted((problem.text for problem in problems), key=Text.english))


def _of_hand(night: NightSoFar, line: Line, hand: Verdict | None) -> Due:
    if hand is None:
        raise WrongError(say("finding.no_verdict"))
    outcome = _judge(night, kind=ActKind.HAND, line=line)
    if (hand["winner"], hand["deals_next"]) != (outcome.winner, outcome.deals_next):
        raise WrongError(differs("winner", (hand["winner"], hand["deals_next"]), (outcome.winner, outcome.deals_next)))
    verdict = outcome.verdict.data()
    is_as_judged = (line.act, hand["verdict"]) == (outcome.said.data(), verdict)
    may_differ = is_as_judged or is_by_older_engine(version=hand["engine_version"], game=night.game)
    if not may_differ and without_sentences(hand["verdict"]) != without_sentences(verdict):
        raise WrongError(say("finding.verdict"))
    return Due(**vars(night.moved_by(outcome, position=hand["position"])), is_as_judged=is_as_judged)


def _of_reversal(night: NightSoFar, line: Line) -> Moves:
    taken_back = next((each for each in night.lines if each.number == line.reverses), None)
    if taken_back is None:
        raise WrongError(say("finding.takes_back_nothing"))
    return taken_back.back


def _of_match(night: NightSoFar, _: Line) -> Moves:
    if night.game.match is None:
        raise WrongError(say("finding.no_match", game=night.game.name))
    return night.moved_by_match


def _of_act(night: NightSoFar, line: Line) -> Moves:
    kind = ActKind(line.act.get("why", ActKind.SECRET))
    return night.moved_by(_judge(night, kind=kind, line=line), position=line.position)


def _of_adjustment(night: NightSoFar, line: Line) -> Moves:
    if line.act["why"] == "partners_share":
        return Moves(payments=settlement.pool_stretches(stretches=night.stretches))
    coin_cents = next((close.act["coin_cents"] for close in night.closes if close.number > line.number), None)
    if coin_cents is None:
        raise WrongError(say("finding.no_close"))
    return Moves(payments=settlement.round_results(outstanding=night.outstanding, coin_cents=coin_cents))


def _of_handover(_: NightSoFar, line: Line) -> Moves:
    if len(line.payments) != 1:
        raise WrongError(say("finding.cash_payments"))
    return Moves(payments=line.payments)


def _of_seating(night: NightSoFar, line: Line) -> None:
    seating = seating_in(act=line.act, entry=line.number)
    at_table = (*seating.seats, *seating.waiting)
    if not set(at_table) <= set(night.players) or len(set(at_table)) < len(at_table):
        raise WrongError(say("finding.order", why=str(at_table)))
    if seating.dealer not in seating.seats:
        raise WrongError(say("finding.dealer", seat=seating.dealer))
    check_pairs(night=night, seating=seating)


def check_pairs(*, night: NightSoFar, seating: Seating) -> None:
    recorded = tuple(sorted((one, other) for entry, one, other in night.pairs if (entry or 0) == seating.entry))
    try:
        should_be = night.pairs_in(seating)
    except ImpossibleError as error:
        raise WrongError(say("finding.impossible_seats", why=_why(error.problems))) from error
    if recorded != should_be:
        raise WrongError(differs("partners", recorded, should_be))


def _of_close(night: NightSoFar, line: Line) -> None:
    left = dict(night.outstanding)
    for payer, payee, cents in line.act["plan"]:
        left[payer] += cents
        left[payee] -= cents
    if any(left.values()) and not night.money.is_points:
        open_cents = ", ".join(f"{seat}: {cents}" for seat, cents in left.items() if cents)
        raise WrongError(say("finding.plan", open=open_cents))
    if line.act.get("discarded") and (night.is_closed or not night.is_untouched):
        raise WrongError(say("finding.discarded"))


def _of_free(_: NightSoFar, line: Line) -> Moves:
    if len({paid.payer for paid in line.payments}) != 1 or len({paid.cents for paid in line.payments}) != 1:
        raise WrongError(say("finding.free"))
    return Moves(payments=line.payments)


def _of_utang(night: NightSoFar, line: Line) -> Moves:
    way = UtangWay(line.act["way"])
    if way is UtangWay.OPENING:
        if night.is_closed:
            raise WrongError(say("finding.carried_into_closed"))
        return Moves(payments=line.payments)
    # Two phones may settle the same debt: together they must not settle more than is left.
    for paid in line.payments:
        pair = (paid.payee, paid.payer) if way is UtangWay.FORGIVEN else (paid.payer, paid.payee)
        if (left := night.left_of_plan(*pair)) < paid.cents:
            raise WrongError(differs("settles_more", (*pair, paid.cents), left))
    return Moves(payments=line.payments)


def _of_tong(night: NightSoFar, line: Line) -> Moves:
    if "was" in line.act and line.act["was"] != night.tong.holder:
        raise WrongError(say("finding.terms_before"))
    return Moves(payments=night.tong.open) if line.act["what"] == "taken" else Moves()


def _of_chips(night: NightSoFar, line: Line) -> Moves:
    act, chips = line.act, night.chips
    if act["what"] != ChipMove.COUNTED:
        stack = stack_of(act=act)
        if stack.what is ChipMove.TAKEN_OVER:
            is_wrong = not chips.bank or chips.bank == stack.bank or act["was"] != chips.bank
        else:
            is_wrong = chips.bank not in (0, stack.bank) or stack.cents < 1
        if is_wrong:
            raise WrongError(say("finding.chips_bank"))
        return Moves(payments=Bank(chips.stacks).cash_for(stack))
    counted = {seat: cents for seat, cents, _ in act["chips"]}
    recorded_due = {seat: cents for seat, _, cents in act["chips"] if cents}
    if recorded_due != chips.due or sum(counted.values()) != chips.out_cents:
        raise WrongError(say("finding.chips_count"))
    payments = decided(counted=counted, due=chips.due) if act["decides"] else ()
    return Moves(payments=payments)


def _of_terms(night: NightSoFar, line: Line) -> None:
    terms = terms_in(game=night.game, entry=line.number, act=line.act)
    if not night.session.has_terms:
        raise WrongError(say("finding.no_terms"))
    if terms.since != line.number or terms.stakes < 1:
        raise WrongError(say("finding.terms_since"))
    if line.act["was"] != was_of(before=night.agreed(), after=terms):
        raise WrongError(say("finding.terms_before"))


def _of_past(night: NightSoFar, line: Line) -> Moves:
    date.fromisoformat(line.act["day"])
    recorded = dict(line.act["results"])
    moved = results(seats=night.players, payments=line.payments)
    if recorded != moved or not night.entered_later:
        raise WrongError(differs("past", moved, recorded))
    return Moves(payments=line.payments)


def _of_day(night: NightSoFar, line: Line) -> None:
    act, before = line.act, night.last(EntryKind.DAY)
    try:
        days = tuple(date.fromisoformat(act[name]) for name in ("was", "day"))
    except ValueError:
        days = ()
    is_wrong = len(set(days)) < 2 or not all(FIRST_DAY <= day <= LAST_DAY for day in days)
    if is_wrong or (before and before.act["day"] != act["was"]):
        raise WrongError(say("finding.day_unread"))


_DUE: Mapping[EntryKind, Callable[[NightSoFar, Line], Moves | None]] = {
    EntryKind.SECRET: _of_act,
    EntryKind.PENALTY: _of_act,
    EntryKind.REVERSAL: _of_reversal,
    EntryKind.MATCH: _of_match,
    EntryKind.ADJUSTMENT: _of_adjustment,
    EntryKind.SEATING: _of_seating,
    EntryKind.CLOSE: _of_close,
    EntryKind.HANDOVER: _of_handover,
    EntryKind.FREE: _of_free,
    EntryKind.UTANG: _of_utang,
    EntryKind.TONG: _of_tong,
    EntryKind.CHIPS: _of_chips,
    EntryKind.TERMS: _of_terms,
    EntryKind.PAST: _of_past,
    EntryKind.DAY: _of_day,
}


def wrong_verdicts(*, kept: Rows) -> Iterator[tuple[int, Text, bool]]:
    """Yield line, error and severity of wrong verdicts.

    The severity is False if only an older engine judged differently.
    """
    for number, game, claim, rules, answer, version in kept:
        try:
            known = game_by_id(game_id=game)
            is_older = is_by_older_engine(version=version, game=known)
            if not is_answer_readable(answer=answer):
                yield number, say("finding.unread_answer"), True
            elif version != known.engine_version and not is_older:
                yield number, differs("engine", repr(version), known.engine_version), True
            elif _judged(known, claim=claim, rules=rules) != _amounts(answer):
                yield number, say("finding.verdict"), not is_older
        # A claim can hold anything after damage.
        except Exception:
            yield number, say("finding.unread_answer"), True


def _judged(game: AnyGame, *, claim: Data, rules: object) -> list[object]:
    question = question_by(game=game, claim=claim)
    return _amounts(question.answer(claim, game.read_rules(value=rules)).data())


def _amounts(answer: Mapping[str, Any]) -> list[object]:
    # Sentences and fields of later versions differ without any effect on money.
    lines = [(line.get("cents"), line.get("count")) for line in answer.get("lines") or ()]
    return [*(answer.get(name) for name in ("valid", "per_opponent", "king_cents")), lines]
