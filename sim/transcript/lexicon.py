"""The words of a conflict, so that a typo is not counted as a violation.

Kinds of events are known beforehand. The keys of a kind and their types are learnt from
the events that were offered or happened; for a kind that never came up, any key is
accepted.
"""

from collections.abc import Iterable
from typing import Any

from sim.conflict.codec import tag
from sim.conflict.kinds import kind_meant
from sim.conflict.phrases import called, kind_in_words
from sim.errors import StreamError
from sim.reading.hints import among, nearest, quoted
from sim.reading.mismatch import in_words
from sim.reading.words import alike, by_their_names, plain, said_as, stem_set
from sim.seam.events import SHARED, Fact
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.claims import STATUS

_STATUS_WORDS = {STATUS: STATUS, "standing": STATUS}
"""A word that people use for a status -> the subject of such claims."""


_NUMBERS = tuple(map(stem_set, ("harm", "amount", "points", "size")))
"""Keys for the one number of harm, the usual first."""
_HARM = stem_set("harm")
_COUNTED = (_HARM, stem_set("points"))
"""The words that people may use for that number."""


class Lexicon:
    """The words of one rule system that have come up so far.

    Methods raise StreamError for an unknown word, with the nearest known one.
    """

    def __init__(self, system: RuleSystem[Any]) -> None:
        self._system = system
        self._kinds = (*system.events, *SHARED)
        self._answers = tuple(kind for kind in system.events if issubclass(kind, Fact))
        self._seen: dict[str, dict[str, set[str]]] = {}

    @property
    def answers(self) -> tuple[str, ...]:
        """All kinds of answer."""
        return tuple(kind.__name__ for kind in self._answers)

    def answer(self, where: str, said: object) -> str | None:
        """Return the kind of answer that *said* names; None if it names none."""
        if not isinstance(said, str):
            message = f"{where}: does is {in_words(said)}, expected text"
            raise StreamError(message)
        return self.meant(said)

    def meant(self, said: str) -> str | None:
        """Return the kind of answer that *said* names or paraphrases."""
        kind = kind_meant(self._system, said)
        return None if kind is None else kind.__name__

    def saying(self, said: str) -> str | None:
        """Return the usual saying for what *said* means; None if it means no answer."""
        kind = self.meant(said)
        return None if kind is None else called(self._system, kind)

    def unknown(self, where: str, who: str, said: str, kinds: Iterable[str]) -> str:
        """Return a sentence: the statement of *who* is none of these *kinds*.

        It lists what would be understood.
        """
        open_ = tuple(kinds) or self.answers
        ways = [called(self._system, kind) for kind in open_]
        near = nearest(said, (*ways, *open_)) or nearest(said, self.answers)
        listed = ", ".join(f'"{way}"' for way in ways)
        return (
            f"{where}: does is {quoted(said)}, which nobody understands there of {who},"
            f" expected one of {listed}, or an option as fracas play tells it{near}"
        )

    def event(self, where: str, said: object) -> str | None:
        """Return the kind of event that *said* names, or STATUS.

        None if it names none, or several.
        """
        if not isinstance(said, str):
            message = f"{where}: about is {in_words(said)}, expected text"
            raise StreamError(message)
        names = {kind.__name__: kind.__name__ for kind in self._kinds} | _STATUS_WORDS
        ways = {tag(kind): kind.__name__ for kind in self._kinds}
        ways |= {kind_in_words(name): name for name in names} | names
        for way, kind in ways.items():
            if alike(way, said):
                return kind
        meant = said_as(said, names) or said_as(said, ways)
        return ways[meant] if meant else None

    def came_up(self, kind: str) -> bool:
        """Whether an event of this *kind* was offered or has happened."""
        return kind in self._seen

    def learn(self, kind: str, words: Description) -> None:
        """Remember the keys of *words* of *kind*, and the types of their values."""
        known = self._seen.setdefault(kind, {})
        for key, item in words.items():
            known.setdefault(key, set()).add(_type(item))

    def claimed(self, claim: Description) -> Description:
        """Return *claim* with the usual key for the one number of harm.

        People call it harm, damage or points.
        """
        known = self._seen.get(str(claim["about"]), {})
        if not _HARM & stem_set(str(claim["about"])):
            return claim
        words = {stem_set(key): key for key in known}
        numbers = [words[stems] for stems in _NUMBERS if stems in words]
        if not numbers or any(plain(key) == plain(numbers[0]) for key in claim):
            return claim
        held = set(words)
        return {
            numbers[0]
            if stem_set(name) in _COUNTED and stem_set(name) not in held
            else name: item
            for name, item in claim.items()
        }

    def check(self, where: str, kind: str, said: Description) -> None:
        """Raise StreamError if *kind* has no such words as *said*."""
        known = self._seen.get(kind)
        if known is None:
            return
        for key, item in by_their_names(said, known).items():
            name = next((word for word in known if plain(word) == plain(key)), None)
            if name is None:
                keys = tuple(word for word in known if word not in {"does", "cites"})
                message = (
                    f"{where}: {kind} has no {quoted(key)}, expected {among(keys, key)}"
                )
                raise StreamError(message)
            types = known[name] if name != "who" else {""}
            if not types & {"", _type(item)} and not _number(item, types):
                message = (
                    f"{where}: {key} of {kind} is {in_words(item)}, expected"
                    f" {' or '.join(sorted(types))}"
                )
                raise StreamError(message)


def _type(item: object) -> str:
    match item:
        case None:
            return ""
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list() | tuple():
            return "a list"
        case _:
            return "a table"


def _number(item: object, types: set[str]) -> bool:
    """Whether *item* is a number in quotes where a number should be."""
    if "a number" not in types or not isinstance(item, str):
        return False
    try:
        float(item)
    except ValueError:
        return False
    return True
