"""The agents that meet in a playtest: a small field, none of which gives up at once."""

from sim.fitting.arena import OWN
from sim.fitting.field import FIELD
from sim.playtest.arena import Arena
from sim.playtest.table import Game
from sim.playtest.watching import questions

_PAIR = 2
_TRIED = 6
"""The number of conflicts that test whether an agent gives up at once."""
_GLANCE = 2
"""An agent that gives up in none of this many conflicts is not tested further."""
_OF_MANY = 3
"""The number of agents of each side if there are more than two sides."""


def contenders(
    arena: Arena,
) -> tuple[dict[int, tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """Return the agents of every side, and those that concede there at once."""
    fields: dict[int, tuple[str, ...]] = {}
    gave_up: list[tuple[str, str]] = []
    for side in arena.sides:
        own = {arena.agents[seat] for seat in arena.members[side]}
        field = [agent for agent in FIELD if not (len(own) == 1 and agent in own)]
        if len(arena.sides) > _PAIR:
            field = field[:_OF_MANY]
        stays = [agent for agent in field if not _gives_up(arena, side, agent)]
        if stays:
            gave_up += [
                (agent, arena.side_name(side)) for agent in field if agent not in stays
            ]
        fields[side] = tuple(stays or [OWN])
    return fields, tuple(gave_up)


def _gives_up(arena: Arena, side: int, agent: str) -> bool:
    """Return whether *agent* mostly gives up for *side* before anything happens."""
    who = arena.seated({} if agent == OWN else arena.of_side(side, agent))
    gave_up = 0
    for number in range(_TRIED):
        gave_up += _left_at_once(arena, side, arena.play(who, number))
        if number + 1 == _GLANCE and not gave_up:
            return False
    return gave_up * 2 > _TRIED


def _left_at_once(arena: Arena, side: int, game: Game) -> bool:
    """Return whether *side* gave up in the first round that asked anything."""
    appraise = arena.system.solving.appraise
    first: int | None = None
    for asked in questions(arena, game):
        first = asked.round if first is None else first
        if asked.round > first:
            return False
        if arena.seats[asked.who].side == side and asked.real:
            concedes = (
                appraise is not None
                and appraise(asked.decision.view, asked.answer).concedes
            )
            if concedes or asked.answer.gives_up:
                return True
    return False
