"""In every shipped scenario what is played is clean, and what is changed is found."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from msgspec import Struct

from sim.audit.stream import Auditor
from sim.casting.roster import seated
from sim.conflict.codec import decode
from sim.conflict.seal import stream_seal
from sim.conflict.stream import Row, Sealed
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, load
from sim.narration.explain import explain
from sim.narration.explanation import rendered
from sim.narration.story import event_objects, story
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.run import make_plan
from sim.seam.events import ConflictSealed, Consequence, DiceRolled, Event
from tests.audit.sample import altered, rows_of
from tests.tiers import short_first

LIMITS = {"solar_system": {"max_volleys": "4"}}
GAMES = 3
LONGEST = 200
CHANGES = 20


class Sample(Struct, frozen=True):
    """A scenario and one conflict of it, as played and as events."""

    loaded: Loaded
    stream: Sealed
    events: tuple[Event, ...]

    def auditor(self, *depths: str) -> Auditor:
        """Return an auditor of the scenario."""
        return Auditor(
            self.loaded.system,
            self.loaded.scenario,
            digest=self.loaded.digest,
            depths=depths or ("seal", "rules", "dice", "agents"),
            make_agent=seated,
        )

    def resealed(self, events: Sequence[Event]) -> list[Row]:
        """Return *events* as rows, with count and seal as a forger would make them."""
        rows = rows_of(events[:-1])
        data = [row_data for _, row_data in rows]
        seal = stream_seal(self.stream.stream_id, self.loaded.digest, data)
        return rows + rows_of([ConflictSealed(len(rows), seal)])


@cache
def sample(name: str) -> Sample:
    """Play a few games of a scenario and return the longest that is not too long."""
    system = load(name).system
    loaded = load(name, LIMITS.get(system.name, {}))
    agents = [seat.agent for seat in system.seats(loaded.scenario)]
    plan = make_plan(loaded, agents, seed="audit", games=GAMES)
    games = decode_conflicts(play_chunk(Job(plan, 0, GAMES)))
    stream = max(games, key=lambda game: (len(game.rows) < LONGEST) * len(game.rows))
    events = decode(system, [data for _, data in stream.rows])
    return Sample(loaded, stream, tuple(events))


@pytest.mark.parametrize("name", scenarios())
def test_audit_every_shipped_scenario_plays_clean(name: str) -> None:
    """What default agents play in any shipped scenario has no finding."""
    played = sample(name)
    examined = played.auditor().examine(played.stream.stream_id, played.stream.rows)
    assert examined.findings == []
    assert examined.line == played.stream.line


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_audit_every_shipped_scenario_has_changes_named(name: str) -> None:
    """An event altered, dropped or added in any scenario is found at its place."""
    played = sample(name)
    whole, luck = list(played.events), Random(name)
    everything, rules = played.auditor(), played.auditor("rules")
    for at in luck.choices(range(1, len(whole) - 1), k=CHANGES):
        event = whole[at]
        others = list(altered(event))
        if others and luck.random() < 2 / 3:
            changed = [*whole[:at], luck.choice(others), *whole[at + 1 :]]
        else:
            changed = whole[:at] + whole[at + 1 :]
            if changed[at] == event:
                continue
        rows = played.resealed(changed)
        findings = everything.audit(played.stream.stream_id, rows)
        assert findings, (at, event)
        assert all(finding.recorded != finding.expected for finding in findings), (
            at,
            event,
        )
        assert not any(
            "written otherwise" in finding.expected for finding in findings
        ), findings
        assert min(finding.event for finding in findings) == at + 1, (event, findings)
        if isinstance(event, Consequence):
            findings = rules.audit(played.stream.stream_id, rows)
            assert [finding.event for finding in findings] == [at + 1], (
                event,
                findings,
            )


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_audit_every_shipped_scenario_has_swapped_dice_found(name: str) -> None:
    """Two rolls exchanged in their places are found, in any scenario."""
    played = sample(name)
    rolls = [
        n for n, event in enumerate(played.events) if isinstance(event, DiceRolled)
    ]
    for first, second in pairwise(rolls):
        swapped = list(played.events)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if swapped != list(played.events):
            rows = played.resealed(swapped)
            findings = played.auditor("rules", "dice").audit(
                played.stream.stream_id, rows
            )
            assert findings[0].event == first + 1


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_story_and_explanation_of_every_shipped_scenario(name: str) -> None:
    """Every event of any scenario can be told, described and explained."""
    played = sample(name)
    system, scenario = played.loaded.system, played.loaded.scenario
    lines = list(story(system, scenario, played.events))
    assert lines[-1].endswith(played.stream.line.seal.hex())
    assert len(list(event_objects(system, scenario, played.events))) == len(
        played.events
    )
    for number in range(1, len(played.events) + 1, max(1, len(played.events) // 20)):
        explained = explain(system, scenario, played.events, number)
        assert all(explained.rules.values()), explained.rules
        assert rendered(explained)
