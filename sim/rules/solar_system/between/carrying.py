"""What everybody carries from one conflict into the next [RUL-92].

That is the current sheet: pools, abilities, Secrets, Keys, harm left after shake-out,
experience. Gift dice and things produced by Secrets last for a session.
"""

from collections.abc import Iterator, Mapping

from msgspec import convert, json
from msgspec.structs import replace

from sim.rules.solar_system.between.leaving import without
from sim.rules.solar_system.scenario.catalogue import KEYS, SECRETS, secrets_of
from sim.rules.solar_system.scenario.character import (
    POOLS,
    RANKS,
    Character,
    Elsewhere,
    Item,
    Pools,
    PoolsNow,
    Prop,
    RankName,
    Record,
)
from sim.rules.solar_system.scenario.people import Growth, People, kinds_named
from sim.rules.solar_system.scenario.sheet import SolarScenario, setting
from sim.rules.solar_system.state import State, growth_of
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat

RANK_NAMES = {rank: name for name, rank in RANKS.items()}


def carried(state: State) -> dict[str, Description]:
    """Return what everybody takes away, by name [RUL-92, SS-HARM-12]."""
    return {
        data.name: _record(state, who) for who, data in by_seat(state.setup.characters)
    }


def _record(state: State, who: Seat) -> Description:
    participant, grown, people = (
        state.participants[who],
        growth_of(state, who),
        state.setup.people,
    )
    record: Description = {
        "pools": dict(zip(POOLS, grown.maxima, strict=True)),
        "left": dict(zip(POOLS, participant.pools, strict=True)),
        "abilities": {people.abilities[n]: RANK_NAMES[rank] for n, rank in grown.ranks},
    }
    rest: Description = {
        "harm": [
            [str(box), POOLS[label - 1]]
            for box, label in enumerate(participant.harm, 1)
            if label
        ],
        "bruise_dice": participant.bruises,
        "secrets": [people.secrets[n].name for n in grown.secrets],
        "keys": [people.keys[n].name for n in grown.keys],
        "erased": [people.keys[n].name for n in grown.erased],
        "items": _plain(people.items[who]),
        "elsewhere": _plain(people.elsewhere[who]),
    }
    rest |= _account(grown) | _of_session(state, who)
    rest["last_kind"] = _last_kind(people, who, grown)
    if people.elsewhere[who] == Elsewhere():
        del rest["elsewhere"]
    record |= {
        name: value for name, value in rest.items() if value not in (0, None, [], "")
    }
    if _removed(state, who):
        record["out"] = "removed for good"
    return record


def _plain(item: Item | Elsewhere | tuple[Item, ...]) -> object:
    """Return *item* in plain JSON types."""
    return json.decode(json.encode(item))


def _account(grown: Growth) -> Description:
    return {
        "xp": grown.xp,
        "advances": grown.advances,
        "earned": grown.earned,
        "spent": grown.spent,
        "last": grown.last,
    }


def _last_kind(people: People, who: Seat, grown: Growth) -> str | None:
    """Return the kind of the last purchase, if its name is ambiguous [RUL-62]."""
    if grown.last is None or len(grown.last_kinds) != 1:
        return None
    (kind,) = grown.last_kinds
    named = kinds_named(
        grown.last,
        [people.abilities[n] for n, _ in grown.ranks],
        [people.secrets[n].name for n in grown.secrets],
        [people.keys[n].name for n in (*grown.keys, *grown.erased)],
        people.elsewhere[who],
    )
    return None if named == grown.last_kinds else kind


def _of_session(state: State, who: Seat) -> Description:
    """Return what lasts to the end of the session [RUL-82, RUL-91].

    The Story Guide's gift dice are stored with everybody, since he has no sheet.
    """
    people = state.setup.people
    if people.session is None:
        return {}
    words: Description = {
        "session": str(people.session),
        "produced": list(growth_of(state, who).produced),
    }
    if state.setup.gifts:
        words["gifts"] = str(state.gifts[who])
        if state.setup.judge != NOBODY:
            words["story_guide_gifts"] = str(state.gifts[state.setup.judge])
    return words


def _removed(state: State, who: Seat) -> bool:
    """Whether a permanent goal was obtained against *who* [RUL-93, SS-RES-05]."""
    return any(
        fulfilled.against == who
        and fulfilled.lasting
        and state.data(fulfilled.who).goals[fulfilled.goal].permanent
        for fulfilled in state.obtained
    )


def in_session(scenario: SolarScenario, session: int) -> SolarScenario:
    """Return *scenario* as it is played in a session [RUL-91]."""
    return replace(scenario, session=session)


def entered(
    scenario: SolarScenario, records: Mapping[str, Description]
) -> SolarScenario | None:
    """Return *scenario* with the sheets that are carried into it [RUL-92, RUL-93].

    Those who were removed are left out; returns None if that leaves no conflict.
    """
    gone = {name for name, record in records.items() if "out" in record}
    seats = tuple(
        _entering(character, records.get(character.name), scenario)
        for character in scenario.seats
    )
    guide = scenario.story_guide
    for seat in seats:
        record = records.get(seat.name, {})
        if _same_session(record, scenario) and "story_guide_gifts" in record:
            guide = replace(guide, gifts=int(record["story_guide_gifts"]))
    changed = replace(scenario, seats=seats, story_guide=guide)
    return without(changed, gone & {character.name for character in seats})


def _same_session(record: Description, scenario: SolarScenario) -> bool:
    session = scenario.session
    return session is not None and record.get("session") == str(session)


def _entering(
    character: Character, record: Description | None, scenario: SolarScenario
) -> Character:
    if record is None:
        return character
    pools = convert(record["pools"], Pools)
    left = {
        pool: None if points == getattr(pools, pool) else points
        for pool, points in record["left"].items()
    }
    sheet, away = _parted(record, scenario)
    lasting = _same_session(record, scenario)
    gifts = record.get("gifts") if lasting else None
    return replace(
        character,
        pools=pools,
        now=PoolsNow(**left),
        abilities=dict(sheet.abilities),
        secrets=sheet.secrets,
        keys=sheet.keys,
        harm=dict(record.get("harm", ())),
        bruise_dice=record.get("bruise_dice", 0),
        items=convert(record.get("items", ()), tuple[Item, ...]),
        props=(*character.props, *(_produced(record, scenario) if lasting else ())),
        created=False,
        stated=None,
        record=Record(
            xp=record.get("xp", 0),
            advances=record.get("advances", 0),
            earned=record.get("earned", 0),
            spent=record.get("spent", 0),
            last=record.get("last"),
            erased=sheet.erased,
            gifts=None if gifts is None else int(gifts),
            produced=tuple(record.get("produced", ())) if lasting else (),
            elsewhere=away,
            last_kind=record.get("last_kind"),
        ),
    )


def _produced(record: Description, scenario: SolarScenario) -> Iterator[Prop]:
    """Yield the things a Secret produced that may help an ability [RUL-82]."""
    for name, secret in secrets_of(scenario).items():
        if name in record.get("secrets", ()) and secret.produces:
            for ability in secret.abilities:
                if secret.produces in record.get("produced", ()):
                    yield Prop(name=secret.produces, ability=ability)


def _parted(
    record: Description, scenario: SolarScenario
) -> tuple[Elsewhere, Elsewhere]:
    """Split a sheet into what this setting has, and what waits elsewhere [RUL-92]."""
    waited = convert(record.get("elsewhere", {}), Elsewhere)
    abilities: dict[str, RankName] = {**record["abilities"], **dict(waited.abilities)}
    secrets = (*record.get("secrets", ()), *waited.secrets)
    keys = (*record.get("keys", ()), *waited.keys)
    erased = (*record.get("erased", ()), *waited.erased)
    names_here = (
        setting(scenario),
        {*scenario.secrets, *SECRETS},
        {*scenario.keys, *KEYS},
    )
    here, away = (
        Elsewhere(
            tuple(
                (name, rank)
                for name, rank in abilities.items()
                if (name in names_here[0]) is there
            ),
            tuple(name for name in secrets if (name in names_here[1]) is there),
            tuple(name for name in keys if (name in names_here[2]) is there),
            tuple(name for name in erased if (name in names_here[2]) is there),
        )
        for there in (True, False)
    )
    return here, away
