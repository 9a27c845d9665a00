"""What a person asks the judge about a card on the table: whose it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.judge import JudgeForm
from scoring.forms.notation import CardField
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.table import Drawn, Phase, Pile, Player, TableState
from scoring.queries.judge import Question
from scoring.queries.judge_answers import Kind
from scoring.queries.judge_claims import Happened, Standing
from scoring.queries.judge_tables import JudgeTable

_STANDINGS = (
    (Standing.PLAIN, gettext_lazy("not purro")),
    (Standing.PURRO, gettext_lazy("purro")),
    (Standing.TWO_LEFT, gettext_lazy("lost, 2 left")),
    (Standing.ONE_LEFT, gettext_lazy("lost, 1 left")),
)
_SERVED = (Standing.SERVED, gettext_lazy("lost, both turns over"))
"""Offered only where kings win alone: without purro nothing else could be claimed then (C21, C23, L4)."""

_FEWEST, _MOST, _USUAL = 2, 6, 4
_PLACES: dict[int, tuple[str | Promise, ...]] = {
    2: (gettext_lazy("Other player"),),
    3: (gettext_lazy("Right neighbour"), gettext_lazy("Left neighbour")),
    4: (
        gettext_lazy("Right neighbour"),
        gettext_lazy("Player opposite"),
        gettext_lazy("Left neighbour"),
    ),
    5: (
        gettext_lazy("Right neighbour"),
        gettext_lazy("Second to the right"),
        gettext_lazy("Second to the left"),
        gettext_lazy("Left neighbour"),
    ),
    6: (
        gettext_lazy("Right neighbour"),
        gettext_lazy("Second to the right"),
        gettext_lazy("Player opposite"),
        gettext_lazy("Second to the left"),
        gettext_lazy("Left neighbour"),
    ),
}
"""The others by their place, seen from whoever drew or discarded, in the order of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFields:
    """The fields about one player; `by_kings` only where kings can win alone (L4)."""

    seat: int
    standing: forms.BoundField
    completes: forms.BoundField
    by_kings: forms.BoundField | None


class ClaimQuestion(JudgeForm):
    """Whose card is it? The card, who drew or discarded it, and how each player stands.

    At the table of a session the players have names. Elsewhere they are called by their place, seen from
    whoever drew or discarded the card, and the form asks how many play.
    """

    kind = Kind.CLAIM

    how = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=(
            (Happened.DRAWN, gettext_lazy("Drawn from the stock")),
            (Happened.DISCARDED, gettext_lazy("Discarded")),
        ),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say whether it was drawn or discarded.")},
    )
    by = forms.TypedChoiceField(
        label=gettext_lazy("By whom?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say who drew or discarded it.")},
    )
    card = CardField(label=gettext_lazy("The card"), required=False)
    count = forms.ChoiceField(
        label=gettext_lazy("How many play?"),
        choices=[(count, str(count)) for count in range(_FEWEST, _MOST + 1)],
        required=False,
        widget=forms.Select(attrs={"data-asks-again": True}),
    )

    def __init__(self, *args: Any, table: JudgeTable | None, **options: Any) -> None:
        noted = _noted(table.noted) if table and table.noted else {}
        options["initial"] = {"count": _USUAL, **noted, **options.get("initial", {})}
        super().__init__(*args, table=table, **options)
        self.players = dict(table.players) if table else self._places()
        if table:
            self._offer("by", list(self.players.items()))
            del self.fields["count"]
        else:
            del self.fields["by"]
        for seat, name in self.players.items():
            self._ask_about(seat, name)

    def _places(self) -> dict[int, str]:
        asked = str(self["count"].value())
        count = int(asked) if asked in {str(each) for each in _PLACES} else _USUAL
        others = enumerate((str(place) for place in _PLACES[count]), start=2)
        return {1: _("Whoever drew or discarded it"), **dict(others)}

    def _ask_about(self, seat: int, name: str) -> None:
        kings_win_alone = self.chosen.scheme is Scheme.PRICELIST
        self.fields[f"standing_{seat}"] = forms.ChoiceField(
            label=name,
            choices=(*_STANDINGS, _SERVED) if kings_win_alone else _STANDINGS,
            widget=forms.RadioSelect,
            required=False,
        )
        self.fields[f"completes_{seat}"] = forms.BooleanField(
            label=_("The card completes this hand"), required=False
        )
        if kings_win_alone:
            self.fields[f"by_kings_{seat}"] = forms.BooleanField(
                label=_("With it the kings win alone (L4)"), required=False
            )

    def player_fields(self) -> Iterator[PlayerFields]:
        """Yield the fields of each player in the order of play."""
        for seat in self.players:
            by_kings = f"by_kings_{seat}"
            yield PlayerFields(
                seat=seat,
                standing=self[f"standing_{seat}"],
                completes=self[f"completes_{seat}"],
                by_kings=self[by_kings] if by_kings in self.fields else None,
            )

    def question(self) -> Question:
        """Return the valid question as data; `players` stand in the order of play."""
        told = self.cleaned_data
        return {
            "question": self.kind.value,
            "how": told["how"],
            "by": told.get("by", 1),
            "card": told["card"],
            "dealer": self.table.dealer if self.table else "",
            "players": [
                {
                    "seat": seat,
                    "who": self._called(seat),
                    "standing": told[f"standing_{seat}"],
                    "completes": told[f"completes_{seat}"],
                    "by_kings": told.get(f"by_kings_{seat}", False),
                }
                for seat in self.players
            ],
        }

    def _called(self, seat: int) -> str:
        if self.table or seat != 1:
            return self.players[seat]
        return _("Drawer") if self.cleaned_data["how"] == Happened.DRAWN else _("Discarder")


def _noted(state: TableState) -> dict[str, object]:
    """Return what the companion of a table knows as the form's initial values."""
    standings: dict[str, object] = {
        f"standing_{player.seat}": _standing(state, player) for player in state.players
    }
    match state:
        case TableState(phase=Phase.DRAW):
            how = Happened.DISCARDED
        case TableState(drawn=Drawn(pile=Pile.STOCK)):
            how = Happened.DRAWN
        case _:
            return standings
    return {"how": how, "by": state.acting, **standings}


def _standing(state: TableState, player: Player) -> Standing:
    if player.purro:
        return Standing.PURRO
    left = state.penalty_turns(seat=player.seat)
    served = player.draws_until_free and player.seat != state.acting
    if not left and served and state.rules.scheme is Scheme.PRICELIST:
        return Standing.SERVED
    return (Standing.PLAIN, Standing.ONE_LEFT, Standing.TWO_LEFT)[left]
