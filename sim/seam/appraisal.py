"""What an option is worth, in the few words that every rule system shares."""

from msgspec import Struct


class Appraisal(Struct, frozen=True, gc=False):
    """What an option is worth to the seat that would choose it.

    An agent gets one from `self.table.appraise(asked.view, option)`, or those of all
    options of a decision, in their order, from `self.table.weigh(asked)`. All figures
    are exact odds, computed from what the seat may know. They look one exchange ahead,
    not to the end of the conflict, so that an agent has something left to decide.

    Where a rule system knows nothing of an option, each field has its default: the
    appraisal is neutral.
    """

    win: float = 0.5
    """The chance, from 0 to 1, to win the next roll that the option leads to."""
    deals: float = 0.0
    """The harm that the exchange does to opponents, on average.

    The unit is the rule system's own, so compare it only with other figures of harm.
    """
    suffers: float = 0.0
    """The harm that the exchange does to the seat, on average, in the same unit."""
    cost: float = 0.0
    """How many points the option spends, of whatever pool it takes them from."""
    concedes: bool = False
    """Whether to choose the option is to give up."""
    stakes: int = 0
    """How deadly the intention is that the option pursues; 0 is the mildest.

    For one that concedes: how deadly the intention is that it gives in to. Comparable
    among the options of one decision.
    """
    ahead: float = 0.0
    """How far the seat leads as things stand: -1 if it will lose, 1 if it will win.

    It is twice the chance to win the conflict, less 1, before anything is chosen, so it
    is the same for all options of a decision, and means the same in every rule system.
    """
    idle: bool = False
    """Whether the option is known to do nothing."""
    gives: float = 0.0
    """The seat's return if the option ends its part in the conflict (see `leaves`).

    Where the option cannot end it, this is the return of giving up now.
    """
    wins: float = 1.0
    """The seat's return if it obtains what it is after with this option."""
    loses: float = 0.0
    """The seat's return if the others obtain what they are after instead."""
    then_deals: float = 0.0
    """As `deals`, of an exchange after the option has taken effect.

    In it the seat is taken to choose the best of what it may do then.
    """
    then_suffers: float = 0.0
    """As `suffers`, of the same exchange."""
    leaves: float = 0.0
    """How likely the option ends the seat's part: it flees, gives up or gets away."""


NEUTRAL = Appraisal()
"""The appraisal of an option of which nothing is known."""
