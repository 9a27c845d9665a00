"""Names of players: text for pages, objects for programs."""

from typing import Annotated, Self
from uuid import UUID


class PlayerName(str):
    """The name of a player with the id."""

    # Two people may have the same name.
    __slots__ = ("id",)
    id: UUID

    def __new__(cls, name: str, of: UUID) -> Self:
        named = super().__new__(cls, name)
        named.id = of
        return named

    def __getnewargs__(self) -> tuple[str, UUID]:  # type: ignore[override]  # a text has no id
        return str(self), self.id


type Person = Annotated[str, PlayerName]
