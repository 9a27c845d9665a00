"""Random nights of every game, played by a program over the API: what it refuses is tried in another way."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.corpus import doors
from tests.corpus.acts import hand_of, penalty_of

PEOPLE = ("Ana", "Ben", "Carla", "Dan", "José Rizal", "=1+1", "Eva", "Fe", "Gil", "Ines", "李 Li", "Zoë")
MOST_TRIES = 12


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a night is played for."""

    game: str
    rules: dict[str, Any]
    players: int
    currency: str = "PHP"
    stake_factor: int = 1
    closes: bool = True


@dataclass
class Night:
    """A night that is played step by step; `done` counts what was recorded, and what was refused."""

    host: doors.Program
    path: str
    terms: Terms
    chance: Random
    done: Counter[str] = field(default_factory=Counter)

    def get(self, path: str = "") -> Any:
        """Read something of the night."""
        status, answer = doors.ask(self.host, "get", self.path + path)
        assert status == 200, (self.path + path, answer)
        return answer

    def post(self, path: str, content: object, *, sender: doors.Program | None = None) -> Any:
        """Write something, and return the answer, None where it was refused."""
        status, answer = doors.ask(sender or self.host, "post", self.path + path, content)
        assert status < 500, answer
        what = "/".join(part for part in path.split("/") if part and not part.isdigit())
        self.done[what if status < 400 else f"{what} refused: {answer['error']['code']}"] += 1
        return answer if status < 400 else None

    def step(self) -> None:
        """Do one random thing."""
        board = self.get()
        if board["is_closed"]:
            self.chance.choice((self.tick, self.tick, self.reopen))()
            return
        every: list[Callable[[], None]] = [self.correct, self.undo, self.undo, self.sit, self.mend]
        every += [self.dispute, self.rule, self.cash]
        every += {
            "cuajo": [self.secret, self.secret, self.false_win, self.refund, self.notes, self.verdict],
            "khanhoo": [self.penalty, self.settle],
            "khanhoo_ming": [self.settle],
            "cau_robat": [self.settle],
        }.get(self.terms.game, [])
        self.hand() if self.chance.random() < 0.55 else self.chance.choice(every)()

    def seats(self, board: Any) -> list[int]:
        """Return the seats at the table in the order of play."""
        placed = [seat for seat in board["seats"] if seat["place"]]
        return [seat["number"] for seat in sorted(placed, key=lambda seat: seat["place"])]

    def an_act(self, board: Any) -> dict[str, Any]:
        """Return a random hand for whoever sits there."""
        laid = {seat["number"]: seat["secrets"] for seat in board["seats"]}
        return hand_of(chance=self.chance, board=board, seats=self.seats(board), laid=laid)

    def hand(self) -> None:
        """Record a hand."""
        for _ in range(MOST_TRIES):
            board = self.get()
            seen = {name: board[name] for name in ("expected_after", "expected_entry")}
            if self.post("hands/", {"act": self.an_act(board), **seen}):
                return

    def secret(self) -> None:
        board = self.get()
        seat = self.chance.choice(self.seats(board))
        self.post("secrets/", {"seat": seat, "expected_entry": board["expected_entry"]})

    def false_win(self) -> None:
        board = self.get()
        seat, is_void = self.chance.choice(self.seats(board)), self.chance.random() < 0.5
        wanted = {"seat": seat, "hand_is_void": is_void, "expected_entry": board["expected_entry"]}
        self.post("false-wins/", wanted)

    def penalty(self) -> None:
        board = self.get()
        act = penalty_of(chance=self.chance, seats=self.seats(board))
        self.post("penalties/", {"act": act, "expected_entry": board["expected_entry"]})

    def settle(self) -> None:
        self.post("matches/", {"expected_entry": self.get()["expected_entry"]})

    def lines(self, *kinds: str) -> list[Any]:
        """Return the lines of some kinds that count."""
        items = self.get("entries/?limit=100")["items"]
        return [line for line in items if line["kind"] in kinds and line["reversed_by"] is None]

    def refund(self) -> None:
        if secrets := self.lines("secret"):
            number = self.chance.choice(secrets)["number"]
            self.post(f"entries/{number}/refund/", {"reason": "it was none"})

    def correct(self) -> None:
        if hands := self.lines("hand"):
            number = self.chance.choice(hands)["number"]
            wanted = {"act": self.an_act(self.get()), "reason": "misheard"}
            self.post(f"entries/{number}/correct/", wanted)

    def undo(self) -> None:
        kinds = ("hand", "secret", "penalty", "match", "seating", "handover")
        if lines := self.lines(*kinds):
            number = self.chance.choice(lines)["number"]
            self.post(f"entries/{number}/reverse/", {"reason": "slip"})

    def order(self, board: Any) -> dict[str, Any]:
        """Return another order of play, perhaps with somebody new."""
        people = [seat["player"] for seat in board["seats"]]
        if len(people) < 6 and self.chance.random() < 0.4:
            people.append(self.chance.choice([name for name in PEOPLE if name not in people]))
        size = len(self.seats(board)) + self.chance.choice((0, 0, 0, -1, 1))
        names = self.chance.sample(people, max(2, min(size, len(people))))
        dealer = self.chance.choice((None, None, 1))
        return {"names": names, "dealer": dealer, "expected_entry": board["expected_entry"]}

    def sit(self) -> None:
        self.post("seats/", self.order(self.get()))

    def mend(self) -> None:
        board = self.get()
        if board["hand_number"] > 1:
            hand = self.chance.randrange(1, board["hand_number"])
            mistake = self.chance.choice(("places", "people"))
            wanted = {**self.order(board), "hand": hand, "mistake": mistake, "reason": "we sat otherwise"}
            self.post("seats/mend/", wanted)

    def dispute(self) -> None:
        if lines := self.lines("hand", "secret", "penalty", "match", "handover"):
            number, board = self.chance.choice(lines)["number"], self.get()
            seat = self.chance.choice(self.seats(board))
            self.post(f"entries/{number}/disputes/", {"why": "no, I had", "seat": seat})

    def rule(self) -> None:
        """Settle an objection: the host alone, or players who speak one after the other."""
        open_ones = [one for one in self.get("disputes/")["items"] if one["outcome"] == "open"]
        if not open_ones:
            return
        number, ruling = self.chance.choice(open_ones)["line"], self.chance.choice(("uphold", "reject"))
        speakers: list[doors.Program | None] = [None]
        if self.chance.random() < 0.5:
            night = self.path.split("/")[1]
            seats = self.seats(self.get())
            speakers = [doors.player_of(night, seat) for seat in self.chance.sample(seats, len(seats) - 1)]
        for speaker in speakers:
            self.post(f"entries/{number}/ruling/", {"ruling": ruling}, sender=speaker)

    def notes(self) -> None:
        """Note the sowee, or tap something in the companion."""
        board = self.get()
        if self.chance.random() < 0.4:
            sowee = self.chance.choice(("4O", "12B", "10C", ""))
            doors.ask(self.host, "put", f"{self.path}table/", {"hand": board["hand_number"], "sowee": sowee})
            return
        for _ in range(self.chance.randint(1, 6)):
            now = self.get("companion/")
            what = self.chance.choice(("turn", "turn", "draw", "take", "discard", "purro", "secret", "undo"))
            seat = now["turn"] if self.chance.random() < 0.8 else self.chance.choice(self.seats(board))
            tap = {"hand": now["hand"], "version": now["version"], "what": what, "seat": seat}
            self.post("companion/", tap)

    def verdict(self) -> None:
        """Keep a verdict with a declared hand."""
        declared = [line for line in self.lines("hand") if line["act"].get("declared")]
        if declared:
            number = self.chance.choice(declared)["number"]
            act = hand_of(chance=self.chance, board=self.get(), seats=[1, 2, 3, 4], laid={}, with_cards=True)
            names = ("hand", "bounit", "source", "sowee", "secrets", "extra")
            self.post(f"entries/{number}/verdicts/", {name: act[name] for name in names if name in act})

    def cash(self) -> None:
        """Hand cash over during the night."""
        if self.terms.currency != "points":
            payer, payee = self.chance.sample(range(1, len(self.get()["seats"]) + 1), 2)
            amount = self.chance.randint(1, 300)
            self.post("handovers/", {"payer": payer, "payee": payee, "amount_cents": amount})

    def close(self) -> None:
        """Close the night, over whatever is disputed, rounded to a coin or not."""
        disputed = sorted({one["line"] for one in self.get("disputes/")["items"] if one["outcome"] == "open"})
        for coin_cents in (self.chance.choice((1, 5, 25, 100)), 1):
            newest = self.get()["expected_entry"]
            wanted = {"coin_cents": coin_cents, "expected_entry": newest, "disputed": disputed}
            if self.post("close/", wanted):
                return

    def tick(self) -> None:
        """Hand over cash of the plan, all of a line or part of it."""
        left = [line for line in self.get("settlement/")["plan"] if line["left_cents"]]
        if left and self.terms.currency != "points":
            line = self.chance.choice(left)
            numbers = {seat["player"]: seat["number"] for seat in self.get()["seats"]}
            amount = self.chance.choice((line["left_cents"], self.chance.randint(1, line["left_cents"])))
            seats = {name: line[name] for name in ("payer", "payee")}
            seats = {name: numbers.get(who, who) for name, who in seats.items()}
            self.post("handovers/", {**seats, "amount_cents": amount})

    def reopen(self) -> None:
        self.post("reopen/", {"reason": "one more"})


def play(*, host: doors.Program, terms: Terms, chance: Random, steps: int) -> Night:
    """Play a night of so many steps, and close it where its terms say so."""
    wanted = {
        "game": terms.game,
        "names": chance.sample(PEOPLE[:8], terms.players),
        "rules": terms.rules,
        "currency": terms.currency,
        "stake_factor": terms.stake_factor,
        "first_dealer": chance.randint(1, terms.players),
    }
    status, answer = doors.ask(host, "post", "sessions/", wanted)
    assert status == 201, (wanted, answer)
    night = Night(host=host, path=f"sessions/{answer['id']}/", terms=terms, chance=chance)
    if chance.random() < 0.15:
        switches = {"is_practice": True, "players_may_propose": True}
        doors.ask(host, "put", f"{night.path}switches/", switches)
    for _ in range(steps):
        night.step()
    if terms.closes and not night.get()["is_closed"]:
        night.close()
        for _ in range(chance.randint(0, 4)):
            night.step()
        if not night.get()["is_closed"]:
            night.close()
    return night
