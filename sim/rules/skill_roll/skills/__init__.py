"""What a skill roll is: dice, charts, levels, powers, attacks, in numbers alone."""
