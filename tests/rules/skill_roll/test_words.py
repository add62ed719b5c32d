"""Words: for programs, readers and the status, and answers that are typed."""

import pytest
from msgspec import structs

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.scenario.sheet import Use
from sim.rules.skill_roll.skills.words import levels, points
from sim.rules.skill_roll.system import SYSTEM
from tests.rules.skill_roll.table import (
    DEFEND,
    NO_DEFENCE,
    A,
    B,
    Game,
    ann,
    blade,
    bob,
    conflict,
    task,
)


@pytest.mark.parametrize(
    ("eighths", "said"), [(0, "0"), (320, "40"), (420, "52 1/2"), (3, "3/8")]
)
def test_damage_is_said_with_its_fraction(eighths: int, said: str) -> None:
    """SK-RUL-25: Damage is written exactly, with its fraction."""
    assert points(eighths) == said


def test_levels_are_said_both_ways() -> None:
    """Levels below zero are said as failure levels."""
    said = [levels(level) for level in (-2, -1, 0)]
    assert said == ["2 failure levels", "1 failure level", "level 0"]


def test_nobody_tries_to_try() -> None:
    """An approach called "try ..." is not narrated as trying to try."""
    words = {"who": "Ann", "against": "Bob", "approach": "try the front door"}
    act = f.ActDeclared(A, words["approach"], 1)
    assert act.tell(words) == "Ann tries the front door, against Bob."
    assert act.tell(words | {"approach": "climb"}) == "Ann tries to climb, against Bob."


def test_a_story_has_the_sum_and_the_dice() -> None:
    """A story has the sum and the dice of each roll."""
    game = Game(conflict())
    before = game.state
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, DEFEND, "parry"))
    game.roll(1, 1, 1).say(f.Held(B), f.AttackDeclared(A, "blade", B))
    game.say(f.ResponseDeclared(B, DEFEND, "parry"))
    told: list[str] = []
    for event in game.events[2:]:
        told.append(SYSTEM.narrate(before, event))
        before = SYSTEM.evolve(before, event)
    assert "Ann rolls: 1, 1, 1 + 12." in told
    assert "Ann comes to 15 against 22: 7 failure levels, a clear miss." in told
    assert "The attack of Ann has difficulty 22 + 7 attacker OOPS = 29." in told


def harm_told(game: Game, faces: tuple[int, int, int]) -> str:
    """Return the sentence of the damage that Ann does Bob by these faces."""
    before, begun = game.state, len(game.events)
    game.attack(A, "blade", B, *faces)
    for event in game.events[begun:]:
        if isinstance(event, c.HarmApplied):
            # A number that this blow cannot do has no parts to tell.
            forged = SYSTEM.narrate(before, structs.replace(event, eighths=8))
            assert "does Bob 1 damage" in forged
            return SYSTEM.narrate(before, event)
        before = SYSTEM.evolve(before, event)
    return ""


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((3, 3, 3), "half of 40 (base) = 20 damage (20 of 90)"),
        ((3, 3, 4), "40 damage (40 of 90)"),
        ((3, 4, 4), "40 (base) + 2 (bonus) = 42 damage (42 of 90)"),
    ],
)
def test_harm_is_told_with_its_sum(faces: tuple[int, int, int], told: str) -> None:
    """SK-ATTRES-02 to SK-ATTRES-04: Damage is narrated with its sum."""
    assert harm_told(Game(conflict()), faces) == f"Ann does Bob {told}."


def test_harm_says_where_its_sum_was_cut() -> None:
    """SK-ATTRES-05, SK-RUL-25: Damage says if it was capped or rounded down."""
    strong = ann(attacks=(blade(),), skills={"blade": 30})
    told = harm_told(Game(conflict(strong, bob())), (6, 6, 6))
    assert "40 (base) + 20 (bonus) = 60 damage, the most this can do (60" in told
    odd = ann(attacks=(blade(ranks=5, damage_per_rank=7),))
    whole = Game(conflict(odd, bob(), damage_rounding="floor_total"))
    assert "= 17 damage, its fraction dropped (17" in harm_told(whole, (3, 3, 3))


def test_programs_get_names_for_numbers() -> None:
    """Programs get names of seats and of parts of a sum."""
    game = Game(conflict()).attack(A, "blade", B, 3, 4, 4)
    harm = SYSTEM.describe(game.state, game.last(c.HarmApplied))
    assert (harm["who"], harm["by"], harm["damage"]) == ("Bob", "Ann", 42)
    parts = SYSTEM.describe(game.state, game.last(c.DifficultySet))
    assert parts["parts"] == {"base": 22}


def test_everyone_has_a_line() -> None:
    """Everyone's standing has a line, in fights and in tasks."""
    game = Game(conflict()).attack(A, "blade", B, 1, 1, 1)
    stands = SYSTEM.status(game.state)[A]
    assert (stands["oops"], stands["capacity"]) == (7, 100)
    use = Use(who="Ann", skill="blade", pressed=True)
    done = task(use, seats=(ann(),)).roll(6, 6, 6)
    assert SYSTEM.status(done.state)[A] == {"performed": 1, "succeeded": 1}


def test_typed_words_are_understood_offered_or_not() -> None:
    """Typed words are understood even if what they mean is not offered."""
    parse = SYSTEM.words.parse
    assert parse is not None
    short = ann(attacks=(blade(reach_du=1),))
    game = Game(conflict(short, bob(), distance_du=5))
    words = {"who": "Ann", "does": "AttackDeclared", "form": "blade", "target": "Bob"}
    fact = f.AttackDeclared(A, "blade", B)
    assert parse(game.state, words) == fact
    assert fact not in game.options
    assert parse(game.state, words | {"form": "spoon"}) is None
    assert parse(game.state, words | {"who": "Zed"}) is None
    near = Game(conflict()).say(f.AttackDeclared(A, "blade", B))
    said = {"who": "Bob", "does": "ResponseDeclared", "response": "no_defence"}
    assert parse(near.state, said) == f.ResponseDeclared(B, NO_DEFENCE)
    assert parse(near.state, said | {"response": "run"}) is None
    assert parse(near.state, words) is None
