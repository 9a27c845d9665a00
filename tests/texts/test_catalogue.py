"""The catalogue of sentences: every key said exists, every sentence is said and can be told in every language."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from django.conf import settings
from django.utils import translation

from scoring import operations
from scoring.forms.base import told
from scoring.operations.errors import RefusedError
from scoring.texts import PARTS, SENTENCES, Text
from scoring.texts.words import Plural

SCORING = Path(__file__).parents[2] / "scoring"
OWN = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}

type Said = tuple[str, ast.Call]
"""A file, and a call of `say` in it."""


@pytest.fixture(scope="module")
def calls() -> list[Said]:
    paths = [path for path in sorted(SCORING.rglob("*.py")) if "migrations" not in path.parts]
    trees = [(str(path.relative_to(SCORING)), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]
    nodes = [(path, node) for path, tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(path, node) for path, node in nodes if isinstance(node.func, ast.Name) and node.func.id == "say"]


def pattern(argument: ast.expr) -> str:
    match argument:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            return f"{pattern(one)}|{pattern(other)}"
        case _:
            return ""


def matching(call: ast.Call) -> set[str]:
    named = re.compile(pattern(call.args[0]))
    return {key for key in SENTENCES if named.fullmatch(key)}


def refusals(kind: type[RefusedError] = RefusedError) -> Iterator[type[RefusedError]]:
    for each in kind.__subclasses__():
        yield each
        yield from refusals(each)


def forms_of(sentence: str | Plural) -> tuple[str, ...]:
    return (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)


def placeholders(sentence: str | Plural) -> set[str]:
    counted = {sentence.by} if isinstance(sentence, Plural) else set()
    return counted | {name for text in forms_of(sentence) for name in re.findall(r"%\((\w+)\)s", text)}


def given(call: ast.Call) -> set[str] | None:
    names: set[str] = set()
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="seats", value=ast.Dict(keys=keys)):
                names |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
            case ast.keyword(arg=None) | ast.keyword(arg="seats"):
                return None
            case ast.keyword(arg=str(name)):
                names.add(name)
    return names


def fits(call: ast.Call, names: set[str]) -> bool:
    rooms = [placeholders(SENTENCES[key]) for key in matching(call)]
    if any(isinstance(part, ast.JoinedStr) for part in ast.walk(call.args[0])):
        return any(room <= names for room in rooms) and names <= set[str]().union(*rooms)
    return all(room == names for room in rooms)


def test_no_two_parts_of_the_catalogue_have_the_same_key() -> None:
    keys = Counter(key for part in PARTS for key in part.SENTENCES)
    assert [key for key, times in keys.items() if times > 1] == []


def test_every_key_that_is_said_is_in_the_catalogue(calls: list[Said]) -> None:
    assert [(path, ast.unparse(call)) for path, call in calls if not matching(call)] == []


def test_every_sentence_of_the_catalogue_is_said(calls: list[Said]) -> None:
    for module in walk_packages(operations.__path__, f"{operations.__name__}."):
        import_module(module.name)  # so that every refusal is known
    said = {key for _, call in calls for key in matching(call)}
    said |= {refusal.code for refusal in refusals()} | {"seat"}
    assert sorted(OWN.keys() - said) == []


def test_what_is_filled_in_is_what_the_sentence_has_room_for(calls: list[Said]) -> None:
    filled = [(path, call, given(call)) for path, call in calls]
    wrong = [(path, ast.unparse(call)) for path, call, names in filled if names is not None and not fits(call, names)]
    assert wrong == []


def test_a_sentence_holds_nothing_but_named_placeholders() -> None:
    texts = {text: re.sub(r"%\(\w+\)s|%%", "", text) for sentence in OWN.values() for text in forms_of(sentence)}
    assert [text for text, rest in texts.items() if "%" in rest] == []


def untold(key: str, sentence: str | Plural) -> set[str]:
    counted = sentence.by if isinstance(sentence, Plural) else ""
    lost: set[str] = set()
    for count, text in zip((1, 3), forms_of(sentence), strict=False):
        names = placeholders(sentence)
        values = {name: count if name == counted else f"<{name}>" for name in names}
        shown = told(Text(key=key, values=values))
        lost |= {name for name in names - {counted} if f"%({name})s" in text and f"<{name}>" not in shown}
        lost |= {"%"} if "%(" in shown or not shown.strip() else set()
    return lost


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_sentence_is_told_in_every_language_with_what_is_filled_in(language: str) -> None:
    with translation.override(language):
        assert {key: lost for key, sentence in OWN.items() if (lost := untold(key, sentence))} == {}
