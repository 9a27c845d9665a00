"""A night in a few lines of plain text, to be pasted into a chat."""

from dataclasses import dataclass

from scoring.money import PLAIN, Currency, Style, format_amount, unbroken


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's result of the night in cents: won (> 0) or lost (< 0); `in_all_cents` with what came beside it."""

    player: str
    cents: int
    in_all_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPayment:
    """Payer hands payee `cents` in all, of which `left_cents` are still to be handed over."""

    payer: str
    payee: str
    cents: int
    left_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPoints:
    """The points of each player at the end of a match, best first; not settled, they are worth nothing."""

    points: tuple[tuple[str, int], ...]
    is_settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentences of the text and how it writes amounts; views pass them in the reader's language."""

    pays: str = "{payer} pays {payee} {amount}"
    paid: str = "{payer} has paid {payee} {amount}"
    part_left: str = "{payer} pays {payee} {amount}, {left} still to come"
    in_all: str = "in all {amount}"
    beside: str = "Beside the game:"
    nobody_pays: str = "Nobody owes anything."
    match: str = "Match: {points}"
    match_left: str = "Match not settled: {points}"
    style: Style = PLAIN
    check_code: str = "Check code: {check_code}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a night came to; `day` is written as the reader writes dates, `check_code` in its short form.

    `beside` says what was paid for something else than play, as the ledger says it.
    """

    title: str
    day: str
    currency: Currency
    standings: tuple[Standing, ...]
    plan: tuple[PlannedPayment, ...]
    check_code: str
    matches: tuple[MatchPoints, ...] = ()
    beside: tuple[str, ...] = ()


def written_points(*, points: int) -> str:
    """Write points, a minus before those that are lost.

    >>> written_points(points=-2)
    '−2'
    """
    return f"{'−' if points < 0 else ''}{abs(points)}"


def share_text(*, statement: Statement, wording: Wording | None = None) -> str:
    """Write the night as plain text: title and day, results, matches, what is beside the game, who pays whom,
    check code.

    Results stand from best to worst; equal ones keep their order. A night for points has no payments and does
    not mention any. The wording is English unless given.
    """
    words = wording or Wording()
    parts = (
        [statement.title, statement.day],
        _result_lines(statement, words),
        [_match_line(match, words) for match in statement.matches],
        [words.beside, *statement.beside] if statement.beside else [],
        [] if statement.currency.is_points else _payment_lines(statement, words),
        [words.check_code.format(check_code=statement.check_code)],
    )
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _result_lines(statement: Statement, words: Wording) -> list[str]:
    ranked = sorted(statement.standings, key=lambda standing: -standing.cents)
    return [_result_line(each, statement.currency, words) for each in ranked]


def _result_line(standing: Standing, currency: Currency, words: Wording) -> str:
    line = f"{standing.player} {_signed(standing.cents, currency, words)}"
    if standing.in_all_cents in (None, standing.cents):
        return line
    return f"{line} ({words.in_all.format(amount=_signed(standing.in_all_cents, currency, words))})"


def _signed(cents: int, currency: Currency, words: Wording) -> str:
    return unbroken(format_amount(cents=cents, currency=currency, sign=True, style=words.style))


def _match_line(match: MatchPoints, words: Wording) -> str:
    pattern = words.match if match.is_settled else words.match_left
    return pattern.format(
        points=", ".join(f"{player} {written_points(points=points)}" for player, points in match.points)
    )


def _payment_lines(statement: Statement, words: Wording) -> list[str]:
    """Write who pays whom, and what was handed over already."""
    if not statement.plan:
        return [words.nobody_pays]
    return [_payment_line(payment, statement.currency, words) for payment in statement.plan]


def _payment_line(payment: PlannedPayment, currency: Currency, words: Wording) -> str:
    """Write one payment of the plan as open, paid in part or paid."""
    pattern = words.part_left
    if payment.left_cents == payment.cents:
        pattern = words.pays
    elif not payment.left_cents:
        pattern = words.paid
    return pattern.format(
        payer=payment.payer,
        payee=payment.payee,
        amount=format_amount(cents=payment.cents, currency=currency, style=words.style),
        left=format_amount(cents=payment.left_cents, currency=currency, style=words.style),
    )
