"""Effects: damage, goals obtained, ceding, and how a round opens and all ends."""
