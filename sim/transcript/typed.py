"""A round as it was typed in, with seats instead of names, and what of it is used."""

from msgspec import Struct, field

from sim.protocol import Description


class Statement(Struct):
    """What *seat* said; *allow* is why the table let it pass, "" if it need not."""

    seat: int
    words: Description
    allow: str = ""
    used: bool = False


class Throw(Struct):
    """One roll of *seat* as typed in: the faces not taken yet."""

    seat: int
    faces: list[int]
    used: bool = False


class Typed(Struct):
    """A round as typed in, and what of it has been used."""

    says: list[Statement] = field(default_factory=list[Statement])
    dice: list[Throw] = field(default_factory=list[Throw])
    claims: list[Description] = field(default_factory=list[Description])

    def next_throw(self, who: int) -> Throw | None:
        """Return the next roll of *who* that was typed in, and count it as used."""
        for throw in self.dice:
            if throw.seat == who and not throw.used:
                throw.used = True
                return throw
        return None
