"""Jobs to work out how the games of two agents end, for any process.

`sim.tournament.solving` does them: it imports the graph, which few tournaments need.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from sim.run.chunk import Plan, prepared
from sim.store.contests import PlaceSolved


class SolveJob(Struct, frozen=True):
    """The games of two agents in one place, to be worked out: a plan a seating.

    Each may take this many *seconds*; what does not fit is played instead.
    """

    plans: tuple[Plan, ...]
    seconds: float

    def __str__(self) -> str:
        who = ", ".join(dict.fromkeys(self.plans[0].agents))
        return f"how games of {who} end"

    def prepared(self) -> bytes:
        """Return the first events of the conflicts of each seating.

        Raises ScenarioError, AgentError or UnknownNameError when that cannot be.
        """
        return b"".join(map(prepared, self.plans))


ONE_SIDE = PlaceSolved(
    why="where one side is open, two games under the same dice are compared"
)
"""If only one side is open, nothing exact follows from how each game ends."""
SOLVE = "sim.tournament.solving:solve_place"
"""The function that does a SolveJob, and returns bytes for `decode_solved`."""
decode_solved: Callable[[bytes], PlaceSolved] = msgspec.msgpack.Decoder(
    PlaceSolved
).decode
