"""The picture outside of the app: which one an object has, the file and the module that other pages show, the widget of
notebooks.

The scripts are in ``frontend/embed``; docs/how-to/embed.md has a line for each host.
"""
