"""A word in an agent's setting that means nothing is refused before play."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from sim.casting.roster import agent_class, names
from sim.casting.settings import settings_of
from sim.casting.vocabulary import Vocabulary
from sim.conflict.coming_up import kinds_that_come_up
from sim.conflict.kinds import kind_meant
from sim.errors import AgentError
from sim.library.registry import system_names
from sim.library.scenario import Loaded, load
from sim.run.meaning import check_settings
from sim.seam.settings import Named, Names
from tests.rules.walking import small
from tests.tiers import later

PLAIN = {("person", "choices")}
"""Texts among the settings that name nothing: numbers of options."""
SLIP = "qwertz"
MINE = """\
from sim.seam.protocol import Agent, Kind

class Mine(Agent):
    '''Names a kind.'''

    def __init__(self, *, likes: Kind = "pass") -> None:
        self.likes = likes

    def choose(self, asked):
        return asked.options[0]
"""


@cache
def place(system: str) -> Loaded:
    """Return a scenario of *system*."""
    return load(small(system))


def texts() -> Iterator[tuple[str, str, Any]]:
    """Yield every setting of a shipped agent that is a text, and its type."""
    for name in names():
        for setting in settings_of(agent_class(name)):
            if str in (setting.kind, *get_args(setting.kind)[:1]):
                yield name, setting.name, setting.kind


def misspelt() -> list[str]:
    """Return every agent with every setting that names something misspelt."""
    return [
        f"{name}:{setting}={SLIP}"
        for name, setting, kind in texts()
        if any(isinstance(argument, Names) for argument in get_args(kind)[1:])
    ]


def test_every_text_among_the_settings_says_what_it_names() -> None:
    """Every setting that is a text says what it names, or is known as plain."""
    marked = {tuple(text.partition("=")[0].split(":")) for text in misspelt()}

    assert {(name, setting) for name, setting, _ in texts()} - marked == PLAIN
    assert len(marked) >= 7


@pytest.mark.parametrize(
    ("spec", "system"),
    later(
        product(misspelt(), system_names()),
        {(f"forced:says={SLIP}", name) for name in system_names()},
    ),
)
def test_a_misspelt_setting_is_refused(spec: str, system: str) -> None:
    """A misspelt setting is refused with the nearest words, within agents too."""
    loaded = place(system)

    for agent in (spec, f"noise:of={spec}"):
        with pytest.raises(AgentError, match=f'"{SLIP}"; the nearest .*are "'):
            check_settings([loaded], [agent])


@pytest.mark.parametrize("system", system_names())
def test_what_is_suggested_can_be_had_here(system: str) -> None:
    """Suggested answers are ones that this scenario can ask for."""
    loaded = place(system)
    said = Vocabulary(loaded.system, loaded.scenario).problem_with(Named("kind", SLIP))
    _, _, near = said.partition("; the nearest answers are ")
    meant = {kind_meant(loaded.system, word) for word in re.findall('"([^"]+)"', near)}
    offered = kinds_that_come_up(loaded.system, loaded.scenario).values()

    assert meant
    assert meant <= {*offered}


def test_no_judge_is_suggested_where_none_sits() -> None:
    """A scenario without a judge gets no suggestion about judges."""
    with pytest.raises(AgentError) as raised:
        check_settings([load("dice_pool_knives")], ["scripted:says=wrestle her down"])

    assert "judges" not in str(raised.value)


@pytest.mark.parametrize("name", names())
def test_no_default_is_refused(name: str) -> None:
    """An agent with its default settings is accepted by every system."""
    check_settings([place(name) for name in system_names()], [name])


def test_a_word_is_meant_if_it_is_in_one_of_several_places() -> None:
    """A word is accepted if one of several scenarios has it."""
    places = [load("alley"), load("skill_duel")]
    check_settings(places, ["first:kind=recover", "poised:word=oops,each=0.5"])

    with pytest.raises(AgentError, match='"recover"'):
        check_settings(places[:1], ["first:kind=recover"])


@pytest.mark.parametrize(
    "wish",
    [
        "wants",
        "wants intent='cite the law'",
        'wants "Cite the law"',
        'intent pool="intelligence + academics" win>0.4',
        "IntentDeclared target=Dan round<3 me.willpower>=1",
        "* amount=1 cost<2",
        '"puts Willpower into it" me.crisis=x',
        "claimed use=penalty|takes_a_throw chosen=first",
    ],
)
def test_a_wish_that_can_be_meant_is_not_refused(wish: str) -> None:
    """A wish for an option that may come up is accepted."""
    check_settings([load("dice_pool_debate")], [f"scripted:says={wish}"])


@pytest.mark.parametrize(
    ("wish", "near"),
    [
        ("wrestle her down", '"wrestle"; the nearest answers are "'),
        ("cite the law", 'did you mean . "cite the law"'),
        ("wants inten='cite the law'", '"intent"'),
        ("wants 'sight the law'", '"cite the law"'),
        ("wants target=Dann", '"Dan"'),
        ("wants me.wilpower>1", '"willpower"'),
        ("wants wiin>0.5", '"win"'),
        ("wants win>half", "expected a number"),
        ("gives up", 'did you mean "gives up", in quotes'),
    ],
)
def test_a_wish_that_nobody_could_mean_is_refused(wish: str, near: str) -> None:
    """A wish that no option can meet is refused with the nearest that can."""
    with pytest.raises(AgentError, match=near):
        check_settings([load("dice_pool_debate")], [f"scripted:says={wish}"])


def test_an_agent_of_ones_own_is_held_to_its_words_too(tmp_path: Path) -> None:
    """The settings of an agent from a file are checked too."""
    path = tmp_path / "mine.py"
    path.write_text(MINE)

    check_settings([load("alley")], [f"{path}:Mine:likes=acts"])
    with pytest.raises(AgentError, match=f'likes of .*"{SLIP}"'):
        check_settings([load("alley")], [f"{path}:Mine:likes={SLIP}"])
