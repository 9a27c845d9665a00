"""Which seats an act names, and the same act about others."""

from scoring.games.fields import Field, FieldKind
from scoring.games.moving import moved, seats_named

WINNER = Field(name="winner", label="Winner", kind=FieldKind.SEAT)
POINTS = Field(name="points", label="Points", kind=FieldKind.COUNT)


def test_only_fields_of_seats_name_seats_and_move() -> None:
    act = {"winner": 2, "points": 3}
    assert seats_named(act=act, asked=(WINNER, POINTS)) == {2}
    assert moved(act=act, asked=(WINNER, POINTS), to={2: 5, 3: 4}) == {"winner": 5, "points": 3}
