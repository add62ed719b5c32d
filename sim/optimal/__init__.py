"""What a conflict is worth under best play."""
