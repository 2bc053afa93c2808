"""Views of a training that removes tokens again."""
