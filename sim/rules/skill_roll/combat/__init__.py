"""Combat: attacks, Responses, damage, bystanders, getting away."""
