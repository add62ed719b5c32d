"""Several of a kind at once: effects, wounds, deeds, sides, names."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.exact import Rolled, at_most, chance_of, compared
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.health.healing import after_healing
from sim.rules.dice_pool.health.track import drawn, parsed
from sim.rules.dice_pool.morality.crimes import deeds
from sim.rules.dice_pool.phases import Dealt
from sim.rules.dice_pool.records.body import Body
from sim.rules.dice_pool.scenario.people import Intent, SceneDetail
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.state import State, with_body, with_participant
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.appraisal import Appraisal
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Decision
from tests.rules.dice_pool.table import (
    A,
    B,
    C,
    D,
    Game,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)


def appraised(game: Game, place: int = 0) -> Appraisal:
    """Return what an option is worth to whoever is asked."""
    assert isinstance(game.asked, Decision)
    assert SYSTEM.solving.appraise is not None
    return SYSTEM.solving.appraise(game.asked.view, game.options[place])


# Effects of one round.


def two_at_the_top() -> Game:
    """Return a round in which Ana and Cy tie at the top, against Boris and Dora.

    A round is one comparison of all sides.
    """
    hold = {"intents": (wish("hold"),)}
    seats = (person(), person("Boris", **hold), person("Cy"), person("Dora"))
    game = Game(conflict(*seats, opposition="sides", default_resists=False))
    for who, target in ((A, B), (C, D), (D, A)):
        while game.who != who:
            game.pick(f.HeldBack)
        offers = game.offers(f.IntentDeclared)
        game.say(next(offer for offer in offers if offer.target == target))
    game.quiet()
    return game.successes(2).successes(2).successes(1).quiet(f.HarmEased)


def test_dp_dec_09_each_says_what_becomes_of_its_own_harm() -> None:
    """DP-DEC-09: Each target eases its own harm, and nobody else's.

    Boris eases his two points, not Dora's one.

    Also tested: DP-WILL-05, DP-R-19 and DP-R-47.
    """
    game = two_at_the_top()
    assert game.who == B
    assert [appraised(game, place).suffers for place in (0, 1)] == [2.0, 1.0]
    game.pick(f.HarmEased).quiet()
    eased = game.last(e.HarmMitigated)
    assert (eased.who, eased.before, eased.after) == (B, 2, 1)
    marked = [(event.who, event.points) for event in game.all(e.HarmApplied)]
    assert marked == [(B, 1), (D, 1)]


def test_dp_dec_09_who_suffers_it_takes_it_whole() -> None:
    """DP-R-47, DP-DEC-09: Whoever does not ease harm takes it whole."""
    game = two_at_the_top().pick(f.HarmSuffered).quiet()
    assert not game.all(e.HarmMitigated)
    marked = [(event.who, event.points) for event in game.all(e.HarmApplied)]
    assert marked == [(B, 2), (D, 1)]


# Bodies.


def test_dp_r_40_a_wound_that_heals_uses_up_its_own_progress() -> None:
    """DP-HEAL-01, DP-R-40: A wound that heals uses up its own progress only."""
    body = Body(wounds=parsed("A L B"), progress=(900, 5, 7))
    tracks = []
    for expected in ((0, 5, 7), (0, 0, 7), (0, 0, 0)):
        body = after_healing(body)
        assert body.progress == expected
        tracks.append(drawn(body.wounds, 3))
    assert tracks == ["A L -", "A - -", "- - -"]


def test_dp_moral_03_a_blow_that_kills_is_a_killing() -> None:
    """DP-R-54, DP-MORAL-03: A blow that kills is rated as killing."""
    bane = harm("bane")
    seats = (
        person(intents=(bane,), morality=4),
        person("Boris", now=hurt(wounds="A A A A A A")),
    )
    game = Game(conflict(*seats)).quiet().successes(1).successes(0).quiet()
    assert game.all(e.CharacterDied)
    assert game.last(m.SinCommitted).rating == 3


def test_dp_r_107_a_moment_that_is_now_is_carried_as_none_from_now() -> None:
    """DP-R-107: A moment that is now is carried as 0 seconds from now."""
    state = SYSTEM.initial(conflict())
    assert isinstance(state, State)
    now = with_body(state, Seat(A), bleeds_at=state.clock)
    assert carried(now)["Ana"]["now"]["bleeds_in"] == 0


# Deeds.


@pytest.mark.parametrize("hurts", [(False, True), (True, False)])
def test_dp_r_103_the_worst_of_several_deeds_is_told(hurts: tuple[bool, ...]) -> None:
    """DP-R-54, DP-R-103: Of several deeds the worst is told."""
    state = SYSTEM.initial(conflict(person(morality=5), person("Boris")))
    dealt = tuple(Dealt(Seat(A), Seat(B), "hurt", hurt=hurt) for hurt in hurts)
    assert [deed.rating for deed in deeds(state, dealt)] == [5]


# Sides.


def in_turns(**fields: Any) -> Game:  # noqa: ANN401 - fields of a scenario
    """Return an exchange in turns of Ana and Cy against Boris, Ana helping Cy."""
    means = {"resists": {"physical": (("stamina", "athletics"),)}}
    seats = (
        person(side="we", **means),
        person("Boris", side="b", **means),
        person("Cy", side="we", **means),
    )
    game = Game(conflict(*seats, exchange="alternating", **fields))
    assert game.offers(f.HelpOffered) == [f.HelpOffered(Seat(A), Seat(C))]
    return game.pick(f.HelpOffered)


def helped(game: Game) -> list[tuple[int, tuple[str, ...]]]:
    """Return whose Edge was assessed, and by which details."""
    return [
        (event.who, tuple(label for label, _ in event.details))
        for event in game.all(c.EdgeAssessed)
    ]


def test_dp_r_72_help_in_turns_is_for_the_next_act() -> None:
    """DP-R-72: In turns help is for the ally's next act, and is one's own act.

    Also tested: DP-R-17 and DP-TEAM-01.
    """
    game = in_turns(max_turns=2)
    assert (game.who, game.state.turn) == (B, B)
    game.pick(f.HeldBack)
    assert game.state.turn == C
    game.pick(f.IntentDeclared, f.ContestWaived).quiet()
    assert [(game.who, game.dice)] == [(C, 5)]
    assert [who for who, _ in helped(game)] == [C]
    game.successes(0).pick(f.HeldBack, f.HeldBack, f.IntentDeclared, f.ContestWaived)
    assert game.quiet().dice == 4


def test_dp_r_79_who_contests_in_the_meantime_helps_nobody() -> None:
    """DP-R-72, DP-R-79: Whoever contests in the meantime helps nobody."""
    for answer, rolls, dice in ((f.ContestAnswered, 2, 4), (f.ContestWaived, 1, 5)):
        game = in_turns().pick(f.IntentDeclared, answer)
        for _ in range(rolls):
            game.quiet().successes(0)
        assert game.state.turn == C
        game.pick(f.IntentDeclared, f.ContestWaived)
        assert game.quiet().dice == dice


def test_dp_r_72_help_lasts_to_the_next_turn_of_who_gave_it() -> None:
    """DP-R-17, DP-R-72: In turns help lasts to the helper's next turn."""
    game = in_turns().pick(f.HeldBack, f.HeldBack)
    assert (game.who, game.state.round) == (A, 2)
    assert game.state.participants[A].helps == NOBODY
    game.pick(f.HeldBack, f.HeldBack, f.IntentDeclared, f.ContestWaived)
    assert game.quiet().dice == 4


def test_dp_r_110_harm_is_feared_from_others_alone() -> None:
    """DP-R-110: Only harm from others is weighed, and hindering less."""
    hinder, flee = (
        wish(kind, pools=(("strength", "brawl"),)) for kind in ("hinder", "escape")
    )
    fought = appraised(Game(conflict()))
    held, let_go = (
        appraised(Game(conflict(person(), person("Boris", intents=(intent,)))))
        for intent in (hinder, flee)
    )
    assert held.suffers == pytest.approx(0.4 * fought.suffers)
    assert let_go.suffers == 0.0


def test_dp_r_110_armor_is_weighed() -> None:
    """DP-R-93, DP-R-110: Armour is weighed."""
    bare, clad = (
        appraised(Game(conflict(person(), person("Boris", armor=armor))))
        for armor in (0, 1)
    )
    assert 0 < clad.deals < bare.deals


def test_dp_r_110_losses_count_by_how_many_are_borne() -> None:
    """DP-R-110: A loss weighs more, the fewer one can bear."""
    best = wish("best", arena="social", pools=(("presence",),))
    leads: list[float] = []
    for composure in (2, 3):
        firm = attributes(composure=composure)
        seats = person(intents=(best,), attributes=firm), person("Bo", intents=(best,))
        state = SYSTEM.initial(conflict(*seats, kind="contest"))
        state = replace(with_participant(state, Seat(A), losses=(0, 0, 1)), round=1)
        game = Game(conflict(*seats, kind="contest"))
        option = game.options[0]
        assert SYSTEM.solving.appraise is not None
        losing = replace(state, phase=game.state.phase)
        leads.append(SYSTEM.solving.appraise(losing, option).ahead)
    assert leads[0] < leads[1] < 0


def test_dp_r_107_a_list_loses_those_who_are_gone() -> None:
    """DP-R-107: Whoever is gone is taken out of lists, and what was theirs alone."""
    everybody, theirs, both = (
        SceneDetail(label, 1, who=who)
        for label, who in (
            ("rain", ()),
            ("a limp", ("Cy",)),
            ("mud", ("Cy", "Boris")),
        )
    )
    seats = person(), person("Boris"), person("Cy")
    scenario = conflict(*seats, details=(everybody, theirs, both))
    records = dict(carried(SYSTEM.initial(scenario)))
    records["Cy"] = records["Cy"] | {"out": "dead"}
    left = entered(scenario, records)
    assert left is not None
    assert [(detail.label, detail.who) for detail in left.details] == [
        ("rain", ()),
        ("mud", ("Boris",)),
    ]


# Numbers.


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (Rolled(3, rote=True), Rolled(4)),
        (Rolled(2, rote=True), Rolled(3, rote=True)),
        (Rolled(2, rote=True, add=True), Rolled(3)),
    ],
)
def test_dp_r_10_rote_actions_are_compared_exactly(
    mine: Rolled, theirs: Rolled
) -> None:
    """DP-R-10: The odds of rote pools are those of the sums, to 40 places.

    Also tested: DP-R-27 and DP-R-28.
    """
    win, tie, lose = compared(mine, theirs)
    totals = range(60)
    drawn_ = sum(
        (chance_of(mine, n) * chance_of(theirs, n) for n in totals), Fraction(0)
    )
    won = sum(
        (chance_of(mine, n) * at_most(theirs, n - 1) for n in totals), Fraction(0)
    )
    for whole, part in ((tie, drawn_), (win, won)):
        assert 0 <= whole - part < Fraction(1, 10**40)
    assert win + tie + lose == 1


@pytest.mark.parametrize(
    ("face", "known"), [(0, False), (1, True), (10, True), (11, False)]
)
def test_dp_r_03_a_face_is_one_that_a_die_has(face: int, *, known: bool) -> None:
    """DP-R-03: A face is from 1 to 10."""
    assert accepts({"chance_face": face}, Rulings) == known


@pytest.mark.parametrize(
    ("worth", "known"), [(-0.01, False), (0.0, True), (1.0, True), (1.01, False)]
)
def test_dp_r_90_a_worth_is_a_share(worth: float, *, known: bool) -> None:
    """DP-R-90: A worth is from 0 to 1."""
    pools = {"name": "run", "pools": [["wits"]]}
    assert accepts(pools | {"worth": worth}, Intent) == known


def accepts(table: dict[str, Any], kind: type[Any]) -> bool:
    """Return whether a file may have *table* where a *kind* is expected."""
    try:
        msgspec.convert(table, kind)
    except msgspec.ValidationError:
        return False
    return True
