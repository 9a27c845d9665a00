"""Format dates and amounts in Filipino."""

DATE_FORMAT = "F j, Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, H:i"
WEEKDAY = "l, F j"
SHORT_DAY = "M j, Y"
SHORT_MOMENT = f"{SHORT_DAY}, H:i"
NIGHT = "D, M j"
NIGHT_OF_YEAR = "D, M j, Y"
NIGHT_MOMENT = f"{NIGHT}, H:i"
MOMENT = "M j, H:i"
EXACT_MOMENT = f"{MOMENT}:s"
AXIS_DAY = "M j"
AXIS_MONTH = "M"
AXIS_MONTH_OF_YEAR = "M Y"
NUMBER_GROUPING = 3
SYMBOL_LAST = False
