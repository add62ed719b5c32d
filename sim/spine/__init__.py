"""What every rule system stands on: tables, sentences, words. No game is in here."""
