"""What every scenario file says, and the tables that it is made of."""

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file: its own fields, and no others."""


class Scenario(Sheet, kw_only=True):
    """What every scenario file says, whatever the rule system.

    A system's own scenario adds its characters, its rulings and what each side wants.
    """

    title: str
    """What the situation is called."""
    system: str
    """The rule system by which it is played; `fracas rules` lists them."""
    source: str = ""
    """Where the situation comes from, a text and a place in it."""
    about: str = ""
    """What is going on, in a sentence or two."""
