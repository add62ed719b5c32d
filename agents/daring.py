"""Raises the stakes where a win for more is worth the turn; otherwise steady."""

from collections.abc import Sequence

from sim.seam.events import Fact

from .steady import Steady, Weighed

_NEAR = 1e-9


class Daring(Steady):
    """Steady, but raises the stakes where that is expected to return *more*.

    What is expected is what winning and losing return with these stakes, by the chance
    that its lead gives. Harm is not weighed against it. Where it had better leave, it
    leaves.
    """

    def __init__(self, *, more: float = 0.05, price: float = 0.5) -> None:
        super().__init__(price=price)
        self.more = more

    def pick_going_on(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the option that raises the stakes the best, or else as steady does."""
        staying = [pair for pair in weighed if not pair[1].concedes]
        if not staying:
            return super().pick_going_on(weighed)
        _, usual = staying[0]
        chance = (1.0 + usual.ahead) / 2
        best, most = None, self.more + _NEAR
        for option, worth in staying:
            gain = chance * (worth.wins - usual.wins)
            gain += (1.0 - chance) * (worth.loses - usual.loses)
            if worth.stakes > usual.stakes and gain > most:
                best, most = option, gain
        return super().pick_going_on(weighed) if best is None else best
