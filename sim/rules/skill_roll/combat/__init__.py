"""Combat: Initiatives, Responses, harm, bystanders, giving up and getting away."""
