"""What is said in one round after another, held against what is asked.

A statement means an option by the option's words, or by the sentence with which the
story tells it. At every decision the first statement of that seat that is not used yet
and means an option is what was chosen.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from sim.events import Fact
from sim.narration.phrases import describe_event, in_sentence
from sim.protocol import Chance, Decision, Description, RuleSystem, State
from sim.transcript.lexicon import Lexicon
from sim.transcript.typed import Offer, Position, Statement, Typed
from sim.transcript.words import alike, by_deeds, fits, senses

S = TypeVar("S", bound=State)

Forced = tuple[Statement, Fact, tuple[Fact, ...]]
"""What the table did though it was not open, as a fact, and what of its kind was."""


class StatementMatcher(Generic[S]):
    """What was asked in a round and before it, and how it was answered."""

    def __init__(
        self, system: RuleSystem[S], seats: Sequence[str], lexicon: Lexicon
    ) -> None:
        self.offers: list[Offer] = []
        self._past: list[Offer] = []
        self._system = system
        self._seats = seats
        self._lexicon = lexicon

    def chosen(self, typed: Typed, at: Position, asked: Decision[S]) -> Fact | None:
        """Return what the seat chose by its words; None if it was silent."""
        offer = Offer(at, asked)
        self.offers.append(offer)
        for option in asked.options:
            words = describe_event(self._system, at.state, option)
            self._lexicon.learn(type(option).__name__, words)
        for said in typed.says:
            if said.seat == asked.who and not said.used:
                meant = self._meant(at.state, said, asked.options)
                if meant is not None:
                    said.used, said.at = True, at
                    return meant
        offer.silent = True
        return None

    def _meant(self, state: S, said: Statement, options: Sequence[Fact]) -> Fact | None:
        """Return which of *options* was *said*, by its own words if by any."""
        for freely in (False, True):
            for option in options:
                if self.means(state, said, option, freely=freely):
                    return option
        return None

    def forced(
        self, typed: Typed, state: S, asked: Decision[S] | Chance
    ) -> Forced | None:
        """Return what the table did against the rules just here, if it did.

        Here is a choice of that seat among acts of the same kind or, for what it was
        not asked, before dice fall.
        """
        parse = self._system.parse
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

    def close(self) -> None:
        """End the round."""
        self._past += self.offers
        self.offers = []

    def open(self, offer: Offer, said: Statement) -> bool:
        """Whether what was *said* was one of the options of an *offer* to its seat."""
        return offer.asked.who == said.seat and any(
            self.means(offer.at.state, said, option) for option in offer.asked.options
        )

    def same(self, offer: Offer, said: Statement) -> tuple[Fact, ...]:
        """Return the options of the kind that was said."""
        does = said.words.get("does")
        return tuple(
            one for one in offer.asked.options if alike(type(one).__name__, does)
        )

    def missed(self, said: Statement) -> Offer | None:
        """Return where in a round before *said* was open, and silence was taken.

        None if anything of its kind was open in this round too.
        """
        own = [one for one in self.offers if one.asked.who == said.seat]
        if any(self.same(one, said) or self.open(one, said) for one in own):
            return None
        before = [one for one in self._past if one.silent and self.open(one, said)]
        return before[-1] if before else None

    def ever(self, said: Statement) -> bool:
        """Whether what was *said* was open to its seat at any time."""
        return any(self.open(one, said) for one in (*self._past, *self.offers))

    def kinds(self, seat: int, round_: int) -> list[str]:
        """Return the kinds of answer that were open to *seat* in a round."""
        found = {
            type(option).__name__: None
            for one in (*self._past, *self.offers)
            if one.asked.who == seat and one.at.state.round == round_
            for option in one.asked.options
        }
        return list(found)

    def means(
        self, state: S, said: Statement, option: Fact, *, freely: bool = True
    ) -> bool:
        """Whether *said* is what *option* says, as far as it says anything.

        Taken *freely*, whoever dodges defends, with whatever that may be.
        """
        words = describe_event(self._system, state, option)
        if said.sentence and not self._tells(state, said, option, words, freely):
            return False
        return fits(said.words, words)

    def _tells(
        self,
        state: S,
        said: Statement,
        option: Fact,
        words: Description,
        freely: bool,  # noqa: FBT001 - as of `means`
    ) -> bool:
        """Whether the story would tell *option* in what was said, or in more words."""
        who = set(senses(str(words.get("who", ""))))
        line = in_sentence(self._system, state, option).splitlines()[0]
        told = [one for one in senses(line) if one not in who]
        heard = set(senses(said.sentence)) - who
        put, deeds = by_deeds(heard)
        if told and told[0] not in heard and told[0] in put:
            heard = put if freely else put | deeds
        if told and told[0] in heard:
            return heard <= set(told)
        return self._says(heard, option, set(told))

    def _says(self, heard: set[str], option: Fact, told: set[str]) -> bool:
        """Whether *heard* is a saying of the option's kind, and then what is *told*."""
        for saying in self._system.sayings.get(type(option), ()):
            verb = set(senses(saying))
            if verb <= heard and heard - verb and heard - verb <= told:
                return True
        return False
