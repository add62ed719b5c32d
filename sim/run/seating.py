"""An agent for each seat, from a list or by default."""

from collections.abc import Sequence

from sim.casting.specs import check_names_no_file
from sim.errors import AgentError, UnknownNameError
from sim.reading.hints import among, as_known, quoted
from sim.seam.events import Seat
from sim.seam.protocol import SeatInfo


def seat_agents(
    seats: Sequence[SeatInfo], given: Sequence[str], *, trusted: bool = False
) -> tuple[str, ...]:
    """Return one agent's spec for each of *seats*, in their order.

    *given* are for the participants first, then for the judges; for an empty or missing
    spec the seat keeps its own agent, which may name files only if the scenario is
    *trusted*. Raises AgentError if it does so otherwise, or if there are more agents
    than seats.
    """
    order = sorted(range(len(seats)), key=lambda index: seats[index].side is None)
    if len(given) > len(seats):
        names = ", ".join(seats[index].name for index in order)
        message = (
            f"{len(given)} agents for {len(seats)} seats, expected at most {names}"
        )
        raise AgentError(message)
    specs = [seat.agent for seat in seats]
    for index, spec in zip(order, given, strict=False):
        specs[index] = spec or specs[index]
    for seat, spec in zip(seats, specs, strict=True):
        if spec == seat.agent and spec not in given and not trusted:
            check_names_no_file(spec, f"the agent of the seat {seat.name}")
    return tuple(specs)


def seat_named(names: Sequence[str], name: str) -> Seat:
    """Return the seat called *name*, in any case; raises UnknownNameError."""
    text = str(name)  # a caller in Python may give anything
    meant = as_known(text, names)
    if meant in names:
        return Seat(names.index(meant))
    message = f"nobody is called {quoted(text)}, expected {among(names, text)}"
    raise UnknownNameError(message)
