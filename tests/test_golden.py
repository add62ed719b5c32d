"""Golden replays: one conflict of every shipped scenario, as a reader sees it.

Of a campaign it is one game, with all its chapters.

The first line of each is the command that plays it. When a story has changed on
purpose, write all of them anew with

    python -m tests.test_golden --write

and read what changed before keeping it. A new scenario gets its first one with

    python -m tests.test_golden --write NAME

where `--agents A,B` and `--seed TEXT` choose another conflict to read.
"""

import argparse
import shlex
from pathlib import Path
from pkgutil import resolve_name

import pytest
from msgspec import Struct

from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import followed
from sim.campaign.story import told_campaign
from sim.casting.specs import split
from sim.conflict.codec import decode
from sim.library.catalogue import campaigns, scenarios
from sim.narration.story import story
from sim.run.chunk import Job, finished

GOLDEN = Path(__file__).parent / "golden"
KEPT = {path.stem: path for path in GOLDEN.rglob("*.txt")}


class Chosen(Struct, frozen=True):
    """Which conflict of a scenario is read."""

    name: str
    agents: str = ""
    seed: str = "golden 1"

    @property
    def command(self) -> str:
        """The command that plays it."""
        agents = ["--agents", self.agents] if self.agents else []
        words = ["fracas", "run", self.name, *agents, "--seed", self.seed]
        return "# " + shlex.join([*words, "--games", "1"])


def chosen(text: str) -> Chosen:
    """Return the conflict of which *text* is the golden replay."""
    words = shlex.split(text.partition("\n")[0].removeprefix("# "))
    given = dict(zip(words[3::2], words[4::2], strict=True))
    return Chosen(words[2], given.get("--agents", ""), given["--seed"])


def told(one: Chosen) -> str:
    """Return the command and the story of its conflict."""
    loaded = load(one.name)
    plan = plan_of(loaded, cast(loaded, split(one.agents)), seed=one.seed, strict=True)
    (sealed,) = finished(resolve_name(f"{plan.module}:play_chunk")(Job(plan, 0, 1)))
    if isinstance(loaded, Campaign):
        parts = {part.stream_id: part.rows for part in sealed.parts}
        game = followed(loaded, sealed.stream_id, sealed.rows, parts.__getitem__)
        return "\n".join([one.command, *told_campaign(game)]) + "\n"
    system, scenario = loaded.system, loaded.scenario
    events = decode(system, [row for _, row in sealed.rows])
    return "\n".join([one.command, *story(system, scenario, events)]) + "\n"


@pytest.mark.parametrize("name", [*scenarios(), *campaigns()])
def test_the_story_reads_as_it_did(name: str) -> None:
    """The same game is told in the same words, down to its seal."""
    assert name in KEPT, f"python -m tests.test_golden --write {name}"
    kept = KEPT[name].read_text(encoding="utf-8")
    assert chosen(kept).name == name
    assert told(chosen(kept)) == kept


def test_every_golden_replay_is_of_a_shipped_scenario() -> None:
    """None is left of a scenario that is gone, and each stands with its system."""
    assert set(KEPT) == {*scenarios(), *campaigns()}
    assert not set(scenarios()) & set(campaigns())
    for name, path in KEPT.items():
        assert path.parent.name == load(name).system.name


def write(one: Chosen) -> None:
    """Write the golden replay of *one*."""
    path = GOLDEN / load(one.name).system.name / f"{one.name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(told(one), encoding="utf-8")


def main() -> None:
    """Write what the command line names; all that are kept, where it names none."""
    parser = argparse.ArgumentParser(prog="python -m tests.test_golden")
    parser.add_argument("--write", required=True, nargs="?", const="", metavar="NAME")
    parser.add_argument("--agents")
    parser.add_argument("--seed")
    given = parser.parse_args()
    for name in [given.write] if given.write else sorted(KEPT):
        before = KEPT.get(name)
        was = chosen(before.read_text("utf-8")) if before else Chosen(name)
        agents = was.agents if given.agents is None else given.agents
        write(Chosen(name, agents, given.seed or was.seed))


if __name__ == "__main__":
    main()
