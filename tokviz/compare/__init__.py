"""Several tokenizers on one text: where they cut, how their tokens read without marks, how they measure, and why they
differ. Pure functions over models and traces; nothing here draws anything.
"""
