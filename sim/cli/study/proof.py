"""Proof of a reply: who plays by its lines, against the same agents, many times."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.library.scenario import Loaded
from sim.run.run import make_plan, run
from sim.seam.events import Seat
from sim.statistics.intervals import Interval
from sim.statistics.summary import Summary

_SEED = "reply"
"""The same lines are always proved in the same conflicts."""


def proved(
    loaded: Loaded, specs: Sequence[str], seat: Seat, text: str, games: int
) -> Interval:
    """Return what *seat* gets in so many conflicts by an agent file that says *text*.

    All others play as *specs* say. Raises AgentError for an agent that fails.
    """
    summary = Summary(loaded.system.seats(loaded.scenario))
    name = summary.seats[seat].name
    with TemporaryDirectory() as folder:
        file = Path(folder) / "reply.py"
        file.write_text(text, encoding="utf-8")
        agents = [*specs[:seat], str(file), *specs[seat + 1 :]]
        plan = make_plan(
            loaded, agents, seed=_SEED, games=games, record="none", strict=True
        )
        run(plan, each=summary.add)
    return next(one.returns for one in summary.records() if one.seat == name)
