"""Audit of the names of rolls: each name should occur once in a conflict."""

from sim.audit.start import Opening
from sim.dice.pool import RollNames
from sim.seam.protocol import Chance


class NamesOfRolls:
    """Detects the first roll of a conflict whose name occurred before."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._names = RollNames()
        self._reported = False

    def repeated(self, asked: Chance, round_: int) -> tuple[str, str] | None:
        """Return the recorded and the expected name, if *asked* is that roll.

        One finding a conflict is enough: the mistake is in the rule system.
        """
        name = round_, asked.who, asked.why, asked.attempt
        again = self._names.is_repeated(name, asked.seen, asked.pool)
        if not again or self._reported:
            return None
        self._reported = True
        who = self._opening.name(asked.who)
        recorded = f"a second roll named {asked.why!r} ({who}), attempt {asked.attempt}"
        expected = (
            f"each name of a roll once in round {round_}, since dice of one name show"
            " the same faces: a mistake of the rule system"
        )
        return recorded, expected
