"""The rules of cuajo in plain words for players, under the numbers that verdicts name.

Amounts stand in the table of presets, which is made from the rules the engine computes with.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

type Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule; `melds` are pictures that go with it, in notation."""

    number: str
    text: Text
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rules on one matter."""

    id: str
    title: Text
    rules: tuple[Rule, ...]


RULEBOOK: tuple[Section, ...] = (
    Section(
        id="cards",
        title=_("The cards"),
        rules=(
            Rule(
                number="C1",
                text=_(
                    "112 cards: four identical copies of 28 kinds. The suits are coins, cups, "
                    "swords and batons; each has ace, 3, 4, 5, jack (10), horse (11) and king (12)."
                ),
                melds=("1O 3O 4O 5O 10O 11O 12O",),
            ),
            Rule(
                number="C2",
                text=_(
                    "A card is written as its number and the first letter of its Spanish suit: 4O "
                    "is the four of coins (oros), 11E the horse of swords (espadas). C or K stands "
                    "for cups, B for batons."
                ),
            ),
            Rule(
                number="C3",
                text=_(
                    "No kind can show up more than four times among the hand, the sowee and the extra cards."
                ),
            ),
        ),
    ),
    Section(
        id="melds",
        title=_("Melds"),
        rules=(
            Rule(
                number="C4",
                text=_("A set: three or four cards of one rank, every one of another suit."),
                melds=(
                    "4O 4C 4E",
                    "1O 1C 1E 1B",
                ),
            ),
            Rule(
                number="C5",
                text=_("A run: 3-4-5 or 10-11-12 of one suit. There are no other runs; the ace is in none."),
                melds=(
                    "3C 4C 5C",
                    "10E 11E 12E",
                ),
            ),
            Rule(
                number="C6",
                text=_("A secret: four identical cards."),
                melds=("5B 5B 5B 5B",),
            ),
            Rule(
                number="C7",
                text=_("A king is a meld by itself. It may also be used in a set, a run or a secret."),
                melds=("12O",),
            ),
            Rule(
                number="C8",
                text=_(
                    "A hand wins when its 16 cards, bounit included, split into melds without one left over."
                ),
            ),
            Rule(
                number="C9",
                text=_(
                    "A secret that was laid down and paid stays a secret: its cards serve in no other meld."
                ),
            ),
            Rule(
                number="C10",
                text=_(
                    "Three cards identical to the sowee make a secret with the sowee itself. To be "
                    "paid for it, lay them down with any fourth card; that card must still fit into "
                    "a meld at the end, and nobody looks at it or discards it before. Not laid "
                    "down, the three count as a meld too, unless the table says no."
                ),
            ),
            Rule(
                number="C11",
                text=_("If the hand splits in several ways, the way that pays most counts."),
            ),
        ),
    ),
    Section(
        id="deal",
        title=_("Deal and play"),
        rules=(
            Rule(
                number="C12",
                text=_(
                    "Four play, opposite players are partners. Deal and play run to the right. "
                    "Everybody gets 15 cards, the dealer 16; the player on the dealer's left cuts. "
                    "The next card is the sowee: it lies face up under the stock. The dealer begins "
                    "by discarding."
                ),
            ),
            Rule(
                number="C13",
                text=_(
                    "Anyone deals first. Then the winner deals; after a drawn hand the same dealer "
                    "deals again."
                ),
            ),
            Rule(
                number="C14",
                text=_("A king is never discarded, so no king is ever won from the discards."),
            ),
            Rule(
                number="C15",
                text=_(
                    "On your turn take the top of the stock, or the card that the player on your "
                    "left just discarded."
                ),
            ),
            Rule(
                number="C16",
                text=_(
                    "A table may play without partners. Then everybody plays alone, two to six at a "
                    "table, and all others pay the winner."
                ),
            ),
        ),
    ),
    Section(
        id="secrets",
        title=_("Secrets"),
        rules=(
            Rule(
                number="C17",
                text=_(
                    "Each opponent pays for a secret as soon as it is laid down, on the own turn "
                    "between drawing and discarding. The partner neither pays nor gets anything. A "
                    "secret that was never laid pays nothing. The winner may lay one just before "
                    "showing the hand, but not when winning out of turn."
                ),
            ),
            Rule(
                number="C18",
                text=_(
                    "A table may ask to see all paid secrets at the end. One that was not four of a "
                    "kind, or the three sowee cards and a fourth, is paid back, with a penalty if "
                    "the table has one."
                ),
            ),
        ),
    ),
    Section(
        id="purro",
        title=_("Purro"),
        rules=(
            Rule(
                number="C19",
                text=_(
                    "If one card is missing, say purro right after discarding and show a king, a "
                    "coin or a chip."
                ),
            ),
            Rule(
                number="C20",
                text=_("While somebody is purro, all others show every card they draw from the stock."),
            ),
            Rule(
                number="C21",
                text=_(
                    "A purro player wins with a stock card that somebody else shows, with a card "
                    "drawn by oneself, or with the discard of the player on the left on the own "
                    "turn. No other discard counts."
                ),
            ),
            Rule(
                number="C22",
                text=_(
                    "If a shown card suits several, whoever drew it comes first, if that wins and "
                    "may win; then the purro player whose turn comes soonest."
                ),
            ),
            Rule(
                number="C23",
                text=_(
                    "Whoever loses purro because a drawn king forced out a needed card is punished "
                    "for two turns, until the third begins: drawn cards are shown, purro may not be "
                    "said, the hand may not win. Whether others may claim such a card is a house rule. "
                    "A hand that still lacks only one card stays purro."
                ),
            ),
            Rule(
                number="C24",
                text=_(
                    "Out of turn only a purro player wins. On the own turn a table may also ask for "
                    "purro to have been said; most do not."
                ),
            ),
        ),
    ),
    Section(
        id="payment",
        title=_("What a win pays"),
        rules=(
            Rule(
                number="C25",
                text=_(
                    "Each opponent pays the winner; the partner neither pays nor gets anything. A "
                    "table may let partners share at the end: they put wins and losses together and "
                    "split them equally, an odd cent to the one who earned more."
                ),
            ),
            Rule(
                number="C26",
                text=_("Kings are paid on top: more for a king of coins, less for any other."),
                melds=(
                    "12O",
                    "12C 12E 12B",
                ),
            ),
            Rule(
                number="C27",
                text=_("A bounit drawn from the stock by the winner pays in full."),
            ),
            Rule(
                number="C28",
                text=_(
                    "A bounit claimed from another's draw or taken from the discards has two "
                    "conditions. First, two cards that go with the bounit. Second, a card identical "
                    "to the sowee and two cards that go with that. Both, one or neither pays a "
                    "different amount."
                ),
            ),
            Rule(
                number="C29",
                text=_(
                    "What goes with a card: the other two of its run in its own suit. With an ace "
                    "go two other aces of two further suits."
                ),
                melds=(
                    "3E 4E 5E",
                    "1O 1C 1B",
                ),
            ),
            Rule(
                number="C30",
                text=_(
                    "Cards count for the conditions whatever meld they are used in, laid secrets "
                    "too, and one card may count for both. The bounit may go with the sowee, and "
                    "may itself be the card like the sowee. The sowee on the table never counts."
                ),
            ),
            Rule(
                number="C31",
                text=_(
                    "If a condition is missing, the winner may turn extra cards from the stock, one "
                    "by one, until both are met or the limit of the table is reached. They count "
                    "for the conditions only. The winner may stop earlier."
                ),
            ),
            Rule(
                number="C32",
                text=_(
                    "Porbis: a win without a king, or with a single king that is used in a 10-11-12 "
                    "run. It pays a price of its own; what is added to it is a house rule."
                ),
                melds=("10B 11B 12B",),
            ),
            Rule(
                number="C33",
                text=_(
                    "If the stock runs out and nobody has won, the hand is drawn. Payments for secrets stand."
                ),
            ),
            Rule(
                number="C34",
                text=_(
                    "A dealer who is dealt 16 cards that split may win at once only where the table "
                    "allows it."
                ),
            ),
            Rule(
                number="C35",
                text=_(
                    "A hand shown as a win that is none pays nothing. The table may have a penalty, "
                    "paid to each opponent; then play goes on or the hand is void."
                ),
            ),
        ),
    ),
    Section(
        id="impossible",
        title=_("What cannot be"),
        rules=(
            Rule(
                number="C36",
                text=_("A bounit won out of turn cannot lie only in a secret that was laid before."),
            ),
            Rule(
                number="C37",
                text=_(
                    "A verdict names as king money what is really paid for kings: nothing where "
                    "porbis is flat."
                ),
            ),
        ),
    ),
)
