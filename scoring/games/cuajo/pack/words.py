"""The words in which players of five languages type cards: one table a language, and below what each word means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from scoring.games.cuajo.pack.cards import Card, Rank, Suit


class Kind(Enum):
    """What a word, or a sign, does among cards."""

    CARD = auto()
    RANK = auto()
    NUMBER = auto()
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
    SOFT = auto()
    AND = auto()
    HEAD = auto()
    BREAK = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a word means. `linked` numbers count what follows, as `tatlong`; `french` suits have no numbers above 5."""

    kind: Kind
    value: Card | Rank | Suit | int | None = None
    plural: bool = False
    linked: bool = False
    french: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one language, without accents; several words for one thing are parted by spaces."""

    ranks: Mapping[Rank, str]
    suits: Mapping[Suit, str]
    numbers: Mapping[int, str]
    many_ranks: Mapping[Rank, str] = field(default_factory=dict)
    many_numbers: Mapping[int, str] = field(default_factory=dict)
    linked: Mapping[int, str] = field(default_factory=dict)
    one: str = ""
    copies: str = ""
    pair: str = ""
    many: str = ""
    of: str = ""
    link: str = ""
    articles: str = ""
    also: str = ""
    french_ranks: Mapping[Rank, str] = field(default_factory=dict)
    many_french_ranks: Mapping[Rank, str] = field(default_factory=dict)
    french_suits: Mapping[Suit, str] = field(default_factory=dict)


ENGLISH = Words(
    ranks={Rank.ACE: "ace", Rank.JACK: "jack knave page", Rank.HORSE: "horse knight cavalier", Rank.KING: "king"},
    many_ranks={
        Rank.ACE: "aces",
        Rank.JACK: "jacks knaves pages",
        Rank.HORSE: "horses knights cavaliers",
        Rank.KING: "kings",
    },
    suits={
        Suit.OROS: "coins coin golds gold",
        Suit.COPAS: "cups cup",
        Suit.ESPADAS: "swords sword",
        Suit.BASTOS: "batons baton clubs club sticks staves wands",
    },
    numbers={
        **{2: "two both", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"},
        **{10: "ten", 11: "eleven", 12: "twelve"},
    },
    many_numbers={3: "threes", 4: "fours", 5: "fives"},
    one="one",
    copies="copy copies",
    pair="pair",
    of="of",
    articles="an the my all",
    also="and plus then with also",
    french_ranks={Rank.HORSE: "queen"},
    many_french_ranks={Rank.HORSE: "queens"},
    french_suits={
        Suit.OROS: "diamonds diamond ♦",
        Suit.COPAS: "hearts heart ♥",
        Suit.ESPADAS: "spades spade ♠",
        Suit.BASTOS: "clubs club ♣",
    },
)
FILIPINO = Words(
    ranks={Rank.ACE: "alas", Rank.JACK: "sota sotang", Rank.HORSE: "kabayo kabayong", Rank.KING: "hari haring"},
    suits={
        Suit.OROS: "oros oro",
        Suit.COPAS: "kopas kopa",
        Suit.ESPADAS: "espada espadas",
        Suit.BASTOS: "bastos basto",
    },
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
    french_ranks={Rank.HORSE: "reyna reynang"},
    french_suits={Suit.OROS: "diamante", Suit.COPAS: "puso"},
)
KAPAMPANGAN = Words(
    ranks={Rank.ACE: "alas", Rank.JACK: "sota sotang", Rank.HORSE: "kabayu kabayung", Rank.KING: "ari aring"},
    suits={Suit.OROS: "orus horus", Suit.COPAS: "kopas", Suit.ESPADAS: "espada", Suit.BASTOS: "bastus"},
    numbers={2: "adua", 3: "atlu", 4: "apat", 5: "lima", 6: "anam"},
    linked={2: "aduang", 3: "atlung", 5: "limang"},
    one="metung",
    of="ning",
    link="a",
    articles="ing",
    also="ampo ampong",
)
SPANISH = Words(
    ranks={Rank.ACE: "as", Rank.JACK: "sota", Rank.HORSE: "caballo caballero", Rank.KING: "rey"},
    many_ranks={Rank.ACE: "ases", Rank.JACK: "sotas", Rank.HORSE: "caballos", Rank.KING: "reyes"},
    suits={
        Suit.OROS: "oros oro",
        Suit.COPAS: "copas copa",
        Suit.ESPADAS: "espadas espada",
        Suit.BASTOS: "bastos basto",
    },
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
    french_ranks={Rank.JACK: "jota", Rank.HORSE: "reina dama"},
    many_french_ranks={Rank.JACK: "jotas", Rank.HORSE: "reinas damas"},
    french_suits={
        Suit.OROS: "diamantes",
        Suit.COPAS: "corazones",
        Suit.ESPADAS: "picas",
        Suit.BASTOS: "treboles trebol",
    },
)
CATALAN = Words(
    ranks={Rank.ACE: "as", Rank.JACK: "sota", Rank.HORSE: "cavall cavaller", Rank.KING: "rei"},
    many_ranks={Rank.ACE: "asos", Rank.JACK: "sotes", Rank.HORSE: "cavalls", Rank.KING: "reis"},
    suits={
        Suit.OROS: "oros ors",
        Suit.COPAS: "copes copa",
        Suit.ESPADAS: "espases espasa",
        Suit.BASTOS: "bastos basto bastons",
    },
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
    french_ranks={Rank.JACK: "jota", Rank.HORSE: "reina dama"},
    many_french_ranks={Rank.JACK: "jotes", Rank.HORSE: "reines dames"},
    french_suits={Suit.OROS: "diamants", Suit.COPAS: "cors", Suit.ESPADAS: "piques", Suit.BASTOS: "trevols trevol"},
)
LANGUAGES = (ENGLISH, FILIPINO, KAPAMPANGAN, SPANISH, CATALAN)


def meanings(*, words: Words, french: bool) -> Iterator[tuple[str, Meaning]]:
    """Yield words of one language, parted by spaces, with what they mean."""
    for ranks, plural in ((words.ranks, False), (words.many_ranks, True)):
        yield from _named(Kind.RANK, ranks, plural=plural)
    for numbers, plural in ((words.numbers, False), (words.many_numbers, True)):
        yield from _named(Kind.NUMBER, numbers, plural=plural)
    yield from _named(Kind.NUMBER, words.linked, linked=True)
    yield from _named(Kind.SUIT, words.suits)
    if french:
        yield from _named(Kind.RANK, words.french_ranks)
        yield from _named(Kind.RANK, words.many_french_ranks, plural=True)
        yield from _named(Kind.SUIT, words.french_suits, french=True)
    yield words.one, Meaning(kind=Kind.ONE, value=1)
    yield words.copies, Meaning(kind=Kind.COPY)
    yield words.pair, Meaning(kind=Kind.PAIR, value=2)
    yield words.many, Meaning(kind=Kind.MANY)
    yield words.of, Meaning(kind=Kind.OF)
    yield words.link, Meaning(kind=Kind.LINK)
    yield words.articles, Meaning(kind=Kind.ARTICLE)
    yield words.also, Meaning(kind=Kind.AND)


def _named[T: (Rank, Suit, int)](kind: Kind, names: Mapping[T, str], **more: bool) -> Iterator[tuple[str, Meaning]]:
    for value, words in names.items():
        yield words, Meaning(kind=kind, value=value, **more)


def vocabulary(*, french: bool) -> dict[str, Meaning]:
    """Return what every word means; those of the French pack only where it lies on the table.

    >>> vocabulary(french=False)["atlung"].value, vocabulary(french=False).get("queen")
    (3, None)
    """
    return {
        word: meaning
        for language in LANGUAGES
        for names, meaning in meanings(words=language, french=french)
        for word in names.split()
    }
