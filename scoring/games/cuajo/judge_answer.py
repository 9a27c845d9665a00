"""The verify contract: claims in, answers with rulings out."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import Card, Rank, read_cards
from scoring.games.cuajo.claim import GAME_ID, Claim, Code, Entry, Source, read_claim, read_entry
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.rules import HOUSE_RULES, HouseRules, PorbisAdds, Scheme
from scoring.games.cuajo.splits import Meld, MeldKind, Melds
from scoring.games.cuajo.verdict import NotAWin, Win, is_flat, judge_claim
from scoring.games.cuajo.wins import Account, Condition, Need, TurnResult, Verdict, met_by, turn_extra
from scoring.games.reading import error_data
from scoring.money import currency_for
from scoring.texts import say
from scoring.texts.strict_json import read_json

type AnswerData = dict[str, object]


def answer_claim(*, data: object) -> AnswerData:
    """Answer a claim. An impossible one gets its problems."""
    try:
        claim = read_claim(data=data)
        result = judge_claim(claim=claim)
    except ImpossibleError as error:
        return error_data(problems=error.problems)
    if isinstance(result, Verdict):
        answer = verdict_data(verdict=result)
    else:
        answer = {"valid": False, "rule": result.rule, "near_miss": near_miss_data(near_miss=result.near_miss)}
    return {**answer, "rulings": rulings_of(result=result, claim=claim)}


def answer_line(line: str) -> str:
    """Answer one line of a stream of claims."""
    try:
        data = read_json(line)
    except ValueError:
        return json.dumps(error_data(problems=[Problem(text=say("bad_json.line"))]))
    return json.dumps(answer_claim(data=data))


def verdict_data(*, verdict: Verdict) -> AnswerData:
    turned, answer = verdict.turned, _paid_data(verdict, verdict.porbis, verdict.arrangement)
    if turned is not None:
        answer |= {"conditions": asdict(turned.conditions), "extra_used": turned.used}
    if verdict.king_win is not None:
        answer |= {"king_win": verdict.king_win.value, "left_over": cards_data(cards=verdict.left_over)}
    return {**answer, "rules_revision": verdict.rules.identity}


def declared_data(*, win: Win, account: Account, rules: HouseRules) -> AnswerData:
    answer = _paid_data(account, win.porbis, ())
    if win.conditions is not None and not is_flat(porbis=win.porbis, rules=rules):
        answer |= {"conditions": asdict(win.conditions)}
    return {**answer, "rules_revision": rules.identity}


def _paid_data(account: Account, porbis: bool, melds: Melds) -> AnswerData:
    return {
        "valid": True,
        "per_opponent": account.per_opponent_cents,
        "king_cents": account.king_cents,
        "lines": [line.data() for line in account.lines],
        "porbis": porbis,
        "arrangement": melds_data(melds=melds),
    }


def near_miss_data(*, near_miss: NearMiss) -> AnswerData:
    return {
        "melded": near_miss.melded,
        "melds": melds_data(melds=near_miss.melds),
        "strays": cards_data(cards=near_miss.strays),
        "changes": [{"out": str(change.out), "into": str(change.into)} for change in near_miss.changes],
        "distance": near_miss.distance,
    }


def needs_data(*, needs: Iterable[Need]) -> list[Data]:
    return [
        {"condition": need.condition.value, "number": need.number, "cards": cards_data(cards=need.cards)}
        for need in needs
    ]


def met_data(*, entry: Entry, used: int) -> dict[str, list[str]]:
    """Return the cards that meet each condition (C28)."""
    if entry.bounit is None or entry.sowee is None:
        return {}
    found = met_by(seen=entry.hand.cards + entry.extra.cards[:used], bounit=entry.bounit, sowee=entry.sowee)
    return {name.value: cards_data(cards=cards) for name, cards in found.items()}


def melds_data(*, melds: Iterable[Meld]) -> list[list[str]]:
    return [cards_data(cards=meld.cards) for meld in melds]


def cards_data(*, cards: Iterable[Card]) -> list[str]:
    return [card.notation for card in cards]


def as_kept(entered: Data, *names: str) -> dict[str, object]:
    """Return the question in the form that is stored."""
    # A laid secret can be typed as one card or as four, so each kind is stored once.
    secrets = entered.get("secrets")
    if isinstance(secrets, str):
        reading = read_cards(text=secrets)
        kinds: list[object] = [*dict.fromkeys(card.notation for card in reading.cards), *reading.unknown]
    else:
        kinds = _items(secrets)
    return {
        "hand": _cards_text(entered.get("hand")),
        "sowee": entered.get("sowee") or None,
        "secrets": kinds,
        "extra": _cards_text(entered.get("extra")),
        **{name: entered.get(name) or None for name in names},
    }


def entry_of(asked: Data, rules: HouseRules) -> Entry:
    return read_entry(data={**asked, "hand": asked["hand"] or None, "game": GAME_ID, "rules": rules})


def minor_digits_of(entered: Data) -> int:
    code = entered.get("currency")
    return currency_for(code=str(code)).minor_digits if code else 2


def _cards_text(value: object) -> str:
    return value if isinstance(value, str) else " ".join(map(str, _items(value)))


def _items(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def rulings_of(*, result: Verdict | NotAWin, claim: Claim) -> list[Data]:
    """Return the rulings that decided a verdict."""
    return list(_of_win(result, claim)) if isinstance(result, Verdict) else rulings_against(result=result)


def rulings_against(*, result: Verdict | NotAWin | None, problems: Iterable[Problem] = ()) -> list[Data]:
    """Return the rulings against a win."""
    by_kings = isinstance(result, NotAWin) and result.rule == "L4"
    codes = {problem.code for problem in problems}
    return [*_CLAIMED_RUB * by_kings, *(one for code, one in _AGAINST.items() if code in codes)]


_LABELS = {about.name: about.label for about in HOUSE_RULES}


def _ruling(which: str, rule: str, house_rule: str = "") -> Data:
    """Cite a ruling, with the house rule that can change it."""
    label = _LABELS.get(house_rule, "")
    return {"text": say(f"ruling.{which}").sentence(), "rule": rule, "name": house_rule, "label": label}


BEST_SPLIT = (_ruling("best_split", "C11"),)
_CLAIMED_RUB = (_ruling("claimed_rub", "L4", "kings_claimable"),)
_AGAINST: Mapping[str, Data] = {
    Code.BOUNIT_IN_LAID_SECRET: _ruling("bounit_in_laid_secret", "C36"),
    Code.DEALT_WIN_NOT_ALLOWED: _ruling("dealt_no_win", "C34", "dealt_win"),
}


def _of_win(verdict: Verdict, claim: Claim) -> Iterator[Data]:
    """Yield the rulings that decide the amount of a win."""
    rules = claim.rules
    if rules.scheme is Scheme.PRICELIST:
        if verdict.king_win is not None and claim.source is Source.DEALT:
            yield _ruling("dealt_kings", "L4")
        if verdict.king_win is not None and claim.source is Source.CLAIMED and not rules.kings_claimable:
            yield from _CLAIMED_RUB
        if verdict.kings_were_held:
            yield _ruling("held_kings", "L5")
        return
    if undeclared_three(melds=verdict.arrangement, secrets=claim.secrets):
        yield _ruling("three_undeclared", "C10", "sowee_three_must_be_laid")
    if verdict.turned is not None:
        yield from _of_conditions(verdict.turned, claim)
    if verdict.porbis and rules.porbis_adds is PorbisAdds.ALL:
        yield _ruling("porbis_base", "C32", "porbis_adds")
    elif verdict.porbis and rules.porbis_adds is PorbisAdds.NOTHING and _kings(claim.hand):
        yield _ruling("porbis_single_king", "C32", "porbis_adds")
    if claim.source is Source.DEALT:
        yield _ruling("dealt", "C34", "dealt_win")


def _of_conditions(turned: TurnResult, claim: Claim) -> Iterator[Data]:
    assert claim.bounit is not None
    assert claim.sowee is not None
    met = met_by(seen=claim.hand + claim.extra[: turned.used], bounit=claim.bounit, sowee=claim.sowee)
    by_bounit, by_sowee = set(met.get(Condition.BOUNIT, ())), set(met.get(Condition.SOWEE, ()))
    if by_bounit & by_sowee or claim.bounit in by_sowee or (by_bounit | by_sowee) & set(claim.secrets):
        yield _ruling("same_cards", "C30")
    before = turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee).conditions
    if before != turned.conditions and turned.needs:
        yield _ruling("one_condition", "C31")


def _kings(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.rank is Rank.KING]


def undeclared_three(*, melds: Iterable[Meld], secrets: Iterable[Card]) -> Meld | None:
    """Find the sowee's three if they were not laid (C10)."""
    threes = (meld for meld in melds if meld.kind is MeldKind.SOWEE_SECRET and meld.cards[0] not in secrets)
    return next(threes, None)


def point(which: str, rule: str, cards: Iterable[Card] = ()) -> Data:
    return {"text": say(f"point.{which}").sentence(), "rule": rule, "cards": cards_data(cards=cards)}


def point_of_win(*, verdict: Verdict, entry: Entry) -> Data:
    """Return the point that decides a win."""
    # Tables dispute the earlier points more often, so the first that applies is returned.
    kings = _kings(entry.hand.cards)
    if verdict.king_win is not None:
        return point(f"king_win_{verdict.king_win}", "L4", kings)
    if three := undeclared_three(melds=verdict.arrangement, secrets=entry.secrets):
        return point("sowee_three", "C10", three.cards)
    if verdict.lines and verdict.lines[0].rule == "L5":
        return {"text": verdict.lines[0].what, "rule": "L5", "cards": cards_data(cards=kings)}
    if verdict.porbis:
        return point("porbis_one_king" if kings else "porbis_no_king", "C32", kings)
    if len(kings) == 1:
        return point("king_outside_run", "C32", kings)
    return _point_of_bounit(verdict, entry)


def _point_of_bounit(verdict: Verdict, entry: Entry) -> Data:
    bounit = () if entry.bounit is None else (entry.bounit,)
    if entry.source is Source.DEALT:
        return point("dealt", "C34")
    if verdict.turned is None:
        return point("self_drawn", "C27", bounit)
    met = verdict.turned.conditions
    return point(f"conditions_{met.bounit:d}{met.sowee:d}", "C28", bounit)


# Sentences for the command line: only operators read them, so they are not translated.


def claim_in_words(data: object) -> tuple[bool | None, str]:
    """Judge a claim in lines of English. The first value is None for an impossible claim."""
    try:
        claim = read_claim(data=data)
        result = judge_claim(claim=claim)
    except ImpossibleError as error:
        return None, "\n".join(["Impossible:", *(f"  {each.code}: {each.message}" for each in error.problems)])
    lines = list(_verdict_lines(result) if isinstance(result, Verdict) else _not_a_win_lines(result))
    for one in rulings_of(result=result, claim=claim):
        lines.append(f"Ruling, as the sources are silent: {one['text']} ({one['rule']})")
        if one["name"]:
            lines.append(f"  The house rule {one['name']} says otherwise.")
    return isinstance(result, Verdict), "\n".join(lines)


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    yield f"Valid: {verdict.per_opponent_cents} from each opponent ({verdict.rules.identity})"
    for line in verdict.lines:
        yield f"  {line.cents:>6}  {line.what} ({line.rule})"
    if verdict.turned is not None:
        met = verdict.turned.conditions
        yield f"Bounit condition: {_MET[met.bounit]}; sowee condition: {_MET[met.sowee]}"
        yield f"Extra cards used: {verdict.turned.used}"
    yield from _meld_lines(verdict.arrangement, verdict.left_over)


def _not_a_win_lines(result: NotAWin) -> Iterator[str]:
    near, by_kings = result.near_miss, result.rule == "L4"
    yield no_win_problem(result=result).message
    yield from _meld_lines(near.melds, () if by_kings else near.strays)
    if by_kings:
        return
    if near.changes:
        yield "Changes of one card that make it a win:"
    else:
        yield "No change of a single card makes it a win."
        yield f"{near.distance} cards would have to be others."
    for out in dict.fromkeys(change.out for change in near.changes):
        yield f"  {out} into {written(change.into for change in near.changes if change.out == out)}"


def _meld_lines(melds: Iterable[Meld], left_over: tuple[Card, ...]) -> Iterator[str]:
    yield "Melds:"
    for meld in melds:
        yield f"  {written(meld.cards)}  {meld.kind.replace('_', ' ')}"
    if left_over:
        yield f"Left over: {written(left_over)}"


_MET = {True: "met", False: "not met"}


def no_win_problem(*, result: NotAWin) -> Problem:
    near = result.near_miss
    if result.rule == "L4":
        return Problem(text=say("not_a_win.claimed_king", rule=result.rule), field="bounit")
    if not near.strays:
        return Problem(text=say("not_a_win.kings", rule=result.rule), field="hand")
    strays = cards_data(cards=near.strays)
    text = say("not_a_win.strays", cards=", ".join(strays), strays=len(strays), rule=result.rule)
    return Problem(text=text, cards=tuple(strays), field="hand")
