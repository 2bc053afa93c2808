"""The hub: real tokenizers fetched by name, by ``tokviz get`` or on the page of tokenizers.

It is all of tokviz that asks another machine for something, and only what a user named. It does so in a process of
its own, which is ended when it takes too long. Opening what was fetched is reading files (`tokviz.files.by_name`).
"""
