"""A pack as data for the reader, and the words in which players of five languages type its cards, all read at once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property


class Kind(Enum):
    """What a word, or a sign, does among cards."""

    CARD = auto()
    RANK = auto()
    NUMBER = auto()
    RUN = auto()
    SUIT = auto()
    LETTER = auto()
    COUNT = auto()
    SUFFIX = auto()
    ONE = auto()
    COPY = auto()
    PAIR = auto()
    MANY = auto()
    OF = auto()
    LINK = auto()
    ARTICLE = auto()
    FILLER = auto()
    SOFT = auto()
    AND = auto()
    HEAD = auto()
    BREAK = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a word means: the rank, suit, card or number in `value`. `linked` numbers count, as `tatlong` does.

    A card is `named` where its words are its name, as `red flower`.
    """

    kind: Kind
    value: str | int | None = None
    plural: bool = False
    linked: bool = False
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one language, without accents and parted by spaces.

    Of ranks, suits and `names`, which are whole cards and parted by slashes, a pack takes those it has. `fillers`
    say nothing where they begin; `spoken_one` is what dictation writes for the figure.
    """

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    numbers: Mapping[int, str]
    names: Mapping[str, str] = field(default_factory=dict)
    many_ranks: Mapping[str, str] = field(default_factory=dict)
    many_numbers: Mapping[int, str] = field(default_factory=dict)
    many_names: Mapping[str, str] = field(default_factory=dict)
    linked: Mapping[int, str] = field(default_factory=dict)
    one: str = ""
    spoken_one: str = ""
    copies: str = ""
    pair: str = ""
    many: str = ""
    of: str = ""
    link: str = ""
    articles: str = ""
    also: str = ""
    fillers: str = ""


ENGLISH = Words(
    ranks={"ace": "ace", "jack": "jack knave page", "horse": "horse knight cavalier", "queen": "queen", "king": "king"},
    many_ranks={
        **{"ace": "aces", "jack": "jacks knaves pages", "horse": "horses knights cavaliers"},
        **{"queen": "queens", "king": "kings"},
    },
    suits={
        **{"coins": "coins coin golds gold", "cups": "cups cup", "swords": "swords sword"},
        "batons": "batons baton clubs club sticks staves wands",
        **{"diamonds": "diamonds diamond ♦", "hearts": "hearts heart ♥", "spades": "spades spade ♠"},
        "clubs": "clubs club ♣",
        **{"cash": "cash", "strings": "strings string", "myriads": "myriads myriad"},
    },
    names={
        **{"joker": "joker", "red_flower": "red flower", "white_flower": "white flower", "half_cash": "half cash"},
        **{"zero_cash": "zero cash", "thousand": "thousand", "old_thousand": "old thousand"},
    },
    many_names={"joker": "jokers", "red_flower": "red flowers", "white_flower": "white flowers"},
    numbers={
        **{2: "two both", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"},
        **{10: "ten", 11: "eleven", 12: "twelve"},
    },
    many_numbers={2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes", 7: "sevens", 8: "eights", 9: "nines"},
    spoken_one="one",
    copies="copy copies",
    pair="pair",
    of="of",
    articles="an the my all",
    also="and plus then with also",
    fillers="card cards run um uh",
)
FILIPINO = Words(
    ranks={
        **{"ace": "alas", "jack": "sota sotang", "horse": "kabayo kabayong", "queen": "reyna reynang"},
        "king": "hari haring",
    },
    suits={
        **{"coins": "oros oro", "cups": "kopas kopa", "swords": "espada espadas", "batons": "bastos basto"},
        **{"diamonds": "diamante", "hearts": "puso"},
    },
    names={"red_flower": "pulang bulaklak", "white_flower": "puting bulaklak"},
    numbers={
        **{1: "uno", 2: "dos dalawa", 3: "tres tatlo", 4: "kwatro kuwatro kuwatrong kwatrong apat", 9: "nuwebe siyam"},
        **{5: "singko singkong sinko lima", 6: "sais anim", 7: "siyete pito", 8: "otso walo"},
        **{10: "diyes dyes sampu", 11: "onse", 12: "dose"},
    },
    linked={2: "dalawang", 3: "tatlong", 5: "limang", 7: "pitong", 8: "walong", 10: "sampung"},
    one="isang isa",
    copies="kopya kopyang piraso pirasong",
    pair="pares",
    many="mga",
    of="ng sa",
    link="na",
    articles="ang yung may ko",
    also="at t saka tsaka pati tapos",
    fillers="baraha barahang",
)
KAPAMPANGAN = Words(
    ranks={"ace": "alas", "jack": "sota sotang", "horse": "kabayu kabayung", "king": "ari aring"},
    suits={"coins": "orus horus", "cups": "kopas", "swords": "espada", "batons": "bastus"},
    numbers={2: "adua", 3: "atlu", 4: "apat", 5: "lima", 6: "anam"},
    linked={2: "aduang", 3: "atlung", 5: "limang"},
    one="metung",
    of="ning",
    link="a",
    articles="ing",
    also="ampo ampong",
)
SPANISH = Words(
    ranks={
        **{"ace": "as", "jack": "sota", "horse": "caballo caballero", "king": "rey"},
        **{"knave": "jota", "queen": "reina dama"},
    },
    many_ranks={
        **{"ace": "ases", "jack": "sotas", "horse": "caballos", "king": "reyes"},
        **{"knave": "jotas", "queen": "reinas damas"},
    },
    suits={
        **{"coins": "oros oro", "cups": "copas copa", "swords": "espadas espada", "batons": "bastos basto"},
        **{"diamonds": "diamantes", "hearts": "corazones", "spades": "picas", "clubs": "treboles trebol"},
        **{"cash": "monedas moneda", "strings": "sartas sarta", "myriads": "miriadas miriada"},
    },
    names={
        **{"joker": "comodin", "red_flower": "flor roja", "white_flower": "flor blanca", "half_cash": "media moneda"},
        **{"zero_cash": "cero monedas/moneda cero", "thousand": "mil", "old_thousand": "viejo mil/mil viejo"},
    },
    many_names={"joker": "comodines", "red_flower": "flores rojas", "white_flower": "flores blancas"},
    numbers={
        **{1: "uno", 2: "dos", 3: "tres", 4: "cuatro quatro", 5: "cinco", 6: "seis", 7: "siete", 8: "ocho"},
        **{9: "nueve", 10: "diez", 11: "once", 12: "doce"},
    },
    many_numbers={3: "treses", 4: "cuatros", 5: "cincos"},
    one="un una",
    copies="copia copias",
    pair="par pareja",
    of="de del",
    articles="el la los las mi mis en",
    also="y mas con luego ademas tambien",
    fillers="carta cartas escalera",
)
CATALAN = Words(
    ranks={
        **{"ace": "as", "jack": "sota", "horse": "cavall cavaller", "king": "rei"},
        **{"knave": "jota", "queen": "reina dama"},
    },
    many_ranks={
        **{"ace": "asos", "jack": "sotes", "horse": "cavalls", "king": "reis"},
        **{"knave": "jotes", "queen": "reines dames"},
    },
    suits={
        **{"coins": "oros ors", "cups": "copes copa", "swords": "espases espasa", "batons": "bastos basto bastons"},
        **{"diamonds": "diamants", "hearts": "cors", "spades": "piques", "clubs": "trevols trevol"},
        **{"cash": "monedes moneda", "strings": "sartes sarta", "myriads": "miriades miriada"},
    },
    names={
        **{"joker": "comodi", "red_flower": "flor vermella", "white_flower": "flor blanca", "thousand": "mil"},
        **{"half_cash": "mitja moneda", "zero_cash": "zero monedes/moneda zero", "old_thousand": "vell mil/mil vell"},
    },
    many_names={"joker": "comodins", "red_flower": "flors vermelles", "white_flower": "flors blanques"},
    numbers={
        **{1: "u", 2: "dos dues", 3: "tres", 4: "quatre", 5: "cinc", 6: "sis", 7: "set", 8: "vuit", 9: "nou"},
        **{10: "deu", 11: "onze", 12: "dotze"},
    },
    many_numbers={3: "tresos", 4: "quatres", 5: "cincs"},
    one="un una",
    copies="copia copies",
    pair="parell parella",
    of="de del d",
    articles="el la els les l meu meva en",
    also="i mes amb despres tambe",
    fillers="carta cartes escala",
)
LANGUAGES = (ENGLISH, FILIPINO, KAPAMPANGAN, SPANISH, CATALAN)

FIGURES = "123456789"
RUNS_OF_FIGURES = {
    FIGURES[first:end]: tuple(FIGURES[first:end])
    for first in range(len(FIGURES))
    for end in range(first + 3, len(FIGURES) + 1)
}
"""Three and more numbers in order, written without spaces: `345 of hearts`."""


def written(cards: Iterable[object]) -> str:
    """Return cards in notation."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pack:
    """The cards of a game in its notation.

    `faces` names them by rank, a word or a number, and suit; the suit is empty where it makes no difference. `codes`
    are cards as they are written in capitals without a space, `letters` the suits by their letter apart from the
    number, `initials` the ranks. `names` are whole cards by a name, `runs` numbers written without spaces. `marks`
    stand between cards and are kept. With `is_numbered` a suit has a one, so that every word for one is that number.
    `french` are the same cards where a French pack lies on the table; its `signs` are how that one writes them.
    """

    faces: Mapping[tuple[str, str], str]
    suits: tuple[str, ...] = ()
    codes: Mapping[str, str]
    letters: Mapping[str, str] = field(default_factory=dict)
    initials: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: str = ""
    is_numbered: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)
    french: "Pack | None" = None

    def card(self, rank: object, suit: object = "") -> str | None:
        """Return the card of a rank, or number, and suit, None where there is none."""
        return self.faces.get((str(rank), str(suit))) or self.faces.get((str(rank), ""))

    @cached_property
    def ranks(self) -> frozenset[str]:
        """Return the ranks, also those that are numbers."""
        return frozenset(rank for rank, _ in self.faces)

    @cached_property
    def own_signs(self) -> Mapping[str, str]:
        """Return the cards by how the pack writes them."""
        return {self.signs.get(card, card): card for card in (*self.faces.values(), *self.codes.values())}

    @cached_property
    def vocabulary(self) -> Mapping[str, Meaning]:
        """Return the meaning of every word, for this pack."""
        return {
            word: meaning
            for language in LANGUAGES
            for names, meaning in meanings(words=language, pack=self)
            for word in names.split()
        }

    @cached_property
    def named_cards(self) -> Mapping[tuple[str, ...], Meaning]:
        """Return the cards that have names of their own, by the words of the name."""
        return {
            tuple(name.split()): Meaning(kind=Kind.CARD, value=card, plural=plural, named=True)
            for language in LANGUAGES
            for names, plural in ((language.names, False), (language.many_names, True))
            for key, card in self.names.items()
            for name in names.get(key, "").split("/")
            if name
        }

    @cached_property
    def _meld(self) -> re.Pattern[str]:
        numbers = sorted((rank for rank in self.ranks if rank.isdigit()), key=len, reverse=True)
        codes = sorted((code.lower() for code in self.codes if len(code) > 1), key=len, reverse=True)
        suit = f"[{''.join(self.letters)}]" if self.letters else "(?!)"
        run, rank, code = ("|".join(map(re.escape, each)) or "(?!)" for each in (self.runs, numbers, codes))
        return re.compile(rf"(?P<run>{run})(?P<suit>{suit})|(?P<rank>{rank})(?P<suits>{suit}+)|(?P<code>{code})")

    def compact_cards(self, word: str) -> tuple[str, ...]:
        """Return the cards of a word of small letters without spaces, none for any other word.

        In cuajo `3oce` is 3O 3C 3E, `1oooo` a secret of aces, `345b` and `101112b` are runs; several follow each other.
        """
        cards: list[str | None] = []
        at = 0
        while at < len(word):
            found = self._meld.match(word, at)
            if not found:
                return ()
            ranks = self.runs[found["run"]] if found["run"] else (found["rank"],)
            suits = found["suit"] or found["suits"] or ""
            cards += (self.card(rank, self.letters[suit]) for rank in ranks for suit in suits)
            cards += [self.codes[found["code"].upper()]] if found["code"] else []
            at = found.end()
        return () if None in cards else tuple(card for card in cards if card)


def meanings(*, words: Words, pack: Pack) -> Iterator[tuple[str, Meaning]]:
    """Yield words of one language, parted by spaces, with what they mean; of ranks and suits those of the pack."""
    for names, plural in ((words.ranks, False), (words.many_ranks, True)):
        yield from _named(Kind.RANK, {rank: said for rank, said in names.items() if rank in pack.ranks}, plural=plural)
    for numbers, plural in ((words.numbers, False), (words.many_numbers, True)):
        yield from _named(Kind.NUMBER, numbers, plural=plural)
    yield from _named(Kind.NUMBER, words.linked, linked=True)
    yield from _named(Kind.SUIT, {suit: said for suit, said in words.suits.items() if suit in pack.suits})
    yield words.one, Meaning(kind=Kind.NUMBER, value=1) if pack.is_numbered else Meaning(kind=Kind.ONE)
    yield words.spoken_one, Meaning(kind=Kind.NUMBER if "2" in pack.ranks else Kind.ONE, value=1)
    yield words.pair, Meaning(kind=Kind.PAIR, value=2)
    joining = {Kind.COPY: words.copies, Kind.MANY: words.many, Kind.OF: words.of, Kind.LINK: words.link}
    quiet = {Kind.ARTICLE: words.articles, Kind.AND: words.also, Kind.FILLER: words.fillers}
    yield from ((said, Meaning(kind=kind)) for kind, said in (joining | quiet).items())


def _named[T: (str, int)](kind: Kind, names: Mapping[T, str], **more: bool) -> Iterator[tuple[str, Meaning]]:
    for value, words in names.items():
        yield words, Meaning(kind=kind, value=value, **more)
