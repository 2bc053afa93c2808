"""Tokenizer files: a reader for each format, the stages of the whole tokenizer, and the check against its library.

A reader takes the content of a file and returns a model; no path is opened there. A `Pipeline` applies the whole file:
the library does what comes before and after the model, our model explains each step, and both are compared on a text.

    from tokviz.files.pipeline import Pipeline

    pipeline = Pipeline.from_file("tokenizer.json")  # .model, .tiktoken, merges.txt + vocab.json, vocab.txt, codes
    for note in pipeline.notes: ...                        # files.reading.Note: note.sentence(templates("en"))
    pipeline.stages("naïve")                               # (Stage, ...), below
    pipeline.encode("naïve").ids                           # .tokens .spans .parts; special=False: without [CLS]
    pipeline.explain(pre_token)                            # the encode trace of bpe, wordpiece or unigram
    pipeline.apart(pre_token)                              # parts of a long pre-token that can be explained one by one
    pipeline.check("naïve")                                # .equal .library .tokens .difference
    pipeline.decode(ids)                                   # .text, .steps by token, .stages by element, .streams

**Stages** come in the order of the library, and only those that the file has:

| kind | name | parts |
|---|---|---|
| ``original`` | | the text, one part |
| ``added`` | | added tokens found in the text as it is (role ``added``, with id), and the text between |
| ``normalizer`` | NFC, Replace, ... | runs of characters that are the original's, each other one by itself |
| ``added`` | | the same for added tokens that are looked for in normalized text |
| ``pretokenizer`` | Split, ByteLevel, ... | the pre-tokens, as the model gets them |
| ``model`` | BPE, WordPiece, Unigram | tokens (role ``token``), added ones; `id`, `word`: which part before |
| ``postprocessor`` | TemplateProcessing, ... | the same with what it puts in (role ``put``), `type_id`, `special` |
| ``truncation``, ``padding`` | | what is left, or with padding (role ``put``) |

The stage before the model always holds its pre-tokens; where the library has no pre-tokenizer it is tokviz's (`own`).

A **part** has `text` and `span`, the characters of the original text that it comes from: put `text` above
``original[start:end]``. Spans are not a partition, and a picture must not pretend that they are: parts can share a span
(the byte tokens of one emoji), have an empty one (what was put in, or what SentencePiece puts before), or leave
characters out (dropped spaces, the accent that NFC has merged). `changed` is true where the stage before had no such
text there; `options` are those of the file, such as a Split's pattern. Where a part is a run of unchanged characters,
character k of it is character ``start + k`` of the text.

`tokenizers` and `sentencepiece` are imported when a file needs them; without one of them everything else still works,
and reading such a file raises RulesError that names what to install. The library may panic and patterns may explode:
both end as one error of ours.
"""
