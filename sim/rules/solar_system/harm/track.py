"""The harm track: seven boxes, each free (0) or ticked with a pool (1 + its index)."""

from functools import lru_cache

BOXES = 7
BRUISED_TO = 3
BLOODIED_TO = 6

Track = tuple[int, ...]

EMPTY: Track = (0,) * BOXES


def tick(track: Track, amount: int, *, overflow: bool) -> tuple[int, bool]:
    """Return (the box that *amount* ticks or 0, whether it goes past broken).

    The amount names the box or, if that is ticked, the next free one above. If there is
    none, or the amount exceeds seven, it is past broken; if it exceeds seven, a free
    box 7 is ticked as well under *overflow* [SS-HARM-03, SS-HARM-04, SS-HARM-10,
    RUL-20, RUL-21].
    """
    for box in range(amount, BOXES + 1):
        if not track[box - 1]:
            return box, False
    if amount > BOXES and overflow and not track[BOXES - 1]:
        return BOXES, True
    return 0, True


def ticked(track: Track, box: int, pool: int) -> Track:
    """Return *track* with *box* ticked and labelled with *pool*."""
    return (*track[: box - 1], 1 + pool, *track[box:])


def collapsed(track: Track, *, travel: bool) -> Track:
    """Return the track after shake-out: n marks become boxes 1 to n [SS-SHAKE-01].

    Labels move with the marks in order or, without *travel*, boxes keep their own, and
    a box that was free takes the label of the mark that moves into it [RUL-27].
    """
    marks = [label for label in track if label]
    after = marks + [0] * (BOXES - len(marks))
    if not travel:
        after = [
            old if new and old else new for old, new in zip(track, after, strict=True)
        ]
    return tuple(after)


def healed(track: Track, level: int, *, travel: bool = True) -> tuple[Track, int]:
    """Return (the track after a healing check of *level*, the box removed or 0).

    The mark at the level is removed, or else the highest below it; then the marks above
    the level move down to the lowest free boxes [SS-HEAL-01, SS-HEAL-02, RUL-29].
    """
    if level <= 0:
        return track, 0
    boxes = list(track)
    low = [box for box in range(1, min(level, BOXES) + 1) if boxes[box - 1]]
    removed = low[-1] if low else 0
    labels = list(boxes)
    if removed:
        boxes[removed - 1] = 0
    for box in range(level + 1, BOXES + 1):
        if boxes[box - 1]:
            free = [c for c in range(1, box) if not boxes[c - 1]]
            if free:
                label = boxes[box - 1]
                if not travel and labels[free[0] - 1]:
                    label = labels[free[0] - 1]
                boxes[free[0] - 1], boxes[box - 1] = label, 0
    return tuple(boxes), removed


def severity(box: int) -> str:
    """Return the name of a ticked box: bruised, bloodied or broken [SS-HARM-05]."""
    if box <= BRUISED_TO:
        return "bruised"
    return "bloodied" if box <= BLOODIED_TO else "broken"


def bloodied_dice(track: Track, pool: int, *, per_box: bool) -> int:
    """Count the penalty dice on abilities of *pool* from boxes 4 to 6.

    One for the pool, or one for each of its boxes [SS-HARM-07, RUL-24].
    """
    count = track[BRUISED_TO:BLOODIED_TO].count(1 + pool)
    return count if per_box else min(1, count)


def is_broken(track: Track) -> bool:
    """Whether box 7 is ticked [SS-HARM-09]."""
    return track[-1] != 0


@lru_cache(maxsize=4096)
def ends_at(track: Track) -> int:
    """Return the least harm that goes past broken: above the highest free box.

    [SS-HARM-10, RUL-21]
    """
    return 1 + max([box for box, label in enumerate(track, 1) if not label], default=0)


def marks(track: Track) -> int:
    """Count the ticked boxes."""
    return BOXES - track.count(0)
