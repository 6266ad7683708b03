"""The settings of a run's models: sampling, limits, timeouts and concurrency of requests, and prices.

Inspect computes the cost of each call from the prices; `report/estimate.py` estimates the cost of a run beforehand.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

REQUEST_TIMEOUT_S = 600
"""Seconds after which a request without a reply is cancelled and tried again."""
PATIENCE = 3
"""Multiple of the request timeout after which a request is not tried again: its episode waits."""
ReasoningEffort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
EMULATING = frozenset(
    (
        *("openai-api", "ollama", "together", "fireworks", "deepseek", "openrouter", "moonshot", "sambanova"),
        *("azureai", "mockllm"),
    )
)
"""Providers of Inspect that accept `emulate_tools`; the SDKs of the others refuse it."""


class ModelSettings(Record):
    """Settings of the models of a run; what is None is left to provider and suite. Reference agents have none."""

    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    """Tokens of one reply."""
    reasoning_effort: ReasoningEffort | None = None
    emulate_tools: bool = False
    """Whether tools are described in the prompt and calls read from the text, for servers without tool calls."""
    token_limit: int | None = Field(default=None, ge=1)
    """Tokens of one episode."""
    time_limit: int | None = Field(default=None, ge=1)
    """Seconds after which an episode is cut off; no limit if left out."""
    cost_limit: float | None = Field(default=None, gt=0)
    """Maximum price of one episode, in the currency of the prices."""
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)
    """Price per million tokens written; prices do not change what a model answers."""
    max_connections: int | None = Field(default=None, ge=1)
    request_timeout: int = Field(default=REQUEST_TIMEOUT_S, ge=1)
    """Seconds that a server has for one reply."""

    @property
    def non_defaults(self) -> list[str]:
        """The settings that are not left to their defaults."""
        return [name for name in type(self).model_fields if getattr(self, name) != type(self)().__dict__[name]]

    def check(self, models: tuple[str, ...]) -> None:
        """Refuse settings that these models or their prices do not allow, before any request."""
        if self.cost_limit is not None and (self.price_in is None or self.price_out is None):
            raise InvalidRecord("--cost-limit needs --price-in and --price-out, per million tokens")
        unable = [model for model in models if model.partition("/")[0] not in EMULATING]
        if self.emulate_tools and unable:
            known = ", ".join(sorted(EMULATING - {"mockllm"}))
            raise InvalidRecord(
                f"--emulate-tools does not work with {', '.join(unable)}; it does with {known}, and openai-api is any "
                "server of your own"
            )

    def for_requests(self) -> dict[str, Any]:
        """Return the arguments of Inspect's `eval` for requests to models."""
        return {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "reasoning_effort": self.reasoning_effort,
            "max_connections": self.max_connections,
            "attempt_timeout": self.request_timeout,
            "timeout": PATIENCE * self.request_timeout,
            "model_args": {"emulate_tools": True} if self.emulate_tools else {},
        }

    def for_episodes(self, models: tuple[str, ...]) -> dict[str, Any]:
        """Return the arguments of Inspect's `eval` for the limits of an episode; the suite's hold for those left out.

        If the price is limited, Inspect gets the prices of these models' tokens.
        """
        if self.cost_limit is not None:
            self._tell_prices(models)
        limits = {"token_limit": self.token_limit, "time_limit": self.time_limit, "cost_limit": self.cost_limit}
        return {name: value for name, value in limits.items() if value is not None}

    def _tell_prices(self, models: tuple[str, ...]) -> None:
        from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_info

        read, written = self.price_in or 0.0, self.price_out or 0.0
        cost = ModelCost(input=read, output=written, input_cache_write=read, input_cache_read=read)
        for model in models:
            # Inspect's own `model_cost_config` refuses an unknown model, such as one of a local server.
            known = get_model_info(model) or ModelInfo()
            set_model_info(model, known.model_copy(update={"cost": cost}))
