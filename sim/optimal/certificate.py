"""How much anybody gains against a strategy: the best reply to the agent in its file.

Neither the solver nor the graph it was given has a part in this: the file is played as
any agent is, and `sim.graph.reply` looks for the best against it, with every reading of
every throw apart, as in play.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from sim.errors import AgentError, OddsError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.forest import FirstRoundError
from sim.graph.progress import Progress, no_progress
from sim.graph.reply import reply
from sim.optimal.backward import Aim
from sim.optimal.blocks import Side
from sim.optimal.sides import Sides
from sim.seam.protocol import Asked, Outcome, RuleSystem, SeatInfo, State

_FREE = "steady"
"""Stands at the seat that replies, where all its choices are free."""


class Certificate(Struct, frozen=True):
    """What the other side gains against a strategy, at most.

    *gain* is None if no reply could be found; *why* then says why. It is the gain of
    the best reply where that is *whole*, else a bound that no reply exceeds.
    """

    gain: float | None
    whole: bool = False
    why: str = ""


class AssuredWorth(Struct, frozen=True):
    """The *worth* by an aim that an agent guarantees, whatever the other does.

    That is a bound of the value, the lower one if it plays the first side and the upper
    one if it plays the second. It is as near as that agent's play can make it where the
    reply is *whole*; else *why* says what the reply did not fit into.
    """

    worth: float
    whole: bool
    why: str


class Terms(Struct, frozen=True):
    """Between whom: the rule system, the scenario, its two sides, and the *aim*."""

    system: RuleSystem[Any]
    scenario: object
    sides: Sides
    aim: Aim


def certificate_of(
    terms: Terms,
    file: str,
    of: tuple[Side, float],
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress = no_progress,
) -> Certificate:
    """Return a certificate of the most that anybody gains against the agent in *file*.

    *of* is the side it plays, and the value that it was made for.
    """
    side, value = of
    try:
        found = assured_worth(
            terms, file, side, budget=budget, clock=clock, progress=progress, apart=True
        )
    except FirstRoundError as error:
        # Which decisions are free is settled: the reply is to be free of all of them.
        why = f"{error.said}; more --seconds or --memory may help"
        return Certificate(None, why=why)
    except (OddsError, AgentError) as error:
        return Certificate(None, why=str(error))
    gain = found.worth - value if side else value - found.worth
    return Certificate(max(gain, 0.0), found.whole, found.why)


def assured_worth(  # noqa: PLR0913 - an agent, and how far to go
    terms: Terms,
    spec: str,
    side: Side,
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress = no_progress,
    apart: bool = False,
) -> AssuredWorth:
    """Return the worth that *spec* guarantees as *side*, by the best reply to it.

    Raises AgentError for an agent that no reply can be found to, OddsError for a
    conflict of which nothing can be said.
    """
    played = with_returns_by_aim(terms.system, terms.sides, terms.aim)
    both = terms.sides.both
    specs = list(terms.sides.specs)
    kinds = terms.sides.free[1 - side]
    specs[both[side]] = spec
    if kinds is None:
        specs[both[1 - side]] = _FREE
    found = reply(
        played,
        played.initial(terms.scenario),
        played.seats(terms.scenario),
        specs,
        (both[1 - side], kinds),
        budget=budget,
        clock=clock,
        progress=progress,
        apart=apart,
    )
    least, most = terms.aim.range
    returned = found.value if found.whole else found.most
    # The reply gets a share of the range, and leaves the rest of it to the agent.
    share = returned if side else 1.0 - returned
    worth = least + (most - least) * share
    return AssuredWorth(worth, found.whole, found.closed or found.full)


def with_returns_by_aim(
    system: RuleSystem[Any], sides: Sides, aim: Aim
) -> RuleSystem[Any]:
    """Return *system* with returns that add up to one, by what is wanted of *aim*."""
    ask, (least, most) = system.ask, aim.range
    first, second = sides.both

    def asked(state: State) -> Asked[Any]:
        found = ask(state)
        if type(found) is not Outcome:
            return found
        wanted = aim.of((found.returns[first], found.returns[second]))
        share = (wanted - least) / (most - least)
        returns = [0.0] * len(found.returns)
        returns[first], returns[second] = share, 1.0 - share
        return structs.replace(found, returns=tuple(returns))

    return structs.replace(system, ask=asked)


def file_names(seats: Sequence[SeatInfo], sides: Sides) -> tuple[str, str]:
    """Return the name of a file for each side, without its ending."""
    names = [_file_safe_name(seats[seat].name) for seat in sides.both]
    if names[0] == names[1]:
        return f"{names[0]}_1", f"{names[1]}_2"
    return names[0], names[1]


def _file_safe_name(name: str) -> str:
    """Return *name* in lower case letters, digits and underscores."""
    letters = "".join([one if one.isalnum() else "_" for one in name.casefold()])
    return letters.strip("_") or "seat"
