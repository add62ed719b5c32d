"""What an option is worth does not depend on what was weighed before.

Appraisals are cached by what they read. One that reads more would be right or wrong by
which question came first, and a run's seal would depend on who played which games.
"""

import gc
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.alone import crowd
from sim.casting.roster import make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.laws.law import Case
from sim.library.registry import rule_system, system_names
from sim.library.scenario import Loaded, from_dict, load
from sim.rules.solar_system.appraisal.prospects import NO_PAST, past_of
from sim.rules.solar_system.facts import NONE, ActionDeclared
from sim.rules.solar_system.state import intent_of, opponents, with_participant
from sim.run.sitting import begin_agents
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, RuleSystem, Table
from sim.spine.kept import Kept, OfState
from sim.spine.leads import Worths
from tests.rules.walking import small


@cache
def _caches(system: str) -> list[Kept[Any, Any] | OfState[Any, Any]]:
    """Return every cache that there is once *system* is there."""
    assert rule_system(system)
    gc.unfreeze()  # what pytest collected is out of sight of the collector else
    caches = [
        object_ for object_ in gc.get_objects() if isinstance(object_, Kept | OfState)
    ]
    gc.freeze()
    assert caches
    return caches


def _worths(system: RuleSystem[Any], asked: Iterable[Decision[Any]]) -> list[Worths]:
    """Return what is weighed, with nothing known before."""
    for known in _caches(system.name):
        if isinstance(known, Kept):
            known.clear()
        else:
            known._states.clear()
    weigh = system.solving.weigh
    assert weigh is not None
    return [weigh(decision.view, decision.options) for decision in asked]


def _check_any_order(system: RuleSystem[Any], asked: Sequence[Decision[Any]]) -> None:
    assert asked
    assert _worths(system, asked) == _worths(system, asked[::-1])[::-1]


def _of_walk(case: Case) -> list[Decision[Any]]:
    return [decision for _, decision in case.decisions if len(decision.options) > 1]


MANY = (
    "ambush",
    "dice_pool_chase",
    "intensity_heist",
    "planets_race",
    "skill_gate",
)
"""A conflict of many seats, of every system."""
_GAMES = 4, 16
"""So many games are played; more by a crowd, whose games are short."""


@pytest.mark.parametrize("name", [*map(small, system_names()), *MANY])
def test_what_options_are_worth_does_not_depend_on_the_order(name: str) -> None:
    """What options are worth does not depend on the order of the questions."""
    loaded = load(name)
    for luck in range(3):
        _check_any_order(
            loaded.system, _of_walk(Case(loaded.system, loaded.scenario, luck))
        )


class _Asked(Agent):
    """Chooses as steady, or now and then another option; keeps what it was asked."""

    def __init__(self, asked: list[Decision[Any]], luck: Random) -> None:
        self._steady, self._asked, self._luck = make("steady"), asked, luck

    def begin(self, table: Table) -> None:
        """Sit down as steady does."""
        super().begin(table)
        self._steady.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what steady chooses, nine times of ten."""
        self._asked.append(asked)
        if self._luck.random() < 0.1:
            return self._luck.choice(asked.options[1:])
        return self._steady.choose(asked)


def _asked_in_play(loaded: Loaded, games: int) -> list[Decision[Any]]:
    """Return what is asked in so many games of steady, who errs now and then."""
    system, luck, asked = loaded.system, Random("4"), list[Decision[Any]]()
    state, seats = system.initial(loaded.scenario), system.seats(loaded.scenario)
    agents = [_Asked(asked, luck) for _ in seats]
    for game in range(games):
        key = conflict_key("again", game)
        play(system, state, begin_agents(agents, system, seats, key), KeyedDice(key))
    return asked


@pytest.mark.parametrize("name", [*MANY, "crowd"])
def test_nor_on_the_order_where_conditions_come_up_again(name: str) -> None:
    """Worth depends on no order of questions in play either, where much comes again."""
    loaded = crowd(4) if name == "crowd" else load(name)
    asked = _asked_in_play(loaded, _GAMES[name == "crowd"])
    _check_any_order(loaded.system, asked)


def test_rul_51_what_it_means_to_lose_hangs_on_opponents_one_does_not_meet() -> None:
    """RUL-51: What a loss is worth depends on opponents that a seat never meets."""
    loaded, tried = crowd(4), 0
    solving = loaded.system.solving
    assert solving.weigh is not None
    assert solving.appraise is not None
    for asked in _asked_in_play(loaded, 6):
        view, who, options = asked.view, asked.who, asked.options
        for foe in opponents(view, who) if past_of(view, who) != NO_PAST else ():
            for goal, _ in enumerate(view.data(foe).goals):
                intent = replace(intent_of(view, foe), goal=goal)
                other = with_participant(view, foe, intent=intent)
                each = tuple(solving.appraise(other, option) for option in options)
                assert solving.weigh(other, options) == each
                tried += 1
    assert tried


def _armed() -> Loaded:
    """Return a duel with a prop for the strongest ability of a seat."""
    duel = load("alley").to_dict()
    tela, gael = duel["seats"]
    armed = {**tela, "props": [{"name": "pebbles", "ability": "Sneak"}]}
    return from_dict({**duel, "seats": [armed, gael]})


def test_ss_item_08_who_leads_does_not_hang_on_a_prop_of_this_volley() -> None:
    """SS-ITEM-08: Who leads does not depend on a prop used in this volley."""
    loaded, proposed = _armed(), 0
    for luck in range(6):
        case = Case(loaded.system, loaded.scenario, luck)
        _check_any_order(loaded.system, _of_walk(case))
        facts = (step.fact for step in case.steps)
        proposed += any(
            isinstance(fact, ActionDeclared) and fact.prop != NONE for fact in facts
        )
    assert proposed
