"""The five Forces: their meaning for a task, and the dice of a reader."""
