"""Cau robat: rules R1 to R10 of `docs/rules/cau_robat.md`, as a library without I/O."""

from scoring.games.cau_robat.game import CauRobat

__all__ = ["CauRobat"]
