"""The packs of the games, and cards in words."""
