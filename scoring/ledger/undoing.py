"""Lines that block an undo. Pure."""

from collections.abc import Iterator

from scoring.frozen import Frozen
from scoring.ledger.chips import ChipMove, resting_on
from scoring.ledger.kinds import MOVES_CHIPS, PLAYED, SETTLING, EntryKind
from scoring.ledger.lines import Line
from scoring.ledger.night import Night


class Blocker(Frozen):
    why: str
    line: Line


def undo_blocker(*, night: Night, line: Line, is_corrected: bool = False) -> Blocker | None:
    """Return the line to undo first, if any."""
    return next(_resting_on(night, line, is_corrected=is_corrected), None)


def _resting_on(night: Night, line: Line, *, is_corrected: bool) -> Iterator[Blocker]:
    yield from _matches_after(night, line)
    if line.kind in (*MOVES_CHIPS, EntryKind.TONG, EntryKind.CHIPS):
        counts = _later(night, line, EntryKind.CHIPS, why="chips_counted")
        yield from (count for count in counts if count.line.act.get("decides") is True)
    if line.kind is EntryKind.CHIPS and line.act["what"] != ChipMove.COUNTED:
        moved = (each for each in night.of(EntryKind.CHIPS) if each.act["what"] != ChipMove.COUNTED)
        if back := resting_on(line=line, lines=moved):
            yield Blocker(why="rests_on", line=back)
    if line.kind is EntryKind.DAY:
        yield from reversed(list(_later(night, line, EntryKind.DAY, why="rests_on")))
    if line.kind in SETTLING:
        yield from _later(night, line, EntryKind.CLOSE, why="cash_counted")
    # A corrected line keeps its place, so hands and expenses after it still hold.
    if not is_corrected:
        yield from _counting_on(night, line)
        yield from _tong_without(night, line)


def _matches_after(night: Night, line: Line) -> Iterator[Blocker]:
    if line.kind is EntryKind.MATCH:
        played = (each for each in night.of(*PLAYED) if each.position > line.number)
        if later := min(played, key=lambda each: each.recorded_at, default=None):
            yield Blocker(why="next_match", line=later)
    if line.kind in (*PLAYED, EntryKind.MATCH):
        yield from _later(night, line, EntryKind.MATCH, why="match_settled")


def _later(night: Night, line: Line, kind: EntryKind, *, why: str) -> Iterator[Blocker]:
    return (Blocker(why=why, line=each) for each in night.of(kind) if each.number > line.number)


def _counting_on(night: Night, line: Line) -> Iterator[Blocker]:
    hand = night.hand_of_secret(line) if line.kind is EntryKind.SECRET else None
    if hand:
        laid = night.secrets_of(hand)
        # C9: a hand may need the secret that was laid during it.
        without = [secret for secret in laid if secret.number != line.number]
        if set(night.refusals_of(hand, laid=without)) - set(night.refusals_of(hand, laid=laid)):
            yield Blocker(why="hand_counts_on_it", line=hand)
    pot = night.pot_after(line.position) if line.judged else None
    if pot and pot != night.without(line).pot_after(line.position):
        yield Blocker(why="hand_counts_on_it", line=pot.won)


def _tong_without(night: Night, line: Line) -> Iterator[Blocker]:
    if line.kind not in (EntryKind.HAND, EntryKind.TONG) or not night.tong.spent:
        return
    # Without a line of the tong an expense may have another keeper.
    then = night.without(line)
    if spent := overspent(night=then):
        yield spent
    if line.kind is EntryKind.TONG:
        kept = {each.line.number: each.seat for each in night.tong.spent}
        moved = [each.line for each in then.tong.spent if each.seat != kept[each.line.number]]
        yield from (Blocker(why="rests_on", line=each) for each in moved[-1:])


def overspent(*, night: Night) -> Blocker | None:
    return Blocker(why="tong_spent", line=night.tong.spent[-1].line) if night.tong.left_cents < 0 else None
