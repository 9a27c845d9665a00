"""Every token and component on one page, on paper and on felt; served in development only."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django import forms
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.charts import Lines, Series, Step
from scoring.forms.table.hands import SOURCES
from scoring.forms.table.table import SoweeForm
from scoring.games import CARDS
from scoring.money import currency_for
from scoring.texts.decks import Deck, lay, own_deck

GROUNDS = ("paper", "felt")
STEPS = (
    ("5", "54", "+6,000"),
    ("4", "36", "61,380"),
    ("3", "28", "Who pays whom"),
    ("2", "22", "1,180"),
    ("1", "20", "The night"),
    ("0", "17", "Ben pays María Concepción"),
    ("-1", "15", "neither pays nor gets"),
    ("-2", "13", "hand 9, own draw"),
)
"""The sizes of type by their step in tokens.css, in pixels where a reader changed nothing."""
SPACES = (4, 8, 12, 16, 24, 36)
MOTIONS = (("press", "80 ms"), ("saved", "180 ms"), ("sheet", "220 ms"), ("fan", "320 ms"), ("rays", "1.2 s"))
RESULTS = {"Ana": (0, 300, 240, 560), "Ben": (0, -150, 80, -80), "Carla": (0, -150, -320, -240), "Dan": (0, 0, 0, -240)}
AMOUNTS = (32_000, -118_000, 0, 10_452_000, -5)
MELDS = (("3O", "4O", "5O"), ("10C", "10E", "10B"), ("4C", "4C", "4C", "4C"), ("12O",))
FAN = ("12O", "11E", "10B", "1C")
AAA = 7.0
CONTROL = 3.0
"""What WCAG asks of text to be read in bad light (1.4.6), and of the border of a control (1.4.11)."""
ROLES = (
    ("text", "ink", "paper", AAA),
    ("second text", "ink-soft", "paper", AAA),
    ("text on panels", "ink", "surface", AAA),
    ("second on panels", "ink-soft", "surface", AAA),
    ("gain", "plus", "surface", AAA),
    ("loss", "minus", "surface", AAA),
    ("links, icons", "accent", "surface", AAA),
    ("paper button", "on-accent", "accent", AAA),
    ("text on felt", "on-felt", "felt", AAA),
    ("second on felt", "on-felt-soft", "felt", AAA),
    ("gain on felt", "plus-on-felt", "felt", AAA),
    ("loss on felt", "minus-on-felt", "felt", AAA),
    ("the main act", "on-act", "act", AAA),
    ("keypad, dock", "on-felt-soft", "felt-edge", AAA),
    ("warning", "caution-ink", "caution-soft", AAA),
    ("refusal", "ink", "danger-soft", AAA),
    ("borders of controls", "line-strong", "surface", CONTROL),
    ("coins", "coins-line", "card-paper", AAA),
    ("cups", "cups-line", "card-paper", 5.9),
    ("swords", "swords-line", "card-paper", 5.9),
    ("batons", "batons-line", "card-paper", 5.9),
)
"""What is written on what, by their names in tokens.css, and the contrast each keeps at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """A colour on another, both as #rrggbb."""

    ink: str
    ground: str

    @property
    def ratio(self) -> float:
        """Return their contrast, 1 to 21, by the formula of WCAG 2.2."""
        lighter, darker = sorted((_luminance(self.ink), _luminance(self.ground)), reverse=True)
        return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What a pair of colours is for, in the light and in the dark, and the contrast it keeps at least."""

    name: str
    light: Contrast
    dark: Contrast
    least: float

    @property
    def pairs(self) -> tuple[Contrast, Contrast]:
        """Return both, as they stand beside each other."""
        return self.light, self.dark


class WayForm(SoweeForm):
    """A choice to be shown beside a field."""

    way = forms.ChoiceField(label="How did the last card come?", widget=forms.RadioSelect, choices=SOURCES)


def roles() -> list[Role]:
    """Return the roles of colour as tokens.css gives them now."""
    lit, dimmed = _colours()
    return [
        Role(
            name=name,
            light=Contrast(ink=lit[ink], ground=lit[ground]),
            dark=Contrast(ink=dimmed[ink], ground=dimmed[ground]),
            least=least,
        )
        for name, ink, ground, least in ROLES
    ]


def _colours() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the colours on paper by name, in the light and in the dark; the voices on felt have names of their own."""
    paper = re.sub(r"(?m)^\.on-felt \{[^}]*\}", "", _text("css/tokens.css"))
    light, _, dark = paper.partition("@media (prefers-color-scheme: dark)")
    lit, dimmed = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)) for part in (light, dark))
    return lit, lit | dimmed


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _text(path: str) -> str:
    found = finders.find(path)
    assert isinstance(found, str)
    return Path(found).read_text()


def _chart(ground: str) -> Lines:
    return Lines(
        name=ground,
        title="The night",
        description="What each had won or lost after every hand.",
        series=tuple(
            Series(name=name, values=tuple(100 * whole for whole in values)) for name, values in RESULTS.items()
        ),
        steps=tuple(Step(label=str(hand), title=f"Hand {hand}") for hand in range(4)),
    )


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the design system as the pages use it."""
    with own_deck():
        lay(Deck.FRENCH)
        french = render_to_string("components/pack.html", {"rows": CARDS.rows})
    context = {
        "steps": STEPS,
        "spaces": SPACES,
        "motions": MOTIONS,
        "roles": roles(),
        "grounds": [
            (ground, _chart(ground), WayForm(prefix=ground, initial={"way": SOURCES[0][0]})) for ground in GROUNDS
        ],
        "rows": CARDS.rows,
        "french": french,
        "fan": FAN,
        "icons": re.findall(r'id="([a-z0-9-]+)"', _text("icons/lucide.svg")),
        "amounts": AMOUNTS,
        "pesos": currency_for(code="PHP"),
        "melds": MELDS,
    }
    return render(request, "styleguide.html", context)
