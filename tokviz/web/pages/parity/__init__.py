"""Parts of `/parity`."""
