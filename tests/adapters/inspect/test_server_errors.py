"""Servers describe errors in many words; the words show whose failure it is."""

import pytest

from mesocosm.adapters.inspect.server_errors import describe_error, end_of

OVERFLOWS = [
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
IMAGES_REFUSED = [
    "Invalid content type. image_url is only supported by certain models.",
    "At most 0 image(s) may be provided in one prompt.",
    "mistral-7b is not a multimodal model",
    "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    "this model is missing data required for image input",
    "messages[3]: unknown variant `image_url`, expected `text`",
]


class ServerError(Exception):
    """Error as SDKs raise it."""

    def __init__(self, text: str, status_code: int) -> None:
        super().__init__(text)
        self.status_code = status_code


class ModelGenerateError(RuntimeError):
    """Error as Inspect raises it: the message contains the request."""

    provider_message = "Bad Gateway"


class AttemptTimeoutError(RuntimeError):
    """Error with Inspect's name."""


@pytest.mark.parametrize("text", OVERFLOWS)
def test_an_overflow_is_known_by_its_words(text):
    assert end_of(RuntimeError(text), saw_pictures=True) == "context"


@pytest.mark.parametrize("text", OUTAGES)
def test_an_outage_ends_nothing(text):
    assert end_of(RuntimeError(text), saw_pictures=True) is None


def test_the_cause_of_an_error_counts_too():
    error = RuntimeError("the request failed")
    error.__cause__ = ValueError(OVERFLOWS[0])
    assert end_of(error, saw_pictures=False) == "context"


def test_words_of_the_request_are_not_the_servers():
    request = f"Request: {OVERFLOWS[0]} {IMAGES_REFUSED[0]} tool call parser"
    assert end_of(ModelGenerateError(request), saw_pictures=True) is None
    assert "takes no tool calls" not in describe_error(ModelGenerateError(request))


@pytest.mark.parametrize("text", IMAGES_REFUSED)
def test_refused_pictures_are_the_models_failure_where_there_were_any(text):
    assert end_of(ServerError(text, 400), saw_pictures=True) == "images"
    assert end_of(ServerError(text, 400), saw_pictures=False) is None


@pytest.mark.parametrize("status", [408, 429, 503, 504, 529])
def test_a_busy_server_is_waited_for(status):
    assert end_of(ServerError("come back later", status), saw_pictures=False) == "waiting"


def test_a_reply_that_does_not_come_in_time_is_waited_for():
    error = RuntimeError("RetryError")
    error.__cause__ = AttemptTimeoutError("attempt_timeout '5' exceeded.")
    assert end_of(error, saw_pictures=False) == "waiting"


def test_waiting_does_not_pay_a_bill():
    assert end_of(ServerError("insufficient_quota: check your plan", 429), saw_pictures=False) is None


@pytest.mark.parametrize(
    "text",
    [
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "registry.ollama.ai/library/gemma does not support tools",
    ],
)
def test_a_server_without_tools_is_reported_with_a_remedy(text):
    assert describe_error(ServerError(text, 400)).startswith("the server takes no tool calls: start it with")


class RetryError(Exception):
    """Error as tenacity raises it: the message names an object."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("RetryError[<Future at 0x7f state=finished>]")
        self.last_attempt = self
        self._cause = cause

    def exception(self) -> Exception:
        return self._cause


def test_errors_of_those_who_try_again_are_reported_by_their_cause():
    error = ServerError("Error code: 500 - {...}", 500)
    error.body = {"code": 500, "message": "Loading model"}
    assert describe_error(RetryError(error)) == "ServerError: Loading model"
    assert describe_error(RetryError(ValueError("no such host"))) == "ValueError: no such host"
