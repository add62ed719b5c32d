"""What every question about chances must answer: its odds enumerated, sides swapped."""
