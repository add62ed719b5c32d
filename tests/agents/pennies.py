"""Pennies: each side hides a coin; the second wins if both show the same.

The first choice is sealed: the smallest system in which an agent could cheat.
"""

from msgspec import structs

from sim.seam.events import Event, Fact
from sim.seam.protocol import (
    Asked,
    Decision,
    Description,
    Files,
    Outcome,
    RuleSystem,
    Scenario,
    SeatInfo,
    State,
)


class Hidden(Fact, tag="hidden"):
    """A coin put down under a hand."""

    heads: bool
    sealed = True


class Pennies(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nothing to set."""


class Coins(State, frozen=True):
    """The coins put down so far; None where none is, or none may be seen."""

    first: bool | None = None
    second: bool | None = None


def _ask(state: Coins) -> Asked[Coins]:
    if state.first is None:
        return Decision(0, _coins(0), state)
    if state.second is None:
        return Decision(1, _coins(1), structs.replace(state, first=None))
    same = float(state.first == state.second)
    return Outcome("shown", (1.0 - same, same), ())


def _coins(who: int) -> tuple[Fact, ...]:
    return (Hidden(who, heads=True), Hidden(who, heads=False))


def _evolve(state: Coins, event: Event) -> Coins:
    assert isinstance(event, Hidden)
    if event.who == 0:
        return structs.replace(state, first=event.heads)
    return structs.replace(state, second=event.heads)


def _words(_state: Coins, event: Event) -> Description:
    assert isinstance(event, Hidden)
    return {"does": "hidden", "shows": ["tails", "heads"][event.heads]}


PENNIES = RuleSystem[Coins](
    name="pennies",
    title="Pennies",
    version=1,
    scenario=Pennies,
    events=(Hidden,),
    rules={},
    endings={},
    seats=lambda _: (SeatInfo("Odd", 0), SeatInfo("Even", 1)),
    initial=lambda _: Coins(round=1),
    ask=_ask,
    decide=lambda _, __: (),
    evolve=_evolve,
    describe=_words,
    narrate=lambda _, event: type(event).__name__,
    status=lambda _: ({}, {}),
    files=Files(rulings=lambda _: {}),
)
