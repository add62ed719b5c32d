"""Errors on sheets: a sentence for every breach of a rule, with the rule."""

from collections.abc import Iterator, Mapping

from sim.rules.solar_system.advancement.prices import KEYS_MOST
from sim.rules.solar_system.scenario.catalogue import keys_of, secrets_of
from sim.rules.solar_system.scenario.character import POOLS, Character, Item
from sim.rules.solar_system.scenario.people import kinds_named, opened_to
from sim.rules.solar_system.scenario.setting import Secret
from sim.rules.solar_system.scenario.sheet import SolarScenario, setting
from sim.rules.solar_system.scenario.validate import LIMIT_OF_RATING
from sim.rules.solar_system.sheet.creation import unlawful
from sim.spine.problems import problem, repeated, unknown


def breaches(scenario: SolarScenario) -> Iterator[str]:
    """Yield the errors in the people of *scenario* and in their setting."""
    secrets = secrets_of(scenario)
    for name, secret in secrets.items():
        yield from _secret(name, secret)
        # Entries filled from the catalogue are on no sheet.
        taken = scenario.secrets.get(name) == Secret()
        if taken and secret.check is not None:
            where = f"$.secrets.{name}.check"
            yield from unknown(where, secret.check, setting(scenario))
    for name, species in scenario.species.items():
        for pool, limit in species.pool_limits.items():
            if limit.minimum > limit.maximum:
                found = f"a minimum of {limit.minimum}"
                where = f"$.species.{name}.pool_limits.{pool}"
                yield problem(where, found, f"at most {limit.maximum} [SS-CRE-08]")
    for index, seat in enumerate(scenario.seats):
        where = f"$.seats[{index}]"
        yield from _sheet(seat, where)
        if seat.created:
            yield from _opens(scenario, seat, where)
            yield from unlawful(scenario, seat, where)
    yield from _opening(scenario, secrets)


def _opening(scenario: SolarScenario, secrets: Mapping[str, Secret]) -> Iterator[str]:
    """Check that a Secret's check is unopposed, its owner's, and its own [RUL-82]."""
    sheets = {character.name: character for character in scenario.seats}
    for index, check in enumerate(scenario.opening.checks):
        if check.secret is None:
            continue
        where = f"$.opening.checks[{index}].secret"
        owned = sheets[check.who].secrets if check.who in sheets else ()
        yield from unknown(where, check.secret, owned)
        if check.secret in secrets and (
            scenario.opening.kind != "unopposed"
            or (secrets[check.secret].check,) != check.abilities
        ):
            expected = "an unopposed check of the Secret's own ability [RUL-82]"
            yield problem(where, repr(check.secret), expected)


def _secret(name: str, secret: Secret) -> Iterator[str]:
    """Check that a Secret has a single effect, with what it needs [RUL-80, RUL-82]."""
    where = f"$.secrets.{name}"
    effects = {
        "bonus_dice": secret.bonus_dice,
        "speciality": secret.speciality,
        "harm": secret.harm,
        "guard": secret.guard,
        "produces": secret.produces,
        "item": secret.item,
    }
    given = [kind for kind, effect in effects.items() if effect]
    if len(given) > 1:
        yield problem(where, " and ".join(given), "one effect [RUL-80]")
    if bool(secret.produces) != (secret.check is not None):
        found = "a check" if secret.check else "produces without a check"
        yield problem(where, found, "`check` and `produces` together [RUL-82]")
    if secret.item is not None:
        yield from _item(secret.item, f"{where}.item")


def _item(item: Item, where: str) -> Iterator[str]:
    """Check the limits on the bonuses of one item [SS-ITEM-07, RUL-79]."""
    for rating, most in LIMIT_OF_RATING.items():
        count = sum(bonus.rating == rating for bonus in item.bonuses)
        if count > most:
            found = f"{count} bonuses of +{rating}"
            yield problem(f"{where}.bonuses", found, f"at most {most} [SS-ITEM-07]")


def _sheet(character: Character, where: str) -> Iterator[str]:
    """Check that Keys are listed once, and that there are at most five [SS-KEY-04]."""
    yield from repeated(f"{where}.keys", (*character.keys, *character.record.erased))
    count = len(character.keys) + len(character.record.elsewhere.keys)
    if count > KEYS_MOST:
        expected = f"at most {KEYS_MOST} at a time [SS-KEY-04]"
        yield problem(f"{where}.keys", f"{count} Keys", expected)
    yield from _last(character, f"{where}.record")


def _last(character: Character, where: str) -> Iterator[str]:
    """Check that the last purchase is on the sheet, with the right kind [RUL-62]."""
    record, away = character.record, character.record.elsewhere
    last, kind = record.last, record.last_kind
    if last is None:
        if kind is not None:
            yield problem(f"{where}.last_kind", repr(kind), "`last` beside it")
        return
    keys = (*character.keys, *record.erased)
    kinds = kinds_named(last, character.abilities, character.secrets, keys, away)
    if not kinds:
        bought = {*character.abilities, *POOLS, *character.secrets, *keys}
        bought |= {*dict(away.abilities), *away.secrets, *away.keys, *away.erased}
        yield from unknown(f"{where}.last", last, bought)
    elif kind is not None and kind not in kinds:
        expected = f"{' or '.join(map(repr, kinds))}, as {last!r} is on the sheet"
        yield problem(f"{where}.last_kind", repr(kind), expected)


def _opens(scenario: SolarScenario, character: Character, where: str) -> Iterator[str]:
    """Check that a new character has nothing that is closed to it.

    [SS-ABIL-06, SS-CRE-02, SS-SEC-02]
    """
    opened = opened_to(scenario, character)
    closed = {name for name, ability in setting(scenario).items() if ability.closed}
    closed |= {name for name, secret in secrets_of(scenario).items() if secret.closed}
    closed |= {name for name, key in keys_of(scenario).items() if key.closed}
    for name in (*character.abilities, *character.secrets, *character.keys):
        if name in closed - opened:
            who = (
                " and ".join(filter(None, (character.species, character.culture)))
                or "nobody"
            )
            found = f"{name!r}, which is closed"
            yield problem(where, found, f"what is open to {who} [SS-ABIL-06]")
