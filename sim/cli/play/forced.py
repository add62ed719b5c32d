"""`--force 'SEAT: WORDS'`: an agent that takes an option whenever it can."""

import re
from collections.abc import Iterable, Sequence

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.plan import seats_of
from sim.casting.offered import actions_offered, lines_offered
from sim.errors import AgentError, UnknownNameError
from sim.library.scenario import Loaded
from sim.reading.hints import among, as_known, quoted
from sim.reading.near import nearest_lines
from sim.reading.words import said_in
from sim.seam.seats import by_seat
from sim.spine.words import without_name

_NOT_IN_A_SPEC = re.compile(r"[^\w\s'-]+")
"""What separates the settings of agents, and other punctuation."""
_NEAREST = 3
"""The most options named where the words mean none, or several."""
_KNOWN = 5
"""The most where no word is like any of theirs."""
_NUMBER = re.compile(r"\d+")
_REST = re.compile(r"(?: \([^()]*\))?(?:, by .*)?$")
"""The target of an option, and the means by which it is done."""


def forced_agents(
    playable: Playable, agents: Sequence[str], force: Iterable[str]
) -> tuple[str, ...]:
    """Return *agents*, with those of the seats in *force* wrapped in `forced`.

    Raises AgentError for text that is not `SEAT: WORDS`, for words that no option of
    the seat has or that say of a whole kind nothing but that, and for an agent that
    cannot be wrapped, UnknownNameError for an unknown seat.
    """
    names = [seat.name for seat in seats_of(playable)]
    specs = list(agents)
    for text in force:
        name, words = split_seat(text, names)
        said = " ".join(_NOT_IN_A_SPEC.sub(" ", words).split())
        if not said:
            message = f"--force {quoted(text)}: expected 'SEAT: WORDS OF AN OPTION'"
            raise AgentError(message)
        seat = as_known(name.strip(), names)
        if seat not in names:
            message = (
                f"--force {quoted(text)}: nobody is called {quoted(seat)},"
                f" expected {among(names, seat)}"
            )
            raise UnknownNameError(message)
        _check_offered(playable, seat, said)
        place = names.index(seat)
        specs[place] = _wrapped(specs[place], said, seat)
    return tuple(specs)


def split_seat(text: str, names: Sequence[str]) -> tuple[str, str]:
    """Split *text* into seat and words; one of the seats' *names* may have a colon."""
    for name in sorted(names, key=len, reverse=True):
        begun, words = text.strip()[: len(name) + 1], text.strip()[len(name) + 1 :]
        if begun.endswith(":") and as_known(begun[:-1], names) == name:
            return name, words
    name, _, words = text.partition(":")
    return name, words


def _check_offered(playable: Playable, name: str, said: str) -> None:
    """Raise AgentError if no option of the seat *name* has the words *said*."""
    lines: dict[str, None] = {}
    actions: dict[str, None] = {}
    for loaded in _places(playable):
        for seat, info in by_seat(loaded.system.seats(loaded.scenario)):
            if info.name == name:
                where = loaded.system, loaded.scenario, seat
                lines |= dict.fromkeys(lines_offered(*where, said=said))
                actions |= dict.fromkeys(actions_offered(*where))
    meant = [line for line in lines if said_in(said, line)]
    if not meant:
        raise _no_option(name, said, list({**actions, **lines}), list(actions))
    if _says_nothing(said, name, meant):
        known = _short_lines(name, meant)
        message = (
            f"the words {quoted(said)} begin several options of {name} and force none:"
            f" say which, of {_listed(known[:_NEAREST])}"
            f"{', and others' * (len(known) > _NEAREST)}"
        )
        raise AgentError(message)


def _no_option(
    name: str, said: str, lines: Sequence[str], actions: Sequence[str]
) -> AgentError:
    """Return the error for words *said* that no option of *name* has.

    It names the nearest of *lines*; if no word is like any, some of its *actions*.
    """
    wrong = f"no option of {name} has the words {quoted(said)}"
    if near := nearest_lines(said, _short_lines(name, lines), _NEAREST):
        verb = "is" if len(near) == 1 else "are"
        return AgentError(f"{wrong}; the nearest {verb} {_listed(near)}")
    known = _short_lines(name, actions or lines)
    more = ", and others" * (len(known) > _KNOWN)
    return AgentError(
        f"{wrong}, nor any like them; it has {_listed(known[:_KNOWN])}{more}"
    )


def _short_lines(name: str, lines: Iterable[str]) -> list[str]:
    """Return *lines* as short as --force takes them, without numbers that differ."""
    short: dict[str, str] = {}
    for line in lines:
        words = without_name(line, name).removeprefix("now ").removesuffix(".")
        words = _REST.sub("", words)
        short.setdefault(_NUMBER.sub("", words), words)
    return list(short.values())


def _listed(lines: Iterable[str]) -> str:
    return ", ".join(map(quoted, lines))


def _says_nothing(said: str, name: str, meant: Iterable[str]) -> bool:
    """Whether *said* is only how options of a kind begin, and not which of them.

    Of what is *meant* it then says the name, or what stands before a colon.
    """
    rests: set[str] = set()
    for line in meant:
        head, colon, rest = line.partition(": ")
        if not said_in(said, head if colon else name):
            return False
        rests.add(_NUMBER.sub("", rest if colon else line))
    return len(rests) > 1


def _places(playable: Playable) -> list[Loaded]:
    if isinstance(playable, Campaign):
        return [chapter.loaded for chapter in playable.chapters]
    return [playable]


def _wrapped(agent: str, said: str, seat: str) -> str:
    if not agent:
        message = (
            f"{seat} has an agent of its own in each chapter, so nothing can be forced"
            " on it: give it one with --agents"
        )
        raise AgentError(message)
    if ";" in agent:
        message = (
            f"the agent {agent} of {seat} is made from other agents already, and cannot"
            " be made to force an option"
        )
        raise AgentError(message)
    return f"forced:says={said},of={agent.replace(',', ';')}"
