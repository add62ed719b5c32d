"""Remarks under the tables of a run: rare forfeits, games that were all alike."""

from collections.abc import Iterable

from sim.cli.play.forfeits import forfeit_words
from sim.cli.play.report import brief_agent
from sim.conflict.stream import spelt
from sim.hosting.agents import make
from sim.run.forfeits import ForfeitCount
from sim.run.seeding import guessed
from sim.seam.protocol import SeatInfo
from sim.statistics.summary import Summary

_ENOUGH = 20
"""With this many games, equal results are hardly chance."""


def remarks(
    summary: Summary,
    forfeits: Iterable[ForfeitCount],
    agents: Iterable[str] = (),
    seed: str = "",
) -> list[str]:
    """Return the remarks on a run of *agents* with *seed*.

    Rare *forfeits* are among them; frequent ones are printed before the tables.
    """
    specs = tuple(agents)
    return [
        *(forfeit_words(forfeit) for forfeit in forfeits if not forfeit.many),
        *_alike(summary),
        *_by_clock(specs),
        *guessed(seed, specs),
    ]


def replaced(seats: Iterable[SeatInfo], agents: Iterable[str]) -> list[str]:
    """Return a remark for each agent that replaces one with settings from the file."""
    gone = [
        f"{brief_agent(spec)} in place of {brief_agent(seat.agent)} of the file"
        f" ({seat.name})"
        for seat, spec in zip(seats, agents, strict=False)
        if spec != seat.agent and ":" in seat.agent
    ]
    return ["; ".join(gone)] if gone else []


def _by_clock(agents: Iterable[str]) -> list[str]:
    """Return remarks on agents whose choices depend on the clock."""
    return [
        f"{spec} chooses by the clock: the same command gives other conflicts, and no"
        " audit can check its choices"
        for spec in dict.fromkeys(agents)
        if spec and not make(spec).repeats
    ]


def _alike(summary: Summary) -> list[str]:
    """Return a remark if enough games were played and all had the same result."""
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
