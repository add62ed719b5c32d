"""The five Forces: what they are to a task, and what dice a reader brings."""
