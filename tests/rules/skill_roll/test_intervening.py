"""Responses of other aware characters to an attack [SK-ATTACK-02, SK-RUL-68]."""

import pytest
from msgspec import structs

from sim.narration.story import story
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.scenario.seat import Attack, Character
from sim.rules.skill_roll.scenario.sheet import Distance
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.events import Fact
from sim.seam.protocol import Decision
from tests.audit.test_audit_systems import Sample, sample
from tests.rules.skill_roll.table import (
    COUNTER,
    DEFEND,
    NO_DEFENCE,
    A,
    B,
    C,
    Game,
    ann,
    blade,
    bob,
    bow,
    conflict,
)


def guard(**changes: object) -> Character:
    """Return Cid, who guards Bob: dodge 10, a blade, DEX 8."""
    cid = Character(
        name="Cid",
        side="guards",
        attributes={"dex": 8},
        skills={"blade": 10, "dodge": 10},
        attacks=(blade(name="club", ranks=3),),
        capacity=80,
    )
    return structs.replace(cid, **changes)


def fight(
    *forms: Attack,
    guarded: Character | None = None,
    by: tuple[Character, ...] = (),
    **rulings: object,
) -> Game:
    """Return a fight in which Ann attacks Bob, whom others guard."""
    seats = (
        ann(attacks=forms or (blade(),)),
        guarded or bob(side="guards"),
        *(by or (guard(),)),
    )
    game = Game(conflict(*seats, **({"others_respond": True} | rulings)))
    return game.say(f.AttackDeclared(A, (forms or (blade(),))[0].name, B))


def test_others_respond_only_where_they_may() -> None:
    """SK-RUL-68: Companions are asked only under `others_respond`."""
    assert fight(others_respond=False).who == B
    assert fight().options == (f.StoodBy(C), f.SteppedIn(C))


def test_who_stands_by_leaves_it_to_the_target() -> None:
    """SK-DP-16: If the companion stands by, the target responds and is attacked."""
    game = fight().say(f.StoodBy(C))
    assert game.options[0] == f.ResponseDeclared(B, DEFEND, "parry")
    game.say(game.options[0]).roll(3, 3, 4)
    assert (game.last(c.DifficultySet).difficulty, game.participant(C).damage) == (
        22,
        0,
    )
    assert game.participant(B).damage == 320


def test_who_steps_in_is_attacked_instead() -> None:
    """SK-RUL-68: Whoever steps in is attacked instead, with a Response of their own."""
    game = fight().say(f.SteppedIn(C))
    assert [type(option) for option in game.options] == [f.ResponseDeclared] * 2
    game.say(f.ResponseDeclared(C, DEFEND, "dodge"))
    assert game.last(c.DifficultySet).parts == (("base", 20),)
    game.roll(3, 3, 3)
    assert (game.participant(B).damage, game.participant(C).damage) == (0, 336)
    assert game.last(c.HarmApplied).who == C
    assert game.options == (f.WentOn(C), f.Conceded(C))


def test_one_steps_in_at_most() -> None:
    """SK-RUL-68: Companions are asked in seat order, until one of them acts."""
    other = guard(name="Dov")
    game = fight(by=(guard(), other))
    assert game.who == C
    assert game.say(f.StoodBy(C)).who == 3
    game.say(f.StoodBy(3))
    assert game.who == B
    assert fight(by=(guard(), other)).say(f.SteppedIn(C)).who == C


@pytest.mark.parametrize("du", [1, 2])
def test_one_steps_in_from_near_by(du: int) -> None:
    """SK-RUL-68: A companion steps in from within one Distance Unit of the target."""
    far = (Distance(between=("Bob", "Cid"), du=du),)
    assert fight(distances=far).who == (C if du == 1 else B)


@pytest.mark.parametrize("knows", ["unaware_of_attack", "unaware_of_danger"])
def test_who_is_not_aware_does_nothing(knows: str) -> None:
    """SK-ATTACK-02: Companions who are not aware of the attack are not asked.

    Also tested: SK-RUL-34.
    """
    assert fight(by=(guard(awareness=knows),)).who == B


def test_a_guard_may_see_what_the_target_does_not() -> None:
    """SK-RUL-68, SK-RUL-34: A companion may step in for a target who is not aware."""
    game = fight(guarded=bob(side="guards", awareness="unaware_of_attack"))
    assert game.options == (f.StoodBy(C), f.SteppedIn(C))
    assert not isinstance(game.say(f.StoodBy(C)).asked, Decision)
    assert game.last(c.DifficultySet).difficulty == 9


def test_nobody_steps_in_for_the_attacker_or_before_what_cannot_be_seen() -> None:
    """SK-RUL-46: Nobody steps in before hidden forms or areas, or for the attacker.

    Also tested: SK-RUL-49 and SK-RUL-68.
    """
    assert not isinstance(fight(bow(hidden=True)).asked, Decision)
    assert not isinstance(fight(bow(area=True, radius_du=1)).asked, Decision)
    friend = structs.replace(ann(), name="Eve", side="Ann")
    ally = fight(by=(friend,))
    assert ally.who == B


def test_what_was_seen_before_can_be_stepped_before() -> None:
    """SK-RUL-46: A form is not hidden from a companion who has fought the attacker."""
    forms = (blade(), bow(hidden=True))
    game = fight(*forms).say(f.SteppedIn(C)).say(f.ResponseDeclared(C, DEFEND, "dodge"))
    game.roll(1, 1, 1).say(f.Held(B), f.Held(C))
    game.say(f.AttackDeclared(A, "bow", B))
    assert game.options == (f.StoodBy(C), f.SteppedIn(C))


def test_responses_of_others_are_counted() -> None:
    """SK-RUL-31, SK-RUL-68: A companion's defence is a Response and counts as one."""
    game = fight(responses_per_round=1).say(f.SteppedIn(C))
    game.say(f.ResponseDeclared(C, DEFEND, "dodge"))
    assert game.participant(C).responses == 1
    assert fight(responses_per_round=0).who == A


def test_a_companion_counters_where_countering_is_an_option() -> None:
    """SK-RUL-68: Under `counter_initiative` a companion may counter, and loses a turn.

    The counter is rolled against 6 and DEX 10, and both attacks land together.

    Also tested: SK-RUL-45.
    """
    game = fight(counter_initiative=True)
    counter = f.CompanionCountered(C, "club")
    assert game.options == (f.StoodBy(C), f.SteppedIn(C), counter)
    game.say(counter)
    # One attack is countered once: what the target may do is to defend.
    none = f.ResponseDeclared(B, NO_DEFENCE)
    assert game.options == (f.ResponseDeclared(B, DEFEND, "parry"), none)
    game.say(game.options[0])
    sets = game.all(c.DifficultySet)
    assert [(difficulty.who, difficulty.difficulty) for difficulty in sets] == [
        (A, 22),
        (C, 16),
    ]
    game.roll(3, 3, 4).roll(3, 3, 3)
    assert (game.participant(B).damage, game.participant(A).damage) == (320, 240)
    assert game.participant(C).owes
    game.say(f.WentOn(A), f.WentOn(B), f.Held(B))
    assert game.last(c.InitiativeLost).who == C


def test_a_form_that_does_not_reach_counters_nothing() -> None:
    """SK-RUL-47: A companion cannot counter out of reach or with an area attack.

    Also tested: SK-RUL-68.
    """
    forms = (blade(name="club", reach_du=0), bow(name="blast", area=True))
    game = fight(by=(guard(attacks=forms),), counter_initiative=True)
    assert game.options == (f.StoodBy(C), f.SteppedIn(C))


def test_the_target_may_still_counter_itself() -> None:
    """SK-RUL-45: The target may still counter if its companions stand by."""
    game = fight(counter_initiative=True).say(f.StoodBy(C))
    assert game.options[-1] == f.ResponseDeclared(B, COUNTER, "sabre")


# What it is worth.


def worth(game: Game, option: Fact) -> tuple[float, float, float]:
    """Return (win, deals, suffers) of an option."""
    appraisal = SYSTEM.solving.appraise(game.state, option)  # type: ignore[misc] # there
    return appraisal.win, appraisal.deals, appraisal.suffers


def test_harm_is_weighed_by_what_each_can_still_bear() -> None:
    """SK-RUL-68, SK-RUL-66: Damage is weighed by what each can still bear.

    Skill 12 meets parry 12 of Bob, dodge 10 of Cid. Bob bears 720 eighths, Cid 640;
    hurt as he is, an attack takes Bob out.
    """
    game = fight()
    by, steps = (worth(game, option) for option in game.options)
    assert by[0] == pytest.approx(3 / 8)
    assert steps[0] == pytest.approx(35 / 216)
    assert by[2] < steps[2]
    hurt = fight(guarded=bob(side="guards", damage=700))
    by, steps = (worth(hurt, option) for option in hurt.options)
    assert by[2] == 100
    assert steps[2] < 60


def test_a_counter_gains_what_it_deals_beyond_a_usual_turn() -> None:
    """SK-RUL-66: A companion's counter deals what it gains over a usual turn.

    It is rolled against 16 in place of dodge 11, and what comes is the same.

    Also tested: SK-RUL-68.
    """
    game = fight(counter_initiative=True)
    by, _, counter = (worth(game, option) for option in game.options)
    assert counter[1] > 0
    assert (counter[0], counter[2]) == (by[0], by[2])
    weighed = SYSTEM.solving.weigh(game.state, game.options)  # type: ignore[misc] # there
    assert [
        (appraisal.win, appraisal.deals, appraisal.suffers) for appraisal in weighed
    ] == [worth(game, option) for option in game.options]


# How it is told.


def test_stepping_in_is_told() -> None:
    """Stepping in is narrated with for whom and with what, and standing by is not."""
    game = fight(counter_initiative=True)
    said = [SYSTEM.narrate(game.state, option) for option in game.options]
    assert said == [
        "",
        "Cid steps in for Bob against Ann.",
        "Cid counters with club, for Bob against Ann.",
    ]


def gate() -> tuple[Sample, int]:
    """Return a fight at the gate, and where in it companions stand by or step in."""
    fight = sample("skill_gate")
    places = [
        at
        for at, event in enumerate(fight.events)
        if isinstance(event, (f.StoodBy, f.SteppedIn))
    ]
    return fight, places[0]


@pytest.mark.parametrize("kind", [f.SteppedIn, f.StoodBy])
def test_audit_finds_out_who_was_not_asked(kind: type[Fact]) -> None:
    """SK-DP-16: An audit finds an answer in the place of another companion.

    Also tested: SK-RUL-68.
    """
    fight, at = gate()
    asked = fight.events[at].who  # type: ignore[attr-defined] # one of the two
    forged = kind((asked + 2) % 4)
    changed = [*fight.events[:at], forged, *fight.events[at + 1 :]]
    finding = fight.auditor("rules").audit(
        fight.stream.stream_id, fight.resealed(changed)
    )[0]
    assert finding.event == at + 1
    assert finding.rules in {("SK-DP-16",), ("SK-RUL-68",)}


def test_audit_says_of_a_table_who_may_not_step_in() -> None:
    """SK-RUL-68: A claim to step in is understood though it is not offered."""
    far = (Distance(between=("Bob", "Cid"), du=3),)
    game = fight(distances=far)
    words = {"who": "Cid", "does": "SteppedIn"}
    assert SYSTEM.words.parse is not None
    assert SYSTEM.words.parse(game.state, words) == f.SteppedIn(C)
    assert f.SteppedIn(C) not in game.options


def test_the_gate_tells_of_somebody_who_steps_in() -> None:
    """SK-RUL-68: The scenario `skill_gate` has somebody step in."""
    fight, _ = gate()
    told = "\n".join(story(fight.loaded.system, fight.loaded.scenario, fight.events))
    assert " steps in for " in told
