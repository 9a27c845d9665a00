"""How English writes days and amounts; the hours have 24 in every language."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, H:i"
WEEKDAY = "l j F"
SHORT_DAY = "j M Y"
SHORT_MOMENT = f"{SHORT_DAY}, H:i"
NIGHT = "D j M"
NIGHT_OF_YEAR = "D j M Y"
NIGHT_MOMENT = f"{NIGHT}, H:i"
MOMENT = "j M, H:i"
EXACT_MOMENT = f"{MOMENT}:s"
SYMBOL_LAST = False
