"""What a conflict is worth when both sides play well."""
