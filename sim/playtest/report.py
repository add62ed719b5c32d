"""The report of a playtest: its parts, as rows and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from sim.library.scenario import Loaded
from sim.playtest.course import Course
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploits
from sim.playtest.fairness import Fairness
from sim.playtest.findings import Restrictions
from sim.playtest.parts import PartWorths
from sim.playtest.restricted_agents import Option
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.sentences import Sentence, summary_sentences
from sim.playtest.skill import Ladder
from sim.spine.words import listed
from sim.statistics.intervals import Interval
from sim.statistics.samples import Sample

FORMAT = 1
_LEFT = 0.1
"""The report mentions what is left of the budget if it is at least this share."""
Part = (
    Course
    | Ladder
    | Fairness
    | Restrictions
    | PartWorths
    | Coverage
    | Sensitivity
    | Exploits
)
PARTS = {
    "fairness": "who wins",
    "course": "how it goes",
    "ladder": "what players who know less get",
    "restricted": "what options are worth",
    "sheets": "what the sheets are worth",
    "coverage": "which rules it uses",
    "sensitivity": "what its numbers do",
    "exploits": "the best exploit",
}
"""The name of each part, and what it is about."""


class Report(Struct, frozen=True):
    """The results of *played* conflicts of a scenario, with the dice of *seed*.

    A part is None if there was no time for it; *stopped* says that somebody interrupted
    it. *budget* is how many conflicts were dealt out over the parts: with it and the
    seed the same report comes again, unless some parts were *hurried* since time got
    short. *samples* are the typical conflict between its own agents and the strangest.
    """

    loaded: Loaded
    agents: tuple[str, ...]
    seed: str
    budget: int
    played: int
    stopped: bool = False
    hurried: tuple[str, ...] = ()
    course: Course | None = None
    ladder: Ladder | None = None
    fairness: Fairness | None = None
    restricted: Restrictions | None = None
    sheets: PartWorths | None = None
    coverage: Coverage | None = None
    sensitivity: Sensitivity | None = None
    exploits: Exploits | None = None
    samples: tuple[Sample, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The summary for a designer: one sentence for each question."""
        return summary_sentences(
            self.course,
            self.ladder,
            self.fairness,
            self.restricted,
            self.sensitivity,
            self.sheets,
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts for which there was no time."""
        return tuple(name for name, part in self._parts() if part is None)

    @property
    def cut_short(self) -> str:
        """Sentences on the parts that are missing, or were played less; "" if none."""
        missing = [PARTS[name] for name in self.missing]
        less = [about for about in self.hurried if about not in missing]
        said = [cut_short(missing, stopped=self.stopped), played_less(less)]
        return " ".join(filter(None, said))

    @property
    def left_over(self) -> str:
        """A sentence on what is left of the budget, and why; "" if next to nothing."""
        left, moved = self.budget - self.played, self.sensitivity
        if not self.complete or moved is None or moved.effects:
            return ""
        if left < _LEFT * self.budget:
            return ""
        return (
            f"{left} conflicts of the budget were not played: no number of the scenario"
            " was found to change any, so there was none to measure."
        )

    @property
    def complete(self) -> bool:
        """Whether everything was played as it was planned."""
        return not self.missing and not self.hurried

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of all parts; `part` says which they belong to."""
        return [
            {"scenario": self.loaded.name, "part": name, **row}
            for name, part in self._parts()
            if part is not None
            for row in part.rows()
        ]

    def _parts(self) -> Iterator[tuple[str, Part | None]]:
        for name in PARTS:
            yield name, getattr(self, name)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as `fracas playtest --json` prints it."""
        loaded = self.loaded
        return {
            "format": FORMAT,
            "system": loaded.system.name,
            "scenario": loaded.name,
            "title": loaded.title,
            "digest": loaded.digest.hex(),
            "agents": list(self.agents),
            "seed": self.seed,
            "budget": self.budget,
            "played": self.played,
            "stopped": self.stopped,
            "hurried": list(self.hurried),
            "missing": list(self.missing),
            "sentences": [structs.asdict(sentence) for sentence in self.sentences],
            **{
                name: None if part is None else _plain(part)
                for name, part in self._parts()
            },
        }

    def __repr__(self) -> str:
        lines = [f"  {sentence.says}" for sentence in self.sentences]
        return "\n".join(
            [f"Playtest of {self.loaded.title}, {self.played} games", *lines]
        )


def cut_short(missing: Sequence[str], *, stopped: bool) -> str:
    """Return a sentence on what is *missing*, and why; "" if nothing is."""
    if not missing:
        return ""
    why = "it was stopped" if stopped else "its time was over"
    return f"This is not the whole report: {why} before {listed(missing)}."


def played_less(parts: Sequence[str]) -> str:
    """Return a sentence on the *parts* that were hurried; "" if none was."""
    if not parts:
        return ""
    return f"Time was short, so less than planned was done about {listed(parts)}."


def _plain(part: object) -> Any:  # noqa: ANN401 - ready for JSON
    """Return a part by the names of its fields."""
    if isinstance(part, Interval):
        return part.to_dict()
    if isinstance(part, Struct):
        to_dict = getattr(part, "to_dict", None)
        if to_dict is not None:
            return to_dict()
        return {
            name: _plain(getattr(part, name))
            for name in part.__struct_fields__
            # The field by which play recognises an option cannot be written as JSON.
            if not isinstance(getattr(part, name), Option)
        }
    if isinstance(part, dict):
        table = cast("dict[str, object]", part)
        return {name: _plain(value) for name, value in table.items()}
    if isinstance(part, list | tuple):
        return [_plain(item) for item in cast("Sequence[object]", part)]
    return msgspec.to_builtins(part)
