"""What must be remembered about people and rolls, a record for each."""
