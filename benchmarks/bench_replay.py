"""Replaying and auditing what was recorded, against playing it.

Replay decodes the rows and folds them. Audit derives everything again: the rules alone,
or at every depth with the bytes, the dice and the agents as well.
"""

from collections.abc import Callable, Sequence
from functools import cache

from benchmarks.first import First
from benchmarks.measure import Section, Work, columns, ratio, side_by_side
from benchmarks.stage import Fresh, apart, begin, one_a_system, plan, played
from sim.audit.stream import DEPTHS, Auditor
from sim.casting.roster import make
from sim.conflict.codec import decode
from sim.conflict.replay import replay
from sim.conflict.stream import Sealed
from sim.library.scenario import from_json
from sim.run.chunk import Setting
from sim.seam.protocol import Agent

REPLAY_MOST = 0.5
AUDIT_MOST = 1.5
SHIPPED = "steady"
FEWER = 3
"""Shipped agents think, so they play that many times fewer games."""


def measure(rounds: int = 7, games: int = 60) -> list[Section]:
    """Return how fast recorded conflicts are replayed and audited."""
    sections: list[Section] = []
    for system, scenario in one_a_system():
        title = f"Replay and audit: {system}, {scenario}"
        sections.append(_system(rounds, games, title, scenario, First))
        title = f"{title}, by {SHIPPED}"
        sections.append(
            _system(rounds, max(1, games // FEWER), title, scenario, _shipped)
        )
    return sections


def _shipped() -> Agent:
    return make(SHIPPED)


def _system(
    rounds: int, games: int, title: str, scenario: str, kind: Callable[[], Agent]
) -> Section:
    start = begin(scenario)
    agents = [kind() for _ in start.seats]
    # One batch of games for each round, and one for the round that fills the caches.
    batches = [
        [played(start, agents, number) for number in range(first, first + games)]
        for first in range(0, games * (rounds + 1), games)
    ]
    playing, replaying, by_rules, whole = columns(
        side_by_side(
            rounds,
            apart(Fresh(start, agents, games).by_events),
            _replaying(start, batches),
            apart(_auditing(scenario, start, batches, kind, ("rules",))),
            apart(_auditing(scenario, start, batches, kind, DEPTHS)),
        )
    )
    figures = [
        ratio("time of replay / play", replaying, playing, most=REPLAY_MOST),
        ratio("time of audit (rules) / play", by_rules, playing, most=AUDIT_MOST),
        ratio("time of audit (all depths) / play", whole, playing, most=AUDIT_MOST),
    ]
    return Section(title, figures)


def _replaying(start: Setting, batches: Sequence[Sequence[Sealed]]) -> Work:
    system, state = start.system, start.state
    fresh = iter(batches)

    def work() -> int:
        streams = next(fresh)
        for sealed in streams:
            replay(system, state, decode(system, [row for _, row in sealed.rows]))
        return sum(sealed.line.events for sealed in streams)

    return work


def _auditing(
    scenario: str,
    start: Setting,
    batches: Sequence[Sequence[Sealed]],
    kind: Callable[[], Agent],
    depths: Sequence[str],
) -> Work:
    # The audit of a run asks agents that ship with Fracas about all its games.
    again = cache(lambda _taken: kind())
    auditor = Auditor(
        start.system,
        from_json(plan(scenario, 1).scenario).scenario,
        digest=start.digest,
        depths=depths,
        make_agent=again,
    )
    fresh = iter(batches)

    def work() -> int:
        streams = next(fresh)
        for sealed in streams:
            findings = auditor.audit(sealed.stream_id, sealed.rows)
            if findings:
                message = f"{sealed.stream_id}: {findings[0].sentence}"
                raise RuntimeError(message)
        return sum(sealed.line.events for sealed in streams)

    return work
