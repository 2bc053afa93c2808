"""Exercises as people read them: prompts, what is given, and verdicts, in any language."""
