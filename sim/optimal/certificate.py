"""The exploitability of a strategy: the gain of a best reply to the agent in its file.

Neither the solver nor its graph has a part in this: the file is played like any agent,
and `sim.graph.reply` searches for a best reply to it, with every reading of every throw
kept apart, as in play.
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
    """The most that the other side gains against a strategy.

    *gain* is that of the best reply if the search was *whole*, else a bound that no
    reply exceeds; None if no reply could be found, and *why* says why.
    """

    gain: float | None
    whole: bool = False
    why: str = ""


class AssuredWorth(Struct, frozen=True):
    """The *worth* by an aim that an agent makes sure of, whatever the other does.

    It bounds the value: from below if the agent plays the first side, from above if it
    plays the second. If the reply is *whole*, it is exactly what the agent is sure of;
    else *why* says which budget the search for the reply used up.
    """

    worth: float
    whole: bool
    why: str


class Terms(Struct, frozen=True):
    """The conflict and its aim: rule system, scenario, the two sides and the *aim*."""

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
    """Return the certificate of the agent in *file*.

    *of* is the side that it plays, and the value that it was made for.
    """
    side, value = of
    try:
        assured = assured_worth(
            terms, file, side, budget=budget, clock=clock, progress=progress, apart=True
        )
    except FirstRoundError as error:
        # Its message advises to free fewer kinds of answer; a certificate needs all.
        why = f"{error.said}; more --seconds or --memory may help"
        return Certificate(None, why=why)
    except (OddsError, AgentError) as error:
        return Certificate(None, why=str(error))
    gain = assured.worth - value if side else value - assured.worth
    return Certificate(max(gain, 0.0), assured.whole, assured.why)


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
    """Return the worth that *spec* makes sure of as *side*, by the best reply to it.

    Raises AgentError for an agent to which no reply can be found, OddsError for a
    conflict that cannot be solved.
    """
    played = with_returns_by_aim(terms.system, terms.sides, terms.aim)
    both = terms.sides.both
    specs = list(terms.sides.specs)
    kinds = terms.sides.free[1 - side]
    specs[both[side]] = spec
    if kinds is None:
        specs[both[1 - side]] = _FREE
    answer = reply(
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
    returned = answer.value if answer.whole else answer.most
    # Returns are shares of the aim's range: the agent has what the reply leaves.
    share = returned if side else 1.0 - returned
    worth = least + (most - least) * share
    return AssuredWorth(worth, answer.whole, answer.closed or answer.full)


def with_returns_by_aim(
    system: RuleSystem[Any], sides: Sides, aim: Aim
) -> RuleSystem[Any]:
    """Return *system* with returns by *aim*, scaled so that they add up to one."""
    ask, (least, most) = system.ask, aim.range
    first, second = sides.both

    def asked(state: State) -> Asked[Any]:
        answer = ask(state)
        if type(answer) is not Outcome:
            return answer
        number = aim.of((answer.returns[first], answer.returns[second]))
        share = (number - least) / (most - least)
        returns = [0.0] * len(answer.returns)
        returns[first], returns[second] = share, 1.0 - share
        return structs.replace(answer, returns=tuple(returns))

    return structs.replace(system, ask=asked)


def file_names(seats: Sequence[SeatInfo], sides: Sides) -> tuple[str, str]:
    """Return the name of a file for each side, without its ending."""
    names = [_file_safe_name(seats[seat].name) for seat in sides.both]
    if names[0] == names[1]:
        return f"{names[0]}_1", f"{names[1]}_2"
    return names[0], names[1]


def _file_safe_name(name: str) -> str:
    """Return *name* in lower case letters, digits and underscores."""
    letters = "".join([sign if sign.isalnum() else "_" for sign in name.casefold()])
    return letters.strip("_") or "seat"
