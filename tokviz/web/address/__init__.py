"""Addresses: the state of a page as a query string, both ways, and the map of the site."""
