"""What of an answer is compared, how it is stored, and how a difference is told in a few lines."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
SENTENCES = frozenset(["message", "label", "what", "text", "reasons", "address", "kept_at", "engine_version"])
"""Keys whose values are words for people, or belong to one run or engine; that they are there is compared."""

WORDS = "(words)"
NEWER_FACTS = [
    *("by_close", "met", "field", "uses_sowee_three", "point"),
    *("presets", "houses", "rulings", "void_deals", "void_penalty"),
]
"""What the judge tells of a win since then, what the close moved of a total, and house rules that change nothing."""
NEWER_FIGURES = [
    *("apart_cents", "each_hand", "entered_later", "has_terms"),
    *("is_apart", "reckonings", "void_count", "waiting"),
]
"""What is told of a seat, a player or a line since then, 0, false or empty in every night of the corpus."""
NEWER_WORDS = (("name", ""), ("place", ""), ("note", ""))
"""What is told of a night since then, empty in every night of the corpus."""
NEWER_RULES = {"silent_drawer_first": True, "kings_claimable": True}
"""House rules of cuajo that came later, and how it was played before."""

MOST_TOLD = 12
MISSING = "(missing)"


def stored(name: str) -> Any:
    """Return the content of a file of the corpus."""
    content = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return [_marked(case) for case in content] if isinstance(content, list) else content


def _marked(case: Any) -> Any:
    asked = case["ask"].get("content", {})
    if not isinstance(asked, dict):
        return case
    if "'source': 'self_drawn'" in str(case["ask"].get("act")) and "bounit_missing" in str(case["answer"]):
        return {**case, "wrong_today": "an own draw need not name its last card (C27)"}
    status, *answers = case["answer"] if isinstance(case["answer"], list) else (0,)
    error = answers[0].get("error", {}) if status == 422 else {}
    if error.get("code") == "sowee_missing" and len(error["problems"]) > 1:
        return {**case, "wrong_today": "what is missing was said before why it cannot be"}
    question = asked.get("question", asked)
    claims = question.get("source") == "claimed" and "hand" in question and _claims_no_third(question)
    if claims or (case["ask"].get("path") == "verify/waits/" and _wins_by_kings(_kings(asked))):
        return {**case, "wrong_today": "out of turn kings win with another card than the third of a rub"}
    standings = [player["standing"] for player in asked.get("players", ()) if player["by_kings"]]
    is_barred = any(standing.endswith("_left") for standing in standings) and asked.get("rules") == "pricelist"
    return {**case, "wrong_today": "a win by kings is barred while the penalty lasts"} if is_barred else case


def _claims_no_third(question: Any) -> bool:
    """Tell whether kings won alone with a claimed card that is not the third king of its suit."""
    bounit = str(question["bounit"])
    is_third = bounit.startswith("12") and _kings(question).count(bounit) == 3
    return _wins_by_kings(_kings(question)) and not is_third


def _kings(question: Any) -> list[str]:
    return [card for card in str(question["hand"]).split() if card.startswith("12")]


def _wins_by_kings(kings: list[str]) -> bool:
    counts = [kings.count(f"12{suit}") for suit in "OCEB"]
    return max(counts) >= 3 or counts == [1, 1, 1, 1] or sum(counts) >= 7


def names(prefix: str) -> list[str]:
    """Return the names of the files that begin so."""
    return sorted(path.name.removesuffix(".json.gz") for path in DATA.glob(f"{prefix}*.json.gz"))


def plain(value: Any) -> Any:
    """Return JSON data without its sentences, which may get better."""
    match value:
        case dict():
            if value.keys() == {"id", "name"}:
                return value["name"]
            found = {
                key: _without_words(key, item) if key in {*SENTENCES, "fields"} else plain(item)
                for key, item in _said(_called(value)).items()
                if key not in {*NEWER_RULES, *NEWER_FACTS, *NEWER_FIGURES} and (key, item) not in NEWER_WORDS
            }
            if isinstance(found.get("partners"), list):  # those of as many nights stood in no stated order
                found["partners"].sort(key=lambda each: json.dumps(each, sort_keys=True))
            return found
        case list() | tuple():
            return [plain(item) for item in value if not _is_left_out(item)]
        case _:
            return value


CALLED = {
    **{"amount_cents": "cents", "best_cents": "best", "handover_entries": "handovers", "why": "reason"},
    **{"merged_into_id": "merged_into", "per_opponent_cents": "per_opponent", "session_ids": "sessions"},
    **dict.fromkeys(("entry", "line", "seat"), "number"),
}
"""What answers call otherwise since there is one version of the API."""
NOT_TOLD_BEFORE = {
    *("cash_moved", "is_corrected", "is_readable", "next_after", "objections", "page", "page_count", "values"),
    *("payee_name", "payee_player", "payer_name", "payer_player", "recorded_at", "session_id"),
    *("sentence", "address", "disputed_entries"),
}


def _called(value: dict[str, Any]) -> dict[str, Any]:
    people = {who: value[key] for who in ("payer", "payee") for key in (f"{who}_name", f"{who}_player") if key in value}
    if {"merged_into", "merged_into_id"} & value.keys():
        value = value | {"totals": [{**each, "player": None} for each in value["totals"]]}
    if "open_secrets" in value and "reckonings" in value:  # what closing would do told some sums of each seat twice
        sums = [(each["player"], each["played_cents"], each["result_cents"]) for each in value["reckonings"]]
        seats = [{"player": who, "played_cents": played, "final_cents": final} for who, played, final in sums]
        value = value | {"seats": seats}
    value = value | ({"player": value["player"] or None} if "decides" in value else {})  # the host had an empty name
    if "waiting" in value:  # seats were listed without what they won
        items = [
            {key: each.get(key) for key in ("number", "seat", "place", "side", "player")} for each in value["items"]
        ]
        value = value | {"items": [{key: item for key, item in each.items() if item is not None} for each in items]}
    left = {*NOT_TOLD_BEFORE, "code" if "what" in value else "", "points" if "amount_cents" in value else ""}
    left -= {"recorded_at"} if "fingerprint" in value else set()
    return {CALLED.get(key, key): item for key, item in (value | people).items() if key not in left}


def _is_left_out(item: Any) -> bool:
    """Tell whether something is a house rule that older rules differ in, or the unit of prices, which a price says."""
    return isinstance(item, dict) and "preset" in item and item.get("name") in {*NEWER_RULES, "unit"}


def _said(value: dict[str, Any]) -> dict[str, Any]:
    """Return a judgement without conditions and melds that change nothing, and hands as they were counted.

    Wrong today: an act declared without cards comes out with conditions that were perhaps never said (C39).
    """
    if "seats" in value:  # the check code of a night took the place of its fingerprint, and its day is told
        value = {key: item for key, item in value.items() if key not in ("check_code", "day", "fingerprint")}
    if "totals" in value:  # nights without a hand or money counted, and those that somebody only waited in
        counted = [each for each in value["totals"] if each["hands_won"] or each["result_cents"]]
        value = {key: item for key, item in value.items() if key != "sessions"} | {"totals": counted}
    if "hands_won" in value and "session_count" in value:
        value = {key: item for key, item in value.items() if key != "session_count"}
    if "void_count" in value:  # hands that do not count were among the others (C38)
        value = value | {"hand_count": value["hand_count"] + value["void_count"]}
    if isinstance(melds := value.get("arrangement"), list):  # now as the winner put the cards down
        value = value | {"arrangement": sorted(card for meld in melds for card in meld)}
    act, verdict = value.get("act"), value.get("verdict")
    if not isinstance(act, dict) or not isinstance(verdict, dict) or "conditions" in verdict:
        return value
    if not act.get("declared"):
        return value
    said = {key: item for key, item in act.items() if not key.endswith("_condition")}
    return value | {"act": said}


def numbers(text: str) -> list[str]:
    """Return the numbers and cards of a sentence in order, whatever its words are."""
    return sorted(word for word in re.findall(r"\w+", text) if any(map(str.isdigit, word)))


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield the path and both values of each difference between two JSON values.

    Three old answers were wrong and may differ: who deals next (E13), paid secrets (C9), cards that melds fix (E11).
    """
    match old, new:
        case _, int() if path.endswith(".deals_next") and old in (None, MISSING):
            return
        case list(), [422, {"error": {"code": "secrets_not_named" | "too_many_copies"}}]:
            return
        case dict(), dict():
            for key in sorted({*old, *new}):
                yield from differences(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}")
        case list(), list() if len(old) == len(new):
            for index, (one, other) in enumerate(zip(old, new, strict=True)):
                yield from differences(one, other, f"{path}[{index}]")
        case _ if type(old) is not type(new) or old != new:
            yield f"{path or '.'}: was {str(old)[:90]}, is {str(new)[:90]}"


def told(old: Any, new: Any) -> str:
    """Return the first differences as text, empty where there are none."""
    return "\n".join(list(differences(old, new))[:MOST_TOLD])


def _without_words(key: str, value: Any) -> Any:
    if key == "fields" and isinstance(value, dict):
        return dict.fromkeys(value, WORDS)
    return WORDS if value else plain(value)
