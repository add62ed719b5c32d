"""Does an agent from a file keep answering? Checked first, in processes of its own.

An agent that ends its process or never answers would break every other check.
"""

from collections.abc import Callable, Sequence

from msgspec import structs

from sim.casting.specs import files_of, is_program, parse
from sim.conflict.codec import decode
from sim.hosting.process import GONE, SLOW
from sim.library.registry import system_names
from sim.library.scenario import Loaded
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.run import make_plan
from sim.seam.events import Forfeited

PATIENCE = 10.0
"""How many seconds it may think about one choice by default."""


def scenarios_tried(spec: str, loaded: Sequence[Loaded]) -> Sequence[Loaded]:
    """Return the scenarios in which *spec* is tried: none for a shipped agent."""
    if not any(files_of([spec])):
        return ()
    return [scenario for scenario in loaded if scenario.system.name in system_names()]


def stops_answering(
    spec: str,
    loaded: Sequence[Loaded],
    seed: str,
    on_conflict: Callable[[], None],
    patience: float = PATIENCE,
) -> str | None:
    """Return how and where the agent *spec* stops answering; None if it never does.

    It sits at every seat of one conflict of each scenario of a known system, and may
    think for *patience* seconds. Agents that come with the package are not asked. For a
    program, any reply that is no answer counts as well. *on_conflict* is called after
    every conflict.
    """
    program = is_program(parse(spec).name)
    for scenario in scenarios_tried(spec, loaded):
        seats = scenario.system.seats(scenario.scenario)
        plan = make_plan(scenario, [spec] * len(seats), seed=seed)
        plan = structs.replace(plan, patience=patience)
        (sealed,) = decode_conflicts(play_chunk(Job(plan, 0, 1)))
        for event in decode(scenario.system, [data for _, data in sealed.rows]):
            if not isinstance(event, Forfeited):
                continue
            if program or event.reason in {*SLOW, GONE}:
                return f"it {event.reason} ({scenario.name}); nothing else was asked"
        on_conflict()
    return None
