"""Rolls on which the Storyguide may rule are counted by order, as by every face."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec import structs

from sim.dice.pool import Faces
from sim.rules.planets.dice.grading import Word
from sim.rules.planets.dice.patterns import faces_of, ruled
from sim.rules.planets.dice.reading import Column
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import Circumstance, Kind, Roll, Severity
from sim.rules.planets.forces.task import FORCES, forces
from sim.rules.planets.phases import Choice
from sim.rules.planets.scenario.rulings import Rulings
from sim.seam.events import Seat

ASKED = Rulings(major_circumstance_policy="sg_choice")
BENEFIT = Circumstance(Kind.BENEFIT, Severity.MAJOR, 4)
HINDRANCE = Circumstance(Kind.HINDRANCE, Severity.MAJOR, 6)
COLOUR = Circumstance(Kind.BENEFIT, Severity.MINOR, 2)
LOST = FORCES.index("lost")


def _roll(who: int, *dice: Circumstance, **sizes: int) -> Roll:
    task = forces(("known", "dynamic"), ("lost",))
    shown = tuple(sizes.get(force, 0) for force in FORCES)
    return Roll(Seat(who), shown, task, dice=dice)


def _word(column: Column, faces: Faces, *said: Choice) -> Word:
    """Return what each ruling of the Storyguide makes of these faces."""
    kind = column.unruled(faces, said)
    if kind is None:
        return column.look(faces, said).grade
    first, second, third = (_word(column, faces, *said, choice) for choice in Choice)
    return kind, first, second, third


ONE = _roll(0, BENEFIT, HINDRANCE, known=4, dynamic=6, lost=4)
CALM = _roll(0, COLOUR, HINDRANCE, known=4, lost=4)
OTHER = _roll(1, BENEFIT, known=4, static=4)


@pytest.mark.parametrize(
    "rolls",
    [
        (CALM,),
        (CALM, OTHER),
        pytest.param((ONE,), marks=pytest.mark.slow),
        pytest.param(
            (structs.replace(ONE, omegas=((LOST, 5),)),), marks=pytest.mark.slow
        ),
    ],
)
def test_every_word_makes_of_an_order_what_it_makes_of_its_faces(
    rolls: tuple[Roll, ...],
) -> None:
    """Orders of dice count each set of rulings as often as the faces do."""
    pool, read = throw(rolls, ASKED)
    faces_by_words: dict[tuple[Word, ...], int] = {}
    for faces in product(*(range(1, die.values + 1) for die in pool)):
        words = tuple(_word(column, faces) for column in read.columns)
        faces_by_words[words] = faces_by_words.get(words, 0) + 1
    total = sum(faces_by_words.values())
    counted = ruled(pool, read)
    assert any(isinstance(word, tuple) for words in faces_by_words for word in words)
    assert {
        words: Fraction(count, faces_of(pool, read)) for _, words, count in counted
    } == {words: Fraction(count, total) for words, count in faces_by_words.items()}
    for faces, words, _ in counted:
        assert tuple(_word(column, faces) for column in read.columns) == words
        assert all(
            die.low <= face <= die.high for die, face in zip(pool, faces, strict=True)
        )
