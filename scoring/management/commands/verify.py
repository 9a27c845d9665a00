"""Judge one hand, or a stream of JSON claims."""

import sys

from django.core.management.base import CommandParser

from scoring.games import FIRST
from scoring.games.cards.tokens import read_words
from scoring.games.cuajo.cards import SPANISH
from scoring.games.cuajo.claim import CARD_FIELDS
from scoring.games.cuajo.judge_answer import answer_line, claim_in_words
from scoring.management.database import BooksCommand
from scoring.texts.strict_json import read_json

NOT_VALID, IMPOSSIBLE = 1, 2
FIELDS = (*CARD_FIELDS, "source", "rules")


class Command(BooksCommand):
    help = (
        "Judge cuajo hands. With --hand: one hand, in notation or words (hari oros, rey de oros, king of coins). "
        "Exit status 0: valid, 1: not valid, 2: impossible. Without options: JSON claims from standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hand", help='sixteen cards with the bounit: "1O 3C 11E 12B ..."')
        parser.add_argument("--bounit", help="the winning card")
        parser.add_argument("--source", help="self_drawn, claimed, discard or dealt")
        parser.add_argument("--sowee", help="the card under the stock")
        parser.add_argument("--secrets", help="kinds of the paid secrets")
        parser.add_argument("--extra", help="extra cards, in order")
        parser.add_argument("--rules", help="a preset, or a JSON object with a preset and changes")

    def handle(self, *_args: object, **options: str | None) -> None:
        claim = {name: options.get(name) for name in FIELDS}
        if all(value is None for value in claim.values()):
            for line in sys.stdin.buffer:
                self.stdout.write(answer_line(line.decode("utf-8-sig", errors="replace")))
                self.stdout.flush()
            return
        cards = {name: _cards(claim[name]) for name in CARD_FIELDS}
        asked = {**claim, **cards, "game": FIRST.id, "rules": _rules(claim["rules"])}
        is_win, words = claim_in_words(asked)
        self.stdout.write(words)
        if not is_win:
            sys.exit(IMPOSSIBLE if is_win is None else NOT_VALID)


def _cards(text: str | None) -> list[str] | None:
    if text is None:
        return None
    reading = read_words(text=text, pack=SPANISH)
    return [*reading.cards, *reading.unknown]


def _rules(text: str | None) -> object:
    try:
        value = read_json(text or "")
    except ValueError:
        return text
    return value if isinstance(value, dict) else text
