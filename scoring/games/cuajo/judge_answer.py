"""The verify contract: one JSON claim in, one JSON answer out, or in plain words; the same objects as the API uses."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scoring.games.base import Data, ImpossibleError, Line, Problem
from scoring.games.cuajo.account import Account, Conditions, Need, NotAWin, Verdict, Win, is_flat
from scoring.games.cuajo.cards import Card, read_cards, write_cards
from scoring.games.cuajo.claim import GAME_ID, Entry, read_claim, read_entry
from scoring.games.cuajo.judge_grounds import Ruling, rulings_data, rulings_of
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import HAND_SIZE, Meld
from scoring.games.cuajo.verdict import judge_claim
from scoring.games.reading import error_data
from scoring.texts import Text, Told, say

type Answer = dict[str, object]


def answer_claim(*, data: object) -> Answer:
    """Answer a claim given as any JSON value; never raises, what is impossible is answered with `error`."""
    try:
        claim = read_claim(data=data)
        result = judge_claim(claim=claim)
    except ImpossibleError as error:
        return error_data(problems=error.problems)
    told = verdict_data(verdict=result) if isinstance(result, Verdict) else not_a_win_data(result=result)
    return {**told, "rulings": rulings_data(rulings=rulings_of(result=result, claim=claim))}


def answer_line(line: str) -> str:
    """Answer one line of a stream of claims with one line; what is no JSON is answered with `bad_json`."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps(error_data(problems=[Problem(text=say("bad_json.line"))]))
    return json.dumps(answer_claim(data=data))


def verdict_data(*, verdict: Verdict) -> Answer:
    """Return a verdict as JSON data; conditions, extra cards and a king win only where they belong to it."""
    turned: Answer = {}
    if verdict.turned is not None:
        turned = {"conditions": _conditions(verdict.turned.conditions), "extra_used": verdict.turned.used}
    return {
        "valid": True,
        **_account(verdict.account),
        "porbis": verdict.porbis,
        "arrangement": melds_data(melds=verdict.arrangement),
        **turned,
        **_king_win(verdict),
        "rules_revision": verdict.rules_revision,
    }


def declared_data(*, win: Win, account: Account, rules: HouseRules) -> Answer:
    """Return the verdict on a win declared without its cards: the same keys, no arrangement."""
    told: Answer = {}
    if win.conditions is not None:
        flat = is_flat(porbis=win.porbis, rules=rules)
        told = {} if flat else {"conditions": _conditions(win.conditions)}
    return {
        "valid": True,
        **_account(account),
        "porbis": win.porbis,
        "arrangement": [],
        **told,
        "rules_revision": rules.identity,
    }


def not_a_win_data(*, result: NotAWin) -> Answer:
    """Return a hand that is no win as JSON data: the rule it breaks and the near miss."""
    return {"valid": False, "rule": result.rule, "near_miss": near_miss_data(near_miss=result.near_miss)}


def near_miss_data(*, near_miss: NearMiss) -> Answer:
    return {
        "melded": near_miss.melded,
        "melds": melds_data(melds=near_miss.melds),
        "strays": cards_data(cards=near_miss.strays),
        "changes": [{"out": str(change.out), "into": str(change.into)} for change in near_miss.changes],
        "distance": near_miss.distance,
    }


def needs_data(*, needs: Iterable[Need]) -> list[Data]:
    """Return what the conditions still lack as JSON data."""
    return [
        {"condition": need.condition.value, "number": need.number, "cards": cards_data(cards=need.cards)}
        for need in needs
    ]


def as_kept(entered: Data, *names: str) -> dict[str, object]:
    """Return what was asked of a hand as it is kept; a laid secret may be typed card by card."""
    secrets = entered.get("secrets")
    return {
        "hand": _cards_text(entered.get("hand")),
        "sowee": entered.get("sowee") or None,
        "secrets": _kinds(secrets) if isinstance(secrets, str) else list(_items(secrets)),
        "extra": _cards_text(entered.get("extra")),
        **{name: entered.get(name) or None for name in names},
    }


def entry_of(asked: Data, rules: HouseRules) -> Entry:
    """Return what was asked of a hand as it could be read."""
    return read_entry(data={**asked, "hand": asked["hand"] or None, "game": GAME_ID, "rules": rules})


def _cards_text(value: object) -> str:
    return value if isinstance(value, str) else " ".join(map(str, _items(value)))


def _items(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _kinds(text: str) -> list[str]:
    reading = read_cards(text=text)
    return [*dict.fromkeys(card.notation for card in reading.cards), *reading.unknown]


def melds_data(*, melds: Iterable[Meld]) -> list[list[str]]:
    return [cards_data(cards=meld.cards) for meld in melds]


def cards_data(*, cards: Iterable[Card]) -> list[str]:
    return [card.notation for card in cards]


def _account(account: Account) -> Answer:
    return {
        "per_opponent": account.per_opponent_cents,
        "king_cents": account.king_cents,
        "lines": lines_data(lines=account.lines),
    }


def lines_data(*, lines: Iterable[Line]) -> list[Data]:
    return [{"what": line.what, "rule": line.rule, "cents": line.cents} for line in lines]


def _king_win(verdict: Verdict) -> Answer:
    if verdict.king_win is None:
        return {}
    return {"king_win": verdict.king_win.value, "left_over": cards_data(cards=verdict.left_over)}


def _conditions(conditions: Conditions) -> dict[str, bool]:
    return {"bounit": conditions.bounit, "sowee": conditions.sowee}


def claim_in_words(data: object, told: Told = Text.english) -> tuple[bool | None, str]:
    """Return whether a claim wins, None where it is impossible, and the answer in lines of text."""
    try:
        claim = read_claim(data=data)
        result = judge_claim(claim=claim)
    except ImpossibleError as error:
        return None, problems_text(problems=error.problems, told=told)
    rulings = rulings_of(result=result, claim=claim)
    return isinstance(result, Verdict), "\n".join(
        [result_text(result=result, told=told), *_ruling_lines(rulings, told)]
    )


def _ruling_lines(rulings: Iterable[Ruling], told: Told) -> Iterator[str]:
    """Yield what rests on a ruling, and the house rule that says otherwise, if there is one."""
    for one in rulings:
        yield told(_said("ruling", ruling=one.text, rule=one.rule))
        if one.house_rule:
            yield f"  {told(_said('ruling_otherwise', house_rule=one.house_rule))}"


def result_text(*, result: Verdict | NotAWin, told: Told = Text.english) -> str:
    """Return a verdict in lines of text: the amount, the account, the melds, or what is missing."""
    lines = _verdict_lines(result, told) if isinstance(result, Verdict) else _not_a_win_lines(result, told)
    return "\n".join(lines)


def problems_text(*, problems: Iterable[Problem], told: Told = Text.english) -> str:
    """Return every reason why a claim is impossible, one a line, with its code."""
    return "\n".join([told(_said("impossible")), *(f"  {problem.code}: {told(problem.text)}" for problem in problems)])


def _verdict_lines(verdict: Verdict, told: Told) -> Iterator[str]:
    yield told(_said("valid", cents=verdict.per_opponent_cents, rules=verdict.rules_revision))
    for line in verdict.lines:
        yield f"  {line.cents:>6}  {told(line.text)} ({line.rule})"
    if verdict.turned is not None:
        conditions = verdict.turned.conditions
        yield told(_said(f"conditions_{conditions.bounit:d}{conditions.sowee:d}"))
        yield told(_said("extra_used", used=verdict.turned.used))
    yield from _meld_lines(verdict.arrangement, told)
    if verdict.left_over:
        yield told(_said("left_over", cards=write_cards(cards=verdict.left_over)))


def no_win_problem(*, result: NotAWin) -> Problem:
    """Return sixteen cards that do not win as a problem of whoever says that they do."""
    strays = tuple(card.notation for card in result.near_miss.strays)
    if result.rule == "L4":
        return Problem(text=say("not_a_win.claimed_king", rule=result.rule), field="bounit")
    if not strays:
        return Problem(text=say("not_a_win.kings", rule=result.rule), field="hand")
    text = say(
        "not_a_win.strays",
        melded=result.near_miss.melded,
        size=HAND_SIZE,
        cards=", ".join(strays),
        strays=len(strays),
        rule=result.rule,
    )
    return Problem(text=text, cards=strays, field="hand")


def _not_a_win_lines(result: NotAWin, told: Told) -> Iterator[str]:
    near = result.near_miss
    why = "not_valid" if near.strays else "not_valid_kings"
    if result.rule == "L4":
        why = "not_valid_claimed_king"
    yield told(_said(why, melded=near.melded, size=HAND_SIZE, rule=result.rule))
    yield from _meld_lines(near.melds, told)
    if result.rule == "L4":
        return
    if near.strays:
        yield told(_said("left_over", cards=write_cards(cards=near.strays)))
    if near.changes:
        yield told(_said("changes"))
    else:
        yield told(_said("no_change"))
        yield told(_said("distance", distance=near.distance))
    for out in dict.fromkeys(change.out for change in near.changes):
        into = write_cards(cards=(change.into for change in near.changes if change.out == out))
        yield f"  {told(_said('change', out=str(out), into=into))}"


def _meld_lines(melds: Iterable[Meld], told: Told) -> Iterator[str]:
    yield told(_said("melds"))
    for meld in melds:
        yield f"  {write_cards(cards=meld.cards)}  {told(_said(f'meld_{meld.kind}'))}"


def _said(key: str, **values: Any) -> Text:
    return say(f"verify.{key}", **values)
