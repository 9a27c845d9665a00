"""The judge's answer about a card on the table: whose it is, and what each player may do now (C13 to C24)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from scoring.games.base import Data
from scoring.games.cuajo.cards import Card, find_card
from scoring.games.cuajo.judge_others import single_changes
from scoring.games.cuajo.rules import PRESETS, HouseRules
from scoring.games.cuajo.table_rulings import may_discard, may_say_purro, may_win_now, must_show_draw, who_may_claim
from scoring.games.cuajo.table_state import (
    Answer,
    Drawn,
    Ground,
    Phase,
    Pile,
    Player,
    TurnState,
    after_discard,
    after_draw,
)
from scoring.games.fields import FieldKind, KeptAnswer
from scoring.games.reading import ActReader, whole
from scoring.texts import say


class Happened(StrEnum):
    """What was done with the card in question."""

    DRAWN = "drawn"
    DISCARDED = "discarded"


class Standing(StrEnum):
    """How a player stands; a running penalty turn is one of those left (C23).

    SERVED, a player between the second penalty turn and the third turn, is in answers kept from before.
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
class AskedPlayer:
    """A player as the question tells: the card may complete the hand, or the kings win alone with it (L4)."""

    seat: int
    who: str
    standing: Standing
    completes: bool
    by_kings: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedClaim:
    """What lies on the table: what happened, by whom, with which card, and how everybody stands."""

    how: Happened
    by: int
    card: Card | None
    dealer: str
    players: tuple[AskedPlayer, ...]

    @property
    def who(self) -> dict[int, str]:
        """Return what the players are called by seat, in the order of play."""
        return {player.seat: player.who for player in self.players}

    @property
    def by_kings(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.players if player.by_kings)

    @property
    def completed(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.players if player.completes)

    def data(self) -> Data:
        return {
            "how": self.how.value,
            "by": self.by,
            "card": None if self.card is None else self.card.notation,
            "dealer": self.dealer,
            "players": [asdict(player) for player in self.players],
        }

    def state(self, *, rules: HouseRules) -> TurnState:
        """Return the table at the moment asked about."""
        players = tuple(
            Player(
                seat=asked.seat,
                purro=asked.standing is Standing.PURRO,
                draws_until_free=asked.standing.draws_until_free(acting=asked.seat == self.by),
            )
            for asked in self.players
        )
        moment = after_draw if self.how is Happened.DRAWN else after_discard
        return moment(rules=rules, players=players, by=self.by, card=self.card)


def claim_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Rule whose card it is, and answer the small questions of the moment, each with its grounds.

    The players stand in the order of play as `players`, or by seat: `names`, `standing`, `completes`,
    `by_kings`. Raises ImpossibleError for a question that makes no sense.
    """
    claim = _read(entered)
    state, who = claim.state(rules=rules), claim.who
    ruling = who_may_claim(state=state, card=claim.card, completes=claim.completed, by_kings=claim.by_kings)
    shows = state.turn if state.phase is Phase.DRAW else claim.by
    told = {
        "winner": who.get(ruling.winner or 0, ""),
        "claimants": [
            {"seat": one.seat, "who": who[one.seat], "wins": one.wins, "grounds": _grounds_data(one.grounds)}
            for one in ruling.claimants
        ],
        "show": {"who": who[shows], **_answer_data(must_show_draw(state=state, seat=shows))},
        "win": list(_alike(who, {seat: _may_win(claim, state, seat) for seat in who})),
        "purro": list(_alike(who, {seat: may_say_purro(state=state, seat=seat) for seat in who})),
        "discard": None if claim.card is None else _answer_data(may_discard(card=claim.card)),
        "deals": _grounds_data((Ground.WINNER_DEALS, Ground.SAME_DEALER, Ground.VOID_SAME_DEALER)),
        "houses": list(_other_houses(claim, rules)),
        "presets": [{"preset": name, "winner": _winner(claim, preset)} for name, preset in PRESETS.items()],
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked=claim.data(), told=told)


def _winner(claim: AskedClaim, rules: HouseRules) -> str:
    """Return who wins with the card under some rules, empty for nobody."""
    state = claim.state(rules=rules)
    ruling = who_may_claim(state=state, card=claim.card, completes=claim.completed, by_kings=claim.by_kings)
    return claim.who.get(ruling.winner or 0, "")


def _other_houses(claim: AskedClaim, rules: HouseRules) -> Iterator[Data]:
    """Yield each switch of the house that would give the card to somebody else."""
    own = _winner(claim, rules)
    for other in single_changes(rules, 0):
        winner = _winner(claim, other.rules) if other.about and other.about.kind is FieldKind.SWITCH else own
        if other.about and winner != own:
            said = {"label": other.about.label, "name": other.about.name, "rule": other.about.rule}
            yield {**said, "value": str(other.value).lower(), "winner": winner}


def told_so_far(*, state: TurnState) -> Data:
    """Return what the companion of a table was told of the hand, as what stands in the question at first."""
    standings = {str(player.seat): _standing(state, player).value for player in state.players}
    match state:
        case TurnState(phase=Phase.DRAW):
            how = Happened.DISCARDED
        case TurnState(drawn=Drawn(pile=Pile.STOCK)):
            how = Happened.DRAWN
        case _:
            return {"standing": standings}
    return {"how": how.value, "by": state.acting, "standing": standings}


def _read(entered: Data) -> AskedClaim:
    players = _players(entered)
    seats = [whole(player.get("seat")) or 0 for player in players]
    reader = ActReader(act=entered, seats=tuple(seats))
    if min(seats, default=1) < 1:
        reader.note(say("unknown_seat.of_player"), field="players")
    elif len(set(seats)) < len(seats):
        reader.note(say("unknown_seat.twice"), field="players")
    how = Happened.DRAWN
    if reader.has("how"):
        how = reader.word("how", Happened) or how
    else:
        reader.note(say("missing_field.how"), field="how")
    by = whole(entered.get("by"))
    if by not in reader.seats:
        reader.note(say("unknown_seat.by"), field="by")
    typed = str(entered.get("card") or "")
    card = find_card(text=typed)
    if typed and card is None:
        reader.note(say("unknown_card.only_one"), field="card", cards=[typed[:40]])
    asked = tuple(_player(player, reader) for player in players)
    reader.check()
    return AskedClaim(how=how, by=by or 0, card=card, dealer=str(entered.get("dealer", "")), players=asked)


def _players(entered: Data) -> list[Data]:
    """Return the players as they are kept, also where each thing is said by seat."""
    listed = entered.get("players")
    if isinstance(listed, list):
        return [each if isinstance(each, Mapping) else {} for each in listed]
    names = _by_seat(entered, "names")
    told = {name: _by_seat(entered, name) for name in ("standing", "completes", "by_kings")}
    return [
        {
            "seat": int(seat) if re.fullmatch("[1-9]", str(seat)) else None,
            "who": who,
            **{name: values.get(seat) for name, values in told.items()},
        }
        for seat, who in names.items()
    ]


def _by_seat(entered: Data, name: str) -> Mapping[str, object]:
    value = entered.get(name)
    return value if isinstance(value, Mapping) else {}


def _player(player: Data, reader: ActReader) -> AskedPlayer:
    seat = whole(player.get("seat")) or 0
    standing = ActReader(act=player, seats=(), problems=reader.problems).word(
        "standing", Standing, normal=Standing.PLAIN
    )
    return AskedPlayer(
        seat=seat,
        who=str(player.get("who") or seat),
        standing=standing or Standing.PLAIN,
        completes=bool(player.get("completes")),
        by_kings=bool(player.get("by_kings")),
    )


def _may_win(claim: AskedClaim, state: TurnState, seat: int) -> Answer:
    """Return whether a player may win with the card if it is told, or else with whatever lies there."""
    by_kings = (seat,) if seat in claim.by_kings else ()
    melded = (seat,) if seat in claim.completed or not by_kings else ()
    (claimant,) = who_may_claim(state=state, card=claim.card, completes=melded, by_kings=by_kings).claimants
    if not claimant.wins:
        return Answer(yes=False, grounds=claimant.grounds)
    return may_win_now(state=state, seat=seat, by_kings=bool(by_kings))


def _standing(state: TurnState, player: Player) -> Standing:
    if player.purro:
        return Standing.PURRO
    return (Standing.PLAIN, Standing.ONE_LEFT, Standing.TWO_LEFT)[state.penalty_turns(seat=player.seat)]


def _alike(who: Mapping[int, str], answers: Mapping[int, Answer]) -> Iterator[Data]:
    """Yield each different answer once, with everybody it is given to, in the order of play."""
    for answer in dict.fromkeys(answers.values()):
        names = [who[seat] for seat, other in answers.items() if other == answer]
        yield {"who": _listed(names), **_answer_data(answer)}


def _listed(names: list[str]) -> str:
    *others, last = names
    return say("all_of", others=", ".join(others), last=last).english() if others else last


def _answer_data(answer: Answer) -> Data:
    return {"yes": answer.yes, "grounds": _grounds_data(answer.grounds)}


def _grounds_data(grounds: Iterable[Ground]) -> list[Data]:
    return [{"text": ground.text.english(), "rules": list(ground.rules)} for ground in grounds]
