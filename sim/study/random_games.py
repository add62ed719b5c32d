"""Random games of a scenario, which show whether anything can happen in it at all."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from msgspec import Struct

from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.play import play
from sim.conflict.stream import numeral, spelt
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.library.scenario import Loaded
from sim.run.sitting import begin_agents
from sim.seam.protocol import Chance, Decision, Outcome

GAMES = 60
_SEED = "trial"
_FEW = 10
"""The number of games between its own agents that show whether all of them stall."""
_LONG = 3_000
"""The most answers of a game: after that something has clearly happened in it."""


class _End(Struct, frozen=True):
    """The ending of a game, everybody's return, the number of rounds and choices."""

    how: str
    returns: tuple[float, ...]
    rounds: int
    choices: int


def degeneracy_warnings(loaded: Loaded) -> list[str]:
    """Return a sentence for everything that looks degenerate about a scenario.

    In some games all agents choose at random, but never to give up; in a few more the
    scenario's own agents play. Most scenarios need only a few of the first.
    """
    sided = [
        at
        for at, seat in enumerate(loaded.system.seats(loaded.scenario))
        if seat.side is not None
    ]
    ends: list[_End] = []
    for end in chain(
        _random_endings(loaded, GAMES), _games_of_agents(loaded, GAMES // 3)
    ):
        if end is None:
            return []
        ends.append(end)
        if all(len({end.returns[at] for end in ends}) > 1 for at in sided):
            return []
    return _sentences(loaded, ends, sided)


def stall_warnings(loaded: Loaded) -> list[str]:
    """Return a sentence if the scenario stalls in every game between its own agents.

    A single game that comes to an end is enough; most scenarios need no other.
    """
    if not loaded.system.stalls:
        return []
    ends: list[_End] = []
    for end in _games_of_agents(loaded, _FEW):
        if end.how not in loaded.system.stalls:
            return []
        ends.append(end)
    how = " or ".join(dict.fromkeys(spelt(end.how) for end in ends))
    meant = loaded.system.endings.get(ends[0].how, "")
    said = f"{_FEW} games on trial between its own agents all ended with {how}: {meant}"
    return [f"{said} Has everybody left something to fight for?"]


def _sentences(loaded: Loaded, ends: list[_End], sided: list[int]) -> list[str]:
    first, many = ends[0], f"{len(ends)} games on trial"
    after = f"after {first.rounds} round{'s' * (first.rounds != 1)}"
    alike = len({(end.how, end.returns, end.rounds) for end in ends}) == 1
    if alike and not first.rounds and len(set(first.returns)) == 1:
        # If no round is played and everybody gets the same, there is no conflict.
        return []
    if not any(end.choices for end in ends):
        return [f"nobody had a choice in {many} ({spelt(first.how)}, {after})"]
    if alike:
        said = f"{many} all ended alike ({spelt(first.how)}, {after}), with the same"
        return [f"{said} result: nothing seems to be at stake, or nothing can happen"]
    seats = loaded.system.seats(loaded.scenario)
    return [
        f"{seats[at].name} got {numeral(first.returns[at])} in all of {many}, however"
        " they went: is anything at stake for this seat?"
        for at in sided
        if len({end.returns[at] for end in ends}) == 1
    ]


def _random_endings(loaded: Loaded, games: int) -> Iterator[_End | None]:
    """Yield the ending of each game; None for one that was too long."""
    system: Any = loaded.system
    seats = system.seats(loaded.scenario)
    for game in range(games):
        key = conflict_key(_SEED, game)
        random, dice = Random(game), KeyedDice(key)  # noqa: S311 - a trial
        walk = Walk(system, system.initial(loaded.scenario))
        asked, choices, answers = walk.asked, 0, 0
        while not isinstance(asked, Outcome) and answers < _LONG:
            answers += 1
            if isinstance(asked, Chance):
                asked = walk.take(asked.fall(dice, walk.state.round))
                continue
            if seats[asked.who].side is None:
                asked = walk.take(asked.options[0])  # a judge says the usual
                continue
            choices += len(asked.options) > 1
            asked = walk.take(_random_choice(asked, random))
        if isinstance(asked, Outcome):
            yield _End(asked.how, asked.returns, walk.state.round, choices)
        else:
            yield None


def _games_of_agents(loaded: Loaded, games: int) -> Iterator[_End]:
    """Yield the endings of games between the scenario's own agents.

    `steady` plays if it names none, or one from a file, which is not run here.
    """
    system: Any = loaded.system
    seats = system.seats(loaded.scenario)
    own = ["" if any(files_of([seat.agent])) else seat.agent for seat in seats]
    for game in range(games):
        key = conflict_key(_SEED, GAMES + game)
        agents = begin_agents(
            [make(spec or "steady") for spec in own], system, seats, key
        )
        first = system.initial(loaded.scenario)
        end = play(system, first, agents, KeyedDice(key), seats=seats)
        how, returns = end.outcome.how, end.outcome.returns
        yield _End(how, returns, end.state.round, end.decisions)


def _random_choice(asked: Decision[Any], random: Random) -> Any:  # noqa: ANN401 - any system's fact
    staying = [option for option in asked.options if not option.gives_up]
    return random.choice(staying or asked.options)
