"""Rolling the Planets, rule by rule."""
