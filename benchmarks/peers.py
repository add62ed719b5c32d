"""Other people's game libraries, in decisions a second of the yardstick.

`python -m benchmarks.peers` prints one JSON object a library and game. It needs nothing
of Fracas but the yardstick, so it can run in an environment that has the libraries:
axelrod, open_spiel, catanatron and pokerkit. One that is not there is skipped, with a
sentence on stderr. All play at random, which is the least that can be decided.
"""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random, seed
from time import process_time
from typing import Any

from benchmarks.yardstick import rock_paper_scissors

Work = Callable[[], int]
"""Plays, and returns how many decisions were made."""
ROUNDS = 7
SECONDS = 0.1
"""How long each of the works that take turns should last at least."""


def axelrod() -> Iterator[tuple[str, Work]]:
    """Yield the prisoner's dilemma, 200 turns."""
    library: Any = import_module("axelrod")
    match = library.Match((library.Random(), library.Random()), turns=200, seed=5)

    def play() -> int:
        return 2 * len(match.play())

    yield "prisoner's dilemma of 200 turns", play


def open_spiel() -> Iterator[tuple[str, Work]]:
    """Yield games in C++ and in Python, both driven from Python."""
    library: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")
    for name in ("kuhn_poker", "leduc_poker", "liars_dice", "backgammon"):
        yield f"{name}, C++", _spiel(library.load_game(name))
    for name in ("python_kuhn_poker", "python_tic_tac_toe"):
        yield f"{name}, Python", _spiel(library.load_game(name))


def _spiel(game: Any) -> Work:  # noqa: ANN401 - a library without types
    random = Random(5)

    def play() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def catanatron() -> Iterator[tuple[str, Work]]:
    """Yield Catan of two players."""
    library: Any = import_module("catanatron")

    def play() -> int:
        seed(5)
        colors = library.Color.RED, library.Color.BLUE
        game = library.Game([library.RandomPlayer(color) for color in colors], seed=5)
        game.play()
        return len(game.state.actions)

    yield "Catan of two", play


def pokerkit() -> Iterator[tuple[str, Work]]:
    """Yield hands of no-limit Texas hold'em, which call, raise or fold at random."""
    library: Any = import_module("pokerkit")
    random = Random(5)

    def play() -> int:
        seed(5)
        decisions, hand = (
            0,
            library.NoLimitTexasHoldem.create_state(
                tuple(library.Automation),
                True,  # noqa: FBT003 - theirs
                0,
                (1, 2),
                2,
                200,
                2,
            ),
        )
        while hand.status:
            drawn = random.random()
            if drawn < 0.2 and hand.can_complete_bet_or_raise_to():
                hand.complete_bet_or_raise_to()
            elif drawn > 0.9 and hand.can_fold():
                hand.fold()
            else:
                hand.check_or_call()
            decisions += 1
        return decisions

    yield "Texas hold'em of two", play


PEERS = {
    "axelrod": axelrod,
    "open_spiel": open_spiel,
    "catanatron": catanatron,
    "pokerkit": pokerkit,
}
"""The name to install it by -> what it plays."""


def measured(play: Work) -> list[float]:
    """Return the decisions a second of *play* by those of the yardstick, by round."""
    play()
    ratios: list[float] = []
    for _ in range(ROUNDS):
        rate = _rate(play)
        ratios.append(rate / _rate(lambda: rock_paper_scissors(500)))
    return ratios


def _rate(play: Work) -> float:
    """Return decisions a second of processor time."""
    began, decisions = process_time(), 0
    while (spent := process_time() - began) < SECONDS:
        decisions += play()
    return decisions / spent


def main() -> None:
    """Measure every library that is installed."""
    for name, games in PEERS.items():
        try:
            for game, play in games():
                row = {"peer": name, "game": game, "ratios": measured(play)}
                print(json.dumps(row), flush=True)
        except ImportError as error:
            print(
                f"{name} is left out: it cannot be imported ({error}), expected what"
                f" `pip install {name}` installs",
                file=sys.stderr,
            )
        except Exception as error:  # noqa: BLE001 - one library must not stop the others
            print(f"{name} is left out: it fails ({error!r})", file=sys.stderr)


if __name__ == "__main__":
    main()
