"""More kinds of events: the Storyteller's answers, and what lasts."""
