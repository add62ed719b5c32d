"""The pure reading of dice: who throws what, and what the faces mean."""
