"""Real tokenizers on the command line: fetched by name, opened, and their stages printed."""
