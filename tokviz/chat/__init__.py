"""Chats: messages with roles, the text that a template makes of them, and its tokens.

    messages    the messages, as a file or a link has them
    templates   six templates of our own, and those of files
    rendering   runs a template, which is a program, within limits
    rendered    the text, and which characters are whose
    tokens      the tokens, and what is to be said of them

>>> from tokviz.files.pipeline import Pipeline
>>> file = b'{"model": {"type": "BPE", "vocab": {"H": 0, "i": 1}, "merges": []}, "added_tokens": []}'
>>> template = own_template("llama-2")
>>> tokenizer = Pipeline.from_file(with_controls(file, template.controls))
>>> [token.text for token in tokenize(tokenizer, render(template, [Message("user", "Hi")])).tokens]
['<s>', 'H', 'i']
"""

from tokviz.chat.messages import Message, read_messages
from tokviz.chat.rendered import Rendered, render
from tokviz.chat.templates import OWN_TEMPLATES, Template, own_template, read_template
from tokviz.chat.tokens import Tokenized, tokenize, with_controls

__all__ = [
    "OWN_TEMPLATES",
    "Message",
    "Rendered",
    "Template",
    "Tokenized",
    "own_template",
    "read_messages",
    "read_template",
    "render",
    "tokenize",
    "with_controls",
]
