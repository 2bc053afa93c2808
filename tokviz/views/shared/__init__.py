"""Tools that all views share: the catalogs, how symbols are shown, sentences of errors, charts."""
