"""The content of the pages: a folder for each, named like its address."""
