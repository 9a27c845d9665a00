"""What the columns of tables for spreadsheets are called where a person reads them; programs get their names."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_WORDS: Mapping[str, Promise] = {
    "amount": pgettext_lazy("column", "Amount"),
    "apart": pgettext_lazy("column", "Beside the game"),
    "base": pgettext_lazy("column", "Out of"),
    "cash": pgettext_lazy("column", "Cash"),
    "club": pgettext_lazy("column", "Whole club"),
    "count": pgettext_lazy("column", "Count"),
    "currency": pgettext_lazy("column", "Currency"),
    "day": pgettext_lazy("column", "Day"),
    "expected": pgettext_lazy("column", "Expected"),
    "figure": pgettext_lazy("column", "Figure"),
    "game": pgettext_lazy("column", "Game"),
    "hand": pgettext_lazy("column", "Hand"),
    "hands": pgettext_lazy("column", "Hands"),
    "hands_won": pgettext_lazy("column", "Hands won"),
    "kind": pgettext_lazy("column", "Kind"),
    "least": pgettext_lazy("column", "Usually from"),
    "line": pgettext_lazy("column", "Line"),
    "most": pgettext_lazy("column", "Usually to"),
    "night": pgettext_lazy("column", "Night"),
    "nomination": pgettext_lazy("column", "Nomination"),
    "of_points": pgettext_lazy("column", "Out of points"),
    "other": pgettext_lazy("column", "Other player"),
    "partners_share": pgettext_lazy("column", "By the partners' sharing"),
    "per_hand": pgettext_lazy("column", "A hand"),
    "play": pgettext_lazy("column", "By play"),
    "player": pgettext_lazy("column", "Player"),
    "points": pgettext_lazy("column", "Points"),
    "practice": pgettext_lazy("column", "Practice"),
    "rank": pgettext_lazy("column", "Rank"),
    "rating": pgettext_lazy("column", "Rating"),
    "rating_hands": pgettext_lazy("column", "Hands rated"),
    "rating_margin": pgettext_lazy("column", "Margin of the rating"),
    "reason": pgettext_lazy("column", "Reason"),
    "recorded_from": pgettext_lazy("column", "Recorded from"),
    "result": pgettext_lazy("column", "Result"),
    "rounding": pgettext_lazy("column", "By rounding"),
    "session": pgettext_lazy("column", "Id of the night"),
    "sessions": pgettext_lazy("column", "Nights"),
    "table": pgettext_lazy("column", "Table"),
    "taken_back_by": pgettext_lazy("column", "Undone by line"),
    "takes_back": pgettext_lazy("column", "Undoes line"),
    "time": pgettext_lazy("column", "Time"),
    "together_so_far": pgettext_lazy("column", "Together so far"),
    "value": pgettext_lazy("column", "Value"),
    "won": pgettext_lazy("column", "Share of hands won"),
    "won_from_other": pgettext_lazy("column", "Won from the other"),
    "won_from_other_so_far": pgettext_lazy("column", "Won from the other so far"),
    "won_together": pgettext_lazy("column", "Won together"),
}


def headings(columns: Iterable[str]) -> tuple[str, ...]:
    """Return what columns are called in the language of whoever asks."""
    return tuple(str(_WORDS[column]) for column in columns)
