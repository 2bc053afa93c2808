"""``tokviz site``: the pages without a server."""
