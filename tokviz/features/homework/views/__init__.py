"""Homework as files: sheets to print, answer files, notebooks, questions for Moodle, solutions, and marks."""
