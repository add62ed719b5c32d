"""What should be said of a run beside its tables: who failed, whether all was alike."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from sim.agent_specs import files_of
from sim.cli.report import brief_agent
from sim.hosting.agents import make
from sim.protocol import SeatInfo
from sim.statistics.summary import Summary
from sim.stream import spelt

_ENOUGH = 20
"""So many games are hardly all alike by chance."""
_SHOWN = 320


class Forfeits(Struct):
    """Who forfeited how often, and the first reason each gave."""

    times: dict[str, int] = field(default_factory=dict[str, int])
    first: dict[str, tuple[int, str]] = field(
        default_factory=dict[str, tuple[int, str]]
    )

    def add(self, game: int, seat: str, reason: str) -> None:
        """Count a forfeit of *seat* in the game of that number, from 0."""
        self.times[seat] = self.times.get(seat, 0) + 1
        self.first.setdefault(seat, (game + 1, reason))


def remarks(
    summary: Summary, forfeits: Forfeits, agents: Iterable[str] = ()
) -> list[str]:
    """Return what should be said of a run of *agents*, a sentence each."""
    specs = tuple(agents)
    return [
        *_failures(summary, forfeits, specs),
        *_alike(summary),
        *_by_clock(specs),
    ]


def replaced(seats: Iterable[SeatInfo], agents: Iterable[str]) -> list[str]:
    """Return in whose place *agents* play, where the file gave these settings."""
    gone = [
        f"{brief_agent(spec)} in place of {brief_agent(seat.agent)} of the file"
        f" ({seat.name})"
        for seat, spec in zip(seats, agents, strict=False)
        if spec != seat.agent and ":" in seat.agent
    ]
    return ["; ".join(gone)] if gone else []


def _by_clock(agents: Iterable[str]) -> list[str]:
    """Say whose choices nobody can have again."""
    return [
        f"{spec} chooses by the clock: the same command gives other conflicts, and no"
        " audit can check its choices"
        for spec in dict.fromkeys(agents)
        if spec and not make(spec).repeats
    ]


def _failures(summary: Summary, forfeits: Forfeits, agents: Sequence[str]) -> list[str]:
    said: list[str] = []
    sits = {seat.name: spec for seat, spec in zip(summary.seats, agents, strict=False)}
    for seat, times in forfeits.times.items():
        game, reason = forfeits.first[seat]
        short = " ".join(reason.split())
        short = short if len(short) <= _SHOWN else f"{short[:_SHOWN]}..."
        often = f"{times} of {summary.games} games" if times > 1 else "one game"
        sentence = (
            f"the agent of {seat} failed in {often}, first in game {game}: it {short}"
        )
        if any(files_of([sits.get(seat, "")])):
            sentence += (
                "; its traceback: the same command with --debug; all that is wrong with"
                f" it: fracas check-agent {sits[seat]}"
            )
        said.append(sentence)
    return said


def _alike(summary: Summary) -> list[str]:
    """Say that the games had one result, if there were enough to tell."""
    if summary.games < _ENOUGH or len(summary.returns) > 1 or len(summary.how) > 1:
        return []
    how = spelt(next(iter(summary.how)))
    games, rounds = summary.games, summary.clock["rounds"]
    most = rounds.most or 0
    if rounds.least != rounds.most:
        sentence = (
            f"all {games} games ended in the same way ({how}) with the same result:"
            " with other agents it may be another"
        )
        return [sentence]
    lasted = f"after {most} round{'s' * (most != 1)}"
    sentence = (
        f"all {games} games ended in the same way ({how}) {lasted}, with the same"
        " result: neither dice nor choices made a difference, so look whether the"
        " scenario lets anything happen, or try other agents"
    )
    return [sentence]
