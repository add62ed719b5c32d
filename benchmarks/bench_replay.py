"""Replaying and auditing what was recorded, against playing it.

Replay decodes the rows and folds them. Audit derives everything again: the rules alone,
or at every depth with the bytes, the dice and the agents as well.
"""

from collections.abc import Sequence

from benchmarks.first import First
from benchmarks.measure import Section, Work, columns, ratio, side_by_side
from benchmarks.stage import begin, one_a_system, plan, played
from sim.audit.stream import DEPTHS, Auditor
from sim.conflict.codec import decode
from sim.conflict.replay import replay
from sim.conflict.stream import Sealed
from sim.library.scenario import from_json
from sim.run.chunk import Setting
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent

REPLAY_MOST = 0.5
AUDIT_MOST = 1.5


def measure(rounds: int = 7, games: int = 60) -> list[Section]:
    """Return how fast recorded conflicts are replayed and audited."""
    return [_system(rounds, games, *which) for which in one_a_system()]


def _system(rounds: int, games: int, system: str, scenario: str) -> Section:
    start = begin(scenario)
    agents: list[Agent] = [First() for _ in start.seats]
    streams = [played(start, agents, game) for game in range(games)]
    events = sum(sealed.line.events for sealed in streams)

    def play() -> int:
        for game in range(games):
            played(start, agents, game)
        return events

    playing, replaying, by_rules, whole = columns(
        side_by_side(
            rounds,
            play,
            _replaying(start, streams),
            _auditing(scenario, start, streams, ("rules",)),
            _auditing(scenario, start, streams, DEPTHS),
        )
    )
    figures = [
        ratio("time of replay / play", replaying, playing, most=REPLAY_MOST),
        ratio("time of audit (rules) / play", by_rules, playing, most=AUDIT_MOST),
        ratio("time of audit (all depths) / play", whole, playing, most=AUDIT_MOST),
    ]
    return Section(f"Replay and audit: {system}, {scenario}", figures)


def _replaying(start: Setting, streams: Sequence[Sealed]) -> Work:
    system, state = start.system, start.state

    def work() -> int:
        for sealed in streams:
            replay(system, state, decode(system, [row for _, row in sealed.rows]))
        return sum(sealed.line.events for sealed in streams)

    return work


def _auditing(
    scenario: str, start: Setting, streams: Sequence[Sealed], depths: Sequence[str]
) -> Work:
    auditor = Auditor(
        start.system,
        from_json(plan(scenario, 1).scenario).scenario,
        digest=start.digest,
        depths=depths,
        make_agent=_again,
    )

    def work() -> int:
        for sealed in streams:
            found = auditor.audit(sealed.stream_id, sealed.rows)
            if found:
                message = f"{sealed.stream_id}: {found[0].sentence}"
                raise RuntimeError(message)
        return sum(sealed.line.events for sealed in streams)

    return work


def _again(taken: SeatTaken) -> Agent:
    del taken
    return First()
