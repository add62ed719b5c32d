"""The test vectors of ARCHITECTURE.md, by which anyone can check a die elsewhere."""

import re
from pathlib import Path

import pytest

from sim.dice.pool import FUDGE, Faces, KeyedDice, Pool, d
from sim.dice.seed import agent_key, commitment, conflict_key
from sim.seam.events import TABLE

PAGE = (Path(__file__).parent.parent / "ARCHITECTURE.md").read_text("utf-8")
SEED = "fracas"
KEY = conflict_key(SEED, 0)
VECTORS = dict(
    re.findall(
        r"^\| ([^|]+?) \| `?([^|`]+?)`? \|$", PAGE.split("| what |")[1], re.MULTILINE
    )
)
SIGNS = {-1: "-", 0: "0", 1: "+"}


def rolled(round_: int, who: int, why: str, attempt: int, pool: Pool) -> Faces:
    """Return the faces of a whole roll."""
    return KeyedDice(KEY).roll(round_, who, why, attempt, (), pool)


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("key of game 0", KEY.hex()),
        ("key of game 1", conflict_key(SEED, 1).hex()),
        ("agent key, game 0, seat 1", agent_key(KEY, 1).hex()),
        ("commitment to the seed", commitment(SEED)),
    ],
)
def test_keys_are_what_the_page_says(what: str, value: str) -> None:
    """Keys and commitments are those of the page."""
    assert VECTORS[what] == value


@pytest.mark.parametrize(
    ("what", "faces"),
    [
        (
            'round 1, seat 0, "volley", 6 Fudge dice',
            [SIGNS[face] for face in rolled(1, 0, "volley", 0, (FUDGE,) * 6)],
        ),
        ('round 2, seat 1, "volley", 5d6', rolled(2, 1, "volley", 0, (d(6),) * 5)),
        (
            'round 2, the table, "planets", d8 d6 d6 d20',
            rolled(2, TABLE, "planets", 0, (d(8), d(6), d(6), d(20))),
        ),
        (
            'round 3, seat 0, "x", attempt 1, two dice 1 to 1000',
            rolled(3, 0, "x", 1, (d(1000),) * 2),
        ),
    ],
)
def test_faces_are_what_the_page_says(what: str, faces: list[object]) -> None:
    """Faces of dice are those of the page."""
    assert VECTORS[what] == " ".join(map(str, faces))


def test_luck_is_the_seed_and_the_game_and_nothing_else() -> None:
    """Keys differ by seed and by game, and depend on nothing else."""
    keys = {conflict_key(seed, game) for seed in ("a", "b") for game in range(3)}
    assert len(keys) == 6
