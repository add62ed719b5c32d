"""The yardstick: random rock-paper-scissors in plain Python.

How fast a machine is with small Python code, in decisions a second.
"""

from random import Random

HANDS = ("rock", "paper", "scissors")
BEATS = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}
ROUNDS = 15


def rock_paper_scissors(games: int) -> int:
    """Play *games* games of fifteen rounds; return the number of decisions."""
    choice = Random(5).choice
    won = [0, 0]
    for _ in range(games):
        mine = theirs = 0
        for _ in range(ROUNDS):
            first, second = choice(HANDS), choice(HANDS)
            if first != second:
                if (first, second) in BEATS:
                    mine += 1
                else:
                    theirs += 1
        won[mine < theirs] += mine != theirs
    return games * ROUNDS * 2
