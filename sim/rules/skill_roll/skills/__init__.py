"""What a skill roll is: dice, charts, levels, expertise, powers, knowledge."""
