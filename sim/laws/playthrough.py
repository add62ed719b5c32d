"""Playthroughs: one conflict of a scenario as a reader sees it, kept to be compared.

The first line of each is the command that plays it; the rest is its story, down to the
seal. A campaign is one game with all its chapters.
"""

import shlex
from pkgutil import resolve_name

from msgspec import Struct

from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import follow_game
from sim.campaign.story import told_campaign
from sim.casting.specs import split
from sim.conflict.codec import decode
from sim.errors import StepError
from sim.narration.story import story
from sim.run.chunk import Job, decode_conflicts

SEED = "golden 1"


class Chosen(Struct, frozen=True):
    """Which conflict of a scenario is read."""

    name: str
    agents: str = ""
    seed: str = SEED

    @property
    def command(self) -> str:
        """The command that plays it."""
        agents = ["--agents", self.agents] if self.agents else []
        words = ["fracas", "run", self.name, *agents, "--seed", self.seed]
        return "# " + shlex.join([*words, "--games", "1"])


def chosen(text: str) -> Chosen:
    """Return the conflict of which *text* is the playthrough.

    Raises StepError if its first line is not the command that plays it.
    """
    first = text.partition("\n")[0]
    try:
        words = shlex.split(first.removeprefix("# "))
        given = dict(zip(words[3::2], words[4::2], strict=True))
        return Chosen(words[2], given.get("--agents", ""), given["--seed"])
    except (ValueError, KeyError, IndexError) as error:
        like = Chosen("NAME").command
        message = f"found {first!r}, expected a playthrough to begin with a line {like}"
        raise StepError(message) from error


def told(chosen: Chosen) -> str:
    """Return the command and the story of its conflict."""
    loaded = load(chosen.name)
    plan = plan_of(
        loaded, cast(loaded, split(chosen.agents)), seed=chosen.seed, strict=True
    )
    (sealed,) = decode_conflicts(
        resolve_name(f"{plan.module}:play_chunk")(Job(plan, 0, 1))
    )
    if isinstance(loaded, Campaign):
        parts = {part.stream_id: part.rows for part in sealed.parts}
        game = follow_game(loaded, sealed.stream_id, sealed.rows, parts.__getitem__)
        return "\n".join([chosen.command, *told_campaign(game)]) + "\n"
    system, scenario = loaded.system, loaded.scenario
    events = decode(system, [row for _, row in sealed.rows])
    return "\n".join([chosen.command, *story(system, scenario, events)]) + "\n"
