"""The value of a conflict among shipped agents, if too little is known of best play.

The bounds of the value under best play may be so far apart that they say next to
nothing. Then some of the time is used to measure an interval beside them: the value of
the game in which each side has a few ways of playing, from games as in
`sim.playtest.fairness`. The ways are shipped agents, and its own agent made to take
some option whenever it is offered; agents that play alike in a few games are one way.
Giving up at once is a way, too.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod
from statistics import fmean

from msgspec import structs

from sim.errors import FracasError
from sim.fitting.arena import OWN
from sim.fitting.field import FIELD
from sim.graph.budget import Budget
from sim.graph.budget import clock as now
from sim.graph.clock import Clock
from sim.graph.interrupt import Interrupt
from sim.graph.progress import Progress, no_progress
from sim.library.scenario import Loaded
from sim.playtest.arena import Arena
from sim.playtest.fairness import weigh_field
from sim.playtest.meetings import margin_over_others
from sim.playtest.offers import OWN as OFFERED
from sim.playtest.offers import Offers
from sim.playtest.worth import Weighing
from sim.study.among import Among, AmongSide
from sim.study.valuing import SECONDS, OptimalValue, value_of

WAYS = (
    *FIELD,
    "daring",
    "poised",
    "surge",
    "miser",
    "spender",
    "steady:suffers=0.3",
    "steady:hope=0.2,leaving=0",
)
"""The agents that each side may play, its own first."""

_SHARE, _MOST = 0.25, 15.0
"""The share of the time that is kept for this, and the most seconds."""
_LEAST = 0.5
"""The share of the kept time that it has, even if something else took longer."""
_WIDE = 0.1
"""Bounds that are nearer to each other than this say enough by themselves."""
_ALIKE = 12
"""Agents that play alike in this many conflicts are one way of playing."""
_KEPT = 6
"""The most ways of each side that meet: with more, less would be known of each."""
_OPTIONS = 6
"""The most options of a side that are forced on its own agent."""
_UNSAID = re.compile(r"[,;=@\"']|\bd?N\b")
"""Characters that a setting cannot contain, and the N that stands for any number."""
_NESTED = {";", "/", "@"}
"""No agent is made from a spec that contains one of these."""
_LOOKS = 0.2
"""The share of the time for telling apart a side's ways of playing."""
_GAMES = 3000
"""The most conflicts that are played."""
_EACH, _DEPARTS = 4, 8
"""The least games of each pair of ways, and of each departure.

If there are too few games for this, ways are dropped.
"""
_INSTANT = 1e-6
_PLAYED = 0.9
"""The share of the time left for playing them; there are other things to do."""
_SEED = "value"
_BEYOND = "shipped agents play it badly, since their value is outside the bounds"
_STOPPED = "it was interrupted before that"
_NONE = "those that were tried play alike, or there was no time for more"


def value_with_fallback(
    loaded: Loaded,
    agents: Sequence[str] = (),
    free: Sequence[str] = (),
    *,
    trusted: bool = False,
    budget: Budget | None = None,
    progress: Progress = no_progress,
) -> OptimalValue:
    """Return the value of *loaded* under best play, as `value_of` does.

    Where its bounds are far apart, the value among a few ways of playing is measured
    by play, too.
    """
    within = budget or Budget(seconds=SECONDS)
    clock = Clock(within.seconds)
    kept = min(_MOST, _SHARE * within.seconds)
    value = value_of(
        loaded,
        agents,
        free,
        trusted=trusted,
        budget=within,
        kept=kept,
        progress=progress,
    )
    ends = value.difference
    if value.free or value.exact or ends.high - ends.low < _WIDE:
        return value
    # If something took longer than it should, half of that time is left all the same.
    until = Clock(min(_MOST, max(clock.left, _LEAST * kept)))
    return _unless_interrupted(value, within.interrupt, until)


def _unless_interrupted(
    value: OptimalValue, interrupt: Interrupt, clock: Clock
) -> OptimalValue:
    """Add the value among a few ways of playing to *value*, if there is time."""
    try:
        with interrupt.anywhere():
            if not interrupt.pressed:
                return _with_agent_values(value, clock)
    except KeyboardInterrupt:
        if not interrupt.pressed:
            raise
    return structs.replace(value, among_why=_STOPPED)


def _with_agent_values(value: OptimalValue, clock: Clock) -> OptimalValue:
    """Add the value among a few ways of playing to *value*, or why there is none.

    The bounds hold for certain, so an interval outside them says nothing about the
    value.
    """
    try:
        among = value_among_agents(value.loaded, value.agents, clock)
    except FracasError as error:
        return structs.replace(value, among_why=str(error))
    if among is None:
        return structs.replace(value, among_why=_NONE)
    played, ends = among.difference, value.difference
    if played.high < ends.low or played.low > ends.high:
        return structs.replace(value, among_why=_BEYOND)
    return structs.replace(value, among=among)


def value_among_agents(
    loaded: Loaded, agents: Sequence[str], clock: Clock
) -> Among | None:
    """Return the value of *loaded* among shipped agents, None without time for it.

    *agents* are those of all seats; judges keep theirs.
    """
    arena = Arena(loaded, agents, _SEED)
    begun = now()
    first, second = arena.sides
    ways = {
        first: _ways_of_playing(arena, first, clock.part(_LOOKS)),
        second: _ways_of_playing(arena, second, clock.part(_LOOKS)),
    }
    each = max(now() - begun, _INSTANT) / arena.played
    games = int(min(_GAMES, clock.left * _PLAYED / each))
    fields = _ways_that_can_meet(ways, games)
    if not fields:
        return None
    _, weighing = weigh_field(arena, fields, games)
    first_side, second_side = (
        _side(arena, side, fields[side], weighing) for side in fields
    )
    return Among(weighing.worth(first).margin, (first_side, second_side), arena.played)


def _ways_of_playing(arena: Arena, side: int, until: Clock) -> list[str]:
    """Return a few agents that play *side* differently, its own first, then the best.

    Each plays a few conflicts against the others' own agents, as long as there is time.
    """
    (seat,) = arena.members[side]
    by_returns: dict[tuple[tuple[float, ...], ...], str] = {}
    margins: dict[str, float] = {}
    for agent in chain(WAYS, _agents_that_take(arena, seat)):
        if agent == arena.agents[seat] or (by_returns and until.over):
            continue
        who = arena.seated({} if agent == OWN else arena.of_side(side, agent))
        games = arena.games([(who, number) for number in range(_ALIKE)])
        by_returns.setdefault(tuple([game.returns for game in games]), agent)
        margins[agent] = fmean([margin_over_others(side, game) for game in games])
    first, *others = by_returns.values()
    return [first, *sorted(others, key=lambda way: -margins[way])[: _KEPT - 1]]


def _agents_that_take(arena: Arena, seat: int) -> Iterator[str]:
    """Yield the own agent of *seat*, made to take an option whenever it is offered.

    The options are those offered in a few conflicts; intentions and actions come first.
    """
    own = arena.agents[seat]
    if _NESTED & {*own}:
        return
    offers = Offers(arena)
    for number in range(_ALIKE):
        offers.add(OFFERED, arena.play(arena.agents, number), {seat})
    words_of = [offer.option.words for offer in offers.all() if offer.option.words]
    phrases = [words.partition(": ")[2] or words for words in words_of]
    plain = [phrase for phrase in dict.fromkeys(phrases) if not _UNSAID.search(phrase)]
    for words in plain[:_OPTIONS]:
        yield f"forced:says={words},of={own.replace(',', ';')}"


def _ways_that_can_meet(ways: dict[int, list[str]], games: int) -> dict[int, list[str]]:
    """Return as many of the *ways* of each side as can meet in this many *games*.

    Nothing where there is only one for both.
    """
    fields = {side: list(own) for side, own in ways.items()}
    while _least_games(fields) > games:
        longest = max(fields.values(), key=len)
        if len(longest) == 1:
            return {}
        longest.pop()
    return fields if max(map(len, fields.values())) > 1 else {}


def _least_games(fields: dict[int, list[str]]) -> int:
    """Return the least number of conflicts that these ways of playing take."""
    sizes = [len(own) for own in fields.values()]
    return _EACH * prod(sizes) + _DEPARTS * sum(sizes)


def _side(
    arena: Arena, side: int, ways: Sequence[str], weighing: Weighing
) -> AmongSide:
    """Return what a side gets, with the agents of its mixture by name."""
    (seat,) = arena.members[side]
    agents = {
        agent or arena.agents[seat]: weight
        for agent, weight in weighing.mixtures[side].items()
    }
    returns = weighing.worth(side).returns
    return AmongSide(arena.seats[seat].name, returns, len(ways), agents)
