"""Homework: exercises for a class, each student's own, their grading, codes to hand in. Public: `tokviz.homework`."""

__all__ = ["USUAL_KINDS"]

USUAL_KINDS = ("pair-counts", "next-merge", "encode", "longest-match")
"""The kinds of tasks unless some are named: by hand, from counting to encoding, for a first exercise."""
