"""What holds in every rule system, whatever its game: the laws of the seam."""
