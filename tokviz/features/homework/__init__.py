"""Homework: exercises for a class, each student's own, their grading, codes to hand in. Public: `tokviz.homework`."""
