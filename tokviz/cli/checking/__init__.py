"""``tokviz check``: somebody's own function, or list of merges, beside the real algorithms."""
