"""What of a state can still matter: colour is left out, everything else is kept.

Minor Circumstance dice never change an outcome. A state's essence is a state with the
same future, so it may be played on.
"""

from msgspec import structs

from sim.rules.planets.state import Player, Standing


def essence(state: Standing) -> Standing:
    """Return *state* without what only colours it [PL-PROP-05].

    Dice that lie on the table stay as they fell, while a ruling on them is awaited.
    """
    if state.rolled is not None:
        return state
    players = tuple(_bare(player) for player in state.players)
    return structs.replace(state, players=players)


def _bare(player: Player) -> Player:
    turn = player.turn
    if all(die.major for die in turn.dice):
        return player
    majors = tuple(die for die in turn.dice if die.major)
    return structs.replace(player, turn=structs.replace(turn, dice=majors))
