"""Can this agent be trusted in a tournament? A suite of named checks.

A random player overrides half of its answers, so that the agent is also asked in states
it would never reach by itself. It must choose one of the options, play the same
conflict alike in any process, forget the last conflict and leave what it is handed
unchanged. Its thinking time is reported, not judged.
"""

import gc
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count as count_from

from msgspec import Struct

from sim.bots.bot import PROGRAMS
from sim.casting.roster import describe, make, seated
from sim.check_agent.declared_chances import check_declared_chances, games_to_compare
from sim.check_agent.declared_memory import check_memory, is_deterministic
from sim.check_agent.keeps_answering import PATIENCE, scenarios_tried, stops_answering
from sim.check_agent.watch import SEED, AlteredError, Watched, play_one, watch
from sim.errors import AgentError, ScenarioError
from sim.library import catalogue
from sim.library.registry import system_names
from sim.library.scenario import Loaded, from_json, load
from sim.run.meaning import check_settings
from sim.run.workers import in_order, new_pool
from sim.seam.events import TABLE, SeatTaken
from sim.seam.protocol import Decision

GAMES = 3
_BY_ANSWERS = frozenset(
    {"offered", "repeatable", "repeatable-elsewhere", "forgets", "remembers"}
)
"""Checks that need an agent that answers."""
_BY_PLAY = _BY_ANSWERS | {"leaves-questions", "lets-go", "time"}
"""Checks that an agent which always crashes cannot be given."""
_OWN_LUCK = "what it leaves to chance belongs to self.table.random"


def _no_progress(done: int) -> None:
    del done


def _count_conflicts(progress: Callable[[int], None]) -> Callable[[], None]:
    """Return a callback for every conflict, which reports how many were played."""
    count = count_from(1)
    return lambda: progress(next(count))


class Check(Struct, frozen=True):
    """One promise of agents, whether this one keeps it, and a sentence about it.

    A check that could not be *judged*, because the agent never answered, is not passed.
    """

    name: str
    passed: bool
    sentence: str
    judged: bool = True


def check_agent(
    spec: str,
    scenarios: Sequence[Loaded] = (),
    *,
    games: int = GAMES,
    progress: Callable[[int], None] = _no_progress,
    patience: float = PATIENCE,
) -> list[Check]:
    """Return the checks of the agent *spec* on *scenarios* (all that are shipped).

    *progress* is called with how many of `conflicts_to_play` are done. Raises
    AgentError, UnknownNameError (no such agent), ScenarioError (no scenario).
    """
    make(spec)
    loaded = _asked_in(scenarios)
    check_settings(loaded, [spec])
    on_conflict = _count_conflicts(progress)
    PROGRAMS.patience = patience
    if (gone := stops_answering(spec, loaded, SEED, on_conflict, patience)) is not None:
        return [Check("stays", passed=False, sentence=gone)]
    state = random.getstate()
    try:
        first = _watched(spec, loaded, games, 1, on_conflict)
        again = _watched(spec, loaded, games, 2, on_conflict)
        forgetful = _forgetful(spec, loaded, on_conflict)
        kept = _declarations(spec, loaded, games, on_conflict)
        elsewhere = _elsewhere(spec, loaded, games, first, on_conflict)
    except AlteredError as error:
        return [_described(spec), _altered(error)]
    finally:
        random.setstate(state)
    checks = [
        *_faults(_described(spec), first),
        _alike("repeatable", "answers alike when played again", first, again),
        elsewhere,
        *forgetful,
        *kept,
        _time(first),
    ]
    return [_if_answered(check, first) for check in checks]


def _altered(error: AlteredError) -> Check:
    """Return the check of an agent that altered what it got, the only one it gets."""
    said = f"{error}; so nothing else is judged"
    return Check("leaves-questions", passed=False, sentence=said)


def _faults(described: Check, first: Sequence[Watched]) -> Iterator[Check]:
    """Yield the checks of what it did wrong while it was watched *first*."""
    yield described
    yield _faultless("offered", "answers only what is offered", first, "strayed")
    yield _faultless("raises-nothing", "raises no error", first, "raised")
    # One that altered anything would not have come as far as this.
    asked = sum(len(conflict.answers) for conflict in first)
    said = f"it leaves what it is handed as it is ({asked} choices)"
    yield Check("leaves-questions", passed=True, sentence=said)


def conflicts_to_play(
    spec: str, scenarios: Sequence[Loaded], games: int = GAMES
) -> int:
    """Return how many conflicts `check_agent` plays, if *spec* stays in all of them."""
    loaded = _asked_in(scenarios)
    elsewhere = all(scenario.system.name in system_names() for scenario in loaded)
    watched = (2 + elsewhere) * games * len(loaded)
    drawn = games_to_compare(spec, len(loaded), games) * len(loaded)
    once = 1 + is_deterministic(make(spec))
    return len(scenarios_tried(spec, loaded)) + watched + once * len(loaded) + drawn


def _asked_in(scenarios: Sequence[Loaded]) -> tuple[Loaded, ...]:
    """Return *scenarios*, or all that are shipped; raises ScenarioError for none."""
    loaded = tuple(scenarios) or tuple(catalogue.usable(catalogue.scenarios(), load))
    if not loaded:
        message = "there is no scenario to ask the agent in"
        raise ScenarioError(message)
    return loaded


def _if_answered(check: Check, seen: Sequence[Watched]) -> Check:
    """Return *check*, or "not judged" for an agent that never answered."""
    answers = [told for conflict in seen for told in conflict.answers]
    if not check.passed or not answers or any(told is not None for told in answers):
        return check
    crashed = any(conflict.raised for conflict in seen)
    if check.name not in (_BY_PLAY if crashed else _BY_ANSWERS):
        return check
    why = "it crashed" if crashed else "nothing it answered was offered"
    sentence = f"not judged: {why}, at each of its {len(answers)} choices"
    return Check(check.name, passed=False, sentence=sentence, judged=False)


def _watched(
    spec: str,
    loaded: Sequence[Loaded],
    games: int,
    luck: int,
    on_conflict: Callable[[], None],
) -> list[Watched]:
    """Watch every conflict, with *luck* of the process that no agent should use."""
    random.seed(luck)
    seen: list[Watched] = []
    for scenario in loaded:
        for game in range(games):
            seen.append(watch(spec, scenario, game))
            on_conflict()
    return seen


def _described(spec: str) -> Check:
    name, version, settings = describe(spec)
    taken = SeatTaken("", name, version, settings)
    try:
        seated(taken)
    except AgentError as error:
        sentence = f"it cannot be made again from what a stream records: {error}"
        return Check("described", passed=False, sentence=sentence)
    sentence = f"a stream records it as {name}, version {version}, {settings}"
    return Check("described", passed=True, sentence=sentence)


def _faultless(name: str, promise: str, seen: Sequence[Watched], kind: str) -> Check:
    faults = [fault for conflict in seen for fault in getattr(conflict, kind)]
    answers = [told for conflict in seen for told in conflict.answers]
    if not faults:
        told = sum(answer is not None for answer in answers)
        often = f"{len(answers)} choices"
        if name in _BY_ANSWERS and told < len(answers):
            often = f"{told} of {often}; at the others it gave no answer"
        return Check(name, passed=True, sentence=f"it {promise} ({often})")
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Check(name, passed=False, sentence=f"{faults[0]}{more}")


def _alike(
    name: str, promise: str, first: Sequence[Watched], again: Sequence[Watched]
) -> Check:
    for before, after in zip(first, again, strict=True):
        for index, (answer, repeated) in enumerate(
            zip(before.answers, after.answers, strict=False)
        ):
            if answer != repeated:
                sentence = (
                    f"at choice {index + 1} it answers {answer!r:.120}, and when the"
                    f" same conflict is played again {repeated!r:.120}; {_OWN_LUCK}"
                )
                return Check(name, passed=False, sentence=sentence)
    many = f"{len(first)} conflict{'s' * (len(first) != 1)}"
    return Check(name, passed=True, sentence=f"it {promise} ({many})")


def _elsewhere(
    spec: str,
    loaded: Sequence[Loaded],
    games: int,
    first: Sequence[Watched],
    on_conflict: Callable[[], None],
) -> Check:
    """Play again in a fresh process with another hash seed."""
    name = "repeatable-elsewhere"
    if any(scenario.system.name not in system_names() for scenario in loaded):
        sentence = "not tried: the rule system is not one of the registered"
        return Check(name, passed=True, sentence=sentence)
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "2" if before == "1" else "1"
    try:
        asked = [(scenario.data, game) for scenario in loaded for game in range(games)]
        again: list[list[str]] = []
        with new_pool(1) as pool:
            for answers in in_order(partial(_watch_again, spec), asked, executor=pool):
                again.append(answers)
                on_conflict()
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before
    told = [[repr(fact) for fact in conflict.answers] for conflict in first]
    if told == again:
        return Check(name, passed=True, sentence="it answers alike in another process")
    sentence = (
        "it answers otherwise in another process: it may depend on the order of a set,"
        f" on the clock or on what was imported; {_OWN_LUCK}"
    )
    return Check(name, passed=False, sentence=sentence)


def _watch_again(spec: str, asked: tuple[bytes, int]) -> list[str]:
    data, game = asked
    return [repr(fact) for fact in watch(spec, from_json(data), game).answers]


def _forgetful(
    spec: str, loaded: Sequence[Loaded], on_conflict: Callable[[], None]
) -> list[Check]:
    """Play a conflict, others, and the first again, with one and the same agent."""
    candidate = make(spec)
    random.seed(1)
    opening = play_one(candidate, loaded[0], 0)
    kept = opening.asked
    kept.append(
        Decision(TABLE, (), opening.asked[0].view)
        if opening.asked
        else Decision(TABLE, (), None)
    )
    for scenario in loaded:
        play_one(candidate, scenario, 1)
        on_conflict()
    gc.collect()
    held = sum(
        sys.getrefcount(kept[index]) > sys.getrefcount(kept[-1])
        for index in range(len(kept) - 1)
    )
    random.seed(1)
    again = watch(spec, loaded[0], 0, candidate)
    sentence = (
        f"it still holds {held} questions of a conflict that is over"
        if held
        else "it holds no question of a conflict that is over"
    )
    return [
        _alike(
            "forgets", "answers alike after other conflicts", [opening.seen], [again]
        ),
        Check("lets-go", passed=not held, sentence=sentence),
    ]


def _declarations(
    spec: str, loaded: Sequence[Loaded], games: int, on_conflict: Callable[[], None]
) -> list[Check]:
    """Check declared chances, or the declared memory of a deterministic agent."""
    if count := games_to_compare(spec, len(loaded), games):
        fault, asked = check_declared_chances(spec, loaded, count, on_conflict)
        kept = f"chooses with the chances that it declares ({asked} choices)"
        return [Check("chances", passed=not fault, sentence=f"it {fault or kept}")]
    if is_deterministic(make(spec)):
        fault, kept = check_memory(spec, loaded, on_conflict)
        return [Check("remembers", passed=not fault, sentence=f"it {fault or kept}")]
    return []


def _time(seen: Sequence[Watched]) -> Check:
    seconds = [second for conflict in seen for second in conflict.seconds] or [0.0]
    mean = 1000 * sum(seconds) / len(seconds)
    sentence = (
        f"it thinks {mean:.3f} ms a choice, at most {1000 * max(seconds):.3f} ms"
        f" ({len(seconds)} choices)"
    )
    return Check("time", passed=True, sentence=sentence)
