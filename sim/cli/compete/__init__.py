"""Commands that let agents meet."""
