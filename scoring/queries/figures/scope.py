"""Which nights figures rest on: a game, a currency, a stretch of days. Practice nights are none of them."""

import re
from calendar import monthrange
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.utils import timezone

from scoring.games.house_rules import shown
from scoring.models import Club, NightTally, PairTally, Player, SeatTally
from scoring.money import Currency, currency_for
from scoring.queries.filters import FilterError, unreadable
from scoring.queries.rules.rule_sets import CHANGED, name_in
from scoring.texts import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A stretch of days of nights, both ends included; None where it is open."""

    since: date | None = None
    until: date | None = None

    @property
    def word(self) -> str:
        """Return it as addresses name it: a year, a month, two days, nothing for all time."""
        if self.since is None or self.until is None:
            return ""
        if self == month_of(self.since):
            return f"{self.since:%Y-%m}"
        if self == year_of(self.since.year):
            return f"{self.since:%Y}"
        return f"{self.since}..{self.until}"

    @property
    def is_year(self) -> bool:
        return self.since is not None and self == year_of(self.since.year)

    @property
    def is_month(self) -> bool:
        return self.since is not None and self == month_of(self.since)


ALL_TIME = Period()


def year_of(year: int) -> Period:
    return Period(since=date(year, 1, 1), until=date(year, 12, 31))


def month_of(day: date) -> Period:
    last = monthrange(day.year, day.month)[1]
    return Period(since=day.replace(day=1), until=day.replace(day=last))


def read_period(*, word: str) -> Period:
    """Return the stretch of days that a word names, all time for none. Raises FilterError.

    >>> read_period(word="2026-02").until
    datetime.date(2026, 2, 28)
    """
    if not word:
        return ALL_TIME
    with suppress(ValueError):
        if re.fullmatch("[0-9]{4}", word):
            return year_of(int(word))
        if re.fullmatch("[0-9]{4}-[0-9]{2}", word):
            return month_of(date.fromisoformat(f"{word}-01"))
        if re.fullmatch(r"[0-9-]{10}\.\.[0-9-]{10}", word):
            first, last = map(date.fromisoformat, word.split(".."))
            if first <= last:
                return Period(since=first, until=last)
    raise FilterError(say("unreadable_filter.period", value=shown(word)), field="period")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRules:
    """The rules that nights started with: a preset, or a rule set of that `name` also where it was changed for a night.

    `night_count` counts them in the period asked for; what they say of their source is how the database knows them.
    """

    word: str
    preset: str
    name: str
    sources: tuple[str, ...]
    night_count: int

    def of(self, prefix: str) -> Q:
        """Return what picks nights by these rules; `prefix` leads to a session."""
        own = {f"{prefix}rules__preset": self.preset, f"{prefix}rules__source__in": self.sources}
        return Q(**own, **{f"{prefix}entered_later": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Nights of a club played in one game for one currency in a period, by certain rules or by any.

    `past` changes whenever a night before `this_year` has another tally; it is empty where there is none, and None
    where nothing will be summed.
    """

    club: Club
    game: str
    currency: Currency
    this_year: date
    past: str | None
    period: Period = ALL_TIME
    rules: PlayedRules | None = None

    def of(self, prefix: str) -> Q:
        """Return what picks these nights; `prefix` leads from the row asked for to a tally of a night."""
        wanted: dict[str, Any] = {
            f"{prefix}session__club": self.club,
            f"{prefix}session__is_practice": False,
            f"{prefix}session__game": self.game,
            f"{prefix}session__currency": self.currency.code,
        }
        if self.period.since is not None:
            wanted[f"{prefix}day__gte"] = self.period.since
        if self.period.until is not None:
            wanted[f"{prefix}day__lte"] = self.period.until
        return Q(**wanted) & (self.rules.of(f"{prefix}session__") if self.rules else Q())

    @property
    def nights(self) -> QuerySet[NightTally]:
        return NightTally.objects.filter(self.of(""), first_seat__gt=0)

    @property
    def seats(self) -> QuerySet[SeatTally]:
        return SeatTally.objects.filter(self.of("night__"))

    @property
    def pairs(self) -> QuerySet[PairTally]:
        return PairTally.objects.filter(self.of("night__"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A game and currency that were played together, in how many nights, `later_count` of them entered later.

    Of `unread_count` hands only the money is known, as nobody can read them. `past` is that of a scope.
    """

    game: str
    currency: Currency
    night_count: int
    later_count: int
    unread_count: int
    first_day: date | None
    last_day: date | None
    past: str | None


def kinds_played(*, club: Club, days_only: bool = False) -> tuple[Kind, ...]:
    """Return every game with its currency that the club has played, practice apart, most nights first.

    Where `days_only` are asked for, nothing can be summed in their scopes, and nights without a hand or money are
    among them.
    """
    nights = club.sessions.filter(is_practice=False).order_by().values_list("game", "currency")
    counts = {"later": Count("pk", filter=Q(entered_later=True)), "unread": Sum("tally__unread_hands", default=0)}
    days = {"first": Min("tally__day"), "last": Max("tally__day")}
    rows = nights.annotate(nights=Count("pk"), **counts, **days)
    if not days_only:
        rows = rows.filter(tally__first_seat__gt=0)
        before = Q(tally__day__lt=_this_year(club))
        rows = rows.annotate(
            tallies=Count("tally", filter=before),
            newest=Max("tally", filter=before),
            ids=Sum("tally", filter=before),
            lines=Sum("tally__last_entry", filter=before),
        )
    return tuple(
        Kind(
            game=game,
            currency=currency_for(code=code),
            night_count=count,
            later_count=later,
            unread_count=unread,
            first_day=first,
            last_day=last,
            past=None if days_only else "|".join(map(str, past)) if past[0] else "",
        )
        for game, code, count, later, unread, first, last, *past in rows.order_by("-nights", "game", "currency")
    )


def _this_year(club: Club) -> date:
    """Return the first day of this year by the club's clock."""
    return club.day_at(timezone.now()).replace(month=1, day=1)


def read_scope(*, club: Club, asked: Mapping[str, str], kinds: tuple[Kind, ...]) -> Scope | None:
    """Return the scope an address asks for, by default what the club plays most; None before the first night.

    Raises FilterError for a period that cannot be read, for a game in a currency that was never played in it, and for
    rules that no night of these was played by.
    """
    period = read_period(word=asked.get("period", ""))
    if not kinds:
        return None
    game, code = asked.get("game", ""), asked.get("currency", "")
    found = next((kind for kind in kinds if game in ("", kind.game) and code in ("", kind.currency.code)), None)
    if found is None:
        raise FilterError(say("unreadable_filter.kind"), field="currency" if code else "game")
    scope = Scope(
        club=club, game=found.game, currency=found.currency, this_year=_this_year(club), past=found.past, period=period
    )
    word = asked.get("rules", "")
    rules = next((each for each in rules_played(scope=scope) if each.word == word), None) if word else None
    if word and rules is None:
        raise unreadable(field="rules", value=word)
    return replace(scope, rules=rules)


def rules_played(*, scope: Scope) -> tuple[PlayedRules, ...]:
    """Return by which rules nights of a scope's game and currency were started, most nights of its period first.

    Nights entered later say nothing of their rules.
    """
    everything = replace(scope, period=ALL_TIME, rules=None)
    nights = everything.nights.filter(session__entered_later=False).order_by()
    told = nights.annotate(preset=_of_rules("preset"), source=_of_rules("source"))
    in_period = Count("pk", filter=replace(scope, rules=None).of(""))
    found: dict[str, PlayedRules] = {}
    for preset, source, count in told.values_list("preset", "source").annotate(nights=in_period):
        name = name_in(rules={"source": source}).removesuffix(CHANGED)
        word = f"set.{name}" if name else preset
        same = found.get(word, PlayedRules(word=word, preset=preset, name=name, sources=(), night_count=0))
        found[word] = replace(same, sources=(*same.sources, source), night_count=same.night_count + count)
    return tuple(sorted(found.values(), key=lambda each: (-each.night_count, each.word)))


class People:
    """The players of a club: by id, the active ones by name, and for each id the one it counts for."""

    def __init__(self, club: Club) -> None:
        players = tuple(Player.objects.filter(club=club))
        self.by_id = {player.pk: player for player in players}
        self.known = {player.pk: player.merged_into_id or player.pk for player in players}
        self.active = sorted(
            (player for player in players if not (player.merged_into_id or player.discarded_at)), key=by_name
        )

    def ids_of(self, player: Player) -> tuple[int, ...]:
        """Return the ids under which a player sat down: their own, and those of the merged."""
        return tuple(pk for pk, known in self.known.items() if known == player.pk)

    def of(self, pk: int) -> Player:
        return self.by_id[self.known[pk]]


def by_name(player: Player) -> str:
    return player.name.lower()


def _of_rules(key: str) -> KeyTextTransform:
    return KeyTextTransform(key, "session__rules")
