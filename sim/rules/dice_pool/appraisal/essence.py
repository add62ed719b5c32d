"""What of a state can still matter: what only was, or exceeds all need, is left out.

A state and its essence are asked the same questions and end the same way.
"""

from msgspec.structs import replace

from sim.rules.dice_pool.scenario.data import CharacterData
from sim.rules.dice_pool.state import Participant, State


def essence(state: State) -> State:
    """Return *state* without what can change nothing any more.

    What one wanted last is only told. Tallies count only by being there, losses only as
    far as they are borne, and failed crisis rolls for nobody in here. Where no time
    passes afterwards, nothing matters that only time would bring.
    """
    timeless = not state.setup.steps
    pairs = zip(state.participants, state.setup.characters, strict=True)
    participants = tuple(
        _slim(one, character, timeless=timeless) for one, character in pairs
    )
    if participants == state.participants:
        return state
    return replace(state, participants=participants)


def _slim(one: Participant, character: CharacterData, *, timeless: bool) -> Participant:
    mind = replace(one.conscience, failures=0)
    if not mind.morality:
        # Whoever has no Morality is troubled by no deed, however brutal.
        mind = replace(mind, lethal=())
    one = replace(
        one,
        conscience=mind,
        last=None,
        reputation=None if one.reputation is None else 0,
        holdings=None if one.holdings is None else 0,
        losses=tuple(map(min, one.losses, character.bears)),
    )
    return _without_time(one) if timeless else one


def _without_time(one: Participant) -> Participant:
    """Return *one* without crises, and moments to which no conflict lasts."""
    return replace(
        one,
        will=replace(one.will, dot_at=None, rested_at=None),
        conscience=replace(one.conscience, crisis=None, unrealized=None),
        soul=replace(one.soul, erosion_at=None),
    )
