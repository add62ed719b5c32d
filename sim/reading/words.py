"""Comparing what people typed: spelling, synonyms and word forms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

Description = dict[str, Any]
"""What a person typed, or what exists, as a table of named parts."""


def plain(text: object) -> str:
    """Return *text* normalised: without case, spaces, hyphens and underscores."""
    return str(text).casefold().replace("_", " ").replace("-", " ").strip()


def alike(said: object, other: object) -> bool:
    """Whether two things a person may have typed are the same.

    Case, spaces, hyphens and underscores do not matter.
    """
    if isinstance(said, str) or isinstance(other, str):
        return plain(said) == plain(other)
    if isinstance(said, bool) or isinstance(other, bool):
        return said is other
    if isinstance(said, list | tuple) and isinstance(other, list | tuple):
        few = cast("Sequence[object]", said)
        more = cast("Sequence[object]", other)
        return len(few) == len(more) and all(map(alike, few, more))
    if isinstance(said, dict) and isinstance(other, dict):
        few_words, words = cast("Description", said), cast("Description", other)
        return len(few_words) == len(words) and fits(few_words, words)
    return said == other


def said_in(said: str, line: str) -> bool:
    """Whether the words *said* are in *line*, side by side and in this order.

    Case and punctuation do not matter. If there are no words, the answer is False.
    """
    wanted, there = _words(said), _words(line)
    return bool(wanted) and f" {wanted} " in f" {there} "


def words_in(text: str) -> list[str]:
    """Return the words of *text* in small letters, without punctuation."""
    return _RUN.findall(text.casefold())


def _words(text: str) -> str:
    return " ".join(words_in(text))


def fits(said: Mapping[Any, Any], words: Mapping[Any, Any]) -> bool:
    """Whether *words* has every name of *said*, with the same value."""
    known = {plain(name): item for name, item in words.items()}
    return all(
        plain(name) in known and alike(item, known[plain(name)])
        for name, item in by_their_names(said, words).items()
    )


def by_their_names(said: Mapping[Any, Any], names: Iterable[Any]) -> Description:
    """Return *said* with each key replaced by the one of *names* that means the same.

    So "damage" becomes "harm" if *names* has "harm" and no "damage". A key without such
    a name, or whose name is a key of *said* already, stays.
    """
    ours = [str(name) for name in names]
    open_ = [name for name in ours if plain(name) not in map(plain, said)]
    held = set(map(plain, ours))
    return {
        name if plain(name) in held else said_as(str(name), open_) or name: item
        for name, item in said.items()
    }


_RUN = re.compile(r"\w+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "i",
        "my",
        "his",
        "her",
        "their",
        "its",
        "to",
        "on",
        "of",
        "from",
        "against",
        "at",
    ]
)
_FORMS: Mapping[str, str] = {
    form: stem
    for stem, forms in {
        "begin": "began begun",
        "buy": "bought",
        "break": "broke broken",
        "choose": "chose chosen choice",
        "draw": "drew drawn",
        "fall": "fell fallen",
        "get": "got",
        "give": "gave given gift",
        "go": "went gone",
        "harm": "damage hurt injury",
        "hold": "held",
        "intent": "intention",
        "keep": "kept",
        "leave": "left",
        "lose": "lost",
        "make": "made",
        "parry": "parries parried",
        "roll": "dice die throw threw thrown",
        "see": "sought seek",
        "spend": "spent",
        "stand": "stood standing status",
        "strike": "struck stricken",
        "take": "took taken",
        "tell": "told",
        "win": "won",
        "withdraw": "withdrew withdrawn",
    }.items()
    for form in forms.split()
}
"""Inflected forms and synonyms -> the word they are read as."""
_ACTIONS: Mapping[str, str] = {
    "block": "defends",
    "dodge": "defends",
    "parry": "defends",
    "wait": "does nothing",
}
"""An action -> how a system without that action may express it."""
_ENDINGS = ("ed", "es", "ing", "s", "e", "d")


def stem_set(text: str) -> frozenset[str]:
    """Return the meaning of *text* as a set of stems, without stop words.

    So "buys a die", "bought die" and DieBought mean the same.
    """
    return frozenset(stem_list(text))


def stem_list(text: str) -> list[str]:
    """Return the stems of the words of *text*, in order."""
    stems = (_stem(word.casefold()) for word in _WORD.findall(text))
    return [stem for stem in stems if stem not in _SMALL]


def _stem(word: str) -> str:
    word = _FORMS.get(word, word)
    for ending in _ENDINGS:
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2:  # noqa: PLR2004 - shorter is no word
            if bare[-1] == bare[-2] and bare[-1] not in "ls":
                bare = bare[:-1]
            return _FORMS.get(bare, _FORMS.get(bare + "e", bare)).removesuffix("e")
    return word


_REPLACEMENTS = {_stem(word): stem_list(put) for word, put in _ACTIONS.items()}


def by_actions(heard: set[str]) -> tuple[set[str], set[str]]:
    """Return the stems *heard* with actions replaced, and the actions."""
    actions = heard & _REPLACEMENTS.keys()
    return (heard - actions).union(
        *(_REPLACEMENTS[action] for action in actions)
    ), actions


def said_as(said: str, names: Iterable[str]) -> str:
    """Return the one of *names* that means the same as *said*, "" if none or many."""
    wanted = stem_set(said)
    matching = [name for name in names if wanted and stem_set(name) == wanted]
    return matching[0] if len(matching) == 1 else ""


_SIGNS = {"+": 1, "-": -1, "\u2212": -1, "0": 0}
_BY_FACE = {face: sign for sign, face in _SIGNS.items() if sign.isascii()}


def fudge_signs(faces: Sequence[int]) -> str:
    """Return *faces* of Fudge dice by their signs: "+ 0 -"."""
    return " ".join(_BY_FACE.get(face, str(face)) for face in faces)


def is_in_fudge_signs(said: str | Sequence[int | str]) -> bool:
    """Whether faces were typed by the signs of Fudge dice, and not as numbers."""
    parts = (part for face in said for part in str(face))
    numbers = any(part.isdecimal() and part != "0" for part in str(said))
    return not numbers and any(part in _SIGNS and part != "0" for part in parts)


def faces_of(said: str | Sequence[int | str]) -> tuple[int, ...] | None:
    """Return the faces that *said* means, such as "+ 0 -"; None if it means none."""
    items = said
    if isinstance(said, str):
        items = said.replace(",", " ").split()
        if len(items) == 1 and set(items[0]) <= set(_SIGNS):
            items = tuple(items[0])
    faces: list[int] = []
    for face in items:
        if isinstance(face, str) and face not in _SIGNS:
            try:
                faces.append(int(face))
            except ValueError:
                return None
        else:
            faces.append(_SIGNS[face] if isinstance(face, str) else face)
    return tuple(faces)
