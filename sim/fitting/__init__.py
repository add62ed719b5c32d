"""Finding the numbers of an agent by self-play, and how much hangs on who plays."""
