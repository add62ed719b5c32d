"""The harm track as arithmetic: ticking, sliding down, healing, penalty dice."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.rules.solar_system.harm.track import (
    EMPTY,
    Track,
    bloodied_dice,
    collapsed,
    healed,
    is_broken,
    marks,
    severity,
    tick,
    ticked,
)

VIGOR, INSTINCT, REASON = range(3)
Boxes = dict[int, int | None]

TRACKS = st.lists(st.integers(0, 3), min_size=7, max_size=7).map(tuple)


def track(*boxes: int, pool: int = VIGOR) -> Track:
    """Return the track with *boxes* ticked and labelled with *pool*."""
    return tuple(1 + pool if box in boxes else 0 for box in range(1, 8))


def boxes_of(track: Track) -> set[int]:
    """Return the numbers of the ticked boxes."""
    return {box for box, label in enumerate(track, 1) if label}


def as_dict(track: Track) -> Boxes:
    """Return the track as the ledger writes it: box -> label or None."""
    return {box: label or None for box, label in enumerate(track, 1)}


def apply_harm(boxes: Boxes, amount: int, pool: int) -> tuple[int, bool]:
    """Tick as the normative function of the ledger does."""
    if amount <= 0:
        return 0, False
    for box in range(amount, 8):
        if boxes[box] is None:
            boxes[box] = pool
            return box, False
    if amount > 7 and boxes[7] is None:
        boxes[7] = pool
        return 7, True
    return 0, True


def collapse(boxes: Boxes) -> Boxes:
    """Slide down as the normative function of the ledger does."""
    kept = [boxes[box] for box in range(1, 8) if boxes[box] is not None]
    return {box: kept[box - 1] if box <= len(kept) else None for box in range(1, 8)}


def heal(boxes: Boxes, level: int) -> tuple[Boxes, int]:
    """Heal as the normative function of the ledger does."""
    boxes = dict(boxes)
    if level == 0:
        return boxes, 0
    low = [box for box in range(1, 8) if boxes[box] is not None and box <= level]
    removed = max(low) if low else 0
    if removed:
        boxes[removed] = None
    for box in range(level + 1, 8):
        if boxes[box] is not None:
            free = [lower for lower in range(1, box) if boxes[lower] is None]
            if free:
                boxes[min(free)], boxes[box] = boxes[box], None
    return boxes, removed


def ticks(start: Track, *harms: int, overflow: bool = True) -> tuple[Track, int]:
    """Apply *harms* in order; return the track and how many went past broken."""
    past = 0
    for amount in harms:
        box, over = tick(start, amount, overflow=overflow)
        past += over
        if box:
            start = ticked(start, box, VIGOR)
    return start, past


def test_ss_harm_01_seven_boxes() -> None:
    """SS-HARM-01: The track has boxes 1 to 7."""
    assert len(EMPTY) == 7
    assert marks(EMPTY) == 0


def test_ss_harm_03_the_number_names_the_box() -> None:
    """SS-HARM-03: Harm ticks the box of its number, and none below it."""
    after, past = ticks(EMPTY, 3)
    assert boxes_of(after) == {3}
    assert past == 0


@pytest.mark.parametrize(
    ("before", "amount", "box"),
    [((3,), 3, 4), ((1, 4, 3), 4, 5), ((1,), 1, 2), ((2, 3, 5), 2, 4)],
)
def test_ss_harm_04_the_next_free_box_above(
    before: tuple[int, ...], amount: int, box: int
) -> None:
    """SS-HARM-04, RUL-20: Harm on a ticked box ticks the next free one above."""
    assert tick(track(*before), amount, overflow=True) == (box, False)


@pytest.mark.parametrize(
    ("box", "name"),
    [(1, "bruised"), (3, "bruised"), (4, "bloodied"), (6, "bloodied"), (7, "broken")],
)
def test_ss_harm_05_what_a_box_does(box: int, name: str) -> None:
    """SS-HARM-05, RUL-22: The box that is ticked says how bad the harm is."""
    assert severity(box) == name


@pytest.mark.parametrize(
    ("before", "amount", "expected"),
    [
        ((7,), 7, (0, True)),
        ((2, 3, 4, 5, 6, 7), 2, (0, True)),
        ((7,), 6, (6, False)),
        ((), 7, (7, False)),
        ((), 8, (7, True)),
        ((7,), 9, (0, True)),
    ],
)
def test_ss_harm_10_past_broken(
    before: tuple[int, ...], amount: int, expected: tuple[int, bool]
) -> None:
    """SS-HARM-10: Harm is past broken if no box from its number on is free, or above 7.

    Also tested: RUL-21.
    """
    assert tick(track(*before), amount, overflow=True) == expected


def test_rul_21_overflow_may_leave_box_seven() -> None:
    """RUL-21: With `overflow_ticks_seven` off, harm above 7 leaves box 7 free."""
    assert tick(EMPTY, 8, overflow=False) == (0, True)


@given(TRACKS, st.integers(1, 10), st.integers(0, 2))
@settings(max_examples=200)
def test_ticking_agrees_with_the_normative_function(
    start: Track, amount: int, pool: int
) -> None:
    """Ticking does what the ledger's own function does.

    Also tested: SS-HARM-03, SS-HARM-04 and SS-HARM-10.
    """
    boxes = as_dict(start)
    expected = apply_harm(boxes, amount, 1 + pool)
    box, past = tick(start, amount, overflow=True)
    after = ticked(start, box, pool) if box else start
    assert (box, past) == expected
    assert as_dict(after) == boxes


@given(TRACKS, st.integers(1, 7))
@settings(max_examples=200)
def test_inv_07_no_free_box_is_passed_over(start: Track, amount: int) -> None:
    """INV-07: The box is never below the number, and none that is free lies between."""
    box, past = tick(start, amount, overflow=True)
    if past:
        assert all(start[amount - 1 :])
    else:
        assert box >= amount
        assert all(start[amount - 1 : box - 1])


@given(TRACKS, st.lists(st.integers(1, 9), min_size=2, max_size=4))
@settings(max_examples=100)
def test_inv_07_the_order_of_harms_does_not_matter(
    start: Track, harms: list[int]
) -> None:
    """INV-07, RUL-52: Which boxes are ticked does not depend on the order of harms."""
    ends = {
        frozenset(boxes_of(ticks(start, *order)[0])) for order in permutations(harms)
    }
    assert len(ends) == 1


def test_rul_52_the_order_matters_for_what_overflows() -> None:
    """RUL-52: Which harm goes past broken depends on the order of harms."""
    assert ticks(EMPTY, 8, 7)[1] == 2
    assert ticks(EMPTY, 7, 8)[1] == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 3, 6), (1, 2, 3)),
        ((1, 3, 4, 5), (1, 2, 3, 4)),
        ((7,), (1,)),
        ((1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5, 6, 7)),
        ((), ()),
    ],
)
def test_ss_shake_01_marks_slide_to_the_bottom(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """SS-SHAKE-01: N marks slide down to the boxes 1 to n (L661)."""
    assert collapsed(track(*before), travel=True) == track(*after)


def test_rul_27_labels_travel_or_stay() -> None:
    """RUL-27: Labels travel with the marks, or boxes keep them, as the ruling says."""
    before = (1, 0, 3, 1 + INSTINCT, 1 + VIGOR, 0, 0)
    assert collapsed(before, travel=True) == (1, 3, 1 + INSTINCT, 1 + VIGOR, 0, 0, 0)
    assert collapsed(before, travel=False) == (1, 3, 3, 1 + INSTINCT, 0, 0, 0)


@given(TRACKS)
@settings(max_examples=100)
def test_inv_10_sliding_down_twice_changes_nothing(start: Track) -> None:
    """INV-10: N marks slide to boxes 1 to n, and sliding again changes nothing."""
    for travel in (True, False):
        after = collapsed(start, travel=travel)
        assert boxes_of(after) == set(range(1, marks(start) + 1))
        assert collapsed(after, travel=travel) == after
    assert as_dict(collapsed(start, travel=True)) == collapse(as_dict(start))


@pytest.mark.parametrize(
    ("before", "level", "after", "removed"),
    [
        ((1, 2, 3, 4), 2, (1, 2, 3), 2),
        ((1, 2), 5, (1,), 2),
        ((1, 2, 3), 0, (1, 2, 3), 0),
        ((1, 2, 5), 3, (1, 2), 2),
        ((5,), 3, (1,), 0),
    ],
)
def test_ss_heal_01_and_02(
    before: tuple[int, ...], level: int, after: tuple[int, ...], removed: int
) -> None:
    """SS-HEAL-01: Healing removes a mark by its level, and those above it slide down.

    Also tested: SS-HEAL-02 and RUL-29.
    """
    assert healed(track(*before), level) == (track(*after), removed)


@given(TRACKS, st.integers(0, 7))
@settings(max_examples=200)
def test_healing_agrees_with_the_normative_function(start: Track, level: int) -> None:
    """Healing does what the ledger's own function does.

    Also tested: RUL-29, SS-HEAL-01 and SS-HEAL-02.
    """
    after, removed = healed(start, level)
    assert (as_dict(after), removed) == heal(as_dict(start), level)


@pytest.mark.parametrize(("count", "level"), [*product(range(1, 8), range(1, 8))])
def test_inv_10_healing_takes_one_mark_of_a_shaken_track(
    count: int, level: int
) -> None:
    """INV-10: On a track that was shaken out every success removes one mark."""
    after, _ = healed(track(*range(1, count + 1)), level)
    assert boxes_of(after) == set(range(1, count))


def test_ss_harm_07_one_die_for_a_bloodied_pool() -> None:
    """SS-HARM-07: A bloodied box costs abilities of its own pool a die, and no others.

    Also tested: SS-ABIL-02.
    """
    hurt = ticked(EMPTY, 4, INSTINCT)
    assert bloodied_dice(hurt, INSTINCT, per_box=False) == 1
    assert bloodied_dice(hurt, VIGOR, per_box=False) == 0
    both = ticked(hurt, 5, VIGOR)
    assert bloodied_dice(both, VIGOR, per_box=False) == 1


def test_ss_harm_07_bruised_boxes_bloody_nothing() -> None:
    """SS-HARM-05, SS-HARM-07: Only boxes 4 to 6 bloody a pool."""
    hurt = track(1, 2, 3, 7, pool=INSTINCT)
    assert bloodied_dice(hurt, INSTINCT, per_box=True) == 0


def test_rul_24_two_boxes_of_one_pool() -> None:
    """RUL-24: Two bloodied boxes of a pool are one die, or under `per_box` two."""
    hurt = track(4, 6, pool=REASON)
    assert bloodied_dice(hurt, REASON, per_box=False) == 1
    assert bloodied_dice(hurt, REASON, per_box=True) == 2


def test_ss_harm_09_box_seven_breaks() -> None:
    """SS-HARM-09: Only box 7 breaks a character."""
    assert is_broken(track(7))
    assert not is_broken(track(1, 2, 3, 4, 5, 6))
