"""What a rule system, an agent and the engine say to each other."""
