"""Matching the statements of a round to the decisions they answer.

People type what was said at the table; the rules ask one question after the other. At
every decision the statements of that seat are tried in order, and the first unused one
that means one of the options is the answer. If none does, the seat takes its default.

A statement means an option

1. by its fields, if it is written as words of a file (`fits`), or
2. by its sentence, compared with the sentence that the story has for the option: both
   are reduced to sets of word stems (`stem_list`) without the speaker's name. The sets
   may be equal, or the statement may use a saying of the option's kind ("gives up"), or
   begin the sentence and leave the rest out.

A beginning counts only if it begins one kind of option, and not if the words left out
contain a "not": "Ann spends" does not mean "Ann spends none". Ambiguous statements keep
the options they might mean (`ways`) and are reported.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import Generic, TypeVar

from sim.conflict.phrases import called, describe_event, first_line
from sim.reading.words import alike, by_actions, fits, stem_list, stem_set
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Chance, Decision, Description, RuleSystem, State
from sim.spine.words import without_name
from sim.transcript.lexicon import Lexicon
from sim.transcript.typed import Offer, Position, Statement, Typed

S = TypeVar("S", bound=State)

_DENIALS = frozenset(stem_set("no not nothing nobody"))


class Match(Enum):
    """How much of an option a statement says.

    DENIED is a beginning that leaves out a "not", so it may mean the opposite.
    """

    NOT = auto()
    WHOLE = auto()
    BEGUN = auto()
    DENIED = auto()


Forced = tuple[Statement, Fact, tuple[Fact, ...]]
"""A statement, the illegal fact that it means, and the legal options of its kind."""


class StatementMatcher(Generic[S]):
    """The questions of this round and earlier ones, and the statements' answers."""

    def __init__(
        self, system: RuleSystem[S], seats: Sequence[str], lexicon: Lexicon
    ) -> None:
        self.offers: list[Offer] = []
        self._past: list[Offer] = []
        self._system = system
        self._seats = seats
        self._lexicon = lexicon

    def chosen(self, typed: Typed, at: Position, asked: Decision[S]) -> Fact | None:
        """Return the option that the seat chose by its words, None if it was silent."""
        offer = Offer(at, asked)
        self.offers.append(offer)
        for option in asked.options:
            words = describe_event(self._system, at.state, option)
            self._lexicon.learn(type(option).__name__, words)
        for said in typed.says:
            if said.seat == asked.who and not said.used and not said.ways:
                meant = self._meant(at.state, said, asked.options)
                if meant is not None:
                    said.used, said.at = True, at
                    return meant
        offer.silent = True
        return None

    def _meant(self, state: S, said: Statement, options: Sequence[Fact]) -> Fact | None:
        """Return the one of *options* that *said* means.

        None if it begins several kinds of option, which are kept in `ways`.
        """
        actions = by_actions(set(stem_list(said.sentence)))[1]
        # First by the words themselves. If no option fits and the sentence has a verb
        # that implies another (to dodge is to defend), then by the verb it implies.
        for freely in (False, True) if actions else (False,):
            begun: list[tuple[Fact, bool]] = []
            for option in options:
                match self._matched(state, said, option, freely=freely):
                    case Match.WHOLE:
                        return option
                    case Match.BEGUN:
                        begun.append((option, False))
                    case Match.DENIED:
                        begun.append((option, True))
                    case _:
                        pass
            # All beginnings are of one kind, so the first option of it is meant.
            if len({(type(option), denied) for option, denied in begun}) == 1:
                (option, denied), *_ = begun
                if not denied:
                    return option
            if begun:
                said.ways = self._ways(state, begun)
                return None
        return None

    def readings(
        self, state: S, said: Statement, options: Sequence[Fact]
    ) -> tuple[Fact, ...]:
        """Return every one of *options* that *said* may mean.

        They are those whose whole sentence it says, if there are any; else those whose
        sentence it begins. Verbs are taken literally first, then for the verbs that
        they imply.
        """
        for freely in (False, True):
            by_match: dict[Match, list[Fact]] = {Match.WHOLE: [], Match.BEGUN: []}
            for option in options:
                match = self._matched(state, said, option, freely=freely)
                by_match.setdefault(match, []).append(option)
            if by_match[Match.WHOLE] or by_match[Match.BEGUN]:
                return tuple(by_match[Match.WHOLE] or by_match[Match.BEGUN])
        return ()

    def _ways(self, state: S, begun: Sequence[tuple[Fact, bool]]) -> tuple[str, ...]:
        """Return in words the options that *begun* may mean, those with "not" last."""
        sentences: dict[tuple[type[Fact], bool], str] = {}
        for option, denied in sorted(begun, key=lambda pair: pair[1]):
            words = describe_event(self._system, state, option)
            line = first_line(self._system, state, option).removesuffix(".")
            sentence = without_name(line, str(words.get("who", "")))
            sentences.setdefault((type(option), denied), sentence)
        kinds = {kind: called(self._system, kind.__name__) for kind, _ in sentences}
        if len(kinds) == len(sentences):
            return tuple(kinds.values())
        return tuple(sentences.values())

    def forced(
        self, typed: Typed, state: S, asked: Decision[S] | Chance
    ) -> Forced | None:
        """Return an illegal act that the table did at this point, if it did.

        An act belongs here if the seat is asked to choose among acts of its kind or, if
        it never is, before dice are rolled.
        """
        parse = self._system.words.parse
        if parse is None:
            return None
        for said in typed.says:
            if not said.allow or said.used:
                continue
            options: tuple[Fact, ...] = ()
            if type(asked) is Decision:
                options = asked.options if asked.who == said.seat else ()
                if not options or self.open(Offer(Position(0, state), asked), said):
                    continue
            fact = parse(state, {"who": self._seats[said.seat], **said.words})
            if fact is None or (options and type(fact) not in map(type, options)):
                continue
            said.used = True
            same = tuple(option for option in options if type(option) is type(fact))
            return said, fact, same
        return None

    def needless(self, passed: Iterable[S], said: Statement) -> str:
        """Return why *said* need not be said in one of the *passed* states, or ""."""
        known = self._system.words.needless
        if known is None:
            return ""
        for state in passed:
            for fact, why in known(state, Seat(said.seat)).items():
                if self.means(state, said, fact, freely=False):
                    return why
        return ""

    def close(self) -> None:
        """End the round."""
        self._past += self.offers
        self.offers = []

    def open(self, offer: Offer, said: Statement) -> bool:
        """Whether *said* means one of the options of an *offer* to its seat."""
        return offer.asked.who == said.seat and any(
            self.means(offer.at.state, said, option) for option in offer.asked.options
        )

    def same(self, offer: Offer, said: Statement) -> tuple[Fact, ...]:
        """Return the options of the kind that was said."""
        does = said.words.get("does")
        return tuple(
            option
            for option in offer.asked.options
            if alike(type(option).__name__, does)
        )

    def missed(self, said: Statement) -> Offer | None:
        """Return the earlier question that *said* would have answered, if any.

        The seat must have been silent then. None if an option of its kind was open in
        this round too.
        """
        own = [offer for offer in self.offers if offer.asked.who == said.seat]
        if any(self.same(offer, said) or self.open(offer, said) for offer in own):
            return None
        before = [
            offer for offer in self._past if offer.silent and self.open(offer, said)
        ]
        return before[-1] if before else None

    def was_ever_meant(self, said: Statement) -> bool:
        """Whether *said* meant an option of its seat at any time."""
        return any(self.open(offer, said) for offer in (*self._past, *self.offers))

    def kinds(self, seat: int, round_: int) -> list[str]:
        """Return the kinds of answer that were open to *seat* in a round."""
        kinds = {
            type(option).__name__: None
            for offer in (*self._past, *self.offers)
            if offer.asked.who == seat and offer.at.state.round == round_
            for option in offer.asked.options
        }
        return list(kinds)

    def means(
        self, state: S, said: Statement, option: Fact, *, freely: bool = True
    ) -> bool:
        """Whether *said* means *option*.

        Taken *freely*, a verb such as "dodges" means any defence.
        """
        heard = self._matched(state, said, option, freely=freely)
        return heard in {Match.WHOLE, Match.BEGUN}

    def _matched(
        self, state: S, said: Statement, option: Fact, *, freely: bool
    ) -> Match:
        """Return how much of *option* the statement says."""
        words = describe_event(self._system, state, option)
        if not fits(said.words, words):
            return Match.NOT
        if not said.sentence:
            return Match.WHOLE
        line = first_line(self._system, state, option)
        return self._match_by_sentence(said, option, words, line, freely)

    def _match_by_sentence(
        self,
        said: Statement,
        option: Fact,
        words: Description,
        line: str,
        freely: bool,  # noqa: FBT001 - as of `means`
    ) -> Match:
        """Return how much of the story's *line* for *option* the statement says."""
        who = set(stem_list(str(words.get("who", ""))))
        story = [stem for stem in stem_list(line) if stem not in who]
        heard = set(stem_list(said.sentence)) - who
        # The story may use a general verb ("defends") for the one that was said.
        general, actions = by_actions(heard)
        if story and story[0] not in heard and story[0] in general:
            heard = general if freely else general | actions
        if heard == set(story) or self._says(heard, option, set(story)):
            return Match.WHOLE
        # A name may have a "no" in it, as in "nobody asks".
        names = {stem for item in words.values() for stem in stem_list(str(item))}
        sayings = map(stem_list, type(option).sayings)
        # The statement may begin the sentence or a saying: it has its first word, and
        # only words of it. For each of these, note whether a "not" is left out.
        begun = {
            bool((set(way) - heard - names) & _DENIALS)
            for way in (story, *sayings)
            if way and way[0] in heard and heard <= set(way)
        }
        if not begun:
            return Match.NOT
        return Match.DENIED if all(begun) else Match.BEGUN

    def _says(self, heard: set[str], option: Fact, story: set[str]) -> bool:
        """Whether *heard* is a saying of the option's kind and words of the story."""
        for saying in type(option).sayings:
            verb = set(stem_list(saying))
            if verb <= heard and heard - verb and heard - verb <= story:
                return True
        return False
