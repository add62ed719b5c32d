"""What must be remembered beside people and phases, a record each."""
