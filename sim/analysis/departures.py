"""Ask the agents of a kept branch again: the audit of branches at the depth agents."""

from collections.abc import Iterator, Sequence

from sim.analysis.analyse import Record
from sim.analysis.whatif import WhatIf
from sim.audit.finding import Finding, finding
from sim.casting.specs import files_of
from sim.conflict.choices import is_choice
from sim.conflict.phrases import one_line
from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.seam.events import Event
from sim.store.events import Branched, RunStarted

DEPARTURES = f"{__name__}:departures"
"""The dotted name under which an audit finds `departures`."""


def departures(
    began: RunStarted,
    branch: Branched,
    loaded: Loaded,
    name: str,
    events: Sequence[Event],
) -> Iterator[Finding]:
    """Yield the first choice of branch *name* that its agents would not make again.

    *events* are the whole stream. The agents remember the conflict up to the branch,
    and go on with the luck of its key. No agent from a file is run.
    """
    path = next(files_of(began.agents), None)
    if path is not None:
        due = f"agents without files in a branch, so {path} is not run"
        yield _stopped(name, began, due)
        return
    record = Record(name, loaded.title, loaded.system, loaded.scenario, events)
    try:
        found = WhatIf(record, began.agents, branch.event)
        set_ = found.point.fact if branch.answer else None
        again = found.branch(set_).events
    except FracasError as error:
        yield _stopped(name, began, f"agents that can be asked again ({error})")
        return
    state = found.point.state
    for number, (here, right) in enumerate(
        zip(events[branch.event - 1 :], again, strict=False), branch.event
    ):
        if here != right:
            if is_choice(here) or is_choice(right):
                words = one_line(loaded.system, state, here)
                expected = one_line(loaded.system, state, right)
                expected += ", which is what its agents choose from the branch on"
                yield finding(name, number, "agents", words, expected)
            return
        state = loaded.system.evolve(state, here) if number < len(events) - 1 else state


def _stopped(name: str, began: RunStarted, due: str) -> Finding:
    recorded = ", ".join(began.agents)
    return finding(name, 1, "agents", recorded, due, weight="stop")
