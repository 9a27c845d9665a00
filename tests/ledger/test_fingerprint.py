"""The fingerprint covers all that matters of the books and can be computed by another program."""

import json
import struct
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.base import Points
from scoring.ledger.fingerprint import FingerprintError, canonical_bytes, chain, chain_seal, check_code, digest, short
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import Line, Payment

NIGHT = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)
WIN = Line(
    number=1,
    kind=EntryKind.HAND,
    recorded_at=NIGHT,
    position=1,
    fingerprint="",
    owed=(Payment(payer=4, payee=1, cents=90), Payment(payer=2, payee=1, cents=90)),
    points=(Points(seat=3, points=-2), Points(seat=1, points=2)),
    act={"winner": 1, "cards": ("1O", "3C"), "note": 'Ñ "q" \\ \n \x1f €'},
)
UNDO = Line(
    number=2,
    kind=EntryKind.REVERSAL,
    act={},
    recorded_at=NIGHT + timedelta(microseconds=1),
    position=2,
    fingerprint="",
    owed=(Payment(payer=1, payee=2, cents=90), Payment(payer=1, payee=4, cents=90)),
    reverses=1,
)
JSON_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("azé0", max_size=3), inner, max_size=3),
    max_leaves=10,
)
ACTS = st.dictionaries(st.text("azé0", max_size=3), JSON_DATA, max_size=3)


def written_by_hand(value: object) -> str:
    """Write canonical JSON as docs/export.md says, without the json module's writer."""
    short_forms = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            escaped = (short_forms.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value)
            return '"' + "".join(escaped) + '"'
        case dict():
            members = (f"{written_by_hand(key)}:{written_by_hand(value[key])}" for key in sorted(value))
            return "{" + ",".join(members) + "}"
        case Sequence():
            return "[" + ",".join(written_by_hand(item) for item in value) + "]"
    raise TypeError(value)


def test_an_entry_is_written_exactly_as_documented() -> None:
    assert canonical_bytes(entry=WIN).decode() == (
        r'{"act":{"cards":["1O","3C"],"note":"Ñ \"q\" \\ \n \u001f €","winner":1},'
        '"at":"2026-01-31T20:15:00.000000Z","kind":"hand","number":1,'
        '"payments":[[2,1,90],[4,1,90]],"points":[[1,2],[3,-2]],"reverses":null}'
    )


def test_each_state_hashes_the_state_before_and_the_entry_and_keeps_in_later_versions() -> None:
    first = sha256(sha256(b"cuajo ledger 1").digest() + canonical_bytes(entry=WIN))
    second = sha256(first.digest() + canonical_bytes(entry=UNDO))
    assert chain(previous="", entry=WIN) == first.hexdigest()
    assert chain(previous=first.hexdigest(), entry=UNDO) == second.hexdigest()
    assert second.hexdigest() == "7fbb16e554b2204c99a4edd251e2d1a8dc1faada86812b792b7e648ce79b07df"
    assert short(fingerprint=second.hexdigest()) == "FYXH-DSAM"
    assert short(fingerprint="") == ""


def test_order_of_rows_and_time_zone_and_kind_of_list_do_not_matter() -> None:
    manila = timezone(timedelta(hours=8))
    same = replace(
        WIN,
        recorded_at=NIGHT.astimezone(manila),
        owed=WIN.owed[::-1],
        points=WIN.points[::-1],
        act={"note": 'Ñ "q" \\ \n \x1f €', "cards": ["1O", "3C"], "winner": 1},
    )
    assert canonical_bytes(entry=same) == canonical_bytes(entry=WIN)


@given(act=ACTS)
def test_any_act_is_written_as_documented_and_reads_back(act: dict[str, object]) -> None:
    written = canonical_bytes(entry=replace(WIN, act=act)).decode()
    assert written.startswith('{"act":' + written_by_hand(act) + ',"at":')
    assert json.loads(written)["act"] == act
    assert digest(content=act) == sha256(written_by_hand(act).encode()).hexdigest()


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"recorded_at": NIGHT.replace(tzinfo=None)}, "fingerprint.time"),
        ({"act": {"note": "\ud800"}}, "fingerprint.not_unicode"),
        *(
            ({"act": {"deep": [value]}}, "fingerprint.value")
            for value in (1.5, float("nan"), b"1O", {1: 2}, {"1O"}, NIGHT)
        ),
    ],
)
def test_what_canonical_json_cannot_say_exactly_is_refused(changed: dict[str, Any], refusal: str) -> None:
    with pytest.raises(FingerprintError) as refused:
        canonical_bytes(entry=replace(WIN, **changed))
    assert refused.value.text.key == refusal


def test_each_seal_hashes_the_state_before_and_what_it_seals() -> None:
    first = b'{"about":"n1","digest":"ab","kind":"line","number":1}'
    state = sha256(sha256(b"cuajo seal 1").digest() + first)
    assert chain_seal(previous="", number=1, kind="line", about="n1", digest="ab") == state.hexdigest()
    second = b'{"about":"n1","digest":"cd","kind":"line","number":2}'
    after = chain_seal(previous=state.hexdigest(), number=2, kind="line", about="n1", digest="cd")
    assert after == sha256(state.digest() + second).hexdigest()


def test_the_check_code_hashes_the_fingerprint_with_what_is_played_for_and_who_sat_where() -> None:
    written = b'{"currency":"PHP","fingerprint":"ab","players":[[1,"x"],[2,"y"]],"stake_factor":3}'
    said: dict[str, Any] = {"currency": "PHP", "stake_factor": 3, "players": {2: "y", 1: "x"}}
    assert check_code(fingerprint="ab", **said) == sha256(b"cuajo check code 1" + written).hexdigest()
    assert check_code(fingerprint="", **said) == ""


def test_a_digest_is_the_same_once_stored_also_of_text_that_is_not_unicode() -> None:
    assert digest(content={"cards": ("1O",), "note": "\ud800"}) == digest(content={"note": "\ud800", "cards": ["1O"]})


@pytest.mark.parametrize(
    ("first_bits", "text"),
    [(0, "0000-0000"), (2**40 - 1, "ZZZZ-ZZZZ"), (1, "0000-0001"), (31 << 35, "Z000-0000"), (18, "0000-000J")],
)
def test_short_form_is_the_first_forty_bits_in_crockford_base_32(first_bits: int, text: str) -> None:
    assert short(fingerprint=struct.pack(">Q", first_bits)[3:].hex() + 54 * "f") == text
