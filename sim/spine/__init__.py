"""What every rule system is built on: tables, sentences, words. No game is in here."""
