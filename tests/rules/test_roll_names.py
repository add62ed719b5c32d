"""No two rolls of a conflict have one name: in any system, scenario or campaign.

The bytes of a die follow from its name. So dice named twice show the same faces, play
departs from what `solve` calls exact, and no replay would notice.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from sim.campaign.campaign import Campaign
from sim.campaign.load import load as load_campaign
from sim.campaign.plan import cast as cast_of
from sim.campaign.plan import plan_of
from sim.conflict.fork import play_on
from sim.conflict.walk import Walk
from sim.dice.pool import FUDGE, Pool, RollName, RollNames, d
from sim.errors import RulesError
from sim.graph.budget import Budget
from sim.laws.every import LAWS
from sim.laws.law import Broken, Case, LawBroken
from sim.laws.solving import STATES, check_solved
from sim.library.catalogue import campaigns, scenarios
from sim.library.scenario import Loaded, from_json, load
from sim.run.run import run
from sim.seam.protocol import Decision, Outcome, Table
from tests.agents.tables import conflict
from tests.rules.twice import SYSTEM, TwiceScenario

TINY = Path(__file__).parent.parent / "graph" / "tiny"
DEAR = ("steady:price=99",)
QUICK: tuple[tuple[str, tuple[str, ...]], ...] = (
    (str(TINY / "dice_pool.toml"), DEAR),
    (str(TINY / "dice_pool_violent.toml"), DEAR),
    ("intensity_brawl", ()),
    ("planets_boulder", ()),
    ("skill_page", ()),
    ("stuck_door", ()),
)
"""Conflicts of each rule system that are solved and played in a second."""
LONGER = (
    "alley",
    pytest.param("dice_pool_debate", marks=pytest.mark.long),
    pytest.param("dice_pool_knives", marks=pytest.mark.long),
    "planets_arm_wrestle",
    "planets_race",
    "planets_siege",
    "skill_chase",
    "skill_duel",
    "skill_jump",
)
"""Shipped scenarios that are solved in seconds (`benchmarks/solve.md`).

Of the others one round alone may take many minutes.
"""


def twice(*, same_name: bool) -> Loaded:
    """Return the scenario of a system that names its dice so."""
    scenario = TwiceScenario(title="Twice", system="twice", same_name=same_name)
    data = msgspec.json.encode(scenario, order="sorted")
    return from_json(data, lookup=lambda _: SYSTEM)


def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dice of one name fall as often as they may."""

    def never(_names: RollNames, _name: RollName, _seen: Pool, _pool: Pool) -> bool:
        return False

    monkeypatch.setattr(RollNames, "is_repeated", never)


def check_names(loaded: Loaded, walks: int) -> None:
    """Check that no name falls twice, whatever is chosen and whatever falls."""
    (law,) = (law for law in LAWS if law.name == "no dice are named twice")
    for luck in range(walks):
        law.hold(Case(loaded.system, loaded.scenario, luck))


def check_play(loaded: Loaded, games: int, specs: Sequence[str] = ()) -> None:
    """Check that conflicts end as often in each way as is solved."""
    case = Case(loaded.system, loaded.scenario, 0)
    check_solved(case, tuple(specs), games, Budget(states=STATES))


@pytest.mark.parametrize("name", scenarios())
def test_no_name_falls_twice(name: str) -> None:
    """No two rolls of a conflict share a name, in any shipped scenario."""
    check_names(load(name), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", scenarios())
def test_no_name_falls_twice_however_it_goes(name: str) -> None:
    """No two rolls share a name, in many more walks."""
    check_names(load(name), 40)


@pytest.mark.parametrize("name", campaigns())
def test_no_name_falls_twice_in_a_chapter(name: str) -> None:
    """No two rolls of a chapter share a name; each chapter has dice of its own."""
    campaign = load_campaign(name)
    assert isinstance(campaign, Campaign)
    for loaded in {
        chapter.loaded.digest: chapter.loaded for chapter in campaign.chapters
    }.values():
        check_names(loaded, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", campaigns())
def test_campaigns_are_played_without_a_name_twice(name: str) -> None:
    """No two rolls share a name when campaigns are played."""
    campaign = load_campaign(name)
    assert isinstance(campaign, Campaign)
    agents = cast_of(campaign, ["uniform"] * len(campaign.seats))
    plan = plan_of(campaign, agents, seed="names", games=40, record="seal")
    assert len(run(plan).lines) == 40


@pytest.mark.parametrize(("name", "agents"), QUICK)
def test_what_is_solved_is_what_is_played(name: str, agents: tuple[str, ...]) -> None:
    """Solved outcomes are those of play, as dice of different names are independent."""
    check_play(load(name), 100, agents)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGER)
def test_what_is_solved_is_what_is_played_for_long(name: str) -> None:
    """Solved outcomes are those of play, in scenarios that take longer to solve."""
    check_play(load(name), 400)


def test_a_name_falls_again_only_for_dice_that_extend_it() -> None:
    """A name may be rolled again only for dice that extend the same roll."""
    names, dice, more = RollNames(), (d(6), d(6)), (FUDGE,)
    name: RollName = (1, 0, "strike", 0)
    assert not names.is_repeated(name, (), dice)
    assert not names.is_repeated(name, dice, more)
    assert not names.is_repeated(name, dice + more, more)
    assert names.is_repeated(name, (), dice)
    assert names.is_repeated(name, (d(8),), dice)
    others = [(2, 0, "strike", 0), (1, 1, "strike", 0), (1, 0, "parry", 0)]
    for other in [*others, (1, 0, "strike", 1)]:
        assert not names.is_repeated(other, (), dice)
    # Who looks ahead may begin in the middle of a roll.
    assert not RollNames().is_repeated(name, dice, more)


def test_the_laws_catch_a_system_that_names_dice_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A system that names two rolls alike is caught by names, play and solving."""
    wrong = twice(same_name=True)
    with pytest.raises(LawBroken, match="twice breaks the law 'no dice are named"):
        check_names(wrong, 5)
    with pytest.raises(RulesError):
        check_play(wrong, 400)
    unguarded(monkeypatch)
    with pytest.raises(Broken, match="and is solved as"):
        check_play(wrong, 400)
    check_names(twice(same_name=False), 5)
    check_play(twice(same_name=False), 400)


def test_a_second_roll_of_one_name_is_refused_by_name() -> None:
    """A second roll of one name is refused in one sentence, in play and in forks."""
    with pytest.raises(RulesError) as raised:
        conflict(twice(same_name=True), "first")
    assert str(raised.value) == (
        "the rule system twice rolls 'attack' of seat 1, attempt 0, twice in round 1:"
        " both rolls would show the same faces, so the second needs another purpose or"
        " attempt, or the dice of the first as `seen`"
    )
    walk = Walk(SYSTEM, SYSTEM.initial(twice(same_name=True).scenario))
    assert type(walk.asked) is Decision
    table = Table(SYSTEM, walk.asked.who, SYSTEM.seats(None), b"k" * 32)
    option = walk.asked.options[0]
    with pytest.raises(RulesError, match="twice rolls 'attack'"):
        play_on(table, walk.asked, option, lambda asked: asked.options[0])
    assert type(conflict(twice(same_name=False), "first").outcome) is Outcome


def test_an_agent_that_looks_ahead_is_not_to_blame() -> None:
    """An agent that meets two rolls of one name by looking ahead does not forfeit."""
    for agent in ("lookahead", "mcts"):
        with pytest.raises(RulesError, match="twice rolls 'attack'"):
            conflict(twice(same_name=True), agent)
