"""Totals: all that an essence keeps is who is ahead, and by how much."""

from itertools import product
from random import Random

import pytest
from msgspec import structs

from sim.rules.dice_pool.appraisal.essence import essence
from sim.rules.dice_pool.appraisal.parts import TOLD, part
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.records.rolls import Roll, Throw
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.protocol import Decision
from tests.rules.alike import goes_on_alike
from tests.rules.dice_pool.table import Game, conflict, harm, person, wish

DRAWN, TRIED = 8, 20
"""So many rounds are declared, and so many totals tried in each."""


def declared(scenario: DicePoolScenario, luck: Random) -> State | None:
    """Return the state in which all dice are due, after any declarations.

    None if nobody rolls.
    """
    game = Game(scenario)
    while isinstance(game.asked, Decision):
        game.answer(luck.choice(game.options))
    phase = game.state.phase
    if type(phase) is not Rolling or any(roll.dice is None for roll in phase.rolls):
        return None
    return game.state


def fallen(state: State, totals: tuple[int, ...]) -> State:
    """Return *state* with all dice rolled, and these totals."""

    def thrown(roll: Roll, total: int) -> Roll:
        throw = Throw(0, fresh=False, total=total)
        return structs.replace(roll, first=throw) if roll.dice else roll

    phase = state.phase
    assert type(phase) is Rolling
    rolls = tuple(map(thrown, phase.rolls, totals))
    return structs.replace(state, phase=structs.replace(phase, rolls=rolls))


@pytest.mark.parametrize("kind", ["violent", "contest"])
@pytest.mark.parametrize("sides", ["ab", "aab", "abc", "abC"])
@pytest.mark.parametrize("opposition", ["direct", "sides"])
@pytest.mark.parametrize("tie", ["inconclusive", "actor"])
def test_what_is_kept_of_totals_goes_on_as_they_do(
    kind: str, sides: str, opposition: str, tie: str
) -> None:
    """DP-CONTEST-06: An essence of totals goes on as the totals do.

    Whoever is written large knows of nothing and rolls nothing, but may be acted on.

    Also tested: DP-R-10, DP-R-26 and DP-R-78.
    """
    luck = Random(f"{kind} {sides}")
    deed = harm() if kind == "violent" else wish("hinder")
    stake = wish("best", pools=(("strength", "brawl"),))
    intents = deed, wish("prepare"), wish("escape"), stake
    seats = [
        person(
            f"P{number}",
            side=side,
            intents=() if side.isupper() else intents,
            unaware_until=3 if side.isupper() else 1,
        )
        for number, side in enumerate(sides)
    ]
    rulings = {"opposition": opposition, "tie": tie, "max_turns": 2}
    scenario = conflict(*seats, kind=kind, **rulings)
    compared = 0
    for _ in range(DRAWN):
        state = declared(scenario, luck)
        if state is None:
            continue
        every = list(product(range(4), repeat=len(state.phase.rolls)))  # type: ignore[union-attr] # rolling
        for totals in luck.sample(every, min(TRIED, len(every))):
            told = fallen(state, totals)
            assert part(told) is TOLD
            goes_on_alike(SYSTEM, (told, essence(told)), luck)
            compared += 1
    assert compared


@pytest.mark.parametrize("tie", ["inconclusive", "actor", "opposition"])
@pytest.mark.parametrize("own", ["best", "escape", "prepare"])
def test_an_act_beside_an_answer_is_kept_by_itself(own: str, tie: str) -> None:
    """DP-R-78: An act is kept apart from the answer that its seat rolls as well.

    Whoever is attacked in another arena rolls for the act and for an answer. Of the
    attack and the answer only the difference is kept, and nothing of the act of whoever
    is beaten.
    """
    luck = Random(f"{own} {tie}")
    act = wish(own, arena="mental", pools=(("wits", "medicine"),))
    cleo = person(
        "Cleo",
        intents=(act,),
        resists={"physical": (("dexterity", "athletics"),)},
    )
    dan = person("Dan", intents=(harm(),))
    scenario = conflict(cleo, dan, opposition="direct", tie=tie, max_turns=2)
    fewer = 0
    while not fewer:
        state = declared(scenario, luck)
        if state is None or len(state.phase.rolls) < 3:  # type: ignore[union-attr] # rolling
            continue
        totals = list(product(range(4), repeat=3))
        every = [fallen(state, each) for each in totals]
        fewer += len({essence(told) for told in every}) < len(totals) / 2
        for told in luck.sample(every, TRIED):
            goes_on_alike(SYSTEM, (told, essence(told)), luck)


@pytest.mark.parametrize(("own", "kept"), [("escape", 6), ("prepare", 10)])
def test_an_act_that_a_blow_undoes_is_kept_by_itself(own: str, kept: int) -> None:
    """DP-R-78: An act that a blow undoes is kept by itself.

    Beaten only by how much counts, and otherwise the own total alone; of an escape,
    whose margin is of no use, only that it succeeds.
    """
    luck = Random(own)
    ana, boris = person(intents=(wish(own),)), person("Boris", intents=(harm(),))
    game = Game(conflict(ana, boris, max_turns=2))
    while isinstance(game.asked, Decision):
        game.answer(game.options[0])
    totals = list(product(range(4), repeat=2))
    every = [fallen(game.state, each) for each in totals]
    assert len({essence(told) for told in every}) == kept
    for told in every:
        goes_on_alike(SYSTEM, (told, essence(told)), luck)
