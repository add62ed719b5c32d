"""What of a state can still matter: colour is left out, everything else is kept.

Minor Circumstance dice never change an outcome, and whom an intent is aimed at names a
person but decides nothing. A state's essence is a state with the same future.
"""

from msgspec import structs

from sim.rules.planets.setup import NOBODY
from sim.rules.planets.state import Player, Standing, Turn


def essence(state: Standing) -> Standing:
    """Return *state* without what only colours it [PL-PROP-05]."""
    players = tuple(_bare(player) for player in state.players)
    return structs.replace(state, players=players)


def _bare(player: Player) -> Player:
    intent, turn = player.intent, player.turn
    if intent is not None and intent.target != NOBODY:
        intent = structs.replace(intent, target=NOBODY)
    return structs.replace(player, intent=intent, turn=_without_colour(turn))


def _without_colour(turn: Turn) -> Turn:
    if all(die.major for die in turn.dice):
        return turn
    majors = tuple(die for die in turn.dice if die.major)
    return structs.replace(turn, dice=majors)
