"""How Catalan writes days and amounts; the hours have 24 in every language."""

DATE_FORMAT = r"j E \d\e Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, H:i"
WEEKDAY = "l j E"
SHORT_DAY = "j b Y"
SHORT_MOMENT = f"{SHORT_DAY}, H:i"
NIGHT = "D j b"
NIGHT_OF_YEAR = "D j b Y"
NIGHT_MOMENT = f"{NIGHT}, H:i"
MOMENT = "j b, H:i"
EXACT_MOMENT = f"{MOMENT}:s"
SYMBOL_LAST = True
