"""Does an agent remember what its `memory` declares, and nothing else?"""

from collections.abc import Callable, Sequence

from sim.check_agent.watch import play_one
from sim.graph.recall_check import RecallTest
from sim.library.scenario import Loaded
from sim.seam.protocol import Agent


def is_deterministic(agent: Agent) -> bool:
    """Whether it promises that its view and its declared memory decide its answers.

    `declared_chances` checks stochastic agents.
    """
    return agent.repeats and not agent.listens and not agent.draws


def check_memory(
    spec: str, loaded: Sequence[Loaded], on_conflict: Callable[[], None]
) -> tuple[str, str]:
    """Return what is wrong with the memory of *spec*, or "", and what is right.

    *on_conflict* is called after every conflict.
    """
    recalling = RecallTest(spec)
    for scenario in loaded:
        play_one(recalling, scenario, 0)
        on_conflict()
    if not recalling.asked:
        silent = "does not say what it remembers, so nothing exact can be said of it"
        return recalling.fault, silent
    kept = f"remembers what it says, and nothing else ({recalling.asked} choices)"
    return recalling.fault, kept
