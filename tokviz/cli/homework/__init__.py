"""``tokviz tasks`` and ``tokviz grade``: homework that goes out, and comes back."""
