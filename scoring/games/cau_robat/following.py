"""A hand of cau robat followed card by card: whose turn, centre, piles, captures, calls, payments, debts."""

from collections.abc import Iterator

from scoring.games.base import Data, Followed, Seat, TallyLine
from scoring.games.cau_robat.capture import PACK, Cards, written
from scoring.games.cau_robat.hand import FACE_UP
from scoring.games.cau_robat.rules import CauRules
from scoring.games.cau_robat.table import Captured, Paid, Step, TurnState, begin, call_of, finish, play
from scoring.games.reading import ActReader
from scoring.texts import say


def follow(*, act: Data, rules: CauRules, seats: tuple[Seat, ...]) -> Followed | None:
    """Return how the hand stands after the cards entered so far, None before the centre is known."""
    reader = ActReader(act=act, seats=tuple(seat.number for seat in seats))
    dealer = reader.seat("dealer") if reader.has("dealer") else None
    face_up, plays = reader.cards("face_up", PACK), reader.cards("plays", PACK)
    if dealer is None or reader.problems or len(set(face_up)) != len(face_up) or len(face_up) != FACE_UP[len(seats)]:
        return None
    state = begin(seats=reader.seats, dealer=dealer, centre=face_up, piles_taken=rules.piles_taken)
    steps: list[TallyLine] = []
    for card in plays:
        before, seat = state, state.turn
        state = play(state=state, card=card)
        taken = state.steps[len(before.steps) :]
        own = [step for step in taken if isinstance(step, Captured) and step.seat == seat]
        waits = call_of(chain=state.chain) if not own else None
        said = say("cau.waits", card=card, call=say(f"cau.{waits}")) if waits else say("cau.plays", card=card)
        told = [line for step in taken for line in _told(step)]
        played = TallyLine(text=said, rule="R6" if waits else "R3", seat=seat)
        steps += [played, *told] if own or not told else [*told, played]
    if len(plays) + len(face_up) == len(PACK) * 4:
        ended = finish(state=state)
        steps += [line for step in ended.steps[len(state.steps) :] for line in _told(step)]
        state = ended
    return Followed(now=tuple(_now(state, is_over=len(plays) + len(face_up) == len(PACK) * 4)), steps=tuple(steps))


def _now(state: TurnState, *, is_over: bool) -> Iterator[TallyLine]:
    if not is_over:
        yield TallyLine(text=say("cau.turn"), rule="R2", seat=state.turn)
    centre: Cards = (*state.centre, *((state.chain_rank,) * state.waiting if state.chain_rank else ()))
    yield TallyLine(text=say("cau.centre", cards=written(cards=centre)) if centre else say("cau.empty"), rule="R3")
    for seat in state.seats:
        pile = state.piles[seat]
        if pile:
            yield TallyLine(text=say("cau.pile", top=pile[0]), rule="R5", seat=seat, count=len(pile))
        else:
            yield TallyLine(text=say("cau.no_pile"), rule="R5", seat=seat)
    for due in state.owed:
        yield TallyLine(text=say("cau.owes"), rule="R8", seat=due.payer, to=due.payee, count=due.cards)


def _told(step: Step) -> Iterator[TallyLine]:
    match step:
        case Captured(seat=seat, capture=found, call=call):
            cards = written(cards=found.cards)
            text = say("cau.calls", call=say(f"cau.{call}"), cards=cards) if call else say("cau.takes", cards=cards)
            yield TallyLine(text=text, rule="R6" if call else "R3", seat=seat)
        case Paid(payer=payer, payee=payee, cards=paid):
            yield TallyLine(text=say("cau.pays"), rule="R6", seat=payer, to=payee, count=len(paid))
        case _:
            yield TallyLine(text=say("cau.due"), rule=step.rule, seat=step.payer, to=step.payee, count=step.cards)
