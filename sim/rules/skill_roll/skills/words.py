"""Numbers and words of the rules, in the form in which people say them."""

from fractions import Fraction

from sim.rules.skill_roll.skills.attack_result import EIGHTHS


def points(eighths: int) -> str:
    """Return damage in points, with the fraction if there is one: 52 1/2."""
    whole, rest = divmod(eighths, EIGHTHS)
    if not rest:
        return str(whole)
    part = Fraction(rest, EIGHTHS)
    return f"{whole} {part}" if whole else str(part)


def spoken(word: str) -> str:
    """Return a word of a file in the form in which it is said."""
    return word.replace("_", " ")


def signed(number: int) -> str:
    """Return *number* with its sign, as it joins a sum."""
    return f"{'-' if number < 0 else '+'} {abs(number)}"


def levels(level: int) -> str:
    """Return a level in words: level 3, or 2 failure levels."""
    if level >= 0:
        return f"level {level}"
    return f"{-level} failure level{'s' if level < -1 else ''}"
