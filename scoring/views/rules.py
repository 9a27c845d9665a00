"""The rules of a game, open to anybody, as its document in `docs/rules` states them.

A translated document, `docs/rules/es/cuajo.md`, marks rulings and examples by the words its catalogue has for them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from scoring.forms.amounts import amount_words
from scoring.forms.house_rules import value_words
from scoring.games import GAMES, UnknownGameError, game_by_id
from scoring.games.base import AnyGame
from scoring.games.fields import Field, FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.money import written_together
from scoring.queries.judge import latest_session
from scoring.queries.people.access import Access, Action, may
from scoring.queries.rule_sets import compared_presets, rules_known_in
from scoring.web.access import access_to
from scoring.web.device import DeviceRequest
from scoring.web.shared import way_back

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_RULE = re.compile(r"\*\*([A-Z]+\d+)\*\* (.+)")
_WORD = re.compile(r"\*([^*]+)\*(?: = \*([^*]+)\*)?: (.+?)(?: \(([A-Z]+\d+)\)\.?(.*))?")
_MELDS = r"((?:`[^`]+`(?:, )?)+)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph, safe to show; `melds` are cards in notation to be drawn below it."""

    text: SafeString
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule and its number, which is its anchor."""

    number: str
    said: Paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the table, how else it is called there, what it means, and the rule that says more."""

    word: str
    other: str
    meaning: SafeString
    rule: str
    melds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the document; `id` is its anchor, `lead` what stands before its rules and words."""

    id: str
    title: str
    lead: tuple[Paragraph, ...]
    rules: tuple[Rule, ...]
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The chapters of a document, the first one what stands before them all, in the language that there is."""

    language: str
    chapters: tuple[Chapter, ...]


@cache
def rulebook(*, document: str, language: str = settings.LANGUAGE_CODE) -> Rulebook:
    """Return a document of `docs/rules` in a language, in English where it is not translated.

    It is read once: it changes with the code only.
    """
    folder = settings.FILES_DIR / "docs" / "rules"
    translated = folder / language / f"{document}.md"
    if not translated.exists():
        translated, language = folder / f"{document}.md", settings.LANGUAGE_CODE
    game = next(game for game in GAMES if game.rules_document == document)
    with override(language):
        text = _in_words(translated.read_text(encoding="utf-8"), game)
        return Rulebook(language=language, chapters=tuple(_chapters(text)))


def _in_words(text: str, game: AnyGame) -> str:
    """Put words in the place of the names by which programs know house rules, presets and values.

    Names in brackets go: a rule lists the house rules that decide it.
    """
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
        yield _chapter(number, title, paragraphs, items)


def _chapter(number: int, title: str, paragraphs: list[str], items: list[str]) -> Chapter:
    return Chapter(
        id=f"chapter-{number}",
        title=re.sub(r"^\d+ ", "", title),
        lead=tuple(_paragraph(line) for line in paragraphs),
        rules=tuple(Rule(number=found[1], said=_paragraph(found[2])) for found in _found(_RULE, items)),
        words=tuple(
            Word(
                word=found[1],
                other=found[2] or "",
                meaning=_shown(found[3]),
                rule=found[4] or "",
                melds=_paragraph(found[5] or "").melds,
            )
            for found in _found(_WORD, items)
        ),
    )


def explained(*, game: AnyGame, word: str, language: str) -> Word:
    """Return a word of the table in a language; `word` is the English one, and the languages keep one order."""
    english = [each.word for each in _words(game, settings.LANGUAGE_CODE)]
    return _words(game, language)[english.index(word)]


def rule_of(*, book: Rulebook, number: str) -> Rule:
    return next(rule for chapter in book.chapters for rule in chapter.rules if rule.number == number)


def words_of_play(*, game: AnyGame) -> list[str]:
    """Return the English words of a game, without the letters that name its sources."""
    return [each.word for each in _words(game, settings.LANGUAGE_CODE) if len(each.word) > 1]


def _words(game: AnyGame, language: str) -> list[Word]:
    chapters = rulebook(document=game.rules_document, language=language).chapters
    return [word for chapter in chapters for word in chapter.words]


def _found(pattern: re.Pattern[str], lines: list[str]) -> Iterator[re.Match[str]]:
    return (match for line in lines if (match := pattern.fullmatch(line)))


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
    known = rules_known_in(game=game, preset=str(data["preset"]))
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
        "compared": compared_presets(game=game),
        "presets": [(label, game.read_rules(value=name)) for name, label in game.preset_labels.items()],
        "back": way_back(request),
        "in_latest": _as_played(game, access) if access else {},
        "may_manage": may(role=access.role if access else None, action=Action.MANAGE),
    }
    return render(request, "rules/rules.html", context)
