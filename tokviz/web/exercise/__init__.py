"""One task on a page: the practice page asks it, and so can a lesson."""
