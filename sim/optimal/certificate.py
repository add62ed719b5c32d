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
from sim.graph.progress import Progress, quiet
from sim.graph.reply import Replied, reply
from sim.optimal.backward import Aim
from sim.optimal.blocks import Side
from sim.optimal.sides import Sides
from sim.seam.protocol import Asked, Outcome, RuleSystem, SeatInfo, State

_FREE = "steady"
"""Stands at the seat that replies; all its choices are free."""


class Certificate(Struct, frozen=True):
    """What the other side gains against a strategy, at most.

    *gain* is None where no reply could be found; *why* then says why. It is the gain of
    the best reply where that is *whole*, else a bound that no reply exceeds.
    """

    gain: float | None
    whole: bool = False
    why: str = ""


def certified(  # noqa: PLR0913 - a conflict, a strategy and how far to go
    system: RuleSystem[Any],
    scenario: object,
    sides: Sides,
    file: str,
    of: tuple[Aim, Side, float],
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress = quiet,
) -> Certificate:
    """Return what anybody gains against the agent in *file*.

    *of* is what it was made for: the aim, the side it plays, and the value of that.
    """
    aim, side, value = of
    seats = system.seats(scenario)
    played = aimed(system, sides, aim)
    other = sides.both[1 - side]
    specs = list(sides.specs)
    specs[sides.both[side]], specs[other] = file, _FREE
    try:
        found = reply(
            played,
            played.initial(scenario),
            seats,
            specs,
            (other, None),
            budget=budget,
            clock=clock,
            progress=progress,
            apart=True,
        )
    except (OddsError, AgentError) as error:
        return Certificate(None, why=str(error))
    return _gained(found, aim, side, value)


def _gained(found: Replied, aim: Aim, side: Side, value: float) -> Certificate:
    """Return what the other side gains by a reply, beyond the *value*."""
    least, most = aim.range
    returned = found.value if found.whole else found.most
    # The reply gets a share of the range, and leaves the rest of it to the strategy.
    worth = returned if side else 1.0 - returned
    wanted = least + (most - least) * worth
    gain = wanted - value if side else value - wanted
    return Certificate(max(gain, 0.0), found.whole, found.closed or found.full)


def aimed(system: RuleSystem[Any], sides: Sides, aim: Aim) -> RuleSystem[Any]:
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
    names = [_plain(seats[seat].name) for seat in sides.both]
    if names[0] == names[1]:
        return f"{names[0]}_1", f"{names[1]}_2"
    return names[0], names[1]


def _plain(name: str) -> str:
    """Return a name in lower case letters, digits and underscores."""
    letters = "".join([one if one.isalnum() else "_" for one in name.casefold()])
    return letters.strip("_") or "seat"
