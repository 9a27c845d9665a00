"""The judge's answer about a card on the table: whose it is, and what each player may do now (C13 to C24)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.games.base import Data
from scoring.games.cards import Card, find_card
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.table import (
    Answer,
    Ground,
    Phase,
    TableState,
    after_discard,
    after_draw,
    may_discard,
    may_say_purro,
    may_win_now,
    must_show_draw,
    who_may_claim,
)
from scoring.queries.judge import Question


class Happened(StrEnum):
    """What was done with the card in question."""

    DRAWN = "drawn"
    DISCARDED = "discarded"


class Standing(StrEnum):
    """How a player stands; a running penalty turn is one of those left (C23).

    SERVED is a player after the second penalty turn and before the third turn, still kept from claiming.
    """

    PLAIN = ""
    PURRO = "purro"
    TWO_LEFT = "two_left"
    ONE_LEFT = "one_left"
    SERVED = "served"

    def draws_until_free(self, *, acting: bool) -> int:
        """Return how many own draws the penalty lasts; who is acting has drawn already."""
        draws = {Standing.TWO_LEFT: 3, Standing.ONE_LEFT: 2, Standing.SERVED: 1}.get(self, 0)
        return draws - 1 if acting and draws else draws


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    rules: HouseRules
    how: Happened
    by: int
    card: Card | None
    players: tuple[Question, ...]

    def seats_with(self, mark: str) -> tuple[int, ...]:
        """Return the seats of the players that a mark is true for."""
        return tuple(player["seat"] for player in self.players if player[mark])

    @property
    def who(self) -> dict[int, str]:
        """Return what the players are called by seat."""
        return {player["seat"]: player["who"] for player in self.players}

    @property
    def state(self) -> TableState:
        """Return the table at the moment asked about."""
        standings = {player["seat"]: Standing(player["standing"]) for player in self.players}
        left = {
            seat: standing.draws_until_free(acting=seat == self.by) for seat, standing in standings.items()
        }
        moment = after_draw if self.how is Happened.DRAWN else after_discard
        state = moment(
            rules=self.rules,
            seats=tuple(standings),
            by=self.by,
            card=self.card,
            purro=[seat for seat, standing in standings.items() if standing is Standing.PURRO],
            penalty=[seat for seat, draws in left.items() if draws],
        )
        for seat, draws in left.items():
            state = state.with_player(replace(state.player(seat=seat), draws_until_free=draws))
        return state


def claim_answer(*, rules: HouseRules, claim: Question) -> Data:
    """Rule whose card it is, and answer the small questions of the moment; every answer has its grounds.

    `claim` names what happened (`how`, `by`, `card`) and the `players` in the order of play: seat, what they
    are called, how they stand, whether the card completes their hand or wins it by kings alone (L4).
    """
    asked = _Asked(
        rules=rules,
        how=Happened(claim["how"]),
        by=claim["by"],
        card=find_card(text=claim["card"] or ""),
        players=tuple(claim["players"]),
    )
    by_kings = asked.seats_with("by_kings")
    completes = dict.fromkeys((*asked.seats_with("completes"), *by_kings))
    state = asked.state
    ruling = who_may_claim(state=state, card=asked.card, completes=completes, by_kings=by_kings)
    return {
        "winner": asked.who.get(ruling.winner or 0, ""),
        "claimants": [
            {
                "seat": one.seat,
                "who": asked.who[one.seat],
                "wins": one.wins,
                "grounds": _grounds(one.grounds),
            }
            for one in ruling.claimants
        ],
        "show": _shown(asked, state),
        "win": _alike(asked, {seat: _may_win(asked, state, seat) for seat in asked.who}),
        "purro": _alike(asked, {seat: may_say_purro(state=state, seat=seat) for seat in asked.who}),
        "discard": None if asked.card is None else _answer(may_discard(card=asked.card)),
        "deals": _grounds((Ground.WINNER_DEALS, Ground.SAME_DEALER, Ground.VOID_SAME_DEALER)),
        "rules_revision": rules.identity,
    }


def _shown(asked: _Asked, state: TableState) -> Data:
    """Return whether the drawn card must be shown, or after a discard the one drawn next."""
    seat = state.turn if state.phase is Phase.DRAW else asked.by
    return {"who": asked.who[seat], **_answer(must_show_draw(state=state, seat=seat))}


def _may_win(asked: _Asked, state: TableState, seat: int) -> Answer:
    """Return whether a player may win with the card if it is told, or else with whatever lies there."""
    by_kings = seat in asked.seats_with("by_kings")
    (claimant,) = who_may_claim(
        state=state, card=asked.card, completes=(seat,), by_kings=(seat,) if by_kings else ()
    ).claimants
    if not claimant.wins:
        return Answer(yes=False, grounds=claimant.grounds)
    return may_win_now(state=state, seat=seat, by_kings=by_kings)


def _alike(asked: _Asked, answers: dict[int, Answer]) -> list[Data]:
    """Return each different answer once, with everybody it is given to, in the order of play."""
    found: list[Data] = []
    for answer in dict.fromkeys(answers.values()):
        names = [asked.who[seat] for seat, other in answers.items() if other == answer]
        found.append({"who": get_text_list(names, _("and")), **_answer(answer)})
    return found


def _answer(answer: Answer) -> Data:
    return {"yes": answer.yes, "grounds": _grounds(answer.grounds)}


def _grounds(grounds: Iterable[Ground]) -> list[Data]:
    return [{"text": ground.text, "rules": list(ground.rules)} for ground in grounds]
