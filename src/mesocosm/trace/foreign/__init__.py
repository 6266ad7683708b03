"""Readers of traces in other formats.

One module for each format, each with `recognise(document)` and `read(document, ...)`:

    terrabench   the runtime's `trajectory` and the evaluator's `steps`, `trace`, `messages` or bare list
    openai       chat completions: a list of messages, or an object with `messages`
    inspect      Inspect AI logs, `.eval` and `.json`: one trace for each sample

Beneath them: `document` makes any JSON value one that a trace can keep, `content` separates text from pictures, `draft`
holds a trace in the making, `chat` reads the messages that `openai` and `inspect` share.

What the readers hold to:

- Nothing is invented. A status that is absent stays unknown (`status: null` on the observed event), a call without a
  result is observed as `unanswered`, an answer is never scraped from a conversation.
- An entry that cannot be understood is named in `Trace.problems` by its place (`trajectory[3]`), and the same list
  stands as `problems` on the last event, so that it outlives a conversion.
- What comes out is a sound trace: a start, unique call ids, an observation for every call, an end.
"""
