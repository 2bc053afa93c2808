"""The browser components: what registers the scripts and sheets of `tokviz/frontend`, and gives each a typed face."""
