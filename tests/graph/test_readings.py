"""Dice that are read alike are counted together, with the same result."""

import pytest
from msgspec import Struct

from sim.dice.pool import Faces, Pool, d
from sim.graph.readings import readings_of
from sim.rules.intensity.comparison.readings import Settled, Side, SortedByGroup
from sim.seam.protocol import Reading


class Plain(Struct, frozen=True):
    """Reads as another does, and says nothing of what is alike."""

    read: Reading

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return what the other returns."""
        return self.read(faces)


POOL: Pool = (d(6), d(6), d(4), d(6), d(6))


@pytest.mark.parametrize(
    "read",
    [
        SortedByGroup(((0, 1, 2), (3, 4))),
        SortedByGroup(((0, 1, 2, 3, 4),)),
        Settled(((Side((5, 3), (0, 1, 2)), Side((4, 4, 1), (3, 4))),)),
        Settled(
            (
                (Side(places=(0, 1, 2, 3, 4), cancelled=1), Side((6, 2, 2))),
                (Side(places=(1, 3)), Side((3,), joined=(5,))),
            ),
            raw=True,
        ),
    ],
)
def test_alike_dice_are_counted_and_nothing_is_lost(read: Reading) -> None:
    """Every reading has the chance it has when all dice are thrown one by one."""
    by_hand = {read(faces)[1]: p for faces, p in readings_of(POOL, Plain(read))}
    counted = {read(faces)[1]: p for faces, p in readings_of(POOL, read)}
    assert counted == pytest.approx(by_hand, abs=1e-12)
    assert sum(counted.values()) == pytest.approx(1.0, abs=1e-12)
