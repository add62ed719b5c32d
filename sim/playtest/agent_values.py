"""What a conflict is worth among shipped agents, where best play is known too poorly.

Bounds of the value under best play may be so far apart that they say next to nothing.
Then some of the time goes to an interval beside them: the value of the game in which
each side has a few ways of playing, by the games of `sim.playtest.fairness`. These are
shipped agents, and its own one that always takes some option that it is offered; those
that play alike in some games are one way. Giving up at once is a way, too.
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
from sim.playtest.fairness import weigh_field
from sim.playtest.ground import Ground
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
"""The share of the time that is kept for this, and no more seconds than that."""
_LEAST = 0.5
"""The share of what was kept that it has, whatever else took longer."""
_WIDE = 0.1
"""Bounds that are nearer say enough by themselves."""
_ALIKE = 12
"""Who plays as another does in this many conflicts is no other way of playing."""
_KEPT = 6
"""The most ways of each side that meet: of more, less would be known of each."""
_OPTIONS = 6
"""The most options of a side that are forced on its own agent."""
_UNSAID = re.compile(r"[,;=@\"']|\bd?N\b")
"""What the words of an option cannot have in a setting, or stands for any number."""
_NESTED = {";", "/", "@"}
"""Of an agent in whose spec there is one of these none is made."""
_LOOKS = 0.2
"""The share of the time in which a side's ways of playing are told apart."""
_GAMES = 3000
"""No more conflicts than these."""
_EACH, _DEPARTS = 4, 8
"""Ways meet so often in pairs, and depart so often from what was found; else there are
fewer of them."""
_INSTANT = 1e-6
_PLAYED = 0.9
"""The share of the time left in which they are played; there are other things to do."""
_SEED = "value"
_BEYOND = "shipped agents play it badly, for what they come to is beyond the bounds"
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
    """Return the value of *loaded* when both sides play well, as `value_of` does.

    Where its bounds are far apart, the value among a few ways of playing is measured
    by play, too.
    """
    within = budget or Budget(seconds=SECONDS)
    clock = Clock(within.seconds)
    kept = min(_MOST, _SHARE * within.seconds)
    found = value_of(
        loaded,
        agents,
        free,
        trusted=trusted,
        budget=within,
        kept=kept,
        progress=progress,
    )
    ends = found.difference
    if found.free or found.exact or ends.high - ends.low < _WIDE:
        return found
    # What took longer than it should leaves half of that time all the same.
    until = Clock(min(_MOST, max(clock.left, _LEAST * kept)))
    return _unless_interrupted(found, within.interrupt, until)


def _unless_interrupted(
    found: OptimalValue, interrupt: Interrupt, clock: Clock
) -> OptimalValue:
    """Return *found* with what it is worth among ways of playing, if there is time."""
    try:
        with interrupt.anywhere():
            if not interrupt.pressed:
                return _with_agent_values(found, clock)
    except KeyboardInterrupt:
        if not interrupt.pressed:
            raise
    return structs.replace(found, among_why=_STOPPED)


def _with_agent_values(found: OptimalValue, clock: Clock) -> OptimalValue:
    """Return *found* with what it is worth among ways of playing, or why that is not.

    Bounds hold, so where an interval lies beyond them it says nothing of the value.
    """
    try:
        beside = value_among_agents(found.loaded, found.agents, clock)
    except FracasError as error:
        return structs.replace(found, among_why=str(error))
    if beside is None:
        return structs.replace(found, among_why=_NONE)
    played, ends = beside.difference, found.difference
    if played.high < ends.low or played.low > ends.high:
        return structs.replace(found, among_why=_BEYOND)
    return structs.replace(found, among=beside)


def value_among_agents(
    loaded: Loaded, agents: Sequence[str], clock: Clock
) -> Among | None:
    """Return the value of *loaded* among shipped agents, None without time for it.

    *agents* are those of all seats; judges keep theirs.
    """
    ground = Ground(loaded, agents, _SEED)
    begun = now()
    first, second = ground.sides
    ways = {
        first: _ways_of_playing(ground, first, clock.part(_LOOKS)),
        second: _ways_of_playing(ground, second, clock.part(_LOOKS)),
    }
    each = max(now() - begun, _INSTANT) / ground.played
    games = int(min(_GAMES, clock.left * _PLAYED / each))
    fields = _ways_that_can_meet(ways, games)
    if not fields:
        return None
    _, weighing = weigh_field(ground, fields, games)
    one, other = (_side(ground, side, fields[side], weighing) for side in fields)
    return Among(weighing.worth(first).margin, (one, other), ground.played)


def _ways_of_playing(ground: Ground, side: int, until: Clock) -> list[str]:
    """Return a few agents that play *side* differently, its own first, then the best.

    Each plays a few conflicts against the others' own agents, as long as there is time.
    """
    (seat,) = ground.members[side]
    found: dict[tuple[tuple[float, ...], ...], str] = {}
    gets: dict[str, float] = {}
    for agent in chain(WAYS, _agents_that_take(ground, seat)):
        if agent == ground.agents[seat] or (found and until.over):
            continue
        who = ground.seated({} if agent == OWN else ground.of_side(side, agent))
        games = ground.games([(who, number) for number in range(_ALIKE)])
        found.setdefault(tuple([one.returns for one in games]), agent)
        gets[agent] = fmean([margin_over_others(side, one) for one in games])
    first, *others = found.values()
    return [first, *sorted(others, key=lambda one: -gets[one])[: _KEPT - 1]]


def _agents_that_take(ground: Ground, seat: int) -> Iterator[str]:
    """Yield the own agent of *seat*, made to take an option whenever it is offered.

    Of all that it is offered in a few conflicts, what it wants and does comes first.
    """
    own = ground.agents[seat]
    if _NESTED & {*own}:
        return
    offers = Offers(ground)
    for number in range(_ALIKE):
        offers.add(OFFERED, ground.play(ground.agents, number), {seat})
    words_of = [one.option.words for one in offers.all() if one.option.words]
    said = [words.partition(": ")[2] or words for words in words_of]
    plain = [one for one in dict.fromkeys(said) if not _UNSAID.search(one)]
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
    """Return how many conflicts these ways of playing take at least."""
    sizes = [len(own) for own in fields.values()]
    return _EACH * prod(sizes) + _DEPARTS * sum(sizes)


def _side(
    ground: Ground, side: int, ways: Sequence[str], weighing: Weighing
) -> AmongSide:
    """Return what a side gets, with the agents of its mixture by name."""
    (seat,) = ground.members[side]
    agents = {
        agent or ground.agents[seat]: weight
        for agent, weight in weighing.mixtures[side].items()
    }
    returns = weighing.worth(side).returns
    return AmongSide(ground.seats[seat].name, returns, len(ways), agents)
