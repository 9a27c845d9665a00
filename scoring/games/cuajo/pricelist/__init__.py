"""Winning by a family's price list: rules L1 to L8 of `docs/rules/cuajo.md`."""

from scoring.games.cuajo.pricelist.account import PriceWin, Start, price_account
from scoring.games.cuajo.pricelist.kings import KingWin, king_win
from scoring.games.cuajo.pricelist.wins import is_price_win

__all__ = ["KingWin", "PriceWin", "Start", "is_price_win", "king_win", "price_account"]
