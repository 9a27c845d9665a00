"""Compare hands and terms before and after a change."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import AnyGame
from scoring.games.fields import Field, FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.ledger.night import Night
from scoring.ledger.seatings import TermsInterval
from scoring.models import Entry, EntryKind
from scoring.people import Person
from scoring.queries.books.ledger import Change, ledger_line


class Difference(Frozen):
    """A seat's amount before and after, in cents."""

    seat: int
    player: Person
    was_cents: int
    now_cents: int

    @property
    def cents(self) -> int:
        return self.now_cents - self.was_cents

    @property
    def way(self) -> str:
        """Return who gets or pays more or less."""
        if self.cents > 0:
            # A smaller loss is not a gain, and players would count it twice.
            return "pays_less" if self.now_cents <= 0 and self.was_cents < 0 else "gets_more"
        return "gets_less" if self.now_cents >= 0 and self.was_cents > 0 else "pays_more"


class Correction(Frozen):
    """The differences of all seats, with both winners."""

    rows: tuple[Difference, ...]
    before: Difference | None
    after: Difference | None

    @property
    def has_same_winner(self) -> bool:
        return self.before is not None and self.before == self.after

    @property
    def moved(self) -> tuple[Difference, ...]:
        """Return the differences, the winner's first."""
        rows = (row for row in self.rows if row.cents)
        return tuple(sorted(rows, key=lambda row: (row != self.after, -row.cents)))


def correction_of(*, was: Iterable[Change], now: Iterable[Change]) -> Correction:
    """Compare two versions of a hand."""
    was, now = tuple(was), tuple(now)
    names = {change.seat: change.player for change in (*was, *now)}
    old, new = (Counter({change.seat: change.cents for change in changes}) for changes in (was, now))
    rows = tuple(
        Difference(seat=seat, player=names[seat], was_cents=old[seat], now_cents=new[seat]) for seat in sorted(names)
    )
    before = max((row for row in rows if row.was_cents > 0), key=lambda row: row.was_cents, default=None)
    after = max((row for row in rows if row.now_cents > 0), key=lambda row: row.now_cents, default=None)
    return Correction(rows=rows, before=before, after=after)


def recorded_correction(*, entry: Entry, now: Iterable[Change]) -> Correction | None:
    if not entry.reason or entry.kind != EntryKind.HAND:
        return None
    versions = entry.session.entries.filter(kind=EntryKind.HAND, number__lt=entry.number)
    before = versions.filter(hand__position=entry.hand.position).order_by("number").last()
    return correction_of(was=ledger_line(entry=before).changes, now=now) if before else None


class ChangedRule(Frozen):
    """A house rule before and after, with minor units."""

    about: Field
    before: object
    after: object
    before_cents: int | None = None
    after_cents: int | None = None


class ChangedTerms(Frozen):
    """The changes of one line, with both prices."""

    at: datetime
    price_cents: tuple[int, int] | None
    rules: tuple[ChangedRule, ...]


def was_of(*, before: TermsInterval, after: TermsInterval) -> dict[str, object]:
    """Return the replaced stakes and rules by name."""
    old, new = (profile_data(profile=each.rules) for each in (before, after))
    rules = {name: value for name, value in old.items() if new.get(name) != value}
    return {
        **({"stake_factor": before.stakes} if before.stakes != after.stakes else {}),
        **({"rules": rules} if rules else {}),
    }


def changed_by(*, game: AnyGame, at: datetime, act: Mapping[str, Any]) -> ChangedTerms:
    """Return the changes of an act, in form order."""
    was, rules, stakes = act["was"], act["rules"], act["stake_factor"]
    old = {**rules, **was.get("rules", {})}
    units = unit_of(rules=old) * stakes, unit_of(rules=rules) * stakes
    scales = unit_of(rules=old) * was.get("stake_factor", stakes), units[1]
    asked = int(str(rules.get(game.price_asked(rules=game.read_rules(value=rules))[0], 1)))
    return ChangedTerms(
        at=at,
        price_cents=None if scales[0] == scales[1] else (asked * scales[0], asked * scales[1]),
        rules=tuple(
            ChangedRule(
                about=about,
                before=(before := was["rules"][about.name]),
                after=(after := rules.get(about.name)),
                before_cents=int(before) * units[0] if about.kind is FieldKind.AMOUNT else None,
                after_cents=int(after) * units[1] if about.kind is FieldKind.AMOUNT else None,
            )
            for about in game.house_rules
            if about.name in was.get("rules", ()) and about.name != "unit"
        ),
    )


def changed_terms(*, night: Night) -> tuple[ChangedTerms, ...]:
    changes = night.of(EntryKind.TERMS)
    return tuple(changed_by(game=night.game, at=line.recorded_at, act=line.act) for line in changes)
