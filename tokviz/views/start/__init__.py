"""What the start page shows: the merges that it cuts with, the pictures of the lessons."""
