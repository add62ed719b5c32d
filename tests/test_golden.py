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
from pathlib import Path

import pytest

from sim.campaign.load import load
from sim.laws.playthrough import Chosen, chosen, told
from sim.library.catalogue import campaigns, scenarios
from tests.tiers import later

GOLDEN = Path(__file__).parent / "golden"
KEPT = {path.stem: path for path in GOLDEN.rglob("*.txt")}


@pytest.mark.parametrize(
    "name",
    later([*scenarios(), *campaigns()], {"skill_fort_of_three_keys", "viper_and_zaru"}),
)
def test_the_story_reads_as_it_did(name: str) -> None:
    """Each kept game is told in the same words."""
    assert name in KEPT, f"python -m tests.test_golden --write {name}"
    kept = KEPT[name].read_text(encoding="utf-8")
    assert chosen(kept).name == name
    assert told(chosen(kept)) == kept


def test_every_golden_replay_is_of_a_shipped_scenario() -> None:
    """Each shipped scenario and campaign has a kept story, in its system."""
    assert set(KEPT) == {*scenarios(), *campaigns()}
    assert not set(scenarios()) & set(campaigns())
    for name, path in KEPT.items():
        assert path.parent.name == load(name).system.name


def write(chosen: Chosen) -> None:
    """Write the golden replay of *one*."""
    path = GOLDEN / load(chosen.name).system.name / f"{chosen.name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(told(chosen), encoding="utf-8")


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
