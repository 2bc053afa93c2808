"""The hub: real tokenizers fetched by name, by ``tokviz get``, ``tokviz models``, or on the page of tokenizers.

It is all of tokviz that asks another machine for something, and only what a user named. It does so in processes of
their own, which are ended when they take too long. Opening what was fetched is reading files (`tokviz.files.by_name`).
"""
