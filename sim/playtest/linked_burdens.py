"""Burdens of a sheet that are told already, of an option.

Where a skill stands behind one bad option alone, to strike the skill and never to take
the option are the same conflicts. They are played side by side, with the same dice, and
what is found of both is one finding: that of the option.
"""

from collections.abc import Sequence

from msgspec import structs

from sim.library.settings import parse, with_settings
from sim.playtest.findings import Finding, Label, Restrictions
from sim.playtest.ground import Ground
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.playtest.restricted_agents import Player
from sim.playtest.trials import limited_player

_GAMES, _CHANGED = 20, 3
"""How many conflicts of each are played, and how many must go differently."""
_TOLD = (Label.TRAP, Label.WEAK)


def link_burdens(
    ground: Ground, found: PartWorths, options: Restrictions, first: int
) -> PartWorths:
    """Return *found*, in which a burden says which of *options* tells the same.

    The conflicts are those from number *first* on.
    """
    told = options.labelled(*_TOLD)
    if not told:
        return found
    parts = tuple(
        _linked_burden(ground, one, told, range(first, first + _GAMES))
        if one.label is PartLabel.BURDEN
        else one
        for one in found.found
    )
    return structs.replace(found, found=parts)


def _linked_burden(
    ground: Ground, one: PartWorth, told: Sequence[Finding], dice: range
) -> PartWorth:
    """Return a burden, with the name of the option of its owner that tells the same."""
    own = [other for other in told if other.seat == one.owner]
    if not own:
        return one
    lacking = ground.beside(with_settings(ground.loaded, [parse(one.setting)]))
    usual = _returns(ground, dice)
    struck = _returns(lacking, dice)
    changed = sum(got != before for got, before in zip(struck, usual, strict=True))
    for other in own if changed >= _CHANGED else ():
        if _returns(ground, dice, other) == struck:
            return structs.replace(one, same_as=other.brief)
    return one


def _returns(
    ground: Ground, dice: range, never: Finding | None = None
) -> list[tuple[float, ...]]:
    """Return what everybody got, where a seat may *never* take an option."""
    given: dict[int, Player] = {}
    if never is not None:
        option = never.option
        given = {option.seat: limited_player(ground, option, always=False)}
    who = ground.seated(given)
    return [game.returns for game in ground.games([(who, number) for number in dice])]
