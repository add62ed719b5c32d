"""The lines of a transcript on which its statements, rolls and claims stand."""

from sim.reading.located import places_in


class Lines:
    """The lines of a file at *path* with the content *raw*."""

    def __init__(self, path: str, raw: bytes) -> None:
        self._path, self._places = path, places_in(raw)

    def at(self, round_: int, what: str, index: int) -> int:
        """Return the line of an entry of a list in the round of that index, from 0.

        *what* is the list, such as "says"; 0 if its line is not known.
        """
        place = self._places.get(f"$.round[{round_}].{what}[{index}]")
        return place.line if place is not None else 0

    def where(self, line: int) -> str:
        """Return what a sentence about a *line* begins with."""
        return f"{self._path}, line {line}" if line else self._path
