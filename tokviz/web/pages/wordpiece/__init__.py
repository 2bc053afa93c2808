"""The page `/wordpiece`: a training by merges or from the top down, and encoding."""
