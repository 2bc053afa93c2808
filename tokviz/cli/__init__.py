"""The command line: ``tokviz`` starts the app, ``tokviz train|encode|compare`` print or write what the pages show.

This package alone prints. It may use the core and the views, and never the pages' code.
"""
