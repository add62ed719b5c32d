"""Wording that all rule systems share: lists, numbers and times."""

from collections.abc import Sequence

PLURALS = {"die": "dice", "success": "successes", "loss": "losses", "box": "boxes"}
"""Irregular plurals."""

MINUTE, HOUR, DAY = 60, 3600, 86_400
"""In seconds."""

MOST = 10**15
"""Nobody can play, keep or count more of anything."""


def listed(words: Sequence[str]) -> str:
    """Return *words* as a list in English: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def capital(text: str) -> str:
    """Return *text* with its first letter capitalised, as a sentence begins."""
    return text[:1].upper() + text[1:]


def without_name(sentence: str, name: str) -> str:
    """Return *sentence* without the *name* that begins it, capitalised or not."""
    for begun in (name, capital(name)):
        if sentence.startswith(f"{begun} "):
            return sentence[len(begun) + 1 :]
    return sentence


def quoted(name: str) -> str:
    """Return a *name* from a scenario, such as a goal's, so that it reads as one."""
    return f'"{name}"'


def counted(number: int, what: str) -> str:
    """Return a number of things, such as "1 die" or "3 points"."""
    if number == 1:
        return f"1 {what}"
    *before, last = what.split(" ")
    return " ".join([str(number), *before, PLURALS.get(last, f"{last}s")])


def moment(clock: int) -> str:
    """Return a number of seconds in words, such as "1 min 3 s" or "2 days"."""
    days, rest = divmod(clock, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    parts = [
        counted(days, "day") if days else "",
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
        f"{seconds} s" if seconds else "",
    ]
    return " ".join(part for part in parts if part) or "0 s"
