"""The requests of links, pages and commands: a training, the state of each page, and the grammar of links.

`request` has the training, and the one way from it to a corpus and a trace; `form` the grammar; `training` the states
of the pages that train or apply what is trained; the other modules, named after the addresses, those of one page each.
No Streamlit, and no view, in here.
"""
