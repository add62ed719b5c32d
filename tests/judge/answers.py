"""Answers at random, as people type them."""

from random import Random

from sim.judge.question import Question


def typed_answer(asked: Question, luck: Random) -> str:
    """Return an answer to what is *asked*, as people type it."""
    if asked.kind == "choice":
        number = luck.randrange(len(asked.options))
        line = asked.options[number]
        return line if asked.options.count(line) == 1 else str(number + 1)
    faces: list[str] = []
    for die in asked.dice:
        low, _, high = die.partition(" to ")
        faces.append(
            luck.choice("+0-") if not high else str(luck.randint(int(low), int(high)))
        )
    return " ".join(faces)
