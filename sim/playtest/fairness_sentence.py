"""The sentence about fairness: who wins more often, and how sure that is."""

from sim.playtest.course import Course
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.figures_in_words import share_in_words
from sim.playtest.findings import SMALL

_NARROW = 0.07
"""The widest half of an interval with which a scenario may be called fair."""
_LEAN, _NO_CONTEST = 0.6, 0.95
_DRAWS = 0.02
_PAIR = 2
_MOSTLY = 0.5


def fairness_sentence(fairness: Fairness) -> str:
    """Return whether it is fair, how sure that is, and what best play says of it."""
    return f"{_fair_sentence(fairness)}{_best(fairness)}"


def _fair_sentence(fairness: Fairness) -> str:
    best = max(fairness.sides, key=lambda side: side.score.value)
    wins = f"{best.side} {_win_verb(best)} {share_in_words(best.score)}"
    if len(fairness.sides) == 1:
        return f"Nobody plays against {best.side}: {_success_in_words(fairness, best)}."
    if fairness.drawn.low > _MOSTLY:
        return f"Mostly nobody wins: {share_in_words(fairness.drawn)} are drawn."
    several, draws = len(fairness.sides) > _PAIR, fairness.drawn.value > _DRAWS
    wins += ", a win of several being shared out" * several
    wins += ", a draw counting half" * (draws and not several)
    exact = _exact(fairness)
    if best.score.low > fairness.even:
        return f"{_uneven(best, wins, fairness)}{exact}"
    if is_open(fairness):
        return f"{_open_sentence(fairness, wins)}.{exact}"
    if _is_tilted(fairness):
        return (
            f"It is nearly fair where all choose among several agents: {wins}.{exact}"
        )
    return f"It is fair as far as these games can tell: {wins}.{exact}"


def _open_sentence(fairness: Fairness, wins: str) -> str:
    """Return that too little was played, and what best play tells nevertheless."""
    if (favoured := favoured_side(fairness)) is None:
        return f"Whether it is fair is still open: {wins}; a larger --budget would tell"
    among = f"among several agents it is still open who wins more: {wins}"
    return f"Best play favours {favoured[0]}, while {among}"


def favoured_side(fairness: Fairness) -> tuple[str, str] | None:
    """Return whom best play favours, and over whom, if it surely does."""
    return None if fairness.best is None else fairness.best.favours


def is_calm(course: Course, fairness: Fairness) -> bool:
    """Whether nobody ever wins, and not because it stalls: as in an interlude."""
    return fairness.drawn.value == 1 and not course.stalled.value


def is_open(fairness: Fairness) -> bool:
    """Whether it may be fair or not, since too little was played."""
    best = max(fairness.sides, key=lambda side: side.score.value)
    sure = best.score.low > fairness.even or fairness.drawn.low > _MOSTLY
    return len(fairness.sides) > 1 and not sure and best.score.half_width > _NARROW


def _is_tilted(fairness: Fairness) -> bool:
    """Whether it is certain that its own agents win clearly unequal shares."""
    most = max(fairness.exact.values(), default=0.0)
    return most > fairness.even + SMALL


def _exact(fairness: Fairness) -> str:
    """Return a sentence on what its own agents win, "" if that is not exact."""
    if not fairness.exact:
        return ""
    who, most = max(fairness.exact.items(), key=lambda entry: entry[1])
    pair, drawn = len(fairness.sides) == _PAIR, fairness.drawn.value
    half = ", a draw counting half" * (pair and 0 < drawn <= _DRAWS)
    wins = f"{who} wins {_in_hundred(most)} of 100{half}"
    return f" Between its own agents {wins}, exact."


def _win_verb(side: SideWorth) -> str:
    """Return the verb for one seat, or for a side of several: bandits win."""
    return "win" if side.seats > 1 else "wins"


def _success_in_words(fairness: Fairness, best: SideWorth) -> str:
    """Return how often the only side succeeds, exact where that is known."""
    exact = set(map(_in_hundred, fairness.exact.values()))
    if len(exact) == 1:
        return f"its own agents succeed in {exact.pop()} of 100 conflicts, exact"
    return f"{share_in_words(best.score)} succeed"


def _in_hundred(share: float) -> str:
    return f"{100 * share:.1f}"


def _best(fairness: Fairness) -> str:
    """Return a sentence on what both sides can be sure of, "" if none is known."""
    best = fairness.best
    return "" if best is None else f" Under best play {best}."


def _uneven(best: SideWorth, wins: str, fairness: Fairness) -> str:
    even = f", an even share being {100 * fairness.even:.0f}"
    even *= len(fairness.sides) > _PAIR
    if best.score.low >= _NO_CONTEST - SMALL and best.score.value >= _NO_CONTEST:
        return f"It is no contest: {wins}{even}."
    if best.score.low >= _LEAN * 2 * fairness.even:
        return f"It is not fair: {wins}{even}."
    return f"It leans towards {best.side}: {wins}{even}."
