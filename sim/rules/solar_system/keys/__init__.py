"""Keys: the acts they reward, what they pay, and how they are bought off."""
