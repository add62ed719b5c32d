"""Characters, conflicts and a game that tests drive answer by answer."""

from typing import Any, TypeVar

from msgspec import structs

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.phases import Response
from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.seat import Attack, Character
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario, Use
from sim.rules.skill_roll.state import Participant, State
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.events import Event
from sim.seam.protocol import Decision
from tests.rules.by_hand import ByHand
from tests.rules.checked import checked

E = TypeVar("E", bound=Event)

PLAIN = Rulings()
A, B, C = 0, 1, 2
DEFEND, NO_DEFENCE, COUNTER = Response


def blade(**changes: Any) -> Attack:  # noqa: ANN401 - any field
    """Return a blade of 8 damage a rank and 5 ranks, to be dodged or parried."""
    attack = Attack(
        name="blade",
        skill="blade",
        damage_per_rank=8,
        ranks=5,
        appropriate_defences=("dodge", "parry"),
    )
    return structs.replace(attack, **changes)


def bow(**changes: Any) -> Attack:  # noqa: ANN401 - any field
    """Return a bow of the same damage for use from afar, to be dodged."""
    attack = blade(
        name="bow", skill="bow", hand_to_hand=False, appropriate_defences=("dodge",)
    )
    return structs.replace(attack, **changes)


def ann(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Return Ann, as in the ledger's worked exchange."""
    character = Character(
        name="Ann",
        attributes={"dex": 10},
        skills={"blade": 12, "dodge": 11, "bow": 12},
        attacks=(blade(),),
        capacity=100,
    )
    return structs.replace(character, **changes)


def bob(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Return Bob, as in the ledger's worked exchange."""
    character = Character(
        name="Bob",
        attributes={"dex": 9},
        skills={"blade": 11, "parry": 12},
        attacks=(blade(name="sabre", ranks=4),),
        capacity=90,
    )
    return structs.replace(character, **changes)


def conflict(
    *seats: Character,
    kind: str = "combat",
    **fields: Any,  # noqa: ANN401 - any field
) -> SkillRollScenario:
    """Return a checked conflict; a keyword that is no field of it is a ruling."""
    seats = _speaking(seats or (ann(), bob()))
    known = {field.name for field in structs.fields(SkillRollScenario)}
    rulings = {name: fields.pop(name) for name in list(fields) if name not in known}
    scenario = SkillRollScenario(
        title="A test",
        system="skill_roll",
        kind=kind,
        seats=seats,
        rulings=structs.replace(PLAIN, **rulings),
        **fields,
    )
    return checked(SYSTEM, scenario)


def _speaking(seats: tuple[Character, ...]) -> tuple[Character, ...]:
    """Return the seats without mention of skills that none of them has.

    An attack keeps its skill: whoever lacks it has it as good as the attribute gives.
    """
    known = {skill for seat in seats for skill in seat.skills}
    speaking: list[Character] = []
    for seat in seats:
        bare = seat.attributes.get("dex", 10) - 4
        lacking = {form.skill: bare for form in seat.attacks if form.skill not in known}
        forms = tuple(
            structs.replace(
                form,
                appropriate_defences=tuple(
                    skill for skill in form.appropriate_defences if skill in known
                ),
            )
            for form in seat.attacks
        )
        away = seat.withdraw_with if seat.withdraw_with in known else ""
        speaking.append(
            structs.replace(
                seat,
                attacks=forms,
                skills={**seat.skills, **lacking},
                withdraw_with=away,
            )
        )
    return tuple(speaking)


def use(**changes: object) -> Use:
    """Return a use of Ann's craft under time pressure, which has to be rolled for."""
    fields: dict[str, object] = {"who": "Ann", "skill": "craft", "pressed": True}
    return Use(**(fields | changes))


def task(*uses: Use, seats: tuple[Character, ...] = (), **fields: Any) -> "Game":  # noqa: ANN401 - any field
    """Return a task under way, of Ann alone if no seats are given."""
    return Game(conflict(*(seats or (ann(),)), kind="task", uses=uses, **fields))


class Game(ByHand[State]):
    """A conflict of this system, played by hand."""

    def __init__(self, scenario: SkillRollScenario) -> None:
        """Begin at the first question."""
        super().__init__(SYSTEM, scenario)

    def attack(self, who: int, form: str, target: int, *faces: int) -> "Game":
        """Attack, leave the Response to the default, and roll."""
        self.say(f.AttackDeclared(who, form, target))
        if isinstance(self.asked, Decision) and isinstance(
            self.options[0], f.ResponseDeclared
        ):
            self.say(self.options[0])
        self.roll(*faces)
        while isinstance(self.asked, Decision) and isinstance(
            self.options[0], f.WentOn
        ):
            self.say(self.options[0])
        return self

    def participant(self, who: int) -> Participant:
        """Return the state of one participant."""
        return self.state.participants[who]
