"""The three traces of the ledger: whole conflicts, die by die."""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.scenario.now import Willpower
from sim.rules.dice_pool.scenario.people import Detail
from sim.rules.dice_pool.scenario.steps import Step
from tests.rules.dice_pool.table import (
    A,
    B,
    Game,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)


def test_a_fight_that_ends_by_another_intent() -> None:
    """DP-R-17: The first trace: a fight that ends by another intent.

    Also tested: DP-R-83, DP-R-84 and DP-R-91.
    """
    run = wish("escape", pools=(("dexterity", "athletics"),))
    ana = person(
        attributes=attributes(strength=3), intents=(harm(), run), willpower=Willpower(4)
    )
    knife = harm("knife", edges=(Detail("a knife", 1),))
    game = Game(conflict(ana, person("Boris", intents=(knife,))))
    game.quiet().roll(8, 3, 10, 6, 9).roll(4).roll(1, 7, 8, 5, 2).quiet(
        f.IntentDeclared
    )
    assert game.last(e.HarmApplied).track == "B B - - - - -"
    game.pick(f.IntentDeclared, f.IntentDeclared, f.BoostDeclined, f.Boosted)
    game.roll(2, 4, 8, 6, 7).roll(8, 9, 2, 3, 10, 1, 4, 6).roll(7)
    game.roll(9, 8, 8, 10, 3).roll(10).roll(2)
    game.pick(f.RoteChoiceMade, f.MarginClaimed)
    assert game.last(c.ContestResolved).margin == 4
    assert game.last(e.HarmApplied).track == "L L L L - - -"
    game.say(f.IntentDeclared(A, "escape", -1, "dexterity + athletics"))
    game.pick(f.IntentDeclared).quiet().roll(10, 9, 2, 5).roll(8).roll(8, 8, 1, 6, 3)
    assert game.outcome.how == "escaped"
    assert game.last(c.ContestResolved).margin == 1
    assert game.last(c.IntentObtained).margin == 3
    assert [participant.will.points for participant in game.state.participants] == [
        4,
        2,
    ]


def test_a_debate_that_ends_at_the_limit() -> None:
    """DP-PROLONG-03: The second trace: a debate that ends at the limit.

    Also tested: DP-PROLONG-04 and DP-R-24.
    """
    best = wish("best", arena="social", pools=(("presence", "brawl"),))
    dan = person("Dan", attributes=attributes(presence=3, composure=3), intents=(best,))
    game = Game(conflict(person("Cleo", intents=(best,)), dan, kind="contest"))
    rolls = [
        ((8, 2, 5, 7), (9, 8, 3, 1, 6)),
        ((9, 10, 1, 4), (2,), (8, 3, 10, 5, 2), (6,)),
        ((8, 8, 9, 2), (3, 8, 7, 6, 1)),
        ((1, 7, 6, 4), (3, 9, 2, 6, 1)),
    ]
    for faces in rolls:
        game.quiet()
        for face in faces:
            game.roll(*face)
        game.quiet(f.IntentDeclared, f.ReversalSought)
        if game.offers(f.ReversalSought):
            game.pick(f.ReversalSought)
    told = [
        (event.who, event.losses, event.limit) for event in game.all(c.LossRecorded)
    ]
    assert told == [(A, 1, 2), (B, 1, 3), (A, 2, 2)]
    assert game.last(c.DefeatForced).who == A
    assert game.outcome.how == "defeat accepted"
    assert game.outcome.returns == (0.0, 1.0)


def test_a_death_and_what_it_does_to_her() -> None:
    """The third trace: a death, and the crisis after it.

    Also tested: DP-CRISIS-02, DP-CRISIS-05, DP-HEALTH-08, DP-R-38, DP-R-54 and DP-R-97.
    """
    eve = person(
        "Eve",
        attributes=attributes(strength=4),
        intents=(harm("knife"),),
        morality=3,
        willpower=Willpower(4, 3),
    )
    run = wish("escape", pools=(("dexterity", "athletics"),))
    finn = person(
        "Finn",
        health=6,
        skills={"athletics": 1},
        intents=(run,),
        now=hurt(wounds="L L"),
    )
    steps = Step("wait", minutes=10), Step("rest", hours=24), Step("rest", hours=24)
    scenario = conflict(eve, finn, aftermath=steps, stabilize="never")
    game = Game(scenario).quiet().roll(10, 8, 8, 3, 10, 6).roll(9, 1).roll(8, 2, 7)
    game.quiet()
    tracks = [event.track for event in game.all(e.HarmApplied)]
    assert tracks[0] == "L L L L L L"
    assert [event.clock for event in game.all(e.HarmApplied)][1:] == [
        63,
        123,
        183,
        243,
        303,
        363,
    ]
    assert game.last(e.CharacterDied).clock == 363
    assert game.last(m.SinCommitted).deed == "killing on impulse"
    assert game.dice == 3
    game.roll(2, 5, 7).pick(f.FailureAccepted)
    assert game.state.participants[A].will.points == 2
    game.roll(1, 4, 6).pick(f.CharacterDegenerated)
    ana = game.state.participants[A]
    mind = ana.conscience
    assert (mind.morality, ana.will.points, mind.failures, mind.crisis) == (
        2,
        3,
        2,
        None,
    )
    assert game.outcome.returns == (1.0, 0.0)
