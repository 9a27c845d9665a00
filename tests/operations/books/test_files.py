"""A file of the books that somebody changed, or that is none, is refused with the place, and nothing of it is kept."""

import copy
import random
from typing import Any

import pytest
from django.db import transaction

from scoring.models import Club, Entry, Hand, Membership, Player, Role, Session
from scoring.operations.books import BooksError, import_books, mark_alarm_read, raise_alarm, read_books, unread_alarm
from scoring.queries.books.export import checksum, club_books
from scoring.texts import Text
from scoring.texts.stored import texts_of
from scoring.texts.strict_json import read_json
from tests import people
from tests.games.asking import stored
from tests.queries.clubs import SCALE, a_file, first_paid

pytestmark = pytest.mark.django_db


@stored("changed_files", "nights")
def test_a_changed_file_is_refused_with_the_place_and_nothing_of_it_is_kept(
    *, value: object, path: str, known: int | str, why: str, said: dict[str, object], is_sealed: bool
) -> None:
    """`known`: the place that is named, or how many steps lead to it. Who seals knows how the checksum is made."""
    file = a_file()
    first, second, *_ = (at for at, one in enumerate(file["players"]) if not (one["erased_at"] or one["merged_into"]))
    places = {"FIRST": first_paid(file)[0], "LAST": len(file["sessions"][0]["entries"]) - 1, "SECOND": second}
    steps = [places.get(step, int(step) if step.isdigit() else step) for step in path.split()]
    here: Any = file
    for step in steps[:-1]:
        here = here[step]
    here[steps[-1]] = file["players"][first]["name"] if value == "A_NAME" else value
    if value == "LEFT_OUT":
        del here[steps[-1]]
    if is_sealed:
        file["sha256"] = checksum(books=file)
    with pytest.raises(BooksError) as refusal:
        import_books(books=file)
    what = refusal.value.text.values["what"]
    assert isinstance(what, Text)
    walked = steps[:known] if isinstance(known, int) else [known]
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in walked).removeprefix(".")
    assert (refusal.value.place, what.key) == (place, f"books_refused.{why}")
    assert what.values == (said or what.values)
    assert (Club.objects.count(), Player.objects.count(), Entry.objects.count()) == (0, 0, 0)


NONSENSE: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, "", "0", "x" * 300, "2026-01-31", [], {}, ["a"], {"a": 1})


@pytest.mark.parametrize("seed", range(15 * SCALE))
def test_nonsense_anywhere_in_a_file_is_refused_and_never_a_crash(seed: int) -> None:
    file, chance = a_file(seed=3, steps=4), random.Random(seed)
    original = copy.deepcopy(file)
    here: Any = file
    while True:
        step = chance.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        if not isinstance(here[step], dict | list) or not here[step] or chance.random() < 0.1:
            break
        here = here[step]
    here[step] = chance.choice(NONSENSE)
    if file != original:
        with transaction.atomic(), pytest.raises(BooksError):
            import_books(books=file)
        assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("", "", "no_file"),
        ("[" * 100_000, "", "no_file"),
        ('{"a": NaN}', "", "no_file"),
        ('["\\ud800"]', "", "no_file"),
        ('{"\udcff": 1}', "", "no_file"),
        ("[]", "format", "no_export"),
        ('{"format": "gnucash"}', "format", "no_export"),
        ('{"format": "cuajo books", "version": 3}', "version", "version"),
        ('{"format": "cuajo books"}', "version", "version"),
    ],
)
def test_a_file_that_is_no_export_is_refused_unread(text: str, place: str, why: str) -> None:
    with pytest.raises(BooksError) as refusal:
        read_books(text=text)
    told = refusal.value.text.values.get("what", refusal.value.text)
    assert isinstance(told, Text)
    assert (refusal.value.place, told.key) == (place, f"books_refused.{why}")
    assert str(refusal.value).isprintable()


def test_the_empty_club_of_a_first_start_becomes_the_imported_one_once_and_keeps_its_host() -> None:
    file = a_file()
    club = people.make_club(name="Just installed")
    people.host_browser(club=club)
    imported = import_books(books=file).club
    assert (imported.pk, imported.name, str(imported.public_id)) == (club.pk, "Our club", file["club"]["id"])
    assert Membership.objects.get(club=club).role == Role.HOST
    assert all(texts_of(hand.told) == hand.texts for hand in Hand.objects.all())
    assert any(hand.texts for hand in Hand.objects.all())
    books = club_books(club=imported)
    people.refuses("not_empty.these", import_books, books=file)
    assert club_books(club=Club.objects.get()) == books


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '["\\"[", ' * 61])
def test_a_file_of_endless_brackets_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(ValueError, match="60"):
        read_json(text)


def test_books_are_never_mixed_with_others() -> None:
    file, session = a_file(), people.start_night(club=people.make_club())
    people.refuses("not_empty", import_books, books=file)
    assert list(Session.objects.all()) == [session]


def test_the_newest_alarm_that_nobody_put_aside_is_shown() -> None:
    assert unread_alarm() is None
    first, second = (raise_alarm(lost_guards=("a", "b"), wrong=wrong, at=people.EVENING) for wrong in (3, 0))
    assert (first.lost_guards, first.wrong, first.raised_at) == (["a", "b"], 3, people.EVENING)
    assert unread_alarm() == second
    mark_alarm_read(alarm=second, at=people.stamp(minutes=1).at)
    mark_alarm_read(alarm=second, at=people.stamp(minutes=2).at)
    second.refresh_from_db()
    assert (second.read_at, unread_alarm()) == (people.stamp(minutes=1).at, first)
