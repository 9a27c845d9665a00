"""Pages of the rules, and the reader of their documents.

A translated document, such as `docs/rules/es/cuajo.md`, uses the words of its catalogue for rulings and examples.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from scoring.forms.amounts import amount_words
from scoring.forms.house_rules import value_words
from scoring.games import GAMES, UnknownGameError, game_by_id
from scoring.games.base import AnyGame, HouseRules
from scoring.games.fields import Field, FieldKind
from scoring.games.house_rules import amounts_of, profile_data
from scoring.money import Currency, written_together
from scoring.queries import rule_sets as queries
from scoring.queries.judge import for_example, latest_session
from scoring.web.access import access_to
from scoring.web.device import DeviceRequest
from scoring.web.shared import way_back


def find_game(*, game_id: str) -> AnyGame:
    """Return the game of an address. Raises Http404."""
    try:
        return game_by_id(game_id=game_id)
    except UnknownGameError as error:
        raise Http404 from error


def values_in_words(game: AnyGame, rules: HouseRules, money: Currency, stakes: int) -> dict[str, str]:
    """Return house rules in words, with amounts per opponent."""
    data, amounts = profile_data(profile=rules), amounts_of(profile=rules, factor=stakes)
    known = queries.rules_known_in(game=game, preset=rules.preset)
    currency = written_together(currency=money, amounts=amounts.values())
    written = {name: amount_words(cents=cents, currency=currency) for name, cents in amounts.items()}
    return {each.name: written.get(each.name) or value_words(about=each, value=data[each.name]) for each in known}


@require_safe
def rules(request: DeviceRequest, game_id: str = GAMES[0].id) -> HttpResponse:
    game = find_game(game_id=game_id)
    access = access_to(request)
    session = latest_session(game=game, club=access.club, only=access.session) if access else None
    played = values_in_words(game, session.house_rules, session.money, session.stakes) if session else {}
    preset = game.read_rules(value=None)
    usual = for_example(game=game, rules=preset)
    book = rulebook(document=game.rules_document, language=get_language() or settings.LANGUAGE_CODE)
    # The page is open to strangers and searches the whole document.
    asked = request.GET.get("find", "")[:60]
    context = {
        "game": game,
        "book": book,
        "minute": book.minute.at(played or values_in_words(game, preset, usual.money, usual.stakes)),
        "asked": asked,
        "found": book.found(asked),
        "compared": queries.compared_presets(game=game),
        "presets": [(label, game.read_rules(value=name)) for name, label in game.preset_labels.items()],
        "back": way_back(request),
        "in_latest": played,
    }
    return render(request, "rules/rules.html", context)


_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_RULE = re.compile(r"\*\*([A-Z]+\d+)\*\* (.+)")
_WORD = re.compile(r"\*([^*]+)\*(?: = \*([^*]+)\*)?: (.+?)(?: \(([A-Z]+\d+)\)\.?(.*))?")
_MELDS = r"((?:`[^`]+`(?:, )?)+)"
_NAME = re.compile(r"`([a-z]\w+)`")
_PRICED = re.compile("\ue000(\\w+)\ue001(\\d+)\ue002")
_NO_AMOUNT = {*"0123456789-\ue001"}
# A single letter would find every rule.
_MOST_FOUND = 20


class Paragraph(NamedTuple):
    """Safe HTML, melds in notation, and the number of a rule, which is its anchor."""

    text: SafeString
    melds: tuple[str, ...] = ()
    number: str = ""


class Word(NamedTuple):
    word: str
    other: str
    meaning: SafeString
    rule: str
    melds: tuple[str, ...]


class Chapter(NamedTuple):
    """A chapter. `lead` comes before its rules and words."""

    id: str
    title: str
    lead: tuple[Paragraph, ...]
    rules: tuple[Paragraph, ...]
    words: tuple[Word, ...]


class Line(NamedTuple):
    """A line of the minute, meld or price."""

    word: str
    price: str = ""
    text: SafeString = SafeString()
    melds: tuple[str, ...] = ()


class Step(NamedTuple):
    title: str
    lead: tuple[Paragraph, ...]
    lines: tuple[Line, ...]


class Minute(NamedTuple):
    """The game in four steps."""

    title: str
    price: str
    steps: tuple[Step, ...]

    def at(self, values: Mapping[str, str]) -> "Minute":
        """Fill in house rules. Drop steps with unknown ones."""
        steps = [
            step._replace(lines=tuple(line._replace(price=_filled(line.price, values)) for line in step.lines))
            for step in self.steps
            if {name for line in step.lines for name in _NAME.findall(line.price)} <= values.keys()
        ]
        return self._replace(price=_filled(self.price, values), steps=tuple(steps))


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: values.get(found[1], ""), text)


class Rulebook(NamedTuple):
    language: str
    minute: Minute
    chapters: tuple[Chapter, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for chapter in self.chapters for word in chapter.words)

    @property
    def parts(self) -> tuple[tuple[Chapter, ...], ...]:
        """Return groups of chapters, without introduction and presets."""
        # A chapter without rules and words belongs to the one before it.
        parts: list[tuple[Chapter, ...]] = []
        for chapter in self.chapters[1:]:
            if parts and not (chapter.rules or chapter.words):
                parts[-1] += (chapter,)
            else:
                parts.append((chapter,))
            if chapter.words:
                break
        return tuple(parts)

    @property
    def about(self) -> tuple[Chapter, ...]:
        """Return the introduction and the presets."""
        return (self.chapters[0], *self.chapters[1 + sum(map(len, self.parts)) :])

    def rule(self, number: str) -> Paragraph:
        return next(rule for chapter in self.chapters for rule in chapter.rules if rule.number == number)

    def found(self, asked: str) -> tuple[Paragraph | Word, ...]:
        wanted = asked.casefold().split()
        chapters = [chapter for part in self.parts for chapter in part]
        rules = [(rule, f"{rule.number} {rule.text}") for chapter in chapters for rule in chapter.rules]
        words = [(word, f"{word.word} {word.other} {word.meaning}") for chapter in chapters for word in chapter.words]
        every: list[tuple[Paragraph | Word, str]] = [*words, *rules]
        texts = ((one, strip_tags(_PRICED.sub("", text)).casefold()) for one, text in every)
        return tuple(one for one, text in texts if wanted and all(each in text for each in wanted))[:_MOST_FOUND]


@cache
def rulebook(*, document: str, language: str = settings.LANGUAGE_CODE) -> Rulebook:
    """Read a document, in English if not translated."""
    folder = settings.FILES_DIR / "docs" / "rules"
    translated = folder / language / f"{document}.md"
    if not translated.exists():
        translated, language = folder / f"{document}.md", settings.LANGUAGE_CODE
    game = next(game for game in GAMES if game.rules_document == document)
    intro, minute, numbered = re.split(r"^(?=## )", translated.read_text(encoding="utf-8"), maxsplit=2, flags=re.M)
    with override(language):
        chapters = tuple(_chapters(_in_words(intro + numbered, game)))
        return Rulebook(language=language, minute=_minute(minute), chapters=chapters)


def _in_words(text: str, game: AnyGame) -> str:
    """Replace names of house rules and values by words."""
    about = {rule.name: rule for rule in game.house_rules}
    asked: Field | None = None

    def words(found: re.Match[str]) -> str:
        nonlocal asked
        asked = about.get(found[1], asked)
        said = {choice.value: choice.label for choice in asked.choices} if asked else {}
        label = about[found[1]].label if found[1] in about else {**game.preset_labels, **said}.get(found[1])
        return _("“%(label)s”") % {"label": _(label)} if label else found[0]

    start, *rest = re.split(r"\s+\((`[a-z]\w+`(?:,\s+`[a-z]\w+`)*)\)", text)
    for names, after in zip(rest[::2], rest[1::2], strict=True):
        start = _marked(start, about.get(names.strip("`"))) + after
    return _NAME.sub(words, start)


def _marked(text: str, about: Field | None) -> str:
    """Mark the amount before the name of its rule."""
    if about is None or about.kind is not FieldKind.AMOUNT or not about.normal:
        return text
    before, number, after = text.rpartition(str(about.normal))
    # A digit or a dash next to the number means a longer number or a run.
    while number and (before[-1:] in _NO_AMOUNT or after[:1] in _NO_AMOUNT):
        before, number, more = before.rpartition(number)
        after = f"{more}{about.normal}{after}"
    return f"{before}\ue000{about.name}\ue001{number}\ue002{after}" if number else text


def priced(text: str, values: Mapping[str, str]) -> str:
    """Replace marked amounts by those of a table."""
    return _PRICED.sub(lambda found: values.get(found[1], found[2]), text)


def without_sources(text: str) -> str:
    return re.sub(r' <small class="soft">\[[^]]*\]</small>', "", text)


def _read(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each heading with its paragraphs and list items."""
    below: list[tuple[str, list[str], list[str]]] = []
    for opened, token in pairwise(_MARKDOWN.parse(text)):
        # Not \s, because a no-break space must stay.
        text = re.sub(r"[ \n]+", " ", token.content)
        if opened.type == "heading_open":
            below.append((text, [], []))
        elif opened.type == "paragraph_open":
            _heading, paragraphs, items = below[-1]
            (items if opened.level else paragraphs).append(text)
    yield from below


def _minute(text: str) -> Minute:
    (title, (price,), _none), *parts = _read(text)
    steps = (Step(heading, tuple(map(_paragraph, lead)), tuple(map(_line, lines))) for heading, lead, lines in parts)
    return Minute(title=title, price=price, steps=tuple(steps))


def _line(text: str) -> Line:
    meld = re.fullmatch(r"\*([^*]+)\*: (.+)", text)
    if meld:
        said = _paragraph(meld[2])
        return Line(word=meld[1], text=SafeString(said.text.removesuffix(".")), melds=said.melds)
    word, _colon, price = text.rpartition(": ")
    return Line(word=word, price=price)


def _chapters(text: str) -> Iterator[Chapter]:
    for number, (title, paragraphs, items) in enumerate(_read(text)):
        numbered = filter(None, map(_RULE.fullmatch, items))
        rules = tuple(_paragraph(found[2])._replace(number=found[1]) for found in numbered)
        words = tuple(
            Word(found[1], found[2] or "", _shown(found[3]), found[4] or "", _paragraph(found[5] or "").melds)
            for found in filter(None, map(_WORD.fullmatch, items))
        )
        lead, name = tuple(map(_paragraph, paragraphs)), re.sub(r"^\d+ ", "", title)
        yield Chapter(id=f"chapter-{number}", title=name, lead=lead, rules=rules, words=words)


def words_of_play(*, game: AnyGame, language: str) -> dict[str, Word]:
    """Return the words of a game, by English word."""
    # One letter is the name of a source, not a word of the table.
    book = rulebook(document=game.rules_document)
    own = rulebook(document=game.rules_document, language=language)
    return {word.word: said for word, said in zip(book.words, own.words, strict=True) if len(word.word) > 1}


def _paragraph(text: str) -> Paragraph:
    one, several = _("Example"), _("Examples")
    examples = re.search(rf" (?:{one}|{several}): {_MELDS}$", text)
    if examples is None:
        return Paragraph(text=_shown(text))
    return Paragraph(text=_shown(text[: examples.start()]), melds=tuple(re.findall(r"`([^`]+)`", examples[1])))


def _shown(text: str) -> SafeString:
    shown = _MARKDOWN.renderInline(text)
    ruling = _("ruling")
    shown = re.sub(rf"<em>((?i:{ruling})(?: \d)?)</em>", r'<em class="badge">\1</em>', shown)
    shown = re.sub(r"\[([A-Z][^\]]*)\]", r'<small class="soft">[\1]</small>', shown)
    return mark_safe(re.sub(r'<a href="(\w+)\.md">(.+?)</a>', _link, shown))  # noqa: S308 - it lets no HTML through


def _link(found: re.Match[str]) -> str:
    game = next((game for game in GAMES if game.rules_document == found[1]), None)
    return f'<a href="{reverse("game-rules", args=[game.id])}">{found[2]}</a>' if game else found[2]
