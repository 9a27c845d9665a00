"""Every sentence of the engine and the operations by its key."""

from scoring.texts import api, books, cards, cau_robat, common, cuajo, judge, khanhoo, operations, people
from scoring.texts.words import Plural

PARTS = (common, cuajo, judge, cards, khanhoo, cau_robat, operations, people, books, api)

SENTENCES: dict[str, str | Plural] = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}
"""The catalogue; a further game adds its own sentences."""
