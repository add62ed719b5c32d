"""Names, words for programs, the story, how everyone stands."""
