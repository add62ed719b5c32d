"""The table of prices, in advances [SS-ADV-01]."""

RANK_STEPS = {0: 1, 1: 1, 2: 2, 3: 3, 4: 6}
"""Rank -> the cost of reaching it from the rank below.

A new ability starts at Novice [SS-ADV-01, SS-ADV-02].
"""

RANK_PRICES = {0: 0, 1: 1, 2: 3, 3: 6, 4: 12}
"""Rank -> the total cost of reaching it from Novice [SS-ADV-02]."""

RANK_MOST = 4
"""Grand Master is the ceiling [SS-ADV-09]."""

POOL_CHEAP_TO = 10
"""Up to this score a point of a pool costs 1 advance, beyond it 2 [SS-ADV-03]."""

SECRET_PRICE = 1
KEY_PRICE = 1

KEYS_MOST = 5
"""The most Keys that anybody may hold at a time [SS-KEY-04]."""


def pool_price(score: int) -> int:
    """Return the cost of raising a pool to this score [SS-ADV-01, SS-ADV-03]."""
    return 1 if score <= POOL_CHEAP_TO else 2
