"""Audit a kept branch at the depth "agents": ask its agents again."""

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
    and go on with the random numbers of its key. No agent from a file is run.
    """
    path = next(files_of(began.agents), None)
    if path is not None:
        needed = f"agents without files in a branch, so {path} is not run"
        yield _stopped(name, began, needed)
        return
    record = Record(name, loaded.title, loaded.system, loaded.scenario, events)
    try:
        what_if = WhatIf(record, began.agents, branch.event)
        set_ = what_if.point.fact if branch.answer else None
        again = what_if.branch(set_).events
    except FracasError as error:
        yield _stopped(name, began, f"agents that can be asked again ({error})")
        return
    state = what_if.point.state
    for number, (recorded, right) in enumerate(
        zip(events[branch.event - 1 :], again, strict=False), branch.event
    ):
        if recorded != right:
            if is_choice(recorded) or is_choice(right):
                words = one_line(loaded.system, state, recorded)
                expected = one_line(loaded.system, state, right)
                expected += ", which is what its agents choose from the branch on"
                yield finding(name, number, "agents", words, expected)
            return
        if number < len(events) - 1:
            state = loaded.system.evolve(state, recorded)


def _stopped(name: str, began: RunStarted, needed: str) -> Finding:
    recorded = ", ".join(began.agents)
    return finding(name, 1, "agents", recorded, needed, weight="stop")
