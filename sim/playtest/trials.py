"""Trials of options: a seat may never take one, or always must, on the same dice.

Most options make little difference, and most of the conflicts should go to those that
do. So options are tried in two heats, as in successive halving (Karnin and others,
2013): as many as possible on a few dice, and those that seem to matter on a few more.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from sim.playtest.arena import Arena, Play
from sim.playtest.offers import OWN, Offer
from sim.playtest.paired import mean_with_interval, paired_differences
from sim.playtest.restricted_agents import Limited, Option
from sim.playtest.table import Game
from sim.seam.events import Fact, Seat

_GLANCE_LEAST, _GLANCE, _TRIED = 3, 4, 12
"""How many conflicts of each kind are played in the first heat, and in both."""
_MISSED = 1.5
_HARDLY, MANY = 0.02, 40
"""Below this share of that many conflicts, somebody gets hardly anything.

In fewer conflicts it has to be none of them.
"""
_FIRST, _BOTH = 0.45, 0.5
"""The parts of the conflicts that the first heat may take, and both together."""
_WORTH_IT = 0.5
"""There is no second heat for a smaller part of the options."""


class Trial(Struct):
    """The conflicts of one option: what its seat got in each.

    *plain* are those without restriction. *met* says that somebody was kept from it,
    and made to take it, in some conflict. They were played in this many *rounds*.
    """

    offer: Offer
    plain: list[float]
    never: list[float]
    always: list[float]
    met: bool
    rounds: int = 1


def limited_player(arena: Arena, option: Option, *, always: bool) -> Limited:
    """Return the player who *always* must take *option*, or never may."""
    return Limited(arena.agents[option.seat], option, always=always)


def apparent_effect(trial: Trial) -> float:
    """Return the strength that the effect of an option seems to have, for ranking.

    Where one option is much better than the rest, each of the rest loses as much by
    always being taken; so what somebody would miss counts for more.
    """
    return max(_MISSED * abs(gain_of_never(trial)), cost_of_always(trial))


def is_needed(trial: Trial) -> bool:
    """Whether the seat can hardly get anything without the option.

    To strike at all, or to claim damage for a hit, is how a fight is won; there is
    nothing to weigh against it. Few conflicts cannot show this.
    """
    least = min(*trial.plain, *trial.never, *trial.always)
    times = sum(got > least for got in trial.never)
    count = len(trial.never)
    hardly = times < _HARDLY * count if count >= MANY else not times
    return count >= _TRIED and hardly


def cost_of_always(trial: Trial) -> float:
    """Return the size of the change, in the trial, when the option must be taken."""
    return abs(mean_with_interval(paired_differences(trial.always, trial.plain)).value)


def gain_of_never(trial: Trial) -> float:
    """Return the gain of the seat, in the trial, when it may never take the option."""
    return mean_with_interval(paired_differences(trial.never, trial.plain)).value


def most_promising(
    trials: Iterable[Trial], most: int, telling: Callable[[Trial], float]
) -> list[Trial]:
    """Return the *most* promising of *trials*.

    First come, of every seat and kind, one option that would be missed and one that is
    costly; among these, intentions and actions come first. *telling* returns the size
    of the effect of an option that a verdict can be about; options without any come
    last.
    """
    ranked = sorted(
        filter(apparent_effect, trials),
        key=lambda trial: (telling(trial), apparent_effect(trial)),
        reverse=True,
    )
    best: dict[tuple[Seat, type[Fact], bool], Trial] = {}
    for trial in filter(telling, ranked):
        option, costly = (
            trial.offer.option,
            cost_of_always(trial) > abs(gain_of_never(trial)),
        )
        best.setdefault((option.seat, option.kind, costly), trial)
    first = sorted(best.values(), key=lambda trial: not trial.offer.option.is_action)
    return (first + [trial for trial in ranked if trial not in first])[:most]


def screen_options(
    arena: Arena, offers: Sequence[Offer], plain: Sequence[Game], games: int
) -> tuple[list[Trial], int]:
    """Return trials of the first *offers* and how many conflicts they took.

    About half of *games* may be spent. Options that never made a difference to what
    could be chosen are left out.
    """
    room = int(_FIRST * games)
    glance = max(_GLANCE_LEAST, min(_GLANCE, room // max(1, _cost(offers))))
    glance = min(glance, len(plain))
    plain = telling_first(plain, glance)
    first = _within(offers, room // max(1, glance)) or offers[:1]
    trials = _heat(arena, first, plain[:glance])
    spent = _cost(first) * glance
    more = min(_TRIED, len(plain)) - glance
    if not more:
        return trials, spent
    ranked = sorted(trials, key=apparent_effect, reverse=True)
    left = int(_BOTH * games) - spent
    again = _within([trial.offer for trial in ranked], left // more)
    if len(again) < _WORTH_IT * len(first):
        return [trial for trial in trials if trial.met], spent
    longer = _heat(arena, again, plain[glance : glance + more])
    by_option = {trial.offer.option: trial for trial in longer}
    both = [joined_trial(trial, by_option.get(trial.offer.option)) for trial in trials]
    return [trial for trial in both if trial.met], spent + _cost(again) * more


def telling_first(plain: Sequence[Game], few: int) -> list[Game]:
    """Return *plain* in an order in which the first *few* can show an effect.

    A side that got its least in all of these could lose nothing by what must be taken
    there, nor could others gain. So the first conflict in which such a side got more
    takes the place of one of them.
    """
    first, rest = list(plain[:few]), list(plain[few:])
    place = len(first)
    for side in plain[0].sides if plain else ():
        least = min(game.sides[side] for game in plain)
        if place == 0 or any(game.sides[side] > least for game in first):
            continue
        better = next((game for game in rest if game.sides[side] > least), None)
        if better is not None:
            place -= 1
            rest[rest.index(better)], first[place] = first[place], better
    return first + rest


def _within(offers: Sequence[Offer], room: int) -> Sequence[Offer]:
    """Return the first of *offers* that can all be tried *room* times."""
    for count in range(len(offers)):
        if _cost(offers[: count + 1]) > room:
            return offers[:count]
    return offers


def _cost(offers: Iterable[Offer]) -> int:
    """Return how many conflicts it takes to try each of *offers* once."""
    return sum(len(_kinds(offer)) for offer in offers)


def _kinds(offer: Offer) -> tuple[bool, ...]:
    """Return the restrictions to try: True for always taking it, False for never.

    A seat that never takes it loses nothing if it may not, and one that always does
    loses nothing if it must.
    """
    share = offer.share(OWN)
    if share is not None and share in {0.0, 1.0}:
        return (not share,)
    return (False, True)


def _heat(arena: Arena, offers: Sequence[Offer], plain: Sequence[Game]) -> list[Trial]:
    return _play(arena, [(offer, _kinds(offer)) for offer in offers], plain)


def measure_trials(
    arena: Arena, trials: Sequence[Trial], numbers: range
) -> list[Trial]:
    """Return trials of the same options on dice that had no part in picking them."""
    if not trials or not numbers:
        return []
    fresh = arena.games([(arena.agents, number) for number in numbers])
    tested = [(trial.offer, _kinds(trial.offer)) for trial in trials]
    return _play(arena, tested, fresh)


def conflicts_to_measure(trials: Sequence[Trial]) -> int:
    """Return how many conflicts it takes to measure all *trials* on the same dice."""
    return 1 + _cost([trial.offer for trial in trials])


def _play(
    arena: Arena,
    offers: Sequence[tuple[Offer, tuple[bool, ...]]],
    plain: Sequence[Game],
) -> list[Trial]:
    """Play never and always with each option, on the dice of the *plain* conflicts."""
    plays: list[Play] = []
    for offer, kinds in offers:
        for always in kinds:
            option = offer.option
            who = arena.seated(
                {option.seat: limited_player(arena, option, always=always)}
            )
            plays += [(who, game.number) for game in plain]
    played = iter(arena.games(plays))
    return [_trial(offer, kinds, plain, played) for offer, kinds in offers]


def _trial(
    offer: Offer,
    kinds: tuple[bool, ...],
    plain: Sequence[Game],
    played: Iterable[Game],
) -> Trial:
    """Return the trial of an option from the next conflicts that were *played*.

    A restriction that was not played would change nothing.
    """
    seat, rest = offer.option.seat, iter(played)
    usual = [game.returns[seat] for game in plain]
    got, met = {False: usual, True: usual}, True
    for always in kinds:
        games = [next(rest) for _ in plain]
        met = met and any(game.narrowed for game in games)
        got[always] = [game.returns[seat] for game in games]
    return Trial(offer, usual, got[False], got[True], met)


def joined_trial(first: Trial, second: Trial | None) -> Trial:
    """Return both heats, or rounds, of an option as one trial."""
    if second is None:
        return first
    return Trial(
        first.offer,
        first.plain + second.plain,
        first.never + second.never,
        first.always + second.always,
        first.met or second.met,
        first.rounds + second.rounds,
    )
