"""The catalogue of sentences: every key said exists, every sentence is said, and what is filled in agrees."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from scoring import operations
from scoring.operations.errors import RefusedError
from scoring.texts import SENTENCES
from scoring.texts.catalogue import PARTS
from scoring.texts.words import Plural

SCORING = Path(__file__).parents[2] / "scoring"
OWN = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SCORING.rglob("*.py")):
        if "migrations" not in path.parts:
            yield str(path.relative_to(SCORING)), ast.parse(path.read_text(encoding="utf-8"))


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                yield path, node


def pattern(argument: ast.expr) -> re.Pattern[str]:
    """Return what the keys that an argument can name look like."""
    match argument:
        case ast.Constant(value=str(text)):
            return re.compile(re.escape(text))
        case ast.JoinedStr(values=parts):
            known = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
            return re.compile("".join(known))
        case ast.IfExp(body=one, orelse=other):
            return re.compile(f"{pattern(one).pattern}|{pattern(other).pattern}")
        case _:
            return re.compile("")


def matching(call: ast.Call) -> set[str]:
    named = pattern(call.args[0])
    return {key for key in SENTENCES if named.fullmatch(key)}


for module in walk_packages(operations.__path__, f"{operations.__name__}."):
    import_module(module.name)  # so that every refusal is known


def refusals(kind: type[RefusedError] = RefusedError) -> Iterator[type[RefusedError]]:
    for each in kind.__subclasses__():
        yield each
        yield from refusals(each)


def placeholders(sentence: str | Plural) -> set[str]:
    texts = (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)
    counted = {sentence.by} if isinstance(sentence, Plural) else set()
    return counted | {name for text in texts for name in re.findall(r"%\((\w+)\)s", text)}


def given(call: ast.Call) -> set[str] | None:
    """Return the names of what a call fills in, None where they are not written there."""
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


def test_no_two_parts_of_the_catalogue_have_the_same_key() -> None:
    assert len(OWN) == sum(len(part.SENTENCES) for part in PARTS)


def test_every_key_that_is_said_is_in_the_catalogue() -> None:
    assert [(path, ast.unparse(call)) for path, call in calls() if not matching(call)] == []


def test_every_sentence_of_the_catalogue_is_said() -> None:
    said = {key for _, call in calls() for key in matching(call)}
    said |= {refusal.code for refusal in refusals()} | {"seat"}
    assert sorted(OWN.keys() - said) == []


def fits(call: ast.Call, names: set[str]) -> bool:
    """Tell whether a call fills in what its sentence has room for; a key made of parts, what some of them have."""
    rooms = [placeholders(SENTENCES[key]) for key in matching(call)]
    if any(isinstance(part, ast.JoinedStr) for part in ast.walk(call.args[0])):
        return any(room <= names for room in rooms) and names <= set[str]().union(*rooms)
    return all(room == names for room in rooms)


def test_what_is_filled_in_is_what_the_sentence_has_room_for() -> None:
    filled = [(path, call, given(call)) for path, call in calls()]
    assert [
        (path, ast.unparse(call)) for path, call, names in filled if names is not None and not fits(call, names)
    ] == []


@pytest.mark.parametrize("sentence", OWN.values(), ids=OWN.keys())
def test_a_sentence_holds_nothing_but_named_placeholders(sentence: str | Plural) -> None:
    texts = (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)
    for text in texts:
        assert "%" not in re.sub(r"%\(\w+\)s|%%", "", text)
