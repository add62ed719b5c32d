"""The Secrets and Keys the text names, which any setting may use by name.

The text describes only the Hidden Pocket and the Key of Conscience; what Speciality
does follows from its use. All others are names on a sheet unless a setting defines them
[RUL-72, RUL-80].
"""

from collections.abc import Mapping

from sim.rules.solar_system.scenario.setting import Cost, Key, Secret, Tier, Trigger
from sim.rules.solar_system.scenario.sheet import SolarScenario

SECRETS: Mapping[str, Secret] = {
    "Secret of the Hidden Pocket": Secret(
        cost=Cost("instinct", 1), produces="something small and cheap", check="Stealth"
    ),
    "Secret of Imbuement": Secret(),
    "Secret of Speciality": Secret(speciality=True, when=("speciality",)),
    "Secret of Body Weaponry": Secret(),
    "Secret of the Signature Weapon": Secret(),
    "Secret of the Addiction": Secret(),
    "Secret of Adaptability": Secret(),
    "Three-Corner Magic: Living Morph": Secret(),
    "Three-Corner Magic: Secret of the Invisible Hand": Secret(),
    "Three-Corner Magic: Empower Others": Secret(),
    "Secret of Disarm": Secret(),
    "Secret of Counter-blow": Secret(),
    "Secret of Evaluate": Secret(),
}

KEYS: Mapping[str, Key] = {
    "Key of Conscience": Key(
        tiers=(
            Tier(on="healed", xp=1),
            Tier(on="obtained", when=("defence",), xp=2),
            Tier(on="scene", when=("a new life",), xp=5),
        ),
        buyoff=Trigger(on="stayed_out", when=("asked for help",)),
    ),
    "Key of Bloodlust": Key(),
    "Key of Fraternity": Key(),
    "Key of the Affliction": Key(),
    "Key of Unrequited Love": Key(),
    "Key of Vengeance": Key(),
}


def secrets_of(scenario: SolarScenario) -> dict[str, Secret]:
    """Return every Secret: those of the setting, then those only named on sheets.

    An empty table is filled from the catalogue [SS-SEC-02].
    """
    ours = {
        name: SECRETS[name] if secret == Secret() and name in SECRETS else secret
        for name, secret in scenario.secrets.items()
    }
    named = [name for character in scenario.seats for name in character.secrets]
    return ours | {
        name: SECRETS[name] for name in named if name in SECRETS and name not in ours
    }


def keys_of(scenario: SolarScenario) -> dict[str, Key]:
    """Return every Key, like `secrets_of` for Secrets [SS-KEY-05]."""
    ours = {
        name: KEYS[name] if key == Key() and name in KEYS else key
        for name, key in scenario.keys.items()
    }
    named = [
        name
        for character in scenario.seats
        for name in (*character.keys, *character.record.erased)
    ]
    return ours | {
        name: KEYS[name] for name in named if name in KEYS and name not in ours
    }
