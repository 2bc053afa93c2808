"""The lesson editor: a visitor makes a lesson out of views of the pages, and saves or opens its file."""
