"""The pages of rule sets: edited by the host, written to a file and read back, chosen for a night."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.forms.rules.rule_sets import UnreadableFileError, read_file, written
from scoring.models import Club, Membership, Role, SavedRules, Session
from scoring.operations.rules.rule_sets import add_rule_set, change_rule_set
from tests import people
from tests.views.reading import Page, open_page, text_of
from tests.views.sessions.test_new_session import form, start, values

LIST = reverse("rule-sets")
NEW = reverse("new-rule-set")
IMPORT = reverse("import-rule-set")
NO_RULE_SET = "This is not a rule set from Cuajo. Choose the file again or paste its whole text."


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80, "partners_share": False}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


def filled(browser: Client, address: str) -> dict[str, str]:
    """Return what a browser sends for the editor as it was opened."""
    return values(open_page(browser, address))


def problems(response: Any) -> tuple[str, ...]:
    return Page(response).items("data-problems")


def test_preset_changed_in_one_value_is_listed_with_its_difference(host: Client) -> None:
    address = f"{NEW}?preset=family"

    response = host.post(address, filled(host, address) | {"name": "Sunday table", "rule_secret": "80"})

    assert (response.status_code, response.headers["Location"]) == (302, LIST)
    page = open_page(host, LIST)
    assert page.items("data-differences") == ("Secret laid down: 80 cents (otherwise 50 cents) C17",)
    assert "Sunday table revision 1 Cuajo · As Family" in page.text("data-rule-set", "Sunday table")
    assert SavedRules.objects.get().rules["partners_share"] is True


@pytest.mark.parametrize(("unit", "secret"), [(100, "60 whole units"), (200, "120 whole units"), (5, "300 cents")])
def test_an_amount_of_a_set_is_said_by_its_own_unit_and_that_of_the_preset_by_its(
    host: Client, club: Club, unit: int, secret: str
) -> None:
    rules = {"preset": "pagat", "unit": unit, "secret": 60}
    add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)

    said = open_page(host, LIST).items("data-differences")

    assert said[0] == f"Secret laid down: {secret} (otherwise 50 cents) C17"
    night = people.start_night(club=club, rules=rules)
    table = open_page(host, reverse("table", args=[night.public_id]))
    assert table.items("data-differences")[0] == f"Secret laid down: ₱{60 * unit // 100}.00 (otherwise ₱0.50)"


def test_edited_set_gets_the_next_revision_and_a_switch_can_be_turned_off(host: Client, saved: SavedRules) -> None:
    address = reverse("rule-set", args=[saved.public_id])
    sent = filled(host, address)
    assert (sent["rule_partners_share"], sent["rule_secrets_shown"]) == ("no", "")

    response = host.post(address, sent | {"rule_secrets_shown": "no"}, follow=True)

    assert "Sunday table is saved, revision 2." in response.text
    saved.refresh_from_db()
    assert (saved.revision, saved.rules["secrets_shown"], saved.rules["secret"]) == (2, False, 80)
    assert len(open_page(host, LIST).items("data-differences")) == 3


def test_saving_without_a_change_keeps_the_revision(host: Client, saved: SavedRules) -> None:
    address = reverse("rule-set", args=[saved.public_id])

    host.post(address, filled(host, address))

    saved.refresh_from_db()
    assert saved.revision == 1


def test_two_phones_the_second_is_told_and_may_save_over(host: Client, saved: SavedRules) -> None:
    address = reverse("rule-set", args=[saved.public_id])
    first, second = filled(host, address), filled(host, address)
    host.post(address, first | {"rule_secret": "90"})

    response = host.post(address, second | {"rule_secret": "70"})

    assert response.status_code == 409
    assert problems(response) == (
        "Another phone saved revision 2 in the meantime. Save again to replace it with yours.",
    )
    held = values(Page(response))
    assert (held["rule_secret"], held["expected_revision"]) == ("70", "2")
    host.post(address, second | {"rule_secret": "70", "expected_revision": "2"})
    saved.refresh_from_db()
    assert (saved.revision, saved.rules["secret"]) == (3, 70)


def test_wrong_values_are_all_said_and_what_was_typed_is_kept(host: Client) -> None:
    address = f"{NEW}?preset=pagat"
    sent = filled(host, address) | {"name": " ", "rule_secret": "-5", "rule_extra_cards": "81"}

    response = host.post(address, sent)

    assert response.status_code == 422
    assert problems(response) == (
        "Name: The rule set needs a name.",
        "Secret laid down: Write a whole number from 0 to 1,000,000.",
        "Extra cards the winner may turn: Write a whole number from 0 to 80.",
    )
    assert values(Page(response))["rule_extra_cards"] == "81"
    assert not SavedRules.objects.exists()


def test_taken_name_is_refused_beside_the_name(host: Client, saved: SavedRules) -> None:
    address = f"{NEW}?preset=pagat"

    response = host.post(address, filled(host, address) | {"name": "sunday TABLE"})

    assert response.status_code == 422
    assert problems(response) == ("Name: Another rule set is called Sunday table. Choose another name.",)


def test_differences_follow_the_form_before_it_is_saved(host: Client) -> None:
    address = f"{NEW}?preset=pagat"
    sent = filled(host, address) | {"rule_porbis": "400", "rule_secret": "x"}

    response = host.post(address, sent, headers={"HX-Request": "true", "HX-Target": "differences"})

    page = Page(response)
    assert next(iter(page.root)).get("id") == "differences"
    assert page.items("data-differences") == ("Porbis: 400 cents (otherwise 300 cents) C32",)
    assert not SavedRules.objects.exists()


def test_a_set_that_another_phone_saved_anew_is_not_removed_unseen(host: Client, saved: SavedRules) -> None:
    address = reverse("remove-rule-set", args=[saved.public_id])
    (stale,) = open_page(host, address).forms()
    change_rule_set(saved=saved, name="Sunday table", rules="pagat", expected_revision=1, at=people.EVENING)

    answer = host.post(address, stale)

    assert answer.status_code == 409
    assert Page(answer).text("data-code", "rule_set_changed").startswith("Another phone saved revision 2")
    host.post(address, Page(answer).forms()[0])
    assert not SavedRules.objects.exists()


def test_removed_set_is_gone_after_it_was_asked(host: Client, saved: SavedRules) -> None:
    address = reverse("remove-rule-set", args=[saved.public_id])
    open_page(host, address)
    assert SavedRules.objects.exists()

    response = host.post(address, follow=True)

    assert "Sunday table was removed." in response.text
    assert not SavedRules.objects.exists()


def test_export_is_a_small_file_that_import_reads_back(host: Client, saved: SavedRules) -> None:
    response = host.get(reverse("export-rule-set", args=[saved.public_id]))

    assert response.headers["Content-Disposition"] == 'attachment; filename="cuajo-sunday-table-1.json"'
    content = json.loads(response.content)
    assert {name: content[name] for name in ("cuajo_rule_set", "game", "name", "revision")} == {
        "cuajo_rule_set": 1,
        "game": "cuajo",
        "name": "Sunday table",
        "revision": 1,
    }
    rules, kept = dict(saved.rules), SavedRules.objects.all()
    kept.delete()
    upload = SimpleUploadedFile("rules.json", b"\xef\xbb\xbf" + response.content)
    host.post(IMPORT, {"file": upload, "text": ""})
    assert kept.get().rules == rules


def test_imported_revision_is_kept(host: Client, saved: SavedRules) -> None:
    text = json.dumps(json.loads(written(saved=saved)) | {"name": "Monday", "revision": 7})

    response = host.post(IMPORT, {"text": text}, follow=True)

    assert "Monday is saved, revision 7." in response.text


@pytest.fixture
def other(saved: SavedRules) -> str:
    """Return the file of another set with the name of the club's."""
    content = json.loads(written(saved=saved))
    return json.dumps(content | {"rules": {"preset": "pagat", "porbis": 500}})


def test_taken_name_shows_both_sets_and_asks(host: Client, saved: SavedRules, other: str) -> None:
    response = host.post(IMPORT, {"text": other})

    page = Page(response)
    assert page.status == 409
    assert page.text("data-ours").startswith("Sunday table, revision 1, of the club As Family Partners share")
    assert page.text("data-theirs") == (
        "Sunday table, revision 1, of the file As Pagat Porbis: 500 cents (otherwise 300 cents) C32"
    )
    saved.refresh_from_db()
    assert saved.rules["preset"] == "family"


def test_import_replaces_where_that_was_chosen(host: Client, saved: SavedRules, other: str) -> None:
    host.post(IMPORT, {"text": other, "replace": "yes"})

    replaced = SavedRules.objects.get()
    assert (replaced.pk, replaced.revision, replaced.rules["porbis"]) == (saved.pk, 2, 500)


def test_import_under_another_name_keeps_both(host: Client, saved: SavedRules, other: str) -> None:
    host.post(IMPORT, {"text": other, "name": "Monday"})

    assert [(each.name, each.rules["preset"]) for each in SavedRules.objects.order_by("name")] == [
        ("Monday", "pagat"),
        ("Sunday table", "family"),
    ]


def test_every_problem_of_a_file_is_said_at_once(host: Client) -> None:
    content = {
        "cuajo_rule_set": 1,
        "game": "cuajo",
        "name": 5,
        "revision": 0,
        "colour": "red",
        "rules": {"preset": "pagat", "secret": "much", "bonus": 3, "source": "me"},
    }

    response = host.post(IMPORT, {"text": json.dumps(content)})

    assert response.status_code == 422
    assert problems(response) == (
        "A rule set has no part called colour.",
        "The name must be a text.",
        "The revision must be a whole number from 1 to 100,000.",
        "The rules have no part called source.",
        "The house rule secret cannot be 'much'.",
        "No house rule is called 'bonus'.",
    )
    assert not SavedRules.objects.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Choose a file or paste its text."),
        ("{", NO_RULE_SET),
        ("[1]", NO_RULE_SET),
        ("{}", NO_RULE_SET),
        ('{"cuajo_rule_set": 1, "game": "x", "game": "y"}', "game is given twice."),
        ("x" * 20_001, "This is too large for a rule set: 20 kB at most."),
        ("1" * 5_000, NO_RULE_SET),
    ],
)
def test_texts_that_are_no_rule_set(host: Client, text: str, said: str) -> None:
    response = host.post(IMPORT, {"text": text})

    assert (response.status_code, problems(response)) == (422, (said,))


def test_deeply_nested_text_is_no_rule_set(host: Client) -> None:
    (said,) = problems(host.post(IMPORT, {"text": "[" * 19_000}))

    assert said == NO_RULE_SET


def test_files_that_are_no_rule_set(host: Client) -> None:
    for content, said in (
        (b"\xff\xfe\x00", NO_RULE_SET),
        (b" " * 20_001, "This is too large for a rule set: 20 kB at most."),
    ):
        response = host.post(IMPORT, {"file": SimpleUploadedFile("rules.json", content)})
        assert (response.status_code, problems(response)) == (422, (said,))


def test_file_of_a_later_format_or_with_parts_missing_is_refused() -> None:
    with pytest.raises(UnreadableFileError) as refusal:
        read_file(text='{"cuajo_rule_set": 2, "game": "poker"}')

    assert refusal.value.problems == (
        "name is missing.",
        "revision is missing.",
        "rules is missing.",
        "A newer version wrote this file. Update Cuajo, then import it.",
        "The file is for a game that is not played here.",
    )


def test_new_session_offers_the_set_and_copies_it(host: Client, saved: SavedRules) -> None:
    page = open_page(host, reverse("new-session"))
    offered = [text_of(label) for label in page.root.iter("label") if label.get("class") == "preset"]
    assert offered[-1] == (
        "Sunday table, revision 1 As Family · Partners share wins and losses at the end: no · Secret laid down: 80"
    )

    night = start(host, preset=str(saved.public_id))

    assert night.rules == saved.rules
    table = open_page(host, reverse("table", args=[night.public_id]))
    assert table.text("data-rules") == "Sunday table, revision 1, made from family"
    assert table.items("data-differences") == (
        "Partners share wins and losses at the end: no (otherwise yes)",
        "Secret laid down: ₱0.80 (otherwise ₱0.50)",
    )
    assert "Sunday table, revision 1, made from family, changed:" in text_of(
        open_page(host, reverse("statement", args=[night.public_id])).root
    )


@pytest.mark.parametrize("address", [LIST, reverse("new-session")])
def test_number_of_queries_does_not_grow_with_the_rule_sets(
    host: Client, club: Club, saved: SavedRules, address: str
) -> None:
    with CaptureQueriesContext(connection) as one:
        open_page(host, address)
    for name in ("Monday", "Tuesday"):
        add_rule_set(club=club, game="cuajo", name=name, rules="pagat", at=people.EVENING)
    with CaptureQueriesContext(connection) as three:
        open_page(host, address)

    assert len(three) == len(one) <= 7


def test_set_changed_for_one_night_says_so(host: Client, saved: SavedRules) -> None:
    night = start(host, preset=str(saved.public_id), rule_secret="90")

    table = open_page(host, reverse("table", args=[night.public_id]))

    assert table.text("data-rules") == "Sunday table (changed), revision 1, made from family"
    assert night.rules["secret"] == 90


def test_like_last_time_chooses_the_set_while_it_says_the_same(host: Client, saved: SavedRules) -> None:
    night = start(host, preset=str(saved.public_id))
    address = f"{reverse('new-session')}?like={night.public_id}"
    before = values(open_page(host, address))
    SavedRules.objects.all().delete()
    after = values(open_page(host, address))

    assert (before["preset"], before["rule_secret"]) == (str(saved.public_id), "")
    assert (after["preset"], after["rule_secret"], after["rule_partners_share"]) == ("family", "80", "no")


def test_set_of_another_club_is_neither_offered_nor_taken(host: Client) -> None:
    others = add_rule_set(
        club=people.make_club(name="Others"), game="cuajo", name="Theirs", rules="pagat", at=people.EVENING
    )

    response = host.post(reverse("new-session"), form(preset=str(others.public_id)))

    assert response.status_code == 422
    assert Session.objects.count() == 0
    assert "Theirs" not in host.get(LIST).text
    for name in ("rule-set", "export-rule-set", "remove-rule-set"):
        assert host.get(reverse(name, args=[others.public_id])).status_code == 404
        assert host.post(reverse(name, args=[others.public_id])).status_code in (404, 405)
    assert SavedRules.objects.get() == others


def test_unknown_set_is_not_found_and_without_a_preset_the_list_is_offered(host: Client) -> None:
    assert host.get(reverse("rule-set", args=[uuid4()])).status_code == 404
    for address in (NEW, f"{NEW}?preset=poker"):
        offered = Page(host.get(address, follow=True))
        assert "Choose the preset that the new rule set starts from." in text_of(offered.root)
        assert len(offered.items("data-presets", "cuajo")) == 4


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.PLAYER, Role.VIEWER])
def test_only_the_host_manages_rule_sets(host: Client, saved: SavedRules, role: Role) -> None:
    Membership.objects.update(role=role)
    for name in ("rule-set", "export-rule-set", "remove-rule-set"):
        assert host.get(reverse(name, args=[saved.public_id])).status_code == 403
        assert host.post(reverse(name, args=[saved.public_id])).status_code in (403, 405)
    for address in (LIST, f"{NEW}?preset=pagat", IMPORT):
        assert host.get(address).status_code == 403
    assert LIST not in host.get(reverse("rules")).text
    assert SavedRules.objects.get().revision == 1


def test_a_rule_set_of_another_game_is_edited_offered_and_copied_the_same_way(host: Client) -> None:
    address = f"{NEW}?game=khanhoo&preset=three_packs"
    host.post(address, filled(host, address) | {"name": "Long match", "rule_target": "100"})

    saved = SavedRules.objects.get()
    assert (saved.game, saved.rules["packs"], saved.rules["target"]) == ("khanhoo", 3, 100)
    assert open_page(host, LIST).items("data-differences") == ("Points that win the match: 100 (otherwise 50) E8",)
    copy = host.get(reverse("export-rule-set", args=[saved.public_id]))
    assert copy.headers["Content-Disposition"] == 'attachment; filename="khanhoo-long-match-1.json"'
    assert "Long match" not in host.get(reverse("new-session")).text

    page = reverse("new-game-session", args=["khanhoo"])
    sent = values(open_page(host, page)) | form(preset=str(saved.public_id))
    assert host.post(page, sent).status_code == 302
    night = Session.objects.get()
    assert night.rules == saved.rules
    again = values(open_page(host, f"{page}?like={night.public_id}"))
    assert (again["preset"], again["rule_target"]) == (str(saved.public_id), "")
