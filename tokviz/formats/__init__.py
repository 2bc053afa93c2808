"""Files of the field, read and written, one module a family of formats.

The readers take a file's content and give a model; no path is opened here.
"""
