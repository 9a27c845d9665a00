"""The rules of the family table that pays by a price list, in plain words, under the numbers of verdicts."""

from django.utils.translation import gettext_lazy as _

from scoring.views.rulebook import Rule, Section

PRICE_RULES = Section(
    id="price-list",
    title=_("A price list instead"),
    rules=(
        Rule(
            number="L1",
            text=_(
                "Some tables pay by a price list. There everybody plays alone, and everybody pays the "
                "winner and each secret. Bounit and sowee have no conditions, no extra cards are turned "
                "and nothing is a porbis. A hand is won with a card of the stock, drawn or claimed, or "
                "as it was dealt; never with a discard."
            ),
        ),
        Rule(
            number="L2",
            text=_("One more meld is known: pong, three or four identical cards."),
            melds=("5E 5E 5E", "10B 10B 10B 10B"),
        ),
        Rule(
            number="L3",
            text=_(
                "Baksyo: whoever holds a king needs, among the melds, a pong, three or four aces "
                "together, a run, or a secret laid down. A hand without kings needs none of these."
            ),
        ),
        Rule(
            number="L4",
            text=_(
                "Kings can win by themselves, whatever the other cards are, dealt or after a card of the "
                "stock, with or without purro. Prinsesa: four kings, one of each suit, and no more. Rub: "
                "three or four kings of one suit; a king that somebody shows from the stock may be claimed "
                "as the third. And any seven kings or more. Kings in laid secrets count."
            ),
            melds=("12O 12C 12E 12B", "12C 12C 12C"),
        ),
        Rule(
            number="L5",
            text=_(
                "Every win has one start price, the highest that fits. The highest is for four kings of one "
                "suit. The next is for other wins by kings, for a hand without a king or with exactly one, "
                "for singrey (two kings or more, fewer than three of a suit, each in a 10-11-12 run), and "
                "for a bounit that is a king and completes such a run with another king held. All other "
                "hands have the lowest."
            ),
        ),
        Rule(
            number="L6",
            text=_(
                "On top come a little for each king, each run, each pong, aces in one meld, each set "
                "of four and each card like the sowee. Of several splits the one that pays most counts. "
                "In a win by kings the melds among the other cards are paid too, and the rest may be left "
                "over."
            ),
        ),
        Rule(
            number="L7",
            text=_(
                "A secret laid down was paid already and adds nothing, but its kings and its cards like "
                "the sowee count."
            ),
        ),
        Rule(number="L8", text=_("The prices are whole pesos, or whatever is played for.")),
    ),
)
