"""What each agent does that the others do not."""

from collections import Counter

import msgspec
import pytest
from msgspec import structs

from sim.agents.bold import Bold
from sim.agents.cautious import Cautious
from sim.agents.daring import Daring
from sim.agents.lookahead import Lookahead
from sim.agents.miser import Miser
from sim.agents.scripted import Scripted
from sim.agents.spender import Spender
from sim.agents.steady import Steady
from sim.agents.storyteller import Storyteller
from sim.agents.uniform import Uniform
from sim.casting.settings import settings_of
from sim.errors import AgentError
from sim.seam.protocol import (
    Agent,
    Appraisal,
    Decision,
    SeatInfo,
    Solving,
)
from tests.agents.pennies import PENNIES, Coins, Hidden
from tests.agents.tables import (
    TOY_LOADED,
    Blank,
    conflict,
    index_of,
    offered,
    sit,
)
from tests.noon import TOY
from tests.toy import (
    Conceded,
    Held,
    Pressed,
    Rulings,
    State,
    Waits,
)

CONCEDE = Appraisal(win=0.0, concedes=True)


def picked(agent: Agent, *worths: Appraisal) -> int:
    """Return the index of the option that *agent* takes among these."""
    system, asked = offered(*worths)
    return asked.options.index(sit(agent, system).choose(asked))


def test_uniform_takes_every_option_about_as_often() -> None:
    """Of 3,000 choices among three, each falls within five standard errors."""
    system, asked = offered(Appraisal(), Appraisal(), CONCEDE)
    agent = sit(Uniform(), system)
    counted = Counter(agent.choose(asked) for _ in range(3000))

    assert all(abs(times - 1000) < 130 for times in counted.values())
    assert len(counted) == 3


def test_uniform_told_not_to_concede_never_does() -> None:
    """With concedes off only the other options are drawn."""
    system, asked = offered(CONCEDE, Appraisal(), CONCEDE)
    agent = sit(Uniform(concedes=False), system)

    assert {agent.choose(asked) for _ in range(50)} == {asked.options[1]}


def test_uniform_concedes_when_nothing_else_is_offered() -> None:
    """Uniform without concessions concedes if that is the only option."""
    assert picked(Uniform(concedes=False), CONCEDE) == 0


def test_storyteller_takes_the_first() -> None:
    """The storyteller takes the first option, which is to keep silent."""
    assert picked(Storyteller(), CONCEDE, Appraisal(deals=9)) == 0


@pytest.mark.parametrize(
    ("worths", "index"),
    [
        ((Appraisal(deals=1), Appraisal(deals=2)), 1),
        ((Appraisal(deals=2, suffers=2), Appraisal(deals=1)), 1),
        ((Appraisal(win=0.5), Appraisal(win=0.6)), 1),
        ((Appraisal(win=0.6), Appraisal(win=0.5)), 0),
        ((Appraisal(), Appraisal()), 0),
        ((CONCEDE, Appraisal(suffers=9)), 1),
        ((CONCEDE, CONCEDE), 0),
        ((Appraisal(deals=1), Appraisal(deals=1.2, cost=1)), 0),
        ((Appraisal(deals=1), Appraisal(deals=1.3, cost=1)), 1),
        ((Appraisal(deals=0.25, cost=1), Appraisal()), 1),
        ((Appraisal(deals=0.1 + 0.2), Appraisal(deals=0.3, win=0.6)), 1),
    ],
)
def test_steady_weighs_harm_then_chance_then_cost(
    worths: tuple[Appraisal, ...], index: int
) -> None:
    """Steady decides by harm less the price of points, then by chance, then by cost."""
    assert picked(Steady(price=0.25), *worths) == index


@pytest.mark.parametrize(
    ("told", "worths", "index"),
    [
        ({}, (Appraisal(), Appraisal(deals=3, stakes=1)), 0),
        ({"raises": 2}, (Appraisal(), Appraisal(deals=3, stakes=1)), 1),
        (
            {"raises": 4, "leading": 2},
            (Appraisal(ahead=0.6), Appraisal(deals=3, stakes=1, ahead=0.6)),
            1,
        ),
        ({}, (Appraisal(idle=True), Appraisal(suffers=2)), 1),
        ({"idle": 1}, (Appraisal(idle=True), Appraisal(suffers=2)), 0),
        ({"later": 2}, (Appraisal(deals=1), Appraisal(then_deals=1)), 1),
        ({"later": 1}, (Appraisal(deals=1), Appraisal(then_deals=2)), 1),
        ({"later": 1}, (Appraisal(then_suffers=1), Appraisal(deals=-0.5)), 1),
        ({"suffers": 2}, (Appraisal(deals=3, suffers=2), Appraisal()), 1),
        ({"win": 1}, (Appraisal(deals=0.1, win=0.2), Appraisal(win=0.4)), 1),
        ({"wins": 1}, (Appraisal(deals=0.1, wins=0.2), Appraisal(wins=0.4)), 1),
    ],
)
def test_steady_weighs_by_its_numbers(
    told: dict[str, float], worths: tuple[Appraisal, ...], index: int
) -> None:
    """Steady's numbers, usual or set, decide which option it takes."""
    assert picked(Steady(**told), *worths) == index


@pytest.mark.parametrize(
    "setting", sorted({one.name for one in settings_of(Steady)} - {"futures"})
)
def test_steady_picks_anew_with_other_settings(setting: str) -> None:
    """Two agents share what they have worked out only with the same settings."""
    other = Steady(**{setting: 0.123})
    plain, again, changed = (sit(agent) for agent in (Steady(), Steady(), other))
    assert again.__dict__["_picked"] is plain.__dict__["_picked"]
    assert changed.__dict__["_picked"] is not plain.__dict__["_picked"]


def test_what_a_subclass_picks_is_its_own() -> None:
    """A subclass of steady shares nothing, since it may weigh otherwise."""
    assert sit(Bold()).__dict__["_picked"] is not sit(Bold()).__dict__["_picked"]


def test_steady_may_like_silence() -> None:
    """Steady with a liking for silence passes where it would act without it."""
    state = at_stress((0, 0))
    asked = TOY.ask(state)
    assert isinstance(asked, Decision)

    assert not sit(Steady()).choose(asked).passes
    assert sit(Steady(silence=9)).choose(asked).passes


@pytest.mark.parametrize(
    ("ahead", "gives", "index"),
    [(-1, 0.0, 1), (-1, 0.3, 1), (-0.5, 0.3, 0), (-0.5, 0.0, 0)],
)
def test_steady_gives_up_where_nothing_is_to_be_hoped(
    ahead: float, gives: float, index: int
) -> None:
    """Steady concedes a lost conflict, and goes on while there is a chance."""
    concedes = Appraisal(concedes=True, ahead=ahead, gives=gives)
    assert picked(Steady(), Appraisal(ahead=ahead), concedes) == index


def test_steady_does_not_give_up_for_less() -> None:
    """Steady does not concede for less than it is left with after a loss."""
    lost = Appraisal(concedes=True, ahead=-1, gives=0.2, loses=0.3)
    assert picked(Steady(), Appraisal(ahead=-1), lost) == 0


FLEE = Appraisal(win=0.6, ahead=-0.5, gives=0.5, leaves=0.6)
"""A way out that may fail, for one whose chance to win all is a quarter."""


@pytest.mark.parametrize(
    ("way_out", "index"),
    [
        (FLEE, 1),
        (structs.replace(FLEE, gives=0.3), 0),
        (structs.replace(FLEE, ahead=0.5), 0),
        (structs.replace(FLEE, loses=0.5), 0),
        (structs.replace(FLEE, leaves=0.3), 0),
        (structs.replace(FLEE, concedes=True, leaves=1.0), 1),
    ],
)
def test_steady_leaves_where_that_returns_more(way_out: Appraisal, index: int) -> None:
    """Steady leaves, by flight or concession, where that returns more than going on."""
    stays = Appraisal(deals=9, ahead=way_out.ahead)
    assert picked(Steady(), stays, way_out) == index
    assert picked(Steady(leaving=2), stays, way_out) == 0


def test_steady_takes_the_best_way_out() -> None:
    """Steady takes the way out that returns most, though it may fail."""
    concedes = structs.replace(FLEE, gives=0.4, concedes=True, leaves=1.0)
    assert picked(Steady(), Appraisal(ahead=-0.5), concedes, FLEE) == 2


def test_steady_leaves_no_ally_behind() -> None:
    """Steady flees if it fights alone, and stays if it has an ally."""
    system, asked = offered(Appraisal(deals=9, ahead=-0.5), FLEE)
    others = SeatInfo("Bo", 1), SeatInfo("Cy", 0)
    alone, beside = (
        sit(Steady(), system, seats=(SeatInfo("Ann", 0), *others[:count]))
        for count in (1, 2)
    )

    assert alone.choose(asked) is asked.options[1]
    assert beside.choose(asked) is asked.options[0]


@pytest.mark.parametrize(
    ("more", "ahead", "index"), [(1, 0.9, 0), (0.1, 0.2, 1), (0.1, -0.2, 0)]
)
def test_daring_raises_the_stakes_for_what_they_return(
    more: float, ahead: float, index: int
) -> None:
    """Daring raises the stakes where that returns enough more, by its chance to win."""
    milder = Appraisal(deals=9, ahead=ahead, wins=0.8, loses=0.3)
    deadlier = Appraisal(stakes=1, ahead=ahead, wins=1.0, loses=0.3)

    assert picked(Daring(more=more), milder, deadlier) == index


def test_daring_raises_no_stakes_that_return_less() -> None:
    """Daring counts what a loss would cost, and never concedes to raise the stakes."""
    milder = Appraisal(deals=9, wins=0.8, loses=0.3)
    dearer = Appraisal(stakes=1, wins=1.0, loses=0.0)

    assert picked(Daring(more=0), milder, dearer) == 0
    assert picked(Daring(more=0), milder, Appraisal(concedes=True, stakes=2)) == 0
    assert picked(Daring(), Appraisal(concedes=True)) == 0


def test_daring_leaves_where_it_had_better() -> None:
    """Daring leaves where steady would."""
    asked = Appraisal(deals=9, ahead=-0.5), FLEE

    assert picked(Daring(), *asked) == picked(Steady(), *asked) == 1


@pytest.mark.parametrize("agent", [Bold(), Miser(), Spender()])
def test_some_agents_never_leave(agent: Steady) -> None:
    """Agents that follow one idea do not flee where steady would."""
    assert picked(agent, Appraisal(deals=9, ahead=-0.5), FLEE) == 0


@pytest.mark.parametrize("agent", [Steady(), Bold(), Daring(), Cautious()])
def test_who_goes_by_appraisals_promises_to_read_nothing_else(agent: Steady) -> None:
    """Agents that go by appraisals alone say that they read nothing of the state."""
    near, far = Appraisal(ahead=0.1), Appraisal(ahead=0.2)
    assert agent.reads(near) == agent.reads(far) == ()


def test_steady_without_appraisals_keeps_to_the_first() -> None:
    """Steady takes the first option where a system has no appraisals."""
    asked = PENNIES.ask(Coins(round=1))
    assert isinstance(asked, Decision)

    assert sit(Steady(), PENNIES).choose(asked) == asked.options[0]


def test_miser_never_pays() -> None:
    """Miser takes a worse option rather than pay, however much paying would gain."""
    assert picked(Miser(), Appraisal(deals=9, cost=1), Appraisal()) == 1


def test_miser_pays_rather_than_concede() -> None:
    """Miser would rather pay than concede."""
    assert picked(Miser(), CONCEDE, Appraisal(cost=2), Appraisal(cost=1)) == 2


def test_spender_pays_the_most_it_can() -> None:
    """Spender takes the option that costs most, however little it gains."""
    paid = Appraisal(cost=1), Appraisal(cost=2), Appraisal(cost=2, deals=1)

    assert picked(Spender(), Appraisal(deals=9), *paid) == 3


def test_bold_turns_deadly_when_it_leads() -> None:
    """Bold takes the deadliest option once it leads by enough, else the best."""
    bold = Bold(lead=0.3)

    assert picked(bold, Appraisal(ahead=0.3), Appraisal(ahead=0.3, stakes=2)) == 1
    assert picked(bold, Appraisal(ahead=0.2), Appraisal(ahead=0.2, stakes=2)) == 0


def test_bold_dares_more_for_more_when_it_leads() -> None:
    """Of equal stakes bold takes the riskier option while it leads, else the safer."""
    for ahead, index in ((0.4, 1), (0.3, 0)):
        safe = Appraisal(deals=1.0, suffers=0.2, ahead=ahead)
        daring = Appraisal(deals=1.4, suffers=0.9, ahead=ahead)
        assert picked(Bold(), safe, daring) == index
        assert picked(Bold(fears=1.0), safe, daring) == 0


def test_cautious_concedes_when_clearly_behind() -> None:
    """Cautious concedes once it is far enough behind, and not before."""
    cautious = Cautious(behind=0.5)
    behind = Appraisal(concedes=True, ahead=-0.5)

    assert picked(cautious, Appraisal(ahead=-0.5), behind) == 1
    assert picked(cautious, Appraisal(ahead=-0.4), CONCEDE) == 0


@pytest.mark.parametrize(
    ("ahead", "fears", "index"), [(0.0, True, 1), (0.1, True, 0), (0.0, False, 0)]
)
def test_cautious_concedes_when_going_on_is_deadlier(
    ahead: float,
    fears: bool,  # noqa: FBT001 - a parameter of the test
    index: int,
) -> None:
    """Cautious concedes where going on is deadlier, unless it leads or has no fear."""
    staying = Appraisal(ahead=ahead, stakes=1)
    conceding = Appraisal(ahead=ahead, concedes=True)

    assert picked(Cautious(fears=fears), staying, conceding) == index


def test_cautious_concedes_when_the_stakes_have_risen() -> None:
    """Cautious concedes if the stakes rise in a conflict, and forgets that after it."""
    worths = [
        (Appraisal(stakes=stakes), Appraisal(concedes=True, stakes=stakes))
        for stakes in (0, 2)
    ]
    system = msgspec.structs.replace(
        TOY,
        solving=Solving(
            appraise=lambda view, option: worths[view.round][index_of(option)]
        ),
    )
    options = offered(*worths[0])[1].options
    asked = [Decision(0, options, Blank(round=number)) for number in (0, 1)]
    cautious = sit(Cautious(), system)

    assert [options.index(cautious.choose(question)) for question in asked] == [0, 1]
    assert options.index(sit(cautious, system).choose(asked[1])) == 0


PLAIN = Rulings()


def at_stress(stress: tuple[int, int], rulings: Rulings = PLAIN) -> State:
    """Return the toy in its second round, with the first to choose."""
    return State(round=2, rulings=rulings, stress=stress, waits=Waits.ANSWER)


def test_lookahead_finds_what_the_appraisal_hides() -> None:
    """Lookahead presses where that ends the conflict, although it is appraised last."""
    state = at_stress((3, 3), Rulings(grit=30, round_limit=9))
    asked = TOY.ask(state)
    assert isinstance(asked, Decision)

    def appraise(_: object, option: object) -> Appraisal:
        worse = float(isinstance(option, Pressed))
        return Appraisal(suffers=worse, concedes=isinstance(option, Conceded))

    system = msgspec.structs.replace(TOY, solving=Solving(appraise=appraise))
    agent = sit(Lookahead(samples=4), system)

    assert agent.choose(asked) == Pressed(0)


def test_lookahead_concedes_only_where_it_pays() -> None:
    """Lookahead goes on in a lost conflict that a concession would not improve."""
    state = at_stress((3, 0), Rulings(grit=30))
    asked = TOY.ask(state)
    assert isinstance(asked, Decision)

    assert sit(Lookahead(samples=2)).choose(asked) != Conceded(0)


def test_lookahead_cannot_win_at_pennies() -> None:
    """Lookahead does not know the sealed coin, and chooses as if it had to guess."""
    asked = PENNIES.ask(PENNIES.evolve(Coins(round=1), Hidden(0, heads=False)))
    assert isinstance(asked, Decision)
    agent = sit(Lookahead(samples=4), PENNIES, 1)

    assert agent.choose(asked) == Hidden(1, heads=True)


def told(says: str, *, strict: bool = False) -> type:
    """Return the kind of what a script takes at the opening of the toy."""
    asked = TOY.ask(at_stress((0, 0)))
    assert isinstance(asked, Decision)
    return type(sit(Scripted(says=says, strict=strict)).choose(asked))


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("", Held),
        ("Pressed", Pressed),
        ("pressed|Conceded", Pressed),
        ("Conceded round>=3|Pressed round=2", Pressed),
        ("Conceded round<2 | * deals>=1", Pressed),
        ("* Pressed who=0", Held),
        ("* 1|* 0", Held),
        ("* concedes=true", Conceded),
        ("Conceded me.stress>0|Pressed me.stress=0", Pressed),
        ("* nonsense=1|Pressed round!=3", Pressed),
        ("Presed|Pressed", Pressed),
    ],
)
def test_scripted_takes_the_first_wish_that_can_be_had(says: str, kind: type) -> None:
    """Scripted takes the first of its wishes that is offered."""
    assert told(says) is kind


def test_scripted_complains_when_strict() -> None:
    """A strict script says what it was offered."""
    with pytest.raises(AgentError, match="no wish is for any of Conceded, Held"):
        told("Pressed round=9", strict=True)


def test_scripted_leaves_wishes_for_other_rules_alone() -> None:
    """Scripted passes over a wish that names no answer of this scenario."""
    assert told("Presed") is Held


def test_scripted_compares_with_numbers_alone() -> None:
    """A wish that compares with a text is refused."""
    with pytest.raises(AgentError, match="'who<x' compares with 'x', expected a numb"):
        Scripted(says="* who<x")


def test_scripted_refuses_an_open_quote() -> None:
    """A wish that cannot be read is refused when the agent is made."""
    with pytest.raises(AgentError, match="cannot be read"):
        Scripted(says="Held 'oh")


def test_steady_beats_uniform_at_the_toy() -> None:
    """Steady wins most games of the toy against uniform."""
    won = sum(
        conflict(TOY_LOADED, "steady", "uniform", game=game).outcome.returns[0]
        for game in range(40)
    )

    assert won > 30
