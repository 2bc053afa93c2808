"""The entries of algorithms, a module for each: sentences, picture, tables and frames of its trainings."""
