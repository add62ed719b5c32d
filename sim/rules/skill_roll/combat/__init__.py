"""Combat: attacks, Responses, harm, bystanders, getting away."""
