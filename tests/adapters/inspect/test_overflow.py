"""Servers tell in many words that a conversation outgrew the model; none of them is an outage."""

import pytest

from mesocosm.adapters.inspect.overflow import is_context_overflow

TOLD = [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "the request exceeds the available context size (4096 tokens), try increasing it",
    "prompt is too long: 200123 tokens > 200000 maximum",
    "The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).",
    "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens; input length exceeds limit",
    "Input is too long for requested model.",
    "Requested tokens (5010) exceed context window of 4096",
]
OUTAGES = [
    "Rate limit reached: too many tokens per minute, limit 30000",
    "503 Service Unavailable",
    "Connection error.",
    "You exceeded your current quota, please check your plan",
    "CUDA out of memory",
]


@pytest.mark.parametrize("text", TOLD)
def test_an_overflow_is_known_by_its_words(text):
    assert is_context_overflow(RuntimeError(text))


@pytest.mark.parametrize("text", OUTAGES)
def test_an_outage_is_not_an_overflow(text):
    assert not is_context_overflow(RuntimeError(text))


def test_the_cause_of_an_error_counts_too():
    error = RuntimeError("the request failed")
    error.__cause__ = ValueError(TOLD[0])
    assert is_context_overflow(error)
