"""The readings in force: one field for every place where the game leaves a choice."""

from typing import Annotated

from msgspec import Meta

from sim.seam.protocol import Sheet


class Rulings(Sheet):
    """The options of the rule system; every default is the ruling's own."""

    grit: Annotated[int, Meta(ge=1, le=100)] = 3
    """So many dice are rolled by one who presses [TO-01]."""
    nerve: Annotated[int, Meta(ge=1, le=1000)] = 4
    """So much stress is more than one can bear [TO-03]."""
    round_limit: Annotated[int, Meta(ge=1, le=1000)] = 20
    """After so many rounds nobody has won [TO-05]."""
