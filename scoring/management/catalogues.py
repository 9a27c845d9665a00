"""The catalogues of `locale/`: found in the code, filled in by translators, compiled for Django.

Babel does it, so that no machine needs GNU gettext. It is imported by those who develop only.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import django
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Field, Question
from scoring.money import POINTS

ROOT = Path(settings.BASE_DIR)
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
PLURAL_FORMS = {"fil": "nplurals=2; plural=(n > 1);"}
_TWO_FORMS = "nplurals=2; plural=(n != 1);"
DJANGO = Path(django.__file__).parent
_DJANGO_SAYS = re.compile(
    "This field|Enter a (whole|valid (UUID|value|date[.]))|No file|The submitted|Select a valid|Null|.*assword"
    "|Ensure this value (has|is less|is greater)"
)
_DATES = "utils/dates.py"
_WORDS_OF_DJANGO = (_DATES, "forms/fields.py", "core/validators.py", "contrib/auth/password_validation.py")
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
}
_LITERAL = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_CALL = re.compile(rf"\b(_|n?gettext)\(({_LITERAL})(?:, ({_LITERAL}))?")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?[a-z][^>]*>")
_WORD = re.compile(r"[a-z]{2}")

type Id = str | tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A text to be translated, where it stands (a file, or the game that says it), and what tells it from its like."""

    id: Id
    where: str
    context: str | None = None

    @property
    def key(self) -> tuple[str, str | None]:
        """Return by what a catalogue finds the text."""
        return self.id if isinstance(self.id, str) else self.id[0], self.context


def po_file(language: str) -> Path:
    """Return the catalogue of a language, which people edit; the compiled one lies beside it."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def found() -> Iterator[Found]:
    """Yield every text a person reads, in the order of the files; one may come several times."""
    for file in sorted((ROOT / "templates").rglob("*.html")):
        yield from (Found(id=text, where=_name(file)) for text in _in_template(file))
    for folder in ("scoring", "cuajo_site"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield from _in_python(file, where=_name(file))
    for name in _WORDS_OF_DJANGO:  # it knows no Filipino
        texts = _in_python(DJANGO / name, where=f"django/{name}")
        yield from (text for text in texts if name == _DATES or _DJANGO_SAYS.match(text.key[0]))
    for game in GAMES:
        yield from (Found(id=text, where=f"scoring/games:{game.id}") for text in _said_by(game))
    yield Found(id=POINTS.name, where="scoring/money.py")


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _in_template(file: Path) -> Iterator[Id]:
    for call in _CALL.finditer(templatize(file.read_text(encoding="utf-8"))):
        one = ast.literal_eval(call[2])
        yield (one, ast.literal_eval(call[3])) if call[1] == "ngettext" else one


def _in_python(file: Path, *, where: str) -> Iterator[Found]:
    with file.open("rb") as source:
        for _line, texts, _comments, context in extract("python", source, keywords=_KEYWORDS):
            yield Found(
                id=texts if isinstance(texts, str) else (texts[0], texts[1]), where=where, context=context or None
            )


def _said_by(game: AnyGame) -> Iterator[str]:
    """Yield what a game calls its presets, house rules, fields and questions; only words, no notation."""
    rules = [game.read_rules(value=preset) for preset in game.presets]
    fields = [
        *game.house_rules,
        *(each for one in rules for kind in ActKind for each in game.asks(kind=kind, rules=one)),
    ]
    texts = [*game.preset_labels.values(), *(one.source for one in rules)]
    for question in game.questions:
        texts += [question.title, question.about, question.lead, *_places(question)]
        fields += [*question.fields, *question.house_rules]
    texts += [text for each in fields for text in _words_of(each)]
    yield from dict.fromkeys(text for text in texts if _WORD.search(text))


def _places(question: Question[Any]) -> Iterator[str]:
    """Yield what a question calls players who have no names, however many they are and whatever was chosen."""
    counted = next((field for field in question.fields if field.name == question.players), None)
    if question.places is None or counted is None:
        return
    chosen = [{}, *({field.name: choice.value} for field in question.fields for choice in field.choices)]
    for entered, count in product(chosen, range(counted.minimum, counted.maximum + 1)):
        yield from question.places(entered, count)


def _words_of(about: Field) -> Iterable[str]:
    return (about.label, about.help, about.folded_under, *(choice.label for choice in about.choices))


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language as it lies there, an empty one where there is none."""
    file = po_file(language)
    text = file.read_bytes() if file.exists() else _header(language).encode()
    return read_po(BytesIO(text), locale=language)


def updated(language: str, *, texts: Iterable[Found]) -> Catalog:
    """Return the catalogue of a language with every text found and no other, as far as it is translated."""
    texts = tuple(texts)
    plurals = {text.key: text.id for text in texts if isinstance(text.id, tuple)}
    old, new = catalogue(language), _empty(language)
    for text in texts:
        wanted, known = plurals.get(text.key, text.id), old.get(*text.key)
        kept = known if known and id_of(known) == wanted else Message(wanted)
        place = [(text.where, 0)]
        new.add(wanted, kept.string, locations=place, user_comments=kept.user_comments, context=text.context)
    return new


def _empty(language: str) -> Catalog:
    return read_po(BytesIO(_header(language).encode()), locale=language)


def _header(language: str) -> str:
    lines = (
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {PLURAL_FORMS.get(language, _TWO_FORMS)}",
    )
    return "\n".join(('msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines), "", ""))


def po_text(entries: Catalog) -> str:
    """Return a catalogue as text, every string on one line, so that a change is one line of a diff."""
    text = BytesIO()
    write_po(text, entries, width=0, omit_header=True, include_lineno=False)
    return text.getvalue().decode()


def save(language: str, entries: Catalog) -> None:
    """Write the catalogue of a language, and the compiled one that Django reads."""
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_header(language) + po_text(entries), encoding="utf-8")
    file.with_suffix(".mo").write_bytes(compiled(catalogue(language)))


def compiled(entries: Catalog) -> bytes:
    """Return a catalogue as Django reads it; the same catalogue gives the same bytes."""
    entries.creation_date = entries.revision_date = datetime(2026, 11, 22, tzinfo=UTC)
    for entry in [entry for entry in entries if entry.id and not is_translated(entry)]:
        entries.delete(entry.id, entry.context)
    written = BytesIO()
    write_mo(written, entries)
    return written.getvalue()


def id_of(entry: Message) -> Id:
    """Return what an entry translates."""
    return (str(entry.id[0]), str(entry.id[1])) if isinstance(entry.id, tuple) else str(entry.id)


def strings_of(entry: Message) -> tuple[str, ...]:
    """Return the translation of an entry, form by form."""
    return tuple(map(str, entry.string)) if isinstance(entry.string, (tuple, list)) else (str(entry.string),)


def is_translated(entry: Message) -> bool:
    """Tell whether every form of an entry is there."""
    return all(strings_of(entry)) and not entry.fuzzy


def problem_of(entry: Message) -> str | None:
    """Return what a translation has lost or added, None for one that keeps all that is filled in."""
    wanted = id_of(entry)
    originals = (wanted,) if isinstance(wanted, str) else wanted
    for text in filter(None, strings_of(entry)):
        if not any(_kept(text) == _kept(original) for original in originals):
            return f"{text!r} has {_kept(text)}, not {_kept(originals[-1])}"
        if _edges(text) != _edges(originals[0]):
            return f"{text!r} has other spaces at its ends than {originals[0]!r}"
    return None


def _kept(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text)))


def _edges(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()
