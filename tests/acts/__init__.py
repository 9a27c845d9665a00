"""What pages and API both do, as one table of cases; `tests/views/test_acts.py` and `tests/api/test_acts.py` run each.

To add a row, put it into `CASES` of the module of its subject, under a name that says the rule:

    "a secret is paid by each opponent (C17)": Case(SECRET, {"seat": BEN}, then=(-50, 100, -50, 0)),

After the act stands the input, in the words of the request; a value that is a function gets the night, such as for an
id. Then comes what operations do `before`. What form and request say of what they saw (`Act.seen`) is taken then;
`meanwhile` comes after it. `by` is who does it: the host, another role, or the player of a seat. `then` is what
everybody has afterwards, or what `reads` returns. A refused case says `refused="409 code"` where both refuse alike,
otherwise `page=` (a field's code as `field:code`) and `api=`, without the status where it is 422; the books must be as
they were.
What has no `Act` yet gets one in the same module: page, path, and how the input becomes form fields.
"""

from tests.acts import games, hands, nights, payments, table
from tests.acts.cases import Case

CASES: dict[str, Case] = games.CASES | hands.CASES | payments.CASES | nights.CASES | table.CASES
DONE = {name: case for name, case in CASES.items() if case.is_done}
REFUSED = {name: case for name, case in CASES.items() if not case.is_done}
EACH_ACT = dict({id(case.act): (name, case) for name, case in reversed(DONE.items())}.values())
"""The first case that is done of every act."""
