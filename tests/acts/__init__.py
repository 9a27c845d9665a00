"""Acts that pages and API share, as a table of cases. `tests/views/test_acts.py` and `tests/api/test_acts.py` run it.

    "a secret is paid by each opponent (C17)": Case(SECRET, {"seat": BEN}, then=(-50, 100, -50, 0)),

A case has a rule as its name, an act and its input. A function in the input gets the night. `before` has the operations
that run first. `meanwhile` has those of another phone, between the form and its act. `by` is a role or a seat. `then`
has the balances, or the result of `reads`. `refused="409 code"` is the refusal of pages and API, `page=` or `api=` of
one of them; a refused act changes no books.
A new act is an `Act` in the module of its subject: its page, its path, and the fields of its form.
"""

from tests.acts import games, hands, nights, payments, table
from tests.acts.cases import Case

CASES: dict[str, Case] = games.CASES | hands.CASES | payments.CASES | nights.CASES | table.CASES
DONE = {name: case for name, case in CASES.items() if case.is_done}
REFUSED = {name: case for name, case in CASES.items() if not case.is_done}
EACH_ACT = dict({id(case.act): (name, case) for name, case in reversed(DONE.items())}.values())  # its first case
