"""Tokenizers by name: those that are on this machine, and the one way by which others come to it.

    fetch("gpt2")                       # from the hub into its cache; "org/name@revision", "cl100k_base"
    on_this_machine()["gpt2"].open()    # a Pipeline; those that come with tokviz and TOKVIZ_TOKENIZERS, too

:func:`fetch` is all of tokviz that asks another machine for something, and only what somebody named. It does so in a
process of its own, which is ended when it takes too long. Opening what was fetched asks nobody. Nothing here prints or
draws.
"""

from tokviz.hub.fetching import Progress, fetch
from tokviz.hub.machine import FOLDER, SHIPPED, Named, on_this_machine
from tokviz.hub.names import KNOWN, Known, parse

__all__ = ["FOLDER", "KNOWN", "SHIPPED", "Known", "Named", "Progress", "fetch", "on_this_machine", "parse"]
