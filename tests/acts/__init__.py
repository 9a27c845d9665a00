"""What pages and API both do, as one table of cases; `tests/views/test_acts.py` and `tests/api/test_acts.py` run each.

To add a row, put it into `CASES` of the module of its subject, under a name that says the rule:

    "a secret is paid by each opponent (C17)": Case(act=SECRET, given={"seat": BEN}, then=(-50, 100, -50, 0)),

`given` is the input in the words of the request; a value that is a function gets the night, such as for an id.
`before` is done by operations. What form and request say of what they saw (`Act.seen`) is taken then; `meanwhile`
comes after it. `by` is who does it: the host, another role, or the player of a seat. `then` is what everybody stands
at afterwards, or what `reads` returns. A refused case says `refused=(status, code)` where both refuse alike, otherwise
`page=` (as `refusal` of `tests.views.reading` returns it: a field's as `field:code`) and `api=`; the books must be as
they were. What has no `Act` yet gets one in the same module: page, path, and how the input becomes form fields.
"""

from tests.acts import about, games, hands, payments, secrets, sessions, table
from tests.acts.cases import Case

SUBJECTS = (about, games, hands, payments, secrets, sessions, table)
CASES: dict[str, Case] = {name: case for subject in SUBJECTS for name, case in subject.CASES.items()}
"""Every case by its name."""

assert len(CASES) == sum(len(subject.CASES) for subject in SUBJECTS), "two cases have the same name"

DONE = {name: case for name, case in CASES.items() if case.is_done}
REFUSED = {name: case for name, case in CASES.items() if not case.is_done}
EACH_ACT = dict({id(case.act): (name, case) for name, case in reversed(DONE.items())}.values())
"""What is done, what is refused, and the first case that is done of every act."""
