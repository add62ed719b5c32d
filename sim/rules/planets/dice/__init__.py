"""Reading dice: who throws what, and what the faces mean."""
