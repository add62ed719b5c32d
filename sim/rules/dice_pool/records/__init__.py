"""What must be remembered of people and rolls, a record each."""
