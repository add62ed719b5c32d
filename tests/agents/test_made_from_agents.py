"""Agents that are made from other agents: noise, never, first, delay, switch."""

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

from sim.casting.roster import make as make_here
from sim.casting.specs import check_names_no_file
from sim.errors import AgentError, UnknownNameError
from sim.hosting.agents import describe, make, seated
from sim.hosting.host import HostedAgent
from sim.seam.events import SeatTaken
from sim.seam.protocol import Appraisal
from tests.agents.tables import TOY_LOADED, conflict, offered, sit

LAST = """
from sim.seam.protocol import Agent

class Last(Agent):
    def choose(self, asked):
        return asked.options[-1]
"""
CONCEDE = Appraisal(win=0.0, concedes=True)


def picked(spec: str, *worths: Appraisal) -> int:
    """Return the index of the option that the agent *spec* takes among these."""
    system, asked = offered(*worths)
    return asked.options.index(sit(make_here(spec), system).choose(asked))


def test_noise_chooses_blindly_as_often_as_it_is_told() -> None:
    """Of 2,000 choices where the first is best, a third of 0.3 are others."""
    system, asked = offered(Appraisal(deals=9), Appraisal(), Appraisal())
    agent = sit(make_here("noise:share=0.3"), system)
    counted = Counter(asked.options.index(agent.choose(asked)) for _ in range(2000))

    assert abs(counted[1] - 200) < 60
    assert abs(counted[2] - 200) < 60


@pytest.mark.parametrize(
    ("spec", "draws"),
    [
        ("uniform", True),
        ("uniform:concedes=false", True),
        ("noise:share=0.3", True),
        ("noise:of=uniform,share=0.3", True),
        ("never:of=uniform,kind=concede", True),
        ("switch:of=steady,then=uniform,at=1", True),
        ("switch:of=uniform,then=steady,at=1", True),
        ("delay:of=uniform,rounds=0", True),
        ("delay:of=uniform", True),
        ("first:of=uniform,kind=concede", True),
        ("never:of=steady,kind=concede", False),
        ("steady", False),
    ],
)
def test_who_draws_lots_keeps_to_its_chances(spec: str, *, draws: bool) -> None:
    """Stochastic agents take each option as often as their chances say."""
    system, asked = offered(Appraisal(), CONCEDE, Appraisal(deals=9))
    agent = sit(make_here(spec), system)
    chances = agent.chances(asked)
    counted = Counter(agent.choose(asked) for _ in range(2000))

    assert agent.draws == draws
    assert sum(chances.values()) == pytest.approx(1.0)
    assert counted.keys() == chances.keys()
    for fact, chance in chances.items():
        error = sqrt(2000 * chance * (1 - chance))
        assert abs(counted[fact] - 2000 * chance) <= 4 * error


def test_noise_asks_the_other_at_every_question() -> None:
    """Noise asks its other agent at every question, so its memory stays complete."""
    system, asked = offered(Appraisal(), Appraisal(deals=9))
    agent = sit(make_here("noise:of=person,share=1"), system)

    for made in (1, 2, 3):
        agent.choose(asked)
        assert agent.memory() == (made,)


def test_noise_of_nothing_is_the_agent_itself() -> None:
    """Noise with a share of 0 plays exactly as its other agent."""
    plain, noisy = (
        conflict(TOY_LOADED, spec).events
        for spec in ("uniform", "noise:of=uniform,share=0")
    )

    assert plain == noisy


def test_never_leaves_out_a_kind_of_option() -> None:
    """Never takes no option of its kind, unless there is only that."""
    assert picked("never:of=storyteller", CONCEDE, Appraisal()) == 1
    assert picked("never:of=storyteller", CONCEDE) == 0


def test_first_takes_the_first_of_a_kind() -> None:
    """First takes the first option of its kind, else it asks its other agent."""
    assert picked("first", Appraisal(), Appraisal(deals=9)) == 0
    assert picked("first:kind=concede", Appraisal(), CONCEDE) == 1
    assert picked("first:kind=concede", Appraisal(), Appraisal(deals=9)) == 1


def test_delay_keeps_silent_at_first() -> None:
    """Delay takes the first option in its rounds, and then plays as its other agent."""
    assert picked("delay", Appraisal(), Appraisal(deals=9)) == 0
    assert picked("delay:rounds=0", Appraisal(), Appraisal(deals=9)) == 1


def test_switch_changes_over_in_its_round() -> None:
    """Switch plays as one agent before its round, and as the other from then on."""
    worths = Appraisal(), Appraisal(deals=9)

    assert picked("switch:of=storyteller,then=steady,at=9", *worths) == 0
    assert picked("switch:of=storyteller,then=steady,at=1", *worths) == 1


def test_settings_of_the_other_are_parted_by_semicolons() -> None:
    """The other agent's settings are separated by semicolons, and recorded."""
    name, version, settings = describe("noise:of=bold:lead=0.2;price=1,share=0.5")

    assert (name, version) == ("noise", f"2 of {describe('bold')[1]}")
    assert settings == '{"of":"bold:lead=0.2;price=1","salt":0,"share":0.5}'
    seated(SeatTaken("Ann", name, version, settings))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("noise:of=nobody", "no agent is called 'nobody'"),
        ("noise:of=never;share=0.1", "an agent within another ';' stands for ','"),
        ("noise:of=bold:led=1", "bold has no setting 'led'"),
        ("noise:of=noise:of=", "no agent is called ''"),
        ("noise:of=scripted:says=@plan.txt", "an agent within an agent, which reads"),
        ("delay:of=noise:of=scripted:says=@plan.txt", "an agent within an agent"),
    ],
)
def test_an_other_that_is_none_is_refused(spec: str, said: str) -> None:
    """An inner agent that is none is refused with the same sentence as alone."""
    with pytest.raises((AgentError, UnknownNameError), match=said):
        make_here(spec)


@pytest.mark.parametrize("around", ["noise:of=", "noise:of=noise:of=", "first:of="])
def test_an_other_from_a_file_has_a_process_of_its_own(
    tmp_path: Path, around: str
) -> None:
    """An inner agent from a file has a process of its own, however deep it is."""
    path = tmp_path / "last.py"
    path.write_text(LAST, encoding="utf-8")
    spec = f"{around}{path}:Last"
    with pytest.raises(AgentError, match="names the file"):
        check_names_no_file(spec, "the agent")
    name, version, settings = describe(spec)

    assert isinstance(make(spec), HostedAgent)
    assert version.startswith(f"{make_here(around.partition(':')[0]).version} of ")
    assert isinstance(seated(SeatTaken("Ann", name, version, settings)), HostedAgent)
    path.write_text(LAST + "\n", encoding="utf-8")
    with pytest.raises(AgentError, match="but version"):
        seated(SeatTaken("Ann", name, version, settings))
