"""Commands for authors of scenarios and agents."""
