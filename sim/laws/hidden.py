"""Laws of what is hidden: views, and what others are told while an answer is sealed."""

from collections.abc import Iterator
from typing import Any

from sim.conflict.asking import Listeners
from sim.conflict.walk import Walk
from sim.laws.law import SAMPLES, Case, law, require
from sim.laws.walking import Answered
from sim.seam.events import Event
from sim.seam.protocol import Agent, Decision, Table


class _Listens(Agent):
    """Remembers what it is told."""

    listens = True


@law
def questions_show_what_a_seat_may_know(case: Case) -> None:
    """The view in a question is the system's own view of that seat."""
    for step, asked in case.decisions:
        require(
            asked.view == case.system.view(step.before, asked.who),
            f"the view in a Decision is not `view(state, seat)` {case.at(step)}",
        )


@law
def views_leak_nothing(case: Case) -> None:
    """Until anything is shown, nobody can tell what another has answered sealed."""
    for step, forks in _sealed(case):
        asked = [fork.asked for fork in forks]
        require(
            all(other == asked[0] for other in asked),
            "what another seat is asked shows what was answered sealed"
            f" {case.at(step)}",
        )


@law
def nobody_hears_what_is_sealed(case: Case) -> None:
    """While an answer is sealed, what others are told is the same whatever it is."""
    system, seats = case.system, case.system.seats(case.scenario)
    for step, forks in _sealed(case):
        heard: list[list[Event]] = []
        for fork in forks:
            assert isinstance(fork.asked, Decision)
            who = fork.asked.who
            listener = _Listens()
            listener.begin(Table(system, who, seats, b""))
            listeners = Listeners(system, {who: listener})
            listeners.look(fork.state, fork.events)
            listeners.tell(who, fork.events)
            heard.append(listener.history)
        require(
            all(other == heard[0] for other in heard),
            f"another seat is told of what was answered sealed {case.at(step)}",
        )


def _sealed(case: Case) -> Iterator[tuple[Answered, list[Walk[Any]]]]:
    """Yield sealed decisions, and walks in which another seat is asked at once."""
    for step, asked in case.decisions:
        if not asked.options[0].sealed:
            continue
        options = case.luck.sample(asked.options, min(SAMPLES, len(asked.options)))
        forks = [Walk(case.system, step.before, option) for option in options]
        yield (
            step,
            [
                fork
                for fork in forks
                if isinstance(fork.asked, Decision)
                and fork.asked.who != asked.who
                and len(fork.events) == 1
            ],
        )
