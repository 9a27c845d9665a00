"""Ming khanhoo as a game of the house (M1 to M7)."""

from collections.abc import Iterator
from functools import partial

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, Feature, Outcome, PlayProgress, Seat
from scoring.games.cards.pack import written
from scoring.games.dealing import DealtGame, PointsMatch, scored, sole_leader, typical_match
from scoring.games.fields import Answer, Choice, Field, FieldKind, Question, StoredData, TallyLine
from scoring.games.khanhoo import MING, NAMES, KhanhooCard
from scoring.games.khanhoo.ming_plays import CARDS_EACH, PACK, Bonus, MingRules, Play, PlayKind, Trick, judge_trick
from scoring.games.reading import ActReader, card_keys, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

# On the keypad this key precedes three cards that lead together.
THREE = "3×"


class SeatCaptures(Frozen):
    seat: int
    cards: int
    bonuses: tuple[Bonus, ...]

    @property
    def points(self) -> int:
        """Return the points, one for each card (M5)."""
        return self.cards + sum(bonus.points for bonus in self.bonuses)


class Sheet(StoredData):
    """A finished hand, with its canonical act."""

    captured: tuple[SeatCaptures, ...]


def read_sheet(reader: ActReader, rules: MingRules) -> Sheet:  # noqa: ARG001 - no house rule changes it
    """Read a hand by tricks or by counted cards. Raises ImpossibleError with every problem."""
    return _by_tricks(reader) if reader.has("tricks") else _by_counts(reader)


def read_plays(*, text: object, reader: ActReader, name: str) -> tuple[Play, ...]:
    """Read the plays of one trick: `5M / TM`."""
    plays = tuple(Play(cards=reader.cards_of(part, name, PACK)) for part in str(text).split("/") if part.strip())
    sizes = {len(play.cards) for play in plays}
    if len(plays) < 2 or len(sizes) > 1 or not sizes <= {1, 3}:
        reader.note(say("wrong_play_count.trick", plays=str(text).strip()[:60]), field=name)
    elif plays[0].kind is PlayKind.NOTHING:
        lead = str(text).split("/", maxsplit=1)[0].strip()
        reader.note(say("not_a_lead", cards=lead), field=name, cards=plays[0].cards)
    _refuse_twice(reader, name, [card for play in plays for card in play.cards])
    return plays


def _texts(tricks: object, players: int) -> list[str]:
    # Without `/` and `;` the size of the lead separates the plays: one card, or three after `3×`.
    text = str(tricks).replace("\n", ";")
    if "/" in text or ";" in text:
        return [part for part in text.split(";") if part.strip()]
    words, at, texts = text.upper().replace("X", "×").split(), 0, []
    while at < len(words):
        size = 3 if words[at] == THREE else 1
        at += words[at] == THREE
        plays = [words[start : start + size] for start in range(at, at + size * players, size)]
        texts.append(" / ".join(" ".join(play) for play in plays if play))
        at += size * players
    return [text for text in texts if text]


def _turn(order: tuple[int, ...], leader: int, played: list[tuple[KhanhooCard, ...]], left: int) -> Iterator[TallyLine]:
    """Yield the player in turn, if cards are left."""
    if left:
        # A lead has one card or three. A lead of two is not typed to its end.
        done = sum(1 for play in played if len(play) == len(played[0]) != 2)
        cards = " / ".join(map(written, played))
        text = say("trick.turn", lies=cards) if played else say("trick.leads")
        yield TallyLine(text=text, rule="M2", seat=order[(order.index(leader) + done) % len(order)])


def _by_tricks(reader: ActReader) -> Sheet:
    """Check the plays, then give each trick to its winner."""
    leader = reader.seat("leader")
    texts = _texts(reader.act.get("tricks"), len(reader.seats))
    tricks = [read_plays(text=text, reader=reader, name="tricks") for text in texts]
    reader.check()
    players, each = len(reader.seats), CARDS_EACH[len(reader.seats)]
    for number, plays in enumerate(tricks, start=1):
        if len(plays) != players:
            text = say("wrong_play_count.players", trick=number, plays=len(plays), players=players)
            reader.note(text, field="tricks")
    played = [card for plays in tricks for play in plays for card in play.cards]
    if len(played) != players * each:
        reader.note(say("wrong_card_count.tricks", count=len(played), players=players, each=each), field="tricks")
    if not reader.problems:
        _refuse_twice(reader, "tricks", played)
    reader.check()
    won: dict[int, list[Trick]] = {seat: [] for seat in reader.seats}
    for winner, trick in _taken(reader.seats, named(leader), tricks):
        won[winner].append(trick)
    captured = tuple(
        SeatCaptures(
            seat=seat,
            cards=sum(len(trick.captured) for trick in own),
            bonuses=tuple(trick.bonus for trick in own if trick.bonus),
        )
        for seat, own in won.items()
    )
    return Sheet(captured=captured, told={"leader": leader, "tricks": "; ".join(map(_written, tricks))})


def _taken(seats: tuple[int, ...], leader: int, tricks: list[tuple[Play, ...]]) -> Iterator[tuple[int, Trick]]:
    """Yield the winner of each trick, who leads next."""
    for plays in tricks:
        trick = judge_trick(plays=plays)
        leader = seats[(seats.index(leader) + trick.best) % len(seats)]
        yield leader, trick


def _written(plays: tuple[Play, ...]) -> str:
    return " / ".join(written(play.cards) for play in plays)


def _by_counts(reader: ActReader) -> Sheet:
    """Read counted cards, and winning plays by name."""
    said, whole = reader.by_seat("captured"), _WHOLE[len(reader.seats)]
    counts = {seat: reader.count_of(value, f"captured.{seat}", maximum=whole) for seat, value in said.items()}
    bonuses = {
        seat: tuple(reader.counts_of(value, f"bonuses.{seat}", tuple(Bonus), called="play", maximum=1))
        for seat, value in reader.by_seat("bonuses").items()
    }
    captured = tuple(
        SeatCaptures(seat=seat, cards=counts.get(seat, 0), bonuses=bonuses.get(seat, ())) for seat in reader.seats
    )
    reader.check()
    _check_counts(reader, captured, whole)
    reader.check()
    by_name = {str(one.seat): {bonus.value: 1 for bonus in one.bonuses} for one in captured if one.bonuses}
    cards = {str(one.seat): one.cards for one in captured}
    return Sheet(captured=captured, told={"captured": cards, "bonuses": by_name})


def _check_counts(reader: ActReader, captured: tuple[SeatCaptures, ...], whole: int) -> None:
    """Refuse counts that no tricks can give (M5, M6)."""
    players = len(captured)
    total = sum(one.cards for one in captured)
    if total != whole:
        reader.note(say("captures_do_not_add_up", total=total, whole=whole), field="captured")
    for one in captured:
        if one.cards % players:
            text = say("not_whole_plays", seats={"player": one.seat}, count=one.cards, players=players)
            reader.note(text, field=f"captured.{one.seat}")
        needed = players * sum(len(bonus.cards) for bonus in one.bonuses)
        if needed > one.cards:
            text = say("too_few_captured", seats={"player": one.seat}, needed=needed)
            reader.note(text, field=f"captured.{one.seat}")
    _refuse_twice(reader, "bonuses", [card for one in captured for bonus in one.bonuses for card in bonus.cards])


def _refuse_twice(reader: ActReader, name: str, cards: list[KhanhooCard]) -> None:
    """Refuse cards that were played twice (M1)."""
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        reader.note(say("card_used_twice", cards=", ".join(map(str, twice))), field=name, cards=twice)


_KEYS = card_keys(pack=PACK, names=NAMES, suits="CSM", copies=1)
_other_keys = partial(card_keys, names={THREE: "three_led", "/": "next_play", ";": "next_trick"})
_TRICK_KEYS = (*_other_keys(pack=(THREE,)), *_KEYS, *_other_keys(pack=("/", ";")))
_BONUSES = tuple(Choice(value=bonus.value, label=bonus.text.english(), points=bonus.points) for bonus in Bonus)
_WHOLE = {players: players * each for players, each in CARDS_EACH.items()}
_ALL_PLAYS = _("All plays in order")
_each = partial(Field, is_required=False, for_each_seat=True)
_by_trick = partial(Field, is_required=False, folded_under=_("Or trick by trick"))
HAND_FIELDS = (
    _each(name="captured", label=_("Cards captured"), kind=FieldKind.COUNT, maximum=27, rule="M6", totals=_WHOLE),
    _each(name="bonuses", label=_("Winning plays"), kind=FieldKind.COUNTS, choices=_BONUSES, maximum=1, rule="M5"),
    _by_trick(name="leader", label=_("Who led first"), kind=FieldKind.SEAT, or_nobody=True, rule="M1"),
    _by_trick(name="tricks", label=_ALL_PLAYS, kind=FieldKind.CARDS, pack=MING, choices=_TRICK_KEYS, rule="M2"),
)
_PLAY_KEYS = (*_KEYS, *_other_keys(pack=("/",)))
_PLAYS = Field(name="plays", label=_ALL_PLAYS, kind=FieldKind.CARDS, pack=MING, choices=_PLAY_KEYS, rule="M3")


def _who_takes(entered: Data, rules: MingRules) -> Answer:  # noqa: ARG001 - no house rule changes it
    """Answer the winning play and its points (M3 to M5)."""
    reader = ActReader(act=entered, seats=())
    plays = read_plays(text=entered.get("plays") or "", reader=reader, name="plays")
    reader.check()
    trick = judge_trick(plays=plays)
    lines = [TallyLine(text=say("trick.captured"), rule="M5", count=len(trick.captured))]
    if trick.bonus is not None:
        lines.append(TallyLine(text=trick.bonus.text, rule="M5", count=trick.bonus.points))
    winning = written(plays[trick.best].cards)
    return Answer(text=say("trick.taken", cards=winning, points=trick.points), lines=tuple(lines))


class KhanhooMing(DealtGame[MingRules, Sheet]):
    id = "khanhoo_ming"
    name = "Khanhoo, Ming"
    engine_version = "1"
    seat_counts = tuple(CARDS_EACH)
    rule_of_seats = "M1"
    rule_of_deal = "M7"
    profiles = {"pan_zhiheng": MingRules()}
    preset_labels = {"pan_zhiheng": _("Usual rules")}
    match = PointsMatch[MingRules]()
    questions = (Question(id="trick", title=_("Who takes it?"), fields=(_PLAYS,), answer=_who_takes),)
    hand_fields = HAND_FIELDS
    readings = {ActKind.HAND: (tuple(field.name for field in HAND_FIELDS), read_sheet)}

    def features(self, *, rules: MingRules) -> frozenset[Feature]:  # noqa: ARG002
        return frozenset((Feature.OPEN_END,))

    def about_deal(self, *, rules: MingRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Explain the cards and the lead (M1)."""
        return (say("deal.ming", cards=CARDS_EACH[len(seats)]),)

    def typical(self, *, rules: MingRules) -> tuple[TallyLine, ...]:
        """Return the gain in a hand of three."""
        return typical_match(points={1: 21, 2: 9, 3: 6}, rules=rules)

    def follow(self, *, act: Data, rules: MingRules, seats: tuple[Seat, ...]) -> PlayProgress | None:  # noqa: ARG002
        """Follow turns and points (M1 to M6)."""
        reader = ActReader.at(act=act, table=seats)
        order, leader = reader.seats, reader.seat("leader")
        texts = _texts(act.get("tricks") or "", len(order))
        if leader is None or not texts:
            return None
        played = [reader.cards_of(part, "tricks", PACK) for part in texts[-1].split("/") if part.strip()]
        is_whole = len(played) == len(order) and len({len(play) for play in played}) == 1
        played, texts_of_whole = ([], texts) if is_whole else (played, texts[:-1])
        whole = [read_plays(text=text, reader=reader, name="tricks") for text in texts_of_whole]
        if reader.problems:
            return None
        points, steps = dict.fromkeys(order, 0), []
        for winner, trick in _taken(order, leader, whole):
            takes = say("trick.step", cards=_written(trick.plays))
            text = say("trick.step_bonus", takes=takes, bonus=trick.bonus.text) if trick.bonus else takes
            steps.append(TallyLine(text=text, rule="M5", seat=winner, count=trick.points))
            points[winner] += trick.points
            leader = winner
        scored = (TallyLine(text=say("trick.points"), rule="M5", seat=seat, count=points[seat]) for seat in order)
        left = _WHOLE[len(order)] - sum(len(play.cards) for plays in whole for play in plays)
        return PlayProgress(now=(*_turn(order, leader, played, left), *scored), steps=tuple(steps))

    def judge_hand(self, *, hand: Sheet, rules: MingRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Compute the points of a hand (M5, M6)."""
        points = {one.seat: one.points for one in hand.captured}
        lines = []
        for one in hand.captured:
            line = partial(TallyLine, seat=one.seat, rule="M5")
            lines += [line(text=say("trick.captured"), count=one.cards)] if one.cards else []
            lines += [line(text=bonus.text, count=bonus.points) for bonus in one.bonuses]
        return scored(said=hand, points=points, lines=lines, winner=sole_leader(points))

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        return say("act.by_plays" if "tricks" in act else "act.by_captures")
