"""What the number at a path of a scenario is called in a sentence.

`seats[1].skills.intrusion` is "Hacker's intrusion", and the rating of the first bonus
of an item "the rating of bonus 1 of Tela's Viper-Blade". A command line needs the path;
a sentence that is read aloud needs this.
"""

from collections.abc import Sequence
from typing import Any

from sim.library.scenario import Loaded
from sim.library.settings import Key, Setting, as_option_text, entry_at, keys_of

_RULINGS, _NOW = "rulings", "now"
_NO_NOUN = frozenset({"after", "from", "may", "to", "unaware", "when"})
"""The first words of fields such as `from_round`."""
_NAMES = ("name", "label", "what")
"""The fields that may name an entry of a list, the first that is there."""


class _Phrase:
    """A noun phrase that grows step by step: who or what owns it, and what it is."""

    def __init__(self) -> None:
        self._owner = ""
        """Somebody or something with a name."""
        self._of: list[str] = []
        """What is named inside, the innermost first: bonus 1, of Tela's blade."""
        self._words: list[str] = []
        """Fields since the last thing with a name or a number."""

    def named(self, name: str) -> None:
        """Step to something that has a *name*."""
        said = name if name[:1].isupper() or " " not in name else f'"{name}"'
        self._owner = f"{_possessive(self._thing())} {said}" if self._thing() else said
        self._of, self._words = [], []

    def numbered(self, place: int) -> None:
        """Step to the entry of a list that is known by its *place* alone."""
        kind = _one_of(self._words.pop()) if self._words else "entry"
        self._of.insert(0, " ".join([*self._words, kind, str(place + 1)]))
        self._words = []

    def field(self, name: str) -> None:
        """Step to the field with this *name*, in quotation marks if it is no noun."""
        words = name.replace("_", " ")
        first = words.partition(" ")[0]
        self._words.append(f'"{words}"' if first in _NO_NOUN else words)

    def forget(self) -> None:
        """Leave the last field out: what it holds has names of its own."""
        self._words.pop()

    def _thing(self) -> str:
        return " of ".join([*self._of, *([self._owner] if self._owner else [])])

    def text(self) -> str:
        """Return the phrase."""
        thing, words = self._thing(), " ".join(_spoken(self._words))
        if not words:
            return thing
        if not thing:
            return f"the {words}"
        whole = not self._of and "'s " not in thing and not thing.endswith('"')
        return f"{_possessive(thing)} {words}" if whole else f"the {words} of {thing}"


def _spoken(words: Sequence[str]) -> list[str]:
    """Return *words* without plurals that only hold others; what holds now is last."""
    *around, last = words or [""]
    now = [_NOW] * (_NOW in around)
    return [*(word for word in around if word != _NOW and word[-1:] != "s"), last, *now]


def called(loaded: Loaded, path: str) -> str:
    """Return what is at *path* of *loaded*, in words.

    Raises UnknownNameError as `with_settings` does where it is not there.
    """
    keys = keys_of(loaded, path)
    if keys[0] == _RULINGS:
        return f"the ruling {' '.join(map(str, keys[1:]))}"
    phrase, sheet = _Phrase(), loaded.scenario
    for key in keys:
        sheet = _stepped(phrase, sheet, key)
    return phrase.text()


def _stepped(phrase: _Phrase, sheet: Any, key: Key) -> Any:  # noqa: ANN401 - any sheet
    """Add the step by *key* into *sheet* to *phrase*; return the entry there."""
    there = entry_at(sheet, key)
    if isinstance(key, int):
        name = _name(there)
        if name:
            phrase.forget()
            phrase.named(name)
        else:
            phrase.numbered(key)
    elif isinstance(sheet, dict):
        phrase.forget()
        phrase.named(key)
    else:
        phrase.field(key)
    return there


def _name(entry: object) -> str:
    """Return the name of an *entry* of a list, "" if it has none."""
    names = (getattr(entry, name, None) for name in _NAMES)
    return next((text for text in names if isinstance(text, str) and text), "")


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _one_of(kind: str) -> str:
    """Return the singular of what a list is called: bonuses, difficulties, checks."""
    for ending, singular in (("ies", "y"), ("uses", "us"), ("ses", "se"), ("s", "")):
        if kind.endswith(ending) and kind != ending:
            return kind.removesuffix(ending) + singular
    return kind


def setting_words(loaded: Loaded, setting: Setting) -> str:
    """Return *setting* in words: Hacker's intrusion at 12, Hacker's agent as bold."""
    link = "as" if isinstance(setting.value, str) else "at"
    return f"{called(loaded, setting.path)} {link} {as_option_text(setting.value)}"
