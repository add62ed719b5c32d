"""Names in messages: quoting, listing, and suggesting the nearest to an unknown one."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from sim.reading.visible import without_password

_LONGEST = 60
_MANY = 40
_SOME = 10
_KEPT = 240
_SHORT = 4
_WORDS = 4
"""The most words of a name: a longer text is a path or a sentence."""
_LIKE = 0.75
_LIKE_SHORT = 0.6
_MEANT: Mapping[str, tuple[str, ...]] = {
    "armor": ("items",),
    "armour": ("items",),
    "attributes": ("pools", "abilities"),
    "character": ("seats",),
    "characters": ("seats",),
    "check": ("DiceRolled",),
    "damage": ("harm", "HarmApplied"),
    "equipment": ("items", "props"),
    "gear": ("items", "props"),
    "goal": ("intentions", "intent", "goals"),
    "health": ("harm", "pools"),
    "participants": ("seats",),
    "players": ("seats",),
    "rules": ("rulings",),
    "skill": ("abilities", "skills"),
    "skills": ("abilities", "skills"),
    "test": ("DiceRolled",),
    "stats": ("pools", "abilities"),
    "team": ("side",),
    "weapon": ("items",),
    "weapons": ("items",),
    "wound": ("harm", "HarmApplied"),
    "wounds": ("harm", "wounds", "HarmApplied"),
}
"""Words people use -> the names they may mean; the first that exists is suggested."""
_HINTED = re.compile(
    r"(?P<place>[^\n:]*\.\w{1,9}(?:, line \d+(?:, column \d+)?)?: )?"
    r"(?P<before>.*?); (?P<hint>did you mean .+?\?)(?P<after>.*)",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W_]+")
_ENDLESS = re.compile(rf"\S{{{_KEPT + 60},}}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return '; did you mean ...?' when something else of *known* is like *name*."""
    others = [other for other in known if other != name]
    meant = [other for other in others if other.strip('"') in our_words_for(name)]
    if meant:
        return f"; did you mean {meant[0]}?"
    near = [other for other in others if _part(name, other)] or [
        other for other in others if _close(_bare(name), _bare(other))
    ]
    if not near:
        return ""
    return f"; did you mean {max(near, key=lambda other: likeness(name, other))}?"


def as_known(name: str, known: Iterable[str]) -> str:
    """Return the one of *known* that is *name* but for its case, else *name* itself.

    If several match, *name* itself is returned.
    """
    names = dict.fromkeys(known)
    like = [other for other in names if other.casefold() == name.casefold()]
    return like[0] if name not in names and len(like) == 1 else name


def hint_first(sentence: str) -> str:
    """Return *sentence* with its '; did you mean ...?' moved to the beginning.

    A place at the beginning, a file perhaps with a line and a column, stays first.
    """
    match = _HINTED.fullmatch(sentence)
    if match is None:
        return sentence
    return f"{match['place'] or ''}{match['hint']} {match['before']}{match['after']}"


def most_similar(name: str, known: Iterable[str], most: int = 5) -> list[str]:
    """Return those of *known* that are most similar to *name*, the nearest first."""

    def place(other: str) -> tuple[float, str]:
        """Break ties alphabetically, since a set has no order."""
        return -likeness(name, other), other

    return sorted(set(known), key=place)[:most]


def our_words_for(name: str) -> tuple[str, ...]:
    """Return our own words for what people call *name*, the likeliest first."""
    return _MEANT.get(_bare(name), ())


def likeness(name: str, other: str) -> float:
    """Return the similarity, 0 to 1, of *name* to *other* or to its first words."""
    return _likeness(_bare(name), _bare(other))


def _close(typed: str, other: str) -> bool:
    """Whether *typed* may be a typo of *other*; shorter words allow fewer differences.

    Sharing a few letters is not enough: strength is not instinct.
    """
    short = len(typed) <= _SHORT and typed[:1] == other[:1]
    return _likeness(typed, other) >= (_LIKE_SHORT if short else _LIKE)


def _part(one: str, other: str) -> bool:
    """Whether all words of one name are among those of the other: duel, skill_duel."""
    fewer, more = sorted(
        ({*_WORD.findall(_bare(name))} for name in (one, other)), key=len
    )
    return bool(fewer) and fewer < more and len(more) <= _WORDS


def _likeness(typed: str, other: str) -> float:
    """Return the similarity of *typed* to *other*, or to as many of its first words."""
    begun = " ".join(other.split(" ")[: typed.count(" ") + 1])
    return max(
        SequenceMatcher(None, typed, whole).ratio() for whole in {other: 0, begun: 0}
    )


def _bare(name: str) -> str:
    return name.strip('"').casefold()


def among(known: Sequence[str], name: str, most: int = _MANY) -> str:
    """List *known* and suggest the one nearest to *name*.

    If there are more than *most*, only the nearest are listed.
    """
    hint = nearest(name, known)
    if len(known) > most:
        shown = min(_SOME, most)
        likest = ", ".join(get_close_matches(name, known, shown, 0.0))
        return f"one of {likest} and {len(known) - shown} others{hint}"
    return f"one of {', '.join(known)}{hint}" if known else "none"


def quoted(text: str) -> str:
    """Return *text* in quotes on one line, with what cannot be seen escaped."""
    short = shortened(text)
    return f'"{short}"' if short.isprintable() else ascii(short)


def brief(sentence: str) -> str:
    """Return *sentence* with absurdly long words cut short."""
    return _ENDLESS.sub(
        lambda word: word[0][:_KEPT] + "...", without_password(sentence)
    )


def shortened(text: str) -> str:
    """Return *text*, cut short if it is too long for a name.

    A password is removed before that, since half of one is also a secret.
    """
    text = without_password(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
