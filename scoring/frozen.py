"""Define the base of values."""

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Frozen:
    """A frozen dataclass, made by keyword arguments."""

    def __init_subclass__(cls, *, order: bool = False) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True, order=order)(cls)
