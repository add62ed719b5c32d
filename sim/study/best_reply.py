"""Find the best reply of one seat in a given time, for any scenario.

First the conflict is solved with all choices of the seat free or, if one round is too
wide for that, its intentions alone. If that does not fit, lines are found by playing.
The result is written as an agent, and the values reported are those of that agent:
solved again or, if that takes too long, measured by play.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from msgspec import Struct, structs

from sim.casting.roster import make
from sim.conflict.kinds import scopes
from sim.errors import AgentError, OddsError
from sim.graph.agent_file import source_of_lines, source_of_policy
from sim.graph.budget import Budget, too_few_in_words
from sim.graph.certainty import Certainty
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.forest import FirstRoundError
from sim.graph.lines import UNSEEN, keeps_enough, reply_lines
from sim.graph.policy import Policy, policy_of
from sim.graph.progress import Progress, no_progress
from sim.graph.reply import SolvedReply
from sim.graph.reply import reply as reply_to
from sim.graph.shadow_walks import shadow_walks
from sim.graph.sketch import FreeSeat
from sim.graph.solve import solve
from sim.seam.events import Fact, Scope
from sim.seam.seats import by_seat
from sim.statistics.intervals import Interval
from sim.study.as_replied import chooses_as_replied
from sim.study.lines_by_play import (
    Lines,
    Trials,
    agent_is_no_worse,
    better_agent,
    improved_lines,
)
from sim.study.proof import played_return
from sim.study.replying import (
    GAMES,
    SECONDS,
    AverageReturn,
    BestReply,
    Question,
    WrittenReply,
    free_kinds,
    own_between,
)

Steps = Callable[[str], AbstractContextManager[Progress]]
"""Name of a step -> a context with the callback for its progress."""

_MEASURES = 0.25
"""The share of all the time that is reserved for measuring the reply by play."""
_FORMS = 0.5
"""The share of the remaining time for solving the conflict."""
_TELLS = 0.2
_CHECKS = 0.3
_PLAYS = 0.5
_RESTS = 0.8
"""The share of the time left in the end for solving values that were only played."""
_WORTH_SOLVING = 1.0
"""The least time, in seconds, in which solving these is tried."""
_FEWEST = 5
"""The least number of conflicts to measure a reply, however long they take."""
_SPEEDS = ((_FEWEST, 2), (2 * _FEWEST, 2), (40, 8))
"""How many conflicts are played to measure how long they take, and for how many times
as many there must be time.

The first few take much longer, since caches are still empty.
"""
_AGREES = 2.5
"""About five standard errors, as half widths of an interval."""
_PROVED_BY = "reply"
"""The seed of the conflicts in which replies are measured."""
_CHOSEN_BY = "reply by play"
_CHOSEN_IN = 100
"""How many separate conflicts decide which of two replies is better."""


def best_reply(
    question: Question,
    *,
    games: int = GAMES,
    seconds: float | None = SECONDS,
    budget: Budget | None = None,
    steps: Steps | None = None,
) -> BestReply:
    """Return the best reply found within *seconds*, None for no limit.

    A solved reply is tested in this many *games*, any other is measured in them. Raises
    AgentError for an own agent that listens or is stochastic where the conflict cannot
    be solved, and for any agent that fails.
    """
    clock, within = Clock(seconds), budget or Budget()
    with TemporaryDirectory() as folder:
        search = _Search(question, games, clock, within, steps or _silent_step)
        search.folder = Path(folder)
        return search.run()


class _FollowedAnswers(Struct, frozen=True):
    """The *value* of these *answers* to the questions of a *reply*."""

    reply: SolvedReply
    value: float
    answers: Mapping[int, int]


def _silent_step(step: str) -> AbstractContextManager[Progress]:
    del step
    return nullcontext(no_progress)


class _Search:
    """One search: the question, the time limit, and the results so far."""

    folder: Path

    def __init__(
        self, question: Question, games: int, clock: Clock, budget: Budget, steps: Steps
    ) -> None:
        self.question = question
        self.loaded = question.loaded
        self.system = question.loaded.system
        self.seats = self.system.seats(self.loaded.scenario)
        self.state: Any = self.system.initial(self.loaded.scenario)
        self.kinds = free_kinds(self.system, question.free)
        self.games = games
        self.clock = clock
        self.searching = clock.part(1 - _MEASURES)
        self.budget = budget
        self.steps = steps
        self.freed: tuple[str, ...] = ()
        self.base = question.agent
        """The agent that answers all questions that the lines of the reply do not."""
        self._free = self.kinds
        self.why = ""
        self._proofs: dict[tuple[str | None, int, str], Interval] = {}
        against = question.against or "the agents of the scenario"
        self.title = f"The reply of {question.seat} in {self.loaded.name} to {against}."

    def run(self) -> BestReply:
        """Return the best reply found."""
        with self.steps("replying") as progress:
            solved = self._solved_reply(progress)
        if solved is not None and not solved.full:
            return self._from_graph(solved)
        return self._from_play(solved)

    def _solved_reply(self, progress: Progress) -> SolvedReply | None:
        """Solve with all choices free, or with few of them; None if neither fits.

        Kinds of choice that the user freed are not changed.
        """
        free: tuple[type[Fact], ...] | None = self.kinds
        while True:
            self._free = free
            try:
                return self._reply(free, progress)
            except FirstRoundError as error:
                self.why = self.why or error.said
                fewer = scopes(self.system).get(Scope.INTENTION, ())
                offered = any(error.kinds[kind.__name__] for kind in fewer)
                if free is not None or not offered:
                    self.freed = ()
                    return None
                free, self.freed = fewer, (Scope.INTENTION.value,)
            except (OddsError, AgentError) as error:
                if not self._can_be_followed():
                    raise
                self.why, self.freed = str(error), ()
                return None

    def _can_be_followed(self) -> bool:
        """Whether the seat's own agent can be the base of a reply found by playing.

        The file of a reply asks its base agent without telling it of events, and a
        stochastic agent would be compared with itself under other random numbers.
        """
        own = make(self.question.agent)
        return not own.listens and not own.draws

    def _reply(
        self,
        free: tuple[type[Fact], ...] | None,
        progress: Progress = no_progress,
        *,
        apart: bool = False,
    ) -> SolvedReply:
        return reply_to(
            self.system,
            self.state,
            self.seats,
            self.question.agents,
            (self.question.place, free),
            budget=self.budget,
            clock=self.searching.part(_FORMS),
            progress=progress,
            apart=apart,
        )

    def _from_graph(self, reply: SolvedReply) -> BestReply:
        """Return the solved reply as an agent whose value has been checked."""
        own = AverageReturn.worked_out(reply.base, reply.shown_by)
        if reply.closed:
            self.why = (
                f"not every choice was free: {too_few_in_words(reply.closed)}, and"
                f" where they are not {self.question.agent} plays on"
            )
        lines = self._in_lines(reply, own)
        best = lines
        if not keeps_enough(reply, lines.returned.value):
            best = self._by_sight(reply, lines)
        return self._answer(reply, own, best, lines)

    def _in_lines(self, reply: SolvedReply, own: AverageReturn) -> WrittenReply:
        """Return the reply in a few lines."""
        with self.steps("putting it in a few lines"):
            short = reply_lines(
                self.system,
                self.seats,
                self.question.place,
                reply,
                clock=self.searching.part(_TELLS),
            )
        text = self._by_lines(short.lines)
        followed = _FollowedAnswers(reply, short.value, short.answers)
        returned = own if not short.lines else self._checked(text, followed)
        return WrittenReply(text, short.lines, returned)

    def _by_sight(self, reply: SolvedReply, lines: WrittenReply) -> WrittenReply:
        """Return the whole reply as a table of sights, if it is better than *lines*.

        If a law of dice merged throws that the table must distinguish, the conflict is
        solved again with all throws apart.
        """
        tables = [self._table(reply, lines)]
        lacks = tables[0].returned.value < reply.value - UNSEEN
        if lacks and not self.searching.over and not self.freed:
            try:
                apart = self._reply(self.kinds, apart=True)
            except OddsError:
                apart = None
            if apart is not None and not apart.full:
                tables.append(self._table(apart, lines))
        return max(lines, *tables, key=_average_return)

    def _table(self, reply: SolvedReply, lines: WrittenReply) -> WrittenReply:
        known = policy_of(self.system, reply)
        text = source_of_policy(self.title, lines.lines, self.question.agent, known)
        returned = self._checked(
            text, _FollowedAnswers(reply, known.value, known.answers)
        )
        return WrittenReply(text, lines.lines, returned, known)

    def _answer(
        self,
        reply: SolvedReply | None,
        own: AverageReturn,
        best: WrittenReply,
        lines: WrittenReply | None,
    ) -> BestReply:
        """Return the answer, the own agent if nothing is better."""
        if not best.returned.exceeds(own):
            self.base = self.question.agent
            best = WrittenReply(self._by_lines(()), (), own)
        proof, games = None, 0
        if not best.returned.followed:
            games = best.returned.games
        elif self.games and best.returned is not own:
            games = self._affordable(best.source)
            proof = self._played(best.source, games)
        # An upper bound of fewer choices than were asked for is none of all of them.
        bounded = reply is not None and self._free == self.kinds
        most = reply.most if reply is not None and bounded else 1.0
        return BestReply(
            self.question,
            own,
            best,
            max(most, best.returned.value),
            why=self.why,
            freed=self.freed,
            found=reply,
            lines=lines if lines is not None and lines.lines else None,
            proof=proof,
            games=games,
        )

    def _from_play(self, reply: SolvedReply | None) -> BestReply:
        """Find a reply by playing, starting from the results so far."""
        if reply is not None and not self.why:
            self.why = f"not every state was played: {too_few_in_words(reply.full)}"
        self.freed = ()
        specs, place = self.question.agents, self.question.place
        trials = Trials(self.loaded, specs, place, self.kinds)
        with self.steps("searching by play"):
            begun, known = self._partial_lines(reply)
            if self.kinds is None:
                begun = self._with_better_agent(trials, begun)
                trials = trials.with_agent(self.base)
            # What is known by sight is played later, in the rest of the time.
            part = 1.0 if known is None else _PLAYS
            lines = improved_lines(trials, self.searching.part(part), begun)
        text = self._by_lines(lines)
        if known is not None and known.best:
            text, lines, known = self._better(trials, lines, known)
        # The reply and the own agent are measured in the same conflicts.
        self._measured = self._affordable(text, agents=2)
        with self.steps("measuring it"):
            own = self._checked(None, None).or_nearer(own_between(reply))
            returned = own
            if lines or known or self.base != self.question.agent:
                returned = self._checked(text, None)
            own, returned = self._solved_in_time_left(own, returned, text)
            if returned.sure != own.sure and not returned.exceeds(own):
                returned = own
        best = WrittenReply(text, lines, returned, known, self.base)
        return self._answer(reply, own, best, None)

    def _with_better_agent(self, trials: Trials, begun: Lines) -> Lines:
        """Replace the own agent as the base by an agent that does better, if any.

        Return the lines to begin with: *begun*, or none if that agent alone does no
        worse than the own one with them.
        """
        own, clock = self.question.agent, self.searching.part(_PLAYS)
        better = better_agent(trials, own, clock)
        if better == own or (
            begun and not agent_is_no_worse(trials, better, begun, clock)
        ):
            return begun
        self.base = better
        return ()

    def _partial_lines(self, reply: SolvedReply | None) -> tuple[Lines, Policy | None]:
        """Return the lines and the table of a partial solution, if there is one."""
        if reply is None or reply.value <= reply.base + UNSEEN:
            return (), None
        clock = self.searching.part(_TELLS)
        short = reply_lines(
            self.system, self.seats, self.question.place, reply, clock=clock
        )
        return short.lines, policy_of(self.system, reply)

    def _better(
        self, trials: Trials, lines: Lines, known: Policy
    ) -> tuple[str, Lines, Policy | None]:
        """Return the better of the *lines* and the policy *known*, by play."""
        listed = lines if self.base == self.question.agent else ()
        text = source_of_policy(self.title, listed, self.question.agent, known)
        games = min(_CHOSEN_IN, self._affordable(text, agents=4))
        table = self._played(text, games, _CHOSEN_BY)
        returns = trials.returns(lines, games)
        if table.value > sum(returns) / len(returns):
            self.base = self.question.agent
            return text, listed, known
        return self._by_lines(lines), lines, None

    def _by_lines(self, lines: Sequence[str]) -> str:
        spoken = tuple(lines)
        return source_of_lines(self.title, spoken, self.base, self.system.name)

    def _written(self, text: str | None) -> tuple[str, ...]:
        """Return the agents of all seats, with the file *text* at the free seat."""
        specs, place = self.question.agents, self.question.place
        if text is None:
            return specs
        file = self.folder / f"reply{len(list(self.folder.iterdir()))}.py"
        file.write_text(text, encoding="utf-8")
        return (*specs[:place], str(file), *specs[place + 1 :])

    def _checked(
        self, text: str | None, followed: "_FollowedAnswers | None"
    ) -> AverageReturn:
        """Return the value of an agent with the file *text*; None for the own agent.

        It is solved. If that takes too long, the value that was *followed* in the tree
        of the reply is used, provided the agent chooses as there and play agrees.
        """
        specs = self._written(text)
        solved = self._solved(specs, self.searching.part(_CHECKS).left)
        if solved is not None and solved.followed:
            return solved
        games = self._affordable(text)
        played = self._played(text, games)
        if followed is not None and _agrees_with_play(followed.value, played):
            shadow = shadow_walks(
                self.system, self.state, self.seats, self._choosers(specs)
            )
            if not shadow.plain and self._chooses_as_followed(specs, followed):
                return AverageReturn.worked_out(followed.value, _CHOSEN_IN)
        return AverageReturn.played(played, games)

    def _solved(self, specs: tuple[str, ...], seconds: float) -> AverageReturn | None:
        """Return the seat's return with *specs*, None if nothing is known of it.

        If solving takes too long, it lies between bounds.
        """
        within = structs.replace(self.budget, seconds=min(self.budget.seconds, seconds))
        try:
            done = solve(self.system, self.state, self.seats, specs, budget=within)
        except (OddsError, AgentError):
            # It is too large, or others are stochastic, which only a reply can follow.
            return None
        returned = done.returns[self.question.place]
        if not done.whole:
            return AverageReturn.bounded(returned.low, returned.high, done.shown_by)
        return AverageReturn.worked_out(returned.low, done.shown_by)

    def _solved_in_time_left(
        self, own: AverageReturn, returned: AverageReturn, text: str
    ) -> tuple[AverageReturn, AverageReturn]:
        """Solve values that were only played: the own agent's, then the reply's.

        *text* is the file of the reply. *returned* may be the own agent's return, if
        nothing better was found.
        """
        # A reply that is solved is still played afterwards, as often as the own agent.
        kept = self._measured / self._speed if returned.followed else 0.0
        left = (self.clock.left - kept) * _RESTS
        if own.followed or not _WORTH_SOLVING <= left < inf:
            return own, returned
        solved = own
        if own.sure is Certainty.INTERVAL:
            solved = own.or_nearer(self._solved(self.question.agents, left))
        if returned is own:
            return solved, solved
        left = self.clock.left * _RESTS
        known = solved.sure is not Certainty.INTERVAL
        if known and not returned.followed and left >= _WORTH_SOLVING:
            returned = returned.or_nearer(self._solved(self._written(text), left))
        return solved, returned

    def _chooses_as_followed(
        self, specs: Sequence[str], followed: "_FollowedAnswers"
    ) -> bool:
        """Whether the reply among *specs* chose as *followed* says, in play."""
        free = FreeSeat(self.question.place, self._free)
        return chooses_as_replied(
            self.loaded, specs, free, followed.reply, followed.answers, _CHOSEN_IN
        )

    def _choosers(self, specs: Sequence[str]) -> Choosers:
        place = self.question.place
        others = [seat for seat, _ in by_seat(specs) if seat != place]
        return Choosers(self.system, self.seats, specs, may_draw=others)

    def _played(self, text: str | None, games: int, seed: str = _PROVED_BY) -> Interval:
        """Return the mean return of an agent with the file *text*, by *games* games."""
        key = text, games, seed
        if key not in self._proofs:
            specs, place = self._written(text), self.question.place
            began = monotonic()
            self._proofs[key] = played_return(self.loaded, specs, place, games, seed)
            self._speed = games / max(monotonic() - began, 1e-9)
        return self._proofs[key]

    _speed = 0.0
    """Conflicts played per second, 0 if that is not known yet."""
    _measured = 0
    """The number of conflicts in which the reply and the own agent are measured."""

    def _affordable(self, text: str | None, agents: int = 1) -> int:
        """Return the number of conflicts for which *agents* agents have time.

        An agent with the file *text* plays a few, to measure how long that takes.
        """
        wished = self._measured or self.games or GAMES
        if self._measured or wished <= _FEWEST:
            return wished
        if not self._speed:
            for few, times in _SPEEDS:
                if few <= wished and self._games_left >= few * times:
                    self._played(text, few)
        return max(_FEWEST, int(min(wished, self._games_left / agents)))

    @property
    def _games_left(self) -> float:
        """The number of conflicts that can be played in the time left."""
        return self._speed * self.clock.left if self._speed else inf


def _average_return(reply: WrittenReply) -> float:
    return reply.returned.value


def _agrees_with_play(value: float, proof: Interval) -> bool:
    """Whether play agrees with *value* up to sampling error."""
    below, above = proof.value - proof.low, proof.high - proof.value
    return -_AGREES * below <= value - proof.value <= _AGREES * above
