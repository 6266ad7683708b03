"""Errors of model servers that say the conversation exceeds the context window: the model's failure, not an outage.

Servers have no common text for it. The texts below are those of OpenAI and compatible servers (vLLM, llama.cpp,
Ollama, TGI), Anthropic, Google, Mistral and Bedrock; Inspect knows some of them itself and then gives no error.
"""

from __future__ import annotations

import re

OVERFLOW = re.compile(
    r"context[ _-]?(?:length|window|size|limit)"
    r"|(?:prompt|input|request|conversation|messages?)[^.]{0,40}(?:is|are) too (?:long|large)"
    r"|(?:maximum|max)[^.]{0,30}(?:context|input|prompt|sequence|total)[^.]{0,30}(?:tokens?|length)"
    r"|(?:tokens?|length)[^.]{0,40}exceed(?:s|ed|ing)?[^.]{0,60}(?:maximum|max|limit|context|window)"
    r"|exceed(?:s|ed|ing)?[^.]{0,60}(?:context|maximum (?:number of )?(?:input )?tokens|token limit)"
    r"|input_tokens?[^.]{0,40}(?:must be|>|<=|exceed)"
    r"|too many (?:input )?tokens(?! per| in the last)",
    re.IGNORECASE,
)
RATE = re.compile(r"per (?:minute|second|hour|day)|rate.?limit|quota", re.IGNORECASE)
"""A limit on tokens per time is a temporary outage."""


def says_overflow(text: str) -> bool:
    """Whether a server's message says that the conversation is too long for the model."""
    return OVERFLOW.search(text) is not None and RATE.search(text) is None
