"""The rules of a game, open to anybody, as its document in `docs/rules` states them; the rule sets of the club.

A translated document, `docs/rules/es/cuajo.md`, marks rulings and examples by the words its catalogue has for them.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from scoring.forms.amounts import amount_words
from scoring.forms.base import problem, told
from scoring.forms.house_rules import preset_line, value_words
from scoring.forms.rule_sets import RuleSetFile, RuleSetFileForm, RuleSetForm, values_of_saved, written
from scoring.games import GAMES, UnknownGameError, game_by_id
from scoring.games.base import AnyGame
from scoring.games.fields import Field, FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.models import SavedRules
from scoring.money import OFFERED_CURRENCIES, written_together
from scoring.operations import rule_sets as operations
from scoring.operations.errors import RefusedError
from scoring.queries import rule_sets as queries
from scoring.queries.judge import latest_session
from scoring.queries.people.access import Access, Action, may
from scoring.queries.table.nights import last_time
from scoring.web.access import access_to, asks, reads
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.shared import CONFLICT, INVALID, way_back

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_RULE = re.compile(r"\*\*([A-Z]+\d+)\*\* (.+)")
_WORD = re.compile(r"\*([^*]+)\*(?: = \*([^*]+)\*)?: (.+?)(?: \(([A-Z]+\d+)\)\.?(.*))?")
_MELDS = r"((?:`[^`]+`(?:, )?)+)"


class Paragraph(NamedTuple):
    """A paragraph, safe to show; `melds` are cards in notation to be drawn below it."""

    text: SafeString
    melds: tuple[str, ...] = ()


class Rule(NamedTuple):
    """A rule and its number, which is its anchor."""

    number: str
    said: Paragraph


class Word(NamedTuple):
    """A word of the table, its other name there, its meaning, and the rule that says more."""

    word: str
    other: str
    meaning: SafeString
    rule: str
    melds: tuple[str, ...]


class Chapter(NamedTuple):
    """A chapter of the document; `id` is its anchor, `lead` comes before its rules and words."""

    id: str
    title: str
    lead: tuple[Paragraph, ...]
    rules: tuple[Rule, ...]
    words: tuple[Word, ...]


class Rulebook(NamedTuple):
    """The chapters of a document, the introduction first, in the language that it was found in."""

    language: str
    chapters: tuple[Chapter, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for chapter in self.chapters for word in chapter.words)

    def rule(self, number: str) -> Rule:
        return next(rule for chapter in self.chapters for rule in chapter.rules if rule.number == number)


@cache
def rulebook(*, document: str, language: str = settings.LANGUAGE_CODE) -> Rulebook:
    """Return a document of `docs/rules` in a language, in English where it is not translated; read once."""
    folder = settings.FILES_DIR / "docs" / "rules"
    translated = folder / language / f"{document}.md"
    if not translated.exists():
        translated, language = folder / f"{document}.md", settings.LANGUAGE_CODE
    game = next(game for game in GAMES if game.rules_document == document)
    with override(language):
        text = _in_words(translated.read_text(encoding="utf-8"), game)
        return Rulebook(language=language, chapters=tuple(_chapters(text)))


def _in_words(text: str, game: AnyGame) -> str:
    """Put words in the place of names of house rules, presets and values; names in brackets at a rule go."""
    about = {rule.name: rule for rule in game.house_rules}
    asked: Field | None = None

    def words(found: re.Match[str]) -> str:
        nonlocal asked
        asked = about.get(found[1], asked)
        said = {choice.value: choice.label for choice in asked.choices} if asked else {}
        label = about[found[1]].label if found[1] in about else {**game.preset_labels, **said}.get(found[1])
        return _("“%(label)s”") % {"label": _(label)} if label else found[0]

    text = re.sub(r"\s+\(`[a-z]\w+`(?:,\s+`[a-z]\w+`)*\)", "", text)
    return re.sub(r"`([a-z]\w+)`", words, text)


def _chapters(text: str) -> Iterator[Chapter]:
    """Yield each heading with the paragraphs and the items of lists below it."""
    below: list[tuple[str, list[str], list[str]]] = []
    for opened, token in pairwise(_MARKDOWN.parse(text)):
        said = re.sub(r"[ \n]+", " ", token.content)  # a space that does not break stays
        if opened.type == "heading_open":
            below.append((said, [], []))
        elif opened.type == "paragraph_open":
            _, paragraphs, items = below[-1]
            (items if opened.level else paragraphs).append(said)
    for number, (title, paragraphs, items) in enumerate(below):
        rules = tuple(Rule(found[1], _paragraph(found[2])) for found in filter(None, map(_RULE.fullmatch, items)))
        words = tuple(
            Word(found[1], found[2] or "", _shown(found[3]), found[4] or "", _paragraph(found[5] or "").melds)
            for found in filter(None, map(_WORD.fullmatch, items))
        )
        lead, name = tuple(map(_paragraph, paragraphs)), re.sub(r"^\d+ ", "", title)
        yield Chapter(id=f"chapter-{number}", title=name, lead=lead, rules=rules, words=words)


def words_of_play(*, game: AnyGame, language: str) -> dict[str, Word]:
    """Return the words of a game in a language by the English ones, without the letters that name its sources."""
    book = rulebook(document=game.rules_document)
    own = rulebook(document=game.rules_document, language=language)
    return {word.word: said for word, said in zip(book.words, own.words, strict=True) if len(word.word) > 1}


def _paragraph(text: str) -> Paragraph:
    one, several = _("Example"), _("Examples")
    examples = re.search(rf" (?:{one}|{several}): {_MELDS}$", text)
    if examples is None:
        return Paragraph(text=_shown(text))
    melds = tuple(re.findall(r"`([^`]+)`", examples[1]))
    return Paragraph(text=_shown(text[: examples.start()]), melds=melds)


def _shown(text: str) -> SafeString:
    """Render a line, and mark in it what rulings and sources are and where other documents lead."""
    shown = _MARKDOWN.renderInline(text)
    ruling = _("ruling")
    shown = re.sub(rf"<em>((?i:{ruling})(?: \d)?)</em>", r'<em class="ruling">\1</em>', shown)
    shown = re.sub(r"\[([A-Z][^\]]*)\]", r'<small class="soft">[\1]</small>', shown)
    return mark_safe(re.sub(r'<a href="(\w+)\.md">(.+?)</a>', _link, shown))  # noqa: S308 - it lets no HTML through


def _link(found: re.Match[str]) -> str:
    """Turn a link to another document into one to the page of its game."""
    game = next((game for game in GAMES if game.rules_document == found[1]), None)
    return f'<a href="{reverse("game-rules", args=[game.id])}">{found[2]}</a>' if game else found[2]


def find_game(*, game_id: str) -> AnyGame:
    """Return the game of an address, or answer 404."""
    try:
        return game_by_id(game_id=game_id)
    except UnknownGameError as error:
        raise Http404 from error


def _as_played(game: AnyGame, access: Access) -> dict[str, str]:
    """Return what every house rule of the newest night says, amounts as an opponent pays them; nothing before one."""
    session = latest_session(game=game, club=access.club, only=access.session)
    if session is None:
        return {}
    data = profile_data(profile=session.house_rules)
    factor = unit_of(rules=data) * session.stakes
    known = queries.rules_known_in(game=game, preset=str(data["preset"]))
    amounts = {each.name: int(str(data[each.name])) * factor for each in known if each.kind is FieldKind.AMOUNT}
    currency = written_together(currency=session.money, amounts=amounts.values())
    written = {name: amount_words(cents=cents, currency=currency) for name, cents in amounts.items()}
    return {each.name: written.get(each.name) or value_words(about=each, value=data[each.name]) for each in known}


@require_safe
def rules(request: DeviceRequest, game_id: str = GAMES[0].id) -> HttpResponse:
    """Show the numbered rules of a game, its presets side by side, and the words of its table."""
    game = find_game(game_id=game_id)
    access = access_to(request)
    book = rulebook(document=game.rules_document, language=get_language() or settings.LANGUAGE_CODE)
    intro, *chapters = book.chapters
    context = {
        "game": game,
        "book": book,
        "intro": intro,
        "chapters": chapters,
        "compared": queries.compared_presets(game=game),
        "presets": [(label, game.read_rules(value=name)) for name, label in game.preset_labels.items()],
        "back": way_back(request),
        "in_latest": _as_played(game, access) if access else {},
        "may_manage": may(role=access.role if access else None, action=Action.MANAGE),
    }
    return render(request, "rules/rules.html", context)


DIFFERENCES = "differences"


@reads(Action.MANAGE)
def list_rule_sets(request: ClubRequest) -> HttpResponse:
    """Show the rule sets of the club and the presets of every game a new one starts from."""
    presets = [
        (game, [(name, _(label), preset_line(game=game, preset=name)) for name, label in game.preset_labels.items()])
        for game in GAMES
    ]
    context = {"rule_sets": queries.rule_sets(club=request.club), "presets": presets}
    return render(request, "rules/rule_sets/listing.html", context)


@asks(Action.MANAGE)
def new_rule_set(request: ClubRequest) -> HttpResponse:
    """Ask for a name and changes to the preset that the address names; post to keep it. Without one, offer the list."""
    game = next((each for each in GAMES if each.id == request.GET.get("game", GAMES[0].id)), GAMES[0])
    preset = request.GET.get("preset", "")
    if preset not in game.presets:
        messages.warning(request, _("Choose the preset that the new rule set starts from."))
        return redirect("rule-sets")
    return _edit(request, game=game, preset=preset, saved=None)


@asks(Action.MANAGE)
def edit_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    saved = queries.rule_set(saved=get_object_or_404(SavedRules, club=request.club, public_id=public_id))
    return _edit(request, game=saved.game, preset=saved.preset, saved=saved)


@asks(Action.MANAGE)
def remove_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether a rule set shall go; post to remove it. Nights keep their copy."""
    saved = get_object_or_404(SavedRules, club=request.club, public_id=public_id)
    if request.method != "POST":
        return render(request, "rules/rule_sets/remove.html", {"saved": saved})
    seen = request.POST.get("expected_revision", "")
    expected = int(seen) if seen.isdecimal() and len(seen) < 10 else None
    try:
        operations.remove_rule_set(saved=saved, expected_revision=expected)
    except operations.RuleSetChangedError as error:
        context = {"saved": error.saved, "is_changed": True}
        return render(request, "rules/rule_sets/remove.html", context, status=CONFLICT)
    messages.success(request, _("%(name)s was removed.") % {"name": saved.name})
    return redirect("rule-sets")


@reads(Action.MANAGE)
def export_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    saved = get_object_or_404(SavedRules, club=request.club, public_id=public_id)
    name = slugify(saved.name) or "rules"
    named = {"Content-Disposition": f'attachment; filename="{saved.game}-{name}-{saved.revision}.json"'}
    return HttpResponse(written(saved=saved), content_type="application/json; charset=utf-8", headers=named)


@asks(Action.MANAGE)
def import_rule_set(request: ClubRequest) -> HttpResponse:
    """Ask for a file or its text; post to keep it. Where the name is taken, ask: replace or another name."""
    form = RuleSetFileForm(request.POST, request.FILES) if request.method == "POST" else RuleSetFileForm()
    if form.is_valid() and (content := form.content):
        wanted = {name: form.cleaned_data[name] for name in ("replace", "expected_revision")}
        wanted |= {**asdict(content), "name": form.wanted_name()}
        try:
            return _kept(request, operations.import_rule_set(club=request.club, at=timezone.now(), **wanted))
        except operations.RuleSetTakenError as error:
            return _ask(request, form=form, content=content, taken=error.taken)
        except operations.RuleSetChangedError as error:
            return _ask(request, form=form, content=content, taken=error.saved, message=told(error.text))
        except RefusedError as error:
            form.add_error("name", problem(error))
    context, status = {"form": form, "asks_name": form.has_error("name")}, INVALID if form.is_bound else 200
    return render(request, "rules/rule_sets/import.html", context, status=status)


def _ask(
    request: ClubRequest, *, form: RuleSetFileForm, content: RuleSetFile, taken: SavedRules, message: str = ""
) -> HttpResponse:
    """Show both sets and ask again; the text is in the form, so the file is not needed twice."""
    shown = {"replaced": taken.name, "expected_revision": taken.revision}
    again = RuleSetFileForm(initial={"text": form.cleaned_data["text"], **shown})
    game = game_by_id(game_id=content.game)
    context = {
        "form": again,
        "message": message,
        "taken": queries.rule_set(saved=taken),
        "game": game,
        "content": content,
        "differences": queries.differences_of(game=game, rules=game.read_rules(value=content.rules)),
    }
    return render(request, "rules/rule_sets/taken.html", context, status=CONFLICT)


def _edit(request: ClubRequest, *, game: AnyGame, preset: str, saved: queries.RuleSet | None) -> HttpResponse:
    last = last_time(club=request.club, game=game.id)
    at = (last.session.money, last.session.stakes) if last else (OFFERED_CURRENCIES[0], 1)
    initial, is_sent = values_of_saved(saved=saved) if saved else {}, request.method == "POST"
    form = RuleSetForm(request.POST if is_sent else None, initial=initial, game=game, preset=preset, at=at)
    if is_sent and request.htmx.target == DIFFERENCES:
        return render(request, f"rules/rule_sets/editor.html#{DIFFERENCES}", _differences(form) | {"is_news": True})
    status = INVALID if is_sent else 200
    if form.is_valid():
        try:
            return _kept(request, _write(request, form=form, saved=saved))
        except operations.RuleSetChangedError as error:
            form.add_error(None, problem(error))
            form.data = {**request.POST.dict(), "expected_revision": str(error.saved.revision)}
            saved, status = queries.rule_set(saved=error.saved), CONFLICT
        except RefusedError as error:
            form.add_error("name", problem(error))
    context = {"form": form, "saved": saved and saved.saved, "preset_name": _(game.preset_labels[preset])}
    return render(request, "rules/rule_sets/editor.html", context | _differences(form), status=status)


def _write(request: ClubRequest, *, form: RuleSetForm, saved: queries.RuleSet | None) -> SavedRules:
    name, rules, now = form.cleaned_data["name"], form.rules_data(), timezone.now()
    if saved is None:
        return operations.add_rule_set(club=request.club, game=form.game.id, name=name, rules=rules, at=now)
    expected = form.cleaned_data["expected_revision"]
    return operations.change_rule_set(saved=saved.saved, name=name, rules=rules, expected_revision=expected, at=now)


def _kept(request: ClubRequest, kept: SavedRules) -> HttpResponse:
    said = {"name": kept.name, "revision": kept.revision}
    messages.success(request, _("%(name)s is saved, revision %(revision)s.") % said)
    return redirect("rule-sets")


def _differences(form: RuleSetForm) -> dict[str, object]:
    """Return where the form as it stands is not as its preset; a value that is refused counts as usual."""
    rules = form.game.read_rules(value=form.rules_data())
    found = queries.differences_of(game=form.game, rules=rules)
    return {"game": form.game, "preset": rules.preset, "differences": found, "stakes": form.stakes()}
