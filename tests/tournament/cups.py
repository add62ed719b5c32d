"""Small tournaments at the toy, for tests."""

from typing import Any

from sim.store.store import Store
from sim.tournament.contest import Contest, Terms, make_contest
from sim.tournament.tournament import Tournament
from tests.agents.tables import LOAD, TOY_LOADED

AGENTS = ("steady", "uniform", "scripted:says=Pressed round<3")
RESTLESS = """
import random
from sim.seam.protocol import Agent

class Mine(Agent):
    def choose(self, asked):
        return random.choice(asked.options)
"""


def cup(*agents: str, seed: str = "cup", **terms: Any) -> Contest:  # noqa: ANN401 - fields of Terms
    """Return a tournament of *agents* at the toy, not yet played."""
    return make_contest(
        [TOY_LOADED],
        agents or AGENTS,
        Terms(**{"blocks": 10, "null": 2, **terms}),
        seed=seed,
        load=LOAD,
    )


def played(
    contest: Contest,
    *,
    store: Store | None = None,
    resume: bool = False,
    workers: int = 1,
) -> Tournament:
    """Return *contest*, played to its end."""
    held = Tournament(contest, store=store, resume=resume)
    held.play(workers=workers)
    return held
