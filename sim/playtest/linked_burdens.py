"""Burdens of a sheet that a finding about an option tells already.

If a skill stands behind one bad option alone, the conflicts without the skill are those
in which the option is never taken. Both are played side by side, with the same dice,
and reported as one finding: that of the option.
"""

from collections.abc import Sequence

from msgspec import structs

from sim.library.settings import parse, with_settings
from sim.playtest.arena import Arena
from sim.playtest.findings import Finding, Label, Restrictions
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.playtest.restricted_agents import Player
from sim.playtest.trials import limited_player

_GAMES, _CHANGED = 20, 3
"""How many conflicts of each are played, and how many must go differently."""
_TOLD = (Label.TRAP, Label.WEAK)


def link_burdens(
    arena: Arena, worths: PartWorths, options: Restrictions, first: int
) -> PartWorths:
    """Return *worths*, in which a burden names the option that tells the same.

    The conflicts are those from number *first* on.
    """
    findings = options.labelled(*_TOLD)
    if not findings:
        return worths
    parts = tuple(
        _linked_burden(arena, part, findings, range(first, first + _GAMES))
        if part.label is PartLabel.BURDEN
        else part
        for part in worths.found
    )
    return structs.replace(worths, found=parts)


def _linked_burden(
    arena: Arena, part: PartWorth, findings: Sequence[Finding], dice: range
) -> PartWorth:
    """Return a burden, with the name of the option of its owner that tells the same."""
    own = [finding for finding in findings if finding.seat == part.owner]
    if not own:
        return part
    lacking = arena.for_scenario(with_settings(arena.loaded, [parse(part.setting)]))
    usual = _returns(arena, dice)
    struck = _returns(lacking, dice)
    changed = sum(got != before for got, before in zip(struck, usual, strict=True))
    for finding in own if changed >= _CHANGED else ():
        if _returns(arena, dice, finding) == struck:
            return structs.replace(part, same_as=finding.brief)
    return part


def _returns(
    arena: Arena, dice: range, never: Finding | None = None
) -> list[tuple[float, ...]]:
    """Return what everybody got, where a seat may *never* take an option."""
    given: dict[int, Player] = {}
    if never is not None:
        option = never.option
        given = {option.seat: limited_player(arena, option, always=False)}
    who = arena.seated(given)
    return [game.returns for game in arena.games([(who, number) for number in dice])]
