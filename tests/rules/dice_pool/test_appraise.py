"""What options are worth to agents, and what two agents of this system choose."""

from math import comb, prod

import pytest
from msgspec.structs import replace

from sim.casting.roster import make
from sim.library.scenario import load
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.essence import essence
from sim.rules.dice_pool.records.conscience import Crisis
from sim.rules.dice_pool.scenario.now import Crisis as Entered
from sim.rules.dice_pool.scenario.now import Willpower
from sim.rules.dice_pool.scenario.people import Intent, SceneDetail
from sim.rules.dice_pool.scenario.sheet import Opposition, Task, Worth
from sim.rules.dice_pool.scenario.steps import Step
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.protocol import Decision, Table
from tests.rules.dice_pool.table import (
    A,
    B,
    Game,
    after,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)


def worth(game: Game, place: int) -> object:
    """Return what an option is worth to whoever is asked."""
    assert SYSTEM.solving.appraise is not None
    return SYSTEM.solving.appraise(game.asked.view, game.options[place])  # type: ignore[union-attr] # a Decision


def test_dp_r_110_chances_are_those_of_the_pools() -> None:
    """DP-R-110: The chance to win is that of the pools in sight.

    Four dice against four win in about 37 cases of 100.
    """
    game = Game(conflict())
    appraisal = worth(game, 0)
    assert 0.36 < appraisal.win < 0.38  # type: ignore[attr-defined] # an Appraisal
    assert appraisal.deals > 0.5  # type: ignore[attr-defined] # an Appraisal
    assert appraisal.stakes == 1  # type: ignore[attr-defined] # an Appraisal
    assert worth(game, -1).concedes  # type: ignore[attr-defined] # an Appraisal


def test_dp_r_110_a_boost_costs_a_point_and_helps() -> None:
    """DP-R-110, DP-DEC-06: A boost costs a point, and its chance to win is higher."""
    game = Game(conflict()).quiet(f.Boosted)
    plain, boosted = worth(game, 0), worth(game, 1)
    assert (plain.cost, boosted.cost) == (0, 1)  # type: ignore[attr-defined] # Appraisals
    assert boosted.win > plain.win + 0.25  # type: ignore[attr-defined] # Appraisals


@pytest.mark.parametrize(
    ("against", "chance"),
    [(None, 0.7599), (Opposition(2), 0.3895), (Opposition(dice=6), 0.3895)],
)
def test_dp_r_14_matching_what_was_made_is_weighed_as_enough(
    against: Opposition | None, chance: float
) -> None:
    """DP-R-14, DP-STATIC-01: Matching a standing total is weighed as enough.

    A die shows one success and no more in .27 of rolls: an 8 or a 9, or a 10 and then
    nothing. So four show fewer than two in .7 ** 4 + 4 * .27 * .7 ** 3. A roll that is
    still to come counts as a success for every three dice.
    """
    seat = person(intents=(wish("best"),))
    game = Game(conflict(seat, kind="task", task=Task("a lock", opposition=against)))
    place = next(n for n, o in enumerate(game.options) if isinstance(o, f.AttemptMade))
    assert worth(game, place).win == pytest.approx(chance, abs=1e-4)  # type: ignore[attr-defined] # an Appraisal


def successes(dice: int) -> list[float]:
    """Return the chances of so many successes on 8 and more, where no tens explode."""
    return [comb(dice, n) * 0.3**n * 0.7 ** (dice - n) for n in range(dice + 1)]


@pytest.mark.parametrize("others", [(2,), (4,), (2, 3), (4, 1)])
def test_dp_r_78_a_contest_of_sides_is_weighed_against_their_best(
    others: tuple[int, ...],
) -> None:
    """DP-R-78, DP-TEAM-02: A contest of sides is weighed against the other side's best.

    Boris and Carl have so many dice in Strength and Brawl together.
    """
    foes = [
        person(
            name,
            side="b",
            attributes=attributes(strength=1),
            skills={"brawl": dice - 1},
        )
        for name, dice in zip(("Boris", "Carl"), others, strict=False)
    ]
    game = Game(conflict(person(side="a"), *foes, opposition="sides", again_face=11))
    win = 0.0
    for ours, mine in enumerate(successes(4)):
        win += mine * prod(sum(successes(dice)[:ours]) for dice in others)
    assert worth(game, 0).win == pytest.approx(win)  # type: ignore[attr-defined] # an Appraisal


def seated(spec: str, who: int) -> object:
    """Return an agent at one seat of a game."""
    agent = make(spec)
    seats = SYSTEM.seats(load("dice_pool_knives").scenario)
    agent.begin(Table(SYSTEM, who, seats, b"k" * 32))
    return agent


def test_scruple_faces_what_it_did_and_never_hardens() -> None:
    """DP-CRISIS-05: `scruple` faces its deed, and never degenerates.

    Also tested: DP-DEC-12 and DP-DEC-13.
    """
    steps = Step("scene", facing={"Ana": "engage"}), Step("rest", hours=8)
    ana = person(
        intents=(), morality=3, willpower=Willpower(4, 2), now=hurt(crisis=Entered(3))
    )
    game = Game(after(*steps, seats=(ana,)))
    agent = seated("scruple", A)
    assert type(agent.choose(game.asked)) is f.DeedFaced  # type: ignore[attr-defined] # an Agent
    game.pick(f.DeedFaced).successes(0)
    assert type(agent.choose(game.asked)) is f.FailureAccepted  # type: ignore[attr-defined] # an Agent


def test_scruple_takes_the_mildest_way() -> None:
    """DP-R-110, DP-MORAL-03: `scruple` takes fists and not the knife."""
    intents = harm("knife", name="cut"), harm(name="push")
    game = Game(conflict(person(intents=intents, morality=3), person("Boris")))
    chosen = seated("scruple", A).choose(game.asked)  # type: ignore[attr-defined] # an Agent
    assert chosen.intent == "push"


def test_surge_spends_where_it_moves_the_odds() -> None:
    """DP-WILL-03: `surge` spends Willpower in an even contest, not in a sure one.

    Also tested: DP-DEC-06.
    """
    for strength, foe, spends in ((2, 2, True), (9, 1, False)):
        strong = person(attributes=attributes(strength=strength))
        weak = person("Boris", attributes=attributes(strength=foe))
        game = Game(conflict(strong, weak)).quiet(f.Boosted)
        chosen = seated("surge", A).choose(game.asked)  # type: ignore[attr-defined] # an Agent
        assert (type(chosen) is f.Boosted) == spends


def test_essence_keeps_what_can_matter_and_nothing_else() -> None:
    """An essence drops what is over, caps what exceeds all need, and keeps the rest."""
    state = SYSTEM.initial(load("dice_pool_debate").scenario)
    ana = state.participants[0]
    wanted = state.setup.characters[0].intents[0].name
    told = f.IntentDeclared(A, wanted, B, "y")
    past = replace(
        ana,
        last=told,
        losses=tuple(limit + 2 for limit in state.setup.characters[0].bears),
        conscience=replace(ana.conscience, failures=3, crisis=Crisis(2)),
        will=replace(ana.will, rested_at=0),
    )
    slim = essence(replace(state, participants=(past, *state.participants[1:])))
    assert slim.participants[0] == replace(
        essence(state).participants[0], losses=state.setup.characters[0].bears
    )
    assert slim.participants[0].will.points == ana.will.points


@pytest.mark.parametrize("finishing", [True, False])
def test_dp_r_88_what_was_wanted_last_stays_where_it_matters(
    *, finishing: bool
) -> None:
    """DP-R-88: An essence keeps the last intent whole only under `finishing`."""
    loaded = load("dice_pool_knives")
    scenario = replace(loaded.scenario, finishing=finishing)
    state = SYSTEM.initial(scenario)
    character = state.setup.characters[0]
    cruel = next(intent for intent in character.intents if intent.severity)
    told = f.IntentDeclared(A, cruel.name, B, "y")
    past = replace(state.participants[0], last=told)
    slim = essence(replace(state, participants=(past, *state.participants[1:])))
    last = slim.participants[0].last
    assert last is not None
    assert character.intent(last.intent).severity == cruel.severity
    assert (last.target == B) is finishing
    assert last.pool == ""


def test_essence_keeps_crises_where_time_passes() -> None:
    """An essence keeps crises where the aftermath has time to resolve them."""
    state = SYSTEM.initial(load("dice_pool_after_the_fire").scenario)
    kept = essence(state).participants
    assert [participant.conscience.crisis for participant in kept] == [
        Crisis(3),
        Crisis(2),
        None,
    ]
    assert kept[1].body == state.participants[1].body


def test_dp_r_54_essence_keeps_what_would_make_a_deed_brutal() -> None:
    """DP-R-54: An essence keeps Lethal points dealt if they can start a crisis."""
    state = SYSTEM.initial(load("dice_pool_after_the_fire").scenario)
    dealt = (0, 3, 0)
    people = tuple(
        replace(participant, conscience=replace(participant.conscience, lethal=dealt))
        for participant in state.participants
    )
    for participant in essence(replace(state, participants=people)).participants:
        assert participant.conscience.lethal == (
            dealt if participant.conscience.morality else ()
        )


def test_dp_diff_01_rain_that_is_still_to_come_is_not_weighed_yet() -> None:
    """DP-DIFF-01: A Difficulty that begins in round 2 is weighed from round 2 on."""
    rain = SceneDetail("rain", 2, from_round=2)
    asked = Game(conflict(details=(rain,))).asked
    assert isinstance(asked, Decision)
    weigh, appraise = SYSTEM.solving.weigh, SYSTEM.solving.appraise
    assert weigh is not None
    assert appraise is not None
    weighed = []
    for round_ in (1, 2, 3):
        view = replace(asked.view, round=round_)
        weighed.append(weigh(view, asked.options))
        assert weighed[-1] == tuple(appraise(view, option) for option in asked.options)
    assert weighed[0] != weighed[1] == weighed[2]


@pytest.mark.parametrize(("until", "chance"), [(1, 0.3654), (2, 0.7599)])
def test_dp_r_110_who_is_unaware_answers_nothing(until: int, chance: float) -> None:
    """DP-R-25, DP-R-92, DP-R-110: An unaware target is struck by any success."""
    boris = person("Boris", intents=(), unaware_until=until)
    appraisal = worth(Game(conflict(person(), boris)), 0)
    assert appraisal.win == pytest.approx(chance, abs=1e-3)  # type: ignore[attr-defined] # an Appraisal


def gate(worth: float = 0.8) -> Intent:
    """Return an intent to escape, of this worth."""
    return wish("escape", worth=worth)


def test_dp_r_110_what_settles_it_is_worth_the_harm_that_would() -> None:
    """DP-R-110: An intent that settles deals the harm that would be worth as much.

    It is less if the others are nearer to falling, and more if one is behind.
    """

    def deals_of_a_win(wounds: str, share: float = 0.8, own: str = "") -> float:
        ana = person(intents=(gate(share), harm()), now=hurt(wounds=own))
        game = Game(conflict(ana, person("Boris", now=hurt(wounds=wounds))))
        appraisal = worth(game, 0)
        return appraisal.deals / appraisal.win  # type: ignore[attr-defined] # an Appraisal

    # Seven boxes to fill from an even chance of 1, and 0.8 is three fifths of the way.
    assert round(deals_of_a_win(""), 6) == round(7 * 0.6, 6)
    assert deals_of_a_win("L L") < deals_of_a_win("") < deals_of_a_win("", own="B B")
    assert deals_of_a_win("", share=0.5) == 0
    assert round(deals_of_a_win("", share=1.0), 6) == 7


def test_dp_dec_12_bearing_it_is_weighed_to_its_end() -> None:
    """DP-DEC-12: `steady` degenerates, unless it gets less for that in the end.

    Also tested: DP-CRISIS-03 and DP-CRISIS-05.
    """
    for hardened, chosen in ((None, f.CharacterDegenerated), (0.3, f.FailureAccepted)):
        ana = person(
            intents=(),
            morality=3,
            willpower=Willpower(4, 2),
            now=hurt(crisis=Entered(2)),
        )
        end = Worth(hardened=hardened)
        game = Game(after(Step("rest", hours=8), seats=(ana,), worth=end))
        game.successes(0)
        assert type(seated("steady", A).choose(game.asked)) is chosen  # type: ignore[attr-defined] # an Agent
        assert type(seated("scruple", A).choose(game.asked)) is f.FailureAccepted  # type: ignore[attr-defined] # an Agent
        # Now a point and the one forgone, and 0.49 of failing for each of three steps.
        assert round(worth(game, 0).cost, 6) == round(2 + 3 * 0.49 / 0.51, 6)  # type: ignore[attr-defined] # an Appraisal


def test_dp_dec_14_a_virtue_is_shown_when_much_is_missing() -> None:
    """DP-DEC-14: `steady` shows its Virtue if more than a point is missing.

    Also tested: DP-WILL-12 and DP-R-101.
    """
    for points, shown in ((3, f.VirtueKept), (1, f.VirtueShown), (0, f.VirtueShown)):
        ana = person(
            virtue="hope",
            willpower=Willpower(4, points),
            intents=(harm(virtue=True),),
        )
        game = Game(conflict(ana, person("Boris", willpower=Willpower(0))))
        game.quiet().successes(0).successes(0).quiet(f.VirtueShown)
        costs = [worth(game, place).cost for place in range(2)]  # type: ignore[attr-defined] # an Appraisal
        assert min(costs) == 0
        assert max(costs) == abs(2 - points)
        assert type(seated("steady", A).choose(game.asked)) is shown  # type: ignore[attr-defined] # an Agent
