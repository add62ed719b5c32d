"""A press of the toy, face by face: TO-01."""

from collections import Counter
from itertools import product

from tests.odds.question import Enumerated, Parts, counted
from tests.toy import PressQuery


def naive(query: PressQuery) -> Parts:
    """Count the fives and sixes."""
    faces = product(range(1, 7), repeat=query.grit)
    return {"hits": counted(Counter(sum(face >= 5 for face in roll) for roll in faces))}


def swap(_query: PressQuery) -> str:
    """One presses alone."""
    return "a press is one side's roll"


QUESTIONS = {
    "press": Enumerated(
        grid=[PressQuery(grit) for grit in range(6)], naive=naive, swap=swap
    )
}
