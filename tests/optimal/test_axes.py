"""Numbers are rounded to sums only where nothing is lost by it."""

from random import Random

import numpy as np
import pytest

from sim.optimal.axes import axis


def sums_of(most: int, amounts: set[int]) -> list[int]:
    """Return all sums of *amounts* up to the *most*, one after the other."""
    sums = [0]
    for number in range(1, most + 1):
        if any(number - more in sums for more in amounts if more):
            sums.append(number)
    return sums


def rounded(values: list[int], number: int, *, up: bool) -> int:
    """Return the value that a *number* is rounded to."""
    if up:
        return min(value for value in values if value >= number)
    return max(value for value in values if value <= number)


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize("parts", [2, 12])
def test_what_sums_are_rounded_to_has_room_for_the_same_sums(
    parts: int, *, up: bool
) -> None:
    """Rounding a sum never changes which further amounts exceed the most."""
    luck, steps = Random(parts), 0
    for _ in range(200):
        most = luck.randint(5, 120)
        amounts = {luck.randint(0, most) for _ in range(luck.randint(0, 6))}
        values = axis(most, parts, amounts, up=up).tolist()
        sums = sums_of(most, amounts)
        assert values == sorted({*values, most})
        assert up or values[0] == 0
        assert len(values) <= 3 * parts + 2
        whole = list(np.unique([*range(0, most, max(1, -(-most // parts))), most]))
        if values == whole:
            steps += 1
            continue
        for number in sums:
            to = rounded(values, number, up=up)
            assert (to >= number) if up else (to <= number)
            for more in sums:
                assert (number + more > most) == (to + more > most)
    assert steps < 190


def test_a_few_amounts_are_no_steps() -> None:
    """Known axes: with few amounts, with none, and with too few parts."""
    assert axis(7, 4, {0, 3, 5}, up=True).tolist() == [0, 3, 5, 6, 7]
    assert axis(7, 12, set(), up=True).tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert axis(7, 2, {0, 3, 5}, up=True).tolist() == [0, 3, 6, 7]
    assert axis(7, 2, {0, 3, 5}, up=False).tolist() == [0, 3, 5, 7]
