"""The books for accounting programs, written out whole."""

from dataclasses import replace
from datetime import date

from scoring.ledger.journal import Account, Booking, account_names, beancount_journal, hledger_journal
from scoring.money import currency_for

PESO = currency_for(code="PHP")
DAY = date(2026, 1, 31)
WON = Booking(day=DAY, night="n1", line=2, what="hand 1", moves=(("Ana", 90), ("Ben", -90)), currency=PESO)
CASH = replace(WON, line=3, what="handover", account=Account.CASH)
YEN = replace(
    WON,
    day=date(2026, 1, 3),
    night="n0",
    line=1,
    moves=(("Ana", -1200), ("Ben", 1200), ("Li", 0)),
    currency=currency_for(code="JPY"),
)


def test_hledger_gets_every_account_and_its_lines_by_day_with_cash_the_other_way_round() -> None:
    assert "".join(hledger_journal(title="Sun; days", players=["Ana", "Ben"], bookings=[WON, CASH, YEN])) == (
        "; Sun days\n"
        '; What a player has won is income, which has a minus here and none in "hledger is".\n'
        "commodity 1000. JPY\n"
        "commodity 1000.00 PHP\n"
        "account Income:Result:Ana  ; Ana\n"
        "account Income:Apart:Ana\n"
        "account Assets:Cash:Ana\n"
        "account Income:Result:Ben  ; Ben\n"
        "account Income:Apart:Ben\n"
        "account Assets:Cash:Ben\n"
        "\n"
        "2026-01-03 * (1) hand 1  ; night:n0\n"
        "    Income:Result:Ana  1200 JPY\n"
        "    Income:Result:Ben  -1200 JPY\n"
        "\n"
        "2026-01-31 * (2) hand 1  ; night:n1\n"
        "    Income:Result:Ana  -0.90 PHP\n"
        "    Income:Result:Ben  0.90 PHP\n"
        "\n"
        "2026-01-31 * (3) handover  ; night:n1\n"
        "    Assets:Cash:Ana  0.90 PHP\n"
        "    Assets:Cash:Ben  -0.90 PHP\n"
    )


def test_beancount_opens_every_account_on_the_first_day() -> None:
    assert "".join(beancount_journal(title='"Sundays"', players=["Ana", "Ben"], bookings=[WON])) == (
        'option "title" "\\"Sundays\\""\n'
        'option "operating_currency" "PHP"\n'
        "2026-01-31 open Income:Result:Ana\n"
        '  player: "Ana"\n'
        "2026-01-31 open Income:Apart:Ana\n"
        "2026-01-31 open Assets:Cash:Ana\n"
        "2026-01-31 open Income:Result:Ben\n"
        '  player: "Ben"\n'
        "2026-01-31 open Income:Apart:Ben\n"
        "2026-01-31 open Assets:Cash:Ben\n"
        "\n"
        '2026-01-31 * "hand 1"\n'
        '  night: "n1"\n'
        "  line: 2\n"
        "  Income:Result:Ana  -0.90 PHP\n"
        "  Income:Result:Ben  0.90 PHP\n"
    )
    assert "".join(beancount_journal(title="", players=["Ana"], bookings=[])) == 'option "title" ""\n'


def test_names_of_any_script_that_look_alike_get_accounts_that_do_not() -> None:
    names = ["ana", "Ana!", "ANA", "aña", "李", "王", "Ольга", "राम", "🎴"]
    accounts = ["Ana", "Ana-2", "ANA-3", "Aña", "李", "王", "Ольга", "राम", "Player"]
    assert list(account_names(players=names).values()) == accounts
