"""Kuhn's poker as a rule system: hidden cards, and answers in turn.

Of three cards each of two players gets one. Both have put in 1. The first checks or
bets 1 more, and the other does so after a check; whoever faces a bet folds or calls.
Played well it costs the first player 1/18 (Kuhn 1950), and both must mix.
"""

from itertools import permutations
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sim.dice.pool import Faces, d
from sim.seam import protocol
from sim.seam.events import TABLE, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import (
    Asked,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    Scenario,
    Sheet,
)

DEALS = tuple(permutations((1, 2, 3), 2))
STAKE = 4
"""Returns are one half, and what was won by this."""


class Player(Sheet):
    """One who plays."""

    name: str


class Table(Scenario, kw_only=True):
    """Two who play."""

    seats: tuple[Player, Player] = (Player("Ann"), Player("Bo"))


class Answer(Fact):
    """What a player says."""

    rules: ClassVar[tuple[str, ...]] = ("KU-01",)
    story: ClassVar[str] = "{who} says so."


class Checked(Answer, tag="checked"):
    """Put nothing in: check, or fold to a bet."""


class Bet(Answer, tag="bet"):
    """Put one in: bet, or call a bet."""


class State(protocol.State, frozen=True):
    """The cards, 0 where one is not seen, and who has bet."""

    cards: tuple[int, ...] = ()
    bets: tuple[bool, ...] = ()


class Deal(Struct, frozen=True):
    """Reads the one die of the deal."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return the face, which is the number of a deal."""
        return faces, faces


OVER: dict[tuple[bool, ...], int] = {
    (False, False): 1,
    (False, True, False): -1,
    (False, True, True): 2,
    (True, False): 1,
    (True, True): 2,
}
"""Who has bet -> what is won; by the first where the other folds."""


def ask(state: State) -> Asked[State]:
    """Return what is asked."""
    if not state.cards:
        return Chance(TABLE, "deal", (d(len(DEALS)),), Deal())
    if state.bets in OVER:
        won = OVER[state.bets]
        if state.bets[-1] == state.bets[-2] and state.cards[0] < state.cards[1]:
            won = -won
        first = 0.5 + won / STAKE
        return Outcome("shown", (first, 1.0 - first), ("KU-01",))
    who = Seat(len(state.bets) % 2)
    return Decision(who, (Checked(who), Bet(who)), view(state, who))


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    if isinstance(event, DiceRolled):
        return replace(state, cards=DEALS[event.reading[0] - 1])
    return replace(state, bets=(*state.bets, isinstance(event, Bet)))


def view(state: State, who: Seat) -> State:
    """Return *state* with the card of *who* alone."""
    own = tuple([card if seat == who else 0 for seat, card in enumerate(state.cards)])
    return replace(state, cards=own)


SYSTEM = RuleSystem[State](
    name="kuhn",
    title="Kuhn's poker",
    version=1,
    scenario=Table,
    events=(Checked, Bet),
    rules={"KU-01": "The higher card wins what both have put in."},
    endings={"shown": "The cards were shown, or one folded."},
    initial=lambda _: State(round=1),
    ask=ask,
    decide=lambda _state, _fact: (),
    evolve=evolve,
    status=lambda state: tuple({"card": card} for card in state.cards),
    view=view,
)
SCENARIO = Table(title="A hand", system="kuhn")
