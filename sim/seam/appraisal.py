"""What an option is worth, in the few words that every rule system shares."""

from msgspec import Struct


class Appraisal(Struct, frozen=True, gc=False):
    """What an option is worth to the one who would choose it, by exact odds.

    *win* is the chance to win the next roll it leads to; *deals* and *suffers* are
    the expected harm of that exchange, in the system's own unit of harm, and
    *then_deals* and *then_suffers* that of an exchange once the option has taken
    effect, its chooser choosing the best of what it may do then. *cost* is how many
    points of a pool it spends. *concedes* says that choosing it gives up; *stakes* is
    how deadly the intention is that it pursues (0 is the mildest) or, if it concedes,
    gives in to, comparable among one decision's options.

    *ahead* is twice the chance that its chooser wins the conflict, less 1, as things
    stand before it chooses: the same for all options of a decision, and of one meaning
    in every system. *idle* says that the option is known to do nothing; where nothing
    is known, an appraisal is neutral and not idle. *wins* and *loses* are its
    chooser's returns if it obtains what it is after then, and if the others obtain
    what they are after. *leaves* is how likely the option ends its chooser's part in
    the conflict, whether it flees, gives up or gets away, and *gives* is its return if
    it does; where an option cannot end it, *gives* is that of giving up now.
    """

    win: float = 0.5
    deals: float = 0.0
    suffers: float = 0.0
    cost: float = 0.0
    concedes: bool = False
    stakes: int = 0
    ahead: float = 0.0
    idle: bool = False
    gives: float = 0.0
    wins: float = 1.0
    loses: float = 0.0
    then_deals: float = 0.0
    then_suffers: float = 0.0
    leaves: float = 0.0


NEUTRAL = Appraisal()
"""What an option is worth that nobody can appraise."""
