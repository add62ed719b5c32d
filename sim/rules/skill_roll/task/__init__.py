"""Tasks: single uses of a skill, one a round."""
