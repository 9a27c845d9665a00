"""Everything the database keeps."""

from scoring.models.clubs import Club, Player

__all__ = ["Club", "Player"]
