"""One seat of a conflict as a Gymnasium environment, with agents at all others.

Importing this module registers every shipped scenario as `fracas/NAME`::

    import fracas.gym, gymnasium

    environment = gymnasium.make("fracas/alley", seat="Tela", agents="steady")

`gymnasium.make("fracas.gym:fracas/alley")` imports it by itself. Gymnasium, since its
version 1, looks for no environments in installed packages, so one of the two is needed.
"""

from typing import Any, SupportsFloat

import gymnasium
from gymnasium.spaces import Space

from fracas._environment import Environment, Observation
from fracas._inputs import OPTIONS, Scenario, loaded_of
from fracas._shipped import scenarios
from sim.casting.given import AgentGiven
from sim.errors import StepError
from sim.run.seating import seat_named

NAMESPACE = "fracas"
_TRIES = 1000
"""How many conflicts may end before the seat is asked anything."""


class SeatEnvironment(gymnasium.Env[Observation, int]):
    """A conflict as the *seat* sees it; the first one of a side where none is named.

    The others are played by *agents*, one for all of them or one for each in the order
    of seats, else by those of the scenario. Observations, actions and rewards are those
    of `fracas.environment`.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        seat: str = "",
        agents: AgentGiven | list[AgentGiven] | None = None,
        options: int = OPTIONS,
        render_mode: str | None = None,
    ) -> None:
        loaded = loaded_of(scenario)
        seats = loaded.system.seats(loaded.scenario)
        sided = [one.name for one in seats if one.side is not None]
        names = [one.name for one in seats]
        self.seat = names[seat_named(names, seat)] if seat else sided[0]
        if self.seat not in sided:
            message = (
                f"{self.seat} judges and gets nothing in the end, expected one of"
                f" {', '.join(sided)}"
            )
            raise StepError(message)
        others = [one for one in seats if one.name != self.seat]
        given = agents if isinstance(agents, list) else [agents] * len(others)
        if len(given) != len(others):
            message = (
                f"found {len(given)} agents for the {len(others)} other seats, expected"
                f" one for each of {', '.join(one.name for one in others)}, or one"
            )
            raise StepError(message)
        seated = {
            one.name: one.agent if agent is None else agent
            for one, agent in zip(others, given, strict=True)
        }
        self.conflict = Environment(
            loaded, seated, options=options, render_mode=render_mode
        )
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.observation_space: Space[Any] = self.conflict.observation_space(self.seat)
        self.action_space: Space[Any] = self.conflict.action_space(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a conflict in which the seat is asked something.

        The information says how many conflicts ended without a question since the last
        one (`unasked`), and the sum of what the seat got in them (`unasked_return`).
        Raises StepError if none of many asks anything.
        """
        super().reset(seed=seed)
        self.conflict.reset(seed, options)
        unasked, got = 0, 0.0
        while self.conflict.walk.over:
            unasked += 1
            got += self.conflict.rewards[self.seat]
            if unasked >= _TRIES:
                message = f"{self.seat} was asked nothing in {unasked} conflicts"
                raise StepError(message)
            self.conflict.reset()
        more = {"unasked": unasked, "unasked_return": got}
        return self.conflict.observe(self.seat), more

    def step(
        self, action: int
    ) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an option; raises StepError for one not offered, and at the end."""
        conflict = self.conflict
        conflict.check_begun()
        if conflict.walk.over:
            message = f"the conflict is over ({conflict.walk.ending}): reset() first"
            raise StepError(message)
        conflict.step(action)
        over = conflict.walk.over
        seen = conflict.observe(self.seat)
        reward, more = conflict.rewards[self.seat], dict(conflict.infos[self.seat])
        return seen, reward, over, False, more

    def render(self) -> str:
        """Return the story so far."""
        return self.conflict.render()


def register() -> None:
    """Make every shipped scenario known to Gymnasium, as `fracas/NAME`."""
    for one in scenarios():
        gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
            f"{NAMESPACE}/{one['name']}",
            entry_point=f"{__name__}:SeatEnvironment",
            kwargs={"scenario": one["name"]},
        )


register()
