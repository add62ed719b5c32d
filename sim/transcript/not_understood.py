"""Statements and claims that were not understood in rounds that could be followed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.conflict.phrases import kind_in_words
from sim.errors import StreamError
from sim.reading.hints import quoted
from sim.spine.words import listed
from sim.transcript.claims import SAID, STATUS
from sim.transcript.lexicon import Lexicon
from sim.transcript.matching import StatementMatcher
from sim.transcript.possible import Possible
from sim.transcript.typed import Statement, Typed


def not_understood(
    rounds: Mapping[int, Typed],
    names: Sequence[str],
    matcher: StatementMatcher[Any],
    lexicon: Lexicon,
    here: Possible,
) -> Iterator[tuple[int, str]]:
    """Yield a sentence for everything that was not understood, with what would be.

    Before it stands its line in the file, or 0. *here* knows which events can come up
    in this conflict.
    """
    for number, typed in rounds.items():
        where = f"round {number}"
        for said in typed.says:
            who = names[said.seat]
            if said.ways:
                yield said.line, _unclear(f"{where}, says", who, said)
            elif said.sentence and not said.used and not matcher.was_ever_meant(said):
                kinds = matcher.kinds(said.seat, said.place[0])
                unknown = lexicon.unknown(f"{where}, says", who, said.sentence, kinds)
                yield said.line, unknown
        yield from _wrong_words(where, typed, lexicon, here)
    yield from _not_understood(rounds, lexicon, here)


def _not_understood(
    rounds: Mapping[int, Typed], lexicon: Lexicon, here: Possible
) -> Iterator[tuple[int, str]]:
    """Yield the subjects of claims that mean no event which can happen here.

    Claims about the same subject share one sentence, with their rounds, and the line of
    the first. The name of a kind as programs print it means exactly that kind.
    """
    places: dict[tuple[str, str | None], list[tuple[int, int]]] = {}
    for number, typed in rounds.items():
        for said, kind, line in typed.abouts:
            if kind is not None:
                whole = kind in {said, STATUS}
                if whole or lexicon.came_up(kind) or kind in here.kinds:
                    continue
            places.setdefault((said, kind), []).append((number, line))
    for (said, kind), place in places.items():
        numbers = [number for number, _ in place]
        never = (
            f" ({quoted(kind_in_words(kind))} cannot happen in this scenario)"
            if kind
            else ""
        )
        ways = ", ".join(map(quoted, here.nearest(said)))
        sentence = (
            f"{_places(numbers)}: about = {quoted(said)} is not understood here{never}:"
            f" the nearest that can happen are {ways}"
        )
        yield place[0][1], sentence


def _places(numbers: Sequence[int]) -> str:
    """Return the rounds of claims, such as "rounds 1 and 2, 5 claims"."""
    rounds = [str(number) for number in dict.fromkeys(numbers)]
    if len(numbers) == 1:
        return f"round {rounds[0]}, claims"
    which = "round" if len(rounds) == 1 else "rounds"
    return f"{which} {listed(rounds)}, {len(numbers)} claims"


def _unclear(where: str, who: str, said: Statement) -> str:
    """Return a sentence with the options that *said* may begin."""
    ways = " or ".join(f'"{way}"' for way in said.ways)
    may = f"{where}: {quoted(said.sentence)} of {who} may be {ways}"
    return f"{may}: say which" if len(said.ways) > 1 else f"{may}: say all of it"


def _wrong_words(
    where: str, one: Typed, lexicon: Lexicon, here: Possible
) -> Iterator[tuple[int, str]]:
    """Yield claims with keys that their kind of event does not have, with lines."""
    for said in one.says:
        if "does" in said.words:
            does = said.words["does"]
            for wrong in _check(f"{where}, says", does, said.words, lexicon):
                yield said.line, wrong
    for claim, line in zip(one.claims, one.claim_lines, strict=True):
        if SAID in claim:
            continue  # it was understood when it was made
        at = f"{where}, claims"
        about = claim["about"]
        ours = {"about", "who"} if about == STATUS else {"about"}
        claimed = lexicon.claimed(claim)
        said_of = {name: item for name, item in claimed.items() if name not in ours}
        wrongs = list(_check(at, about, said_of, lexicon))
        if wrongs and about == STATUS:
            # What was followed need not have come as far as the table claims.
            for words in here.standings:
                lexicon.learn(STATUS, words)
            wrongs = list(_check(at, about, said_of, lexicon))
        for wrong in wrongs:
            yield line, wrong


def _check(
    where: str, kind: str, said: Mapping[str, Any], lexicon: Lexicon
) -> Iterator[str]:
    try:
        lexicon.check(where, kind, dict(said))
    except StreamError as error:
        yield str(error)
