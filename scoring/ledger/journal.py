"""The books as plain-text accounting: one journal for hledger, one for Beancount.

Every player has three accounts. `Result` holds what the player has won (> 0) or lost, `Apart` what the player
gets (> 0) or pays apart from play, `Cash` what the player has handed over (> 0) or received. Their sum is what
the player still has to get (> 0) or to hand over. Each line of the ledger is a transaction that sums to zero.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import chain, count
from unicodedata import normalize

from scoring.money import Currency, plain_number


class Account(StrEnum):
    """An account of a player; the values end its name."""

    RESULT = "Result"
    APART = "Apart"
    CASH = "Cash"


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """A line of the ledger that moves money; `moves` are players and cents, and sum to zero.

    `what` is a word or two in ASCII, `night` the id of the session. On the account of cash they are cash received.
    """

    day: date
    night: str
    line: int
    what: str
    moves: tuple[tuple[str, int], ...]
    currency: Currency
    account: Account = Account.RESULT


def hledger_journal(*, title: str, players: Iterable[str], bookings: Iterable[Booking]) -> str:
    """Write a journal that `hledger check --strict` accepts; `players` are the names, each once.

    >>> from scoring.money import currency_for
    >>> peso, won = currency_for(code="PHP"), (("Ana", 90), ("Ben", -90))
    >>> hand = Booking(day=date(2026, 1, 31), night="n1", line=1, what="hand 1", moves=won, currency=peso)
    >>> print(hledger_journal(title="Sundays", players=["Ana", "Ben"], bookings=[hand]))
    ; Sundays
    ; Result is what a player has won; Result, Apart and Cash together are what is still to be received.
    commodity 1000.00 PHP
    account Equity:Players:Ana:Result  ; Ana
    account Equity:Players:Ana:Apart
    account Equity:Players:Ana:Cash
    account Equity:Players:Ben:Result  ; Ben
    account Equity:Players:Ben:Apart
    account Equity:Players:Ben:Cash
    <BLANKLINE>
    2026-01-31 * (1) hand 1  ; night:n1
        Equity:Players:Ana:Result  0.90 PHP
        Equity:Players:Ben:Result  -0.90 PHP
    <BLANKLINE>
    """
    accounts, ordered = account_names(players=players), _ordered(bookings)
    head = [
        f"; {_bare(title)}",
        "; Result is what a player has won; Result, Apart and Cash together are what is still to be received.",
    ]
    head += [f"commodity 1000.{currency.minor_digits * '0'} {_code(currency)}" for currency in _currencies(ordered)]
    for player, account in accounts.items():
        head.append(f"account {account}:{Account.RESULT}  ; {_bare(player)}")
        head += [f"account {account}:{ending}" for ending in (Account.APART, Account.CASH)]
    blocks = [
        [
            f"{booking.day} * ({booking.line}) {booking.what}  ; night:{booking.night}",
            *_postings(booking, accounts, indent=4),
        ]
        for booking in ordered
    ]
    return _joined(head, *blocks)


def beancount_journal(*, title: str, players: Iterable[str], bookings: Iterable[Booking]) -> str:
    """Write a journal that `bean-check` accepts; `players` are the names, each once."""
    accounts, ordered = account_names(players=players), _ordered(bookings)
    head = [f'option "title" {_quoted(title)}']
    head += [f'option "operating_currency" "{_code(currency)}"' for currency in _currencies(ordered)]
    for player, account in accounts.items() if ordered else ():
        head += [f"{ordered[0].day} open {account}:{Account.RESULT}", f"  player: {_quoted(player)}"]
        head += [f"{ordered[0].day} open {account}:{ending}" for ending in (Account.APART, Account.CASH)]
    blocks = [
        [
            f'{booking.day} * "{booking.what}"',
            f'  night: "{booking.night}"',
            f"  line: {booking.line}",
            *_postings(booking, accounts, indent=2),
        ]
        for booking in ordered
    ]
    return _joined(head, *blocks)


def account_names(*, players: Iterable[str]) -> dict[str, str]:
    """Return for each name an account that every program understands; no two are alike.

    >>> list(account_names(players=["José Rizal", "jose-rizal", "李"]).values())
    ['Equity:Players:Jose-Rizal', 'Equity:Players:Jose-rizal-2', 'Equity:Players:Player']
    """
    taken: set[str] = set()
    accounts = {}
    for player in players:
        ascii_name = normalize("NFKD", player).encode("ascii", errors="ignore").decode()
        plain = "-".join(re.findall(r"[A-Za-z0-9]+", ascii_name)) or "Player"
        plain = plain[0].upper() + plain[1:]
        numbered = (f"{plain}-{number}" for number in count(2))
        name = next(name for name in chain([plain], numbered) if name.lower() not in taken)
        taken.add(name.lower())
        accounts[player] = f"Equity:Players:{name}"
    return accounts


def _ordered(bookings: Iterable[Booking]) -> list[Booking]:
    return sorted(bookings, key=lambda booking: booking.day)


def _currencies(bookings: Iterable[Booking]) -> list[Currency]:
    return sorted({booking.currency for booking in bookings}, key=_code)


def _code(currency: Currency) -> str:
    return currency.code.upper()


def _postings(booking: Booking, accounts: Mapping[str, str], *, indent: int) -> list[str]:
    sign = -1 if booking.account is Account.CASH else 1
    return [
        f"{indent * ' '}{accounts[player]}:{booking.account}  "
        f"{plain_number(cents=sign * cents, currency=booking.currency)} {_code(booking.currency)}"
        for player, cents in booking.moves
        if cents
    ]


def _bare(text: str) -> str:
    """Return a text for a comment: no line break, nothing that hledger reads as a tag or a date."""
    return " ".join(re.sub(r"[^\w .,'-]", " ", text).split())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _joined(*blocks: list[str]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"
