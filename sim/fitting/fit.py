"""The numbers that play a scenario best, found by self-play.

Side by side, the cross-entropy method: numbers are drawn around the best known, all
meet the same luck and the same opponents, and the next are drawn around the better
half. The opponents are the plain agent, some that go about it quite otherwise, and
whatever was found for the others so far. What was found is then tried under fresh luck,
and kept only where it is clearly better than the plain agent.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from sim.errors import AgentError
from sim.fitting.arena import OWN, Arena
from sim.fitting.unit import unit_of_harm
from sim.protocol import Number
from sim.roster import agent_class, settings_of
from sim.scenario import Loaded

AGENT = "steady"
DRAWN, ELITE, TURNS, PASSES = 12, 4, 5, 2
"""How many are drawn in a turn, how many of them count, how often, for each side."""
TRIED = 40
"""How many games against each opponent decide whether what was found is kept."""
GAMES_LEAST = 1
RETURN = 0.25
"""What a return counts beside a win: who cannot win may still lose to less."""
SURE = 2.0
"""By so many standard errors it must be better to be kept."""
NARROWS = 0.15
"""No number's spread falls below this part of the first."""

Settings = dict[str, float]
Told = Callable[[int], None]


class Fitted(Struct, frozen=True):
    """What was *found* for one side, what it is worth, and what the plain agent is.

    *agent* is the one of both that is kept; *error* is the standard error of the gain.
    """

    side: int
    agent: str
    found: str
    value: float
    plain: float
    error: float


class Search(Struct):
    """A search under way: who plays each side now, and against whom one is tried."""

    arena: Arena
    numbers: Mapping[str, Number]
    rivals: Sequence[str]
    games: int
    random: Random
    told: Told
    best: dict[int, str]
    played: int = 0
    luck: int = 0

    def tried(self, side: int, spec: str, games: range) -> list[float]:
        """Return what *spec* is worth at *side*, game by game, rival by rival."""
        found: list[float] = []
        for rival in self.opponents(side):
            for game in games:
                who = {
                    other: self.best[other] if rival == OWN else rival
                    for other in self.arena.sides
                }
                result = self.arena.play(who | {side: spec}, game)
                found.append(result.score(side) + RETURN * result.returns[side])
                self.played += 1
            self.told(self.played)
        return found

    def opponents(self, side: int) -> list[str]:
        """Return whom *side* is tried against: the rivals, and the best of the rest."""
        others = {self.best[other] for other in self.arena.sides if other != side}
        return [*self.rivals, *([OWN] if others - set(self.rivals) else [])]

    def fresh(self, count: int) -> range:
        """Return games that nobody has been tried in."""
        self.luck += count
        return range(self.luck - count, self.luck)


def fit(
    loaded: Loaded, *, seed: str = "fit", games: int = 6000, told: Told = lambda _: None
) -> tuple[Fitted, ...]:
    """Return what was found for each side, in order, in about so many *games*.

    The same seed and games find the same. Raises AgentError where nobody has a rival.
    """
    arena = Arena(loaded, seed)
    sides = arena.sides
    if len(sides) < 2:  # noqa: PLR2004 - nobody to play against
        message = f"{loaded.name} has no two sides, so there is nothing to fit"
        raise AgentError(message)
    unit = unit_of_harm(arena)
    numbers = {
        name: one.scaled(unit) for name, one in agent_class(AGENT).numbers.items()
    }
    rivals = _rivals(unit)
    each = games // (len(sides) * PASSES * TURNS * DRAWN * (len(rivals) + 1))
    search = Search(
        arena,
        numbers,
        rivals,
        max(GAMES_LEAST, each),
        Random(seed),  # noqa: S311 - draws, not secrets
        told,
        dict.fromkeys(sides, AGENT),
    )
    for _ in range(PASSES):
        for side in sides:
            search.best[side] = _searched(search, side)
    return tuple(_kept(search, side) for side in sides)


def games_of(loaded: Loaded, games: int) -> int:
    """Return about how many games `fit` will play."""
    sides = len(Arena(loaded, "").sides)
    rivals = len(_rivals(1.0)) + 1
    each = max(GAMES_LEAST, games // (sides * PASSES * TURNS * DRAWN * rivals))
    return sides * rivals * (PASSES * TURNS * DRAWN * each + 2 * TRIED)


def _rivals(unit: float) -> list[str]:
    """Return who a side is tried against whatever was found."""
    deadly = f"{AGENT}:later=3,raises=0,wins={round(unit, 2)}"
    return [AGENT, deadly, "bold", "cautious"]


def _searched(search: Search, side: int) -> str:
    """Return the best numbers found for *side*, as an agent."""
    names = list(search.numbers)
    means = {name: search.numbers[name].begin for name in names}
    spreads = {name: search.numbers[name].spread for name in names}
    draw = search.random.gauss
    for _ in range(TURNS):
        luck = search.fresh(search.games)
        drawn = [means] + [
            {name: draw(means[name], spreads[name]) for name in names}
            for _ in range(DRAWN - 1)
        ]
        found = [
            (sum(search.tried(side, spelled(one), luck)), -place, one)
            for place, one in enumerate(drawn)
        ]
        best = [one for _, _, one in sorted(found, reverse=True)[:ELITE]]
        for name in names:
            some = [one[name] for one in best]
            means[name] = sum(some) / ELITE
            spread = sqrt(sum((one - means[name]) ** 2 for one in some) / ELITE)
            spreads[name] = max(spread, NARROWS * search.numbers[name].spread)
    return spelled(means)


def spelled(numbers: Mapping[str, float]) -> str:
    """Return the agent with these numbers, rounded as they are written."""
    usual = {one.name: one.default for one in settings_of(agent_class(AGENT))}
    said = {name: round(one, 2) for name, one in numbers.items()}
    told = [f"{name}={one:g}" for name, one in said.items() if one != usual[name]]
    return f"{AGENT}:{','.join(told)}" if told else AGENT


def _kept(search: Search, side: int) -> Fitted:
    """Return what was found for *side*, if it is clearly better than the plain agent.

    It is tried against the plain agent's opponents, in games nobody has seen.
    """
    luck = search.fresh(TRIED)
    spec = search.best[side]
    ours, plain = search.tried(side, spec, luck), search.tried(side, AGENT, luck)
    gains = [one - other for one, other in zip(ours, plain, strict=True)]
    count = len(gains)
    gain = sum(gains) / count
    error = sqrt(sum((one - gain) ** 2 for one in gains) / count / count)
    kept = spec if gain > SURE * error else AGENT
    return Fitted(side, kept, spec, sum(ours) / count, sum(plain) / count, error)
