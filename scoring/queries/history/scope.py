"""Choose among the nights of a club."""

import re
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from scoring.frozen import Frozen
from scoring.games.house_rules import shown
from scoring.ledger.settlement import ByClose
from scoring.models import Club, Entry, Player
from scoring.money import Currency, currency_for
from scoring.queries.history.played_night import SHAPE
from scoring.queries.rule_sets import CHANGED, name_in
from scoring.texts import Text, say

# If an unreadable filter were ignored, the page would show other nights than its address names.


class FilterError(ValueError):
    """An unreadable parameter of an address."""

    code = "unreadable_filter"

    def __init__(self, text: Text, *, field: str) -> None:
        super().__init__(text.english())
        self.text, self.field = text, field


def unreadable(*, field: str, value: str) -> FilterError:
    return FilterError(say("unreadable_filter", given=shown(value)), field=field)


if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Period(Frozen, order=True):
    """Days from `since` to `until`, both included."""

    since: date | None = None
    until: date | None = None

    @property
    def word(self) -> str:
        """Return the period as addresses write it."""
        if self.is_year or self.is_month:
            return f"{self.since:%Y}" if self.is_year else f"{self.since:%Y-%m}"
        return f"{self.since}..{self.until}" if self.since and self.until else ""

    def holds(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)

    @property
    def is_year(self) -> bool:
        return self.since is not None and self == self.of_year(self.since)

    @property
    def is_month(self) -> bool:
        return self.since is not None and self == self.of_month(self.since)

    @classmethod
    def of_year(cls, day: date) -> "Period":
        return cls(since=day.replace(month=1, day=1), until=day.replace(month=12, day=31))

    @classmethod
    def of_month(cls, day: date) -> "Period":
        return cls(since=day.replace(day=1), until=day.replace(day=monthrange(day.year, day.month)[1]))


ALL_TIME = Period()


def read_period(*, word: str) -> Period:
    """Return the period of a word. Raises FilterError.

    >>> read_period(word="2026-02").until
    datetime.date(2026, 2, 28)
    """
    if not word:
        return ALL_TIME
    with suppress(ValueError):
        if re.fullmatch("[0-9]{4}", word):
            return Period.of_year(date(int(word), 1, 1))
        if re.fullmatch("[0-9]{4}-[0-9]{2}", word):
            return Period.of_month(date.fromisoformat(f"{word}-01"))
        if re.fullmatch(r"[0-9-]{10}\.\.[0-9-]{10}", word):
            first, last = map(date.fromisoformat, word.split(".."))
            if first <= last:
                return Period(since=first, until=last)
    raise FilterError(say("unreadable_filter.period", value=shown(word)), field="period")


type PairIds = tuple[int, int]  # of two players
type WonHand = tuple[tuple[int, ...], ...]  # player ids by side, the winners first


def by_name(player: Player) -> str:
    return player.name.lower()


class NightSums(Frozen):
    """A night that counts, with its `stored` sums."""

    pk: int
    public_id: UUID
    day: date
    game: str
    currency: str
    entered_later: bool
    preset: str
    source: str | None
    stored: Mapping[str, Any]
    known: Mapping[int, int]  # each player's id to the id after merges

    @cached_property
    def seats(self) -> Mapping[int, int]:
        return {self.known[player]: seat for seat, player, _ in self.stored["seats"]}

    @cached_property
    def sums(self) -> Mapping[int, Mapping[str, int]]:
        return {self.known[player]: sums for _, player, sums in self.stored["seats"]}

    def result_cents(self, player: Player) -> int:
        return self.sums[player.pk].get("result_cents", 0)

    @property
    def pairs(self) -> dict[PairIds, Mapping[str, int]]:
        return {(self.known[one], self.known[other]): sums for one, other, sums in self.stored["pairs"]}

    @property
    def sides(self) -> Iterator[tuple[PairIds, PairIds, Mapping[str, int]]]:
        return ((self._pair(side), self._pair(against), sums) for side, against, sums in self.stored["sides"])

    @property
    def won(self) -> tuple[WonHand, ...]:
        hands = self.stored["won"]
        return tuple(tuple(tuple(self.known[player] for player in side) for side in hand) for hand in hands)

    def _pair(self, players: list[int]) -> PairIds:
        one, other = sorted(self.known[player] for player in players)
        return one, other


class Kind(Frozen):
    game: str
    currency: Currency
    nights: tuple[NightSums, ...]

    @property
    def word(self) -> str:
        return f"{self.game}.{self.currency.code}"

    @property
    def later_count(self) -> int:
        return sum(night.entered_later for night in self.nights)

    @property
    def unread_count(self) -> int:
        return sum(night.stored["unread_hands"] for night in self.nights)


class History(Frozen):
    """The nights that count. The `stale` ids need sums."""

    club: Club
    players: Mapping[int, Player]
    nights: tuple[NightSums, ...]
    stale: tuple[int, ...]

    @cached_property
    def active(self) -> list[Player]:
        """Return the players of the lists, by name."""
        players = self.players.values()
        return sorted((each for each in players if not (each.merged_into_id or each.discarded_at)), key=by_name)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Return games and currencies, most nights first."""
        found: defaultdict[tuple[str, str], list[NightSums]] = defaultdict(list)
        for night in self.nights:
            found[night.game, night.currency].append(night)
        return tuple(
            Kind(game=game, currency=currency_for(code=code), nights=tuple(nights))
            for (game, code), nights in sorted(found.items(), key=lambda each: (-len(each[1]), each[0]))
        )

    def kinds_of(self, player: Player) -> tuple[Kind, ...]:
        """Return the kinds a player played, most first."""
        played = [(sum(player.pk in night.sums for night in kind.nights), kind) for kind in self.kinds]
        return tuple(kind for count, kind in sorted(played, key=lambda each: -each[0]) if count)


def history_of(*, club: Club) -> History:
    players = {player.pk: player for player in Player.objects.filter(club=club)}
    known = {pk: player.merged_into_id or pk for pk, player in players.items()}
    newest = Entry.objects.filter(session=OuterRef("pk")).order_by("-number").values("number")[:1]
    rows = club.sessions.order_by("day", "pk").values(
        *("pk", "public_id", "day", "game", "currency", "entered_later", "is_practice"),
        preset=KT("rules__preset"),
        source=KT("rules__source"),
        stored=F("tally__sums"),
        summed=F("tally__last_entry"),
        shape=F("tally__shape"),
        newest=Coalesce(Subquery(newest), 0),
    )
    nights, stale = [], []
    for row in rows:
        shape, summed, newest, is_practice = (row.pop(name) for name in ("shape", "summed", "newest", "is_practice"))
        if (shape, summed) != (SHAPE, newest):
            stale.append(row["pk"])
        elif row["stored"]["seats"] and not is_practice:
            nights.append(NightSums(known=known, **row))
    return History(club=club, players=players, nights=tuple(nights), stale=tuple(stale))


class PlayedRules(Frozen):
    """House rules at the start of nights."""

    word: str
    preset: str
    name: str
    sources: tuple[str | None, ...]
    night_count: int  # in the period

    def started(self, night: NightSums) -> bool:
        return not night.entered_later and night.preset == self.preset and night.source in self.sources

    @property
    def sessions(self) -> Q:
        return Q(rules__preset=self.preset, rules__source__in=self.sources, entered_later=False)


class Scope(Frozen):
    """Nights of one game and currency in a period."""

    history: History
    kind: Kind
    period: Period = ALL_TIME
    rules: PlayedRules | None = None

    @property
    def currency(self) -> Currency:
        return self.kind.currency

    @property
    def players(self) -> Mapping[int, Player]:
        return self.history.players

    @property
    def nights(self) -> tuple[NightSums, ...]:
        found = (night for night in self.kind.nights if self.period.holds(night.day))
        return tuple(night for night in found if self.rules is None or self.rules.started(night))

    def nights_of(self, player: Player) -> tuple[NightSums, ...]:
        return tuple(night for night in self.nights if player.pk in night.sums)

    def played_rules(self) -> tuple[PlayedRules, ...]:
        """Return the rules of all nights, most frequent in the period first."""
        started = [night for night in self.kind.nights if night.preset and not night.entered_later]
        in_period = Counter((night.preset, night.source) for night in started if self.period.holds(night.day))
        found: dict[str, PlayedRules] = {}
        for preset, source in dict.fromkeys((night.preset, night.source) for night in started):
            name = name_in(rules={"source": source}).removesuffix(CHANGED)
            word = f"set.{name}" if name else preset
            same = found.get(word, PlayedRules(word=word, preset=preset, name=name, sources=(), night_count=0))
            count = same.night_count + in_period[preset, source]
            found[word] = replace(same, sources=(*same.sources, source), night_count=count)
        return tuple(sorted(found.values(), key=lambda each: (-each.night_count, each.word)))

    @property
    def mixes_rules(self) -> bool:
        return self.rules is None and sum(each.night_count > 0 for each in self.played_rules()) > 1


def read_scope(*, history: History, asked: Mapping[str, str]) -> Scope | None:
    """Return the nights of an address, by default of the most played game, if any. Raises FilterError."""
    period = read_period(word=asked.get("period", ""))
    if not history.kinds:
        return None
    game, code = asked.get("game", ""), asked.get("currency", "")
    kinds = (kind for kind in history.kinds if game in ("", kind.game) and code in ("", kind.currency.code))
    found = next(kinds, None)
    if found is None:
        raise FilterError(say("unreadable_filter.kind"), field="currency" if code else "game")
    scope = Scope(history=history, kind=found, period=period)
    word = asked.get("rules", "")
    if not word:
        return scope
    rules = next((each for each in scope.played_rules() if each.word == word), None)
    if rules is None:
        raise unreadable(field="rules", value=word)
    return replace(scope, rules=rules)


class Sums:
    def __init__(self, nights: Iterable[Mapping[str, int]]) -> None:
        self.nights = tuple(nights)
        self.total: Counter[str] = Counter()
        for night in self.nights:
            self.total.update(night)

    def single(self, column: str, pick: Callable[..., int]) -> int:
        return pick((night.get(column, 0) for night in self.nights), default=0)

    @property
    def by_close(self) -> ByClose:
        coins = self.total["coin_cents"]
        return ByClose(shared_cents=self.total["adjusted_cents"] - coins, coin_cents=coins)


def sums_by_player(*, nights: Iterable[NightSums]) -> dict[int, Sums]:
    found: defaultdict[int, list[Mapping[str, int]]] = defaultdict(list)
    for night in nights:
        for player, sums in night.sums.items():
            found[player].append(sums)
    return {player: Sums(own) for player, own in found.items()}


def sums_by_pair(*, nights: Iterable[NightSums], player: int | None = None) -> dict[PairIds, Counter[str]]:
    found: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in nights:
        for pair, sums in night.pairs.items():
            if player in (None, pair[0]):
                found[pair].update(sums)
                found[pair]["nights"] += 1
    return dict(found)


def filled[R: DataclassInstance](result: type[R], *, sums: Mapping[str, int], **others: object) -> R:
    """Fill a result's fields from the columns of sums."""
    columns = {each.name: sums.get(each.name, 0) for each in fields(result) if each.name not in others}
    return result(**columns, **others)
