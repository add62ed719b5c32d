"""A transcript to complete: a whole first round as it might go, as comments.

With the # removed from every answer and roll, the round passes the audit.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sim.casting.roster import make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.run.seating import seat_agents
from sim.run.sitting import begin_agents
from sim.seam.protocol import Description, RuleSystem, SeatInfo
from sim.transcript.typing import (
    Chosen,
    Heading,
    Played,
    Thrown,
    fudge_dice,
    heading_text,
    inline_table,
    roll_row,
    round_text,
    rounds_of,
    statement_row,
)

_HELP = """\
# A first round as it might go. Each line that begins with "# {" is an answer or a roll:
# take its # away, and put in what it was at your table. Where it was another answer, it
# is one of the lines with "or" below it. What nobody says is silence; what is left out
# of a statement may be anything. The claims are what the table holds came of it: here
# the numbers of how each stands after the round; or about = "harm" and its like, for
# something that happened in it.
"""
_FUDGE = """\
# faces: + is a plus, 0 a blank, - a minus, in the order in which they fell.
"""
_NUMBERS = """\
# faces: the number each die shows, in the order in which they fell.
"""
_BOTH = """\
# faces: the dice in the order in which they fell; Fudge dice by + for a plus, 0 for a
# blank, - for a minus, all others by their numbers.
"""
_FACES = {True: _FUDGE, False: _NUMBERS, None: _BOTH}
"""Whether all dice are Fudge dice, None for some -> how faces are typed."""
_FILL = "  # fill in"
_SEED = "skeleton"
_AGENT = "steady"
_TRIED = 8


def example_rounds(system: RuleSystem[Any], scenario: object) -> dict[int, Played]:
    """Return example rounds, up to the first that is complete.

    They are from the first of a few games in which somebody chooses in a round.
    """
    seats = system.seats(scenario)
    best: dict[int, Played] = {}
    for game in range(_TRIED):
        rounds = _rounds(system, scenario, seats, game)
        first = next((at for at in rounds if at >= 1 and rounds[at].chosen), None)
        if first is not None:
            return {at: played for at, played in rounds.items() if at <= first}
        best = max(best, rounds, key=_decisions)
    return best


def _decisions(rounds: dict[int, Played]) -> int:
    """Count the decisions in *rounds*."""
    return sum(len(played.chosen) for played in rounds.values())


def _rounds(
    system: RuleSystem[Any], scenario: object, seats: tuple[SeatInfo, ...], game: int
) -> dict[int, Played]:
    players = [_AGENT for seat in seats if seat.side is not None]
    agents = [make(spec) for spec in seat_agents(seats, players)]
    key = conflict_key(_SEED, game)
    begun = begin_agents(agents, system, seats, key)
    dice, first = KeyedDice(key), system.initial(scenario)
    played = play(system, first, begun, dice, seats=seats, strict=True)
    return rounds_of(system, scenario, played.events)


def skeleton_text(
    heading: Heading, rounds: dict[int, Played], seats: Sequence[str]
) -> str:
    """Return a transcript to complete: *rounds* as comments, with the other options."""
    thrown = any(played.thrown for played in rounds.values())
    faces = _FACES[fudge_dice(list(rounds.values()))] if thrown else ""
    parts = [f"{_HELP}{faces}{heading_text(heading)}"]
    shown: set[str] = set()
    last = max(rounds, default=0)
    for number, played in rounds.items():
        says = [
            line
            for at, chosen in enumerate(played.chosen)
            for line in (
                *_repeat_comment(seats, played.chosen[:at], chosen),
                *_answers(seats, chosen, shown),
            )
        ]
        dice = [_roll(seats, thrown) for thrown in played.thrown]
        claims = list(_claims(seats, played.standing)) if number == last else []
        parts.append(round_text(number, says, dice, claims))
    return "\n".join(parts)


def _answers(seats: Sequence[str], chosen: Chosen, shown: set[str]) -> Iterator[str]:
    """Yield an answer, and the other options unless they were *shown* before."""
    yield f"# {statement_row(seats, chosen.who, chosen.words)}"
    for words in chosen.options:
        other = statement_row(seats, chosen.who, words)
        if words != chosen.words and other not in shown:
            shown.add(other)
            yield f"#   or {other}"


def _repeat_comment(
    seats: Sequence[str], before: Sequence[Chosen], chosen: Chosen
) -> Iterator[str]:
    """Yield a comment if a seat is asked the same question again in the round."""
    who = seats[chosen.who]
    if before and _same(before[-1], chosen):
        yield f"# {who} once more: each is an answer of its own"
    elif any(_same(earlier, chosen) for earlier in before):
        yield f"# {who} is asked again, for others have answered since"


def _same(first: Chosen, second: Chosen) -> bool:
    """Whether two questions have the same seat and the same options."""
    options = sorted(map(str, first.options))
    return first.who == second.who and options == sorted(map(str, second.options))


def _roll(seats: Sequence[str], thrown: Thrown) -> str:
    return f"# {roll_row(seats, thrown)},{_FILL}"


def _claims(seats: Sequence[str], standing: Sequence[Description]) -> Iterator[str]:
    """Yield a claim about the numbers of each seat's status."""
    for name, words in zip(seats, standing, strict=False):
        numbers = {what: item for what, item in words.items() if type(item) is int}
        if numbers:
            yield f"# {inline_table({'about': 'status', 'who': name, **numbers})}"
