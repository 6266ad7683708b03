"""Check that models can be used before anything runs: name, provider, its library (SDK) and its API key.

The error says what to do. Inspect and the SDK themselves read keys and addresses from the environment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MesocosmError, MissingExtra, UnknownName, UserError
from mesocosm.extras import extra_of

INSTALL = re.compile(r"pip install (\S.*)")
VARIABLE = re.compile(r"\b[A-Z][A-Z0-9_]*_(?:KEY|URL|TOKEN|ENDPOINT)\b")


def check_models(models: Iterable[str]) -> None:
    """Build every model without a request to it."""
    registry.require("inspect_ai")
    from inspect_ai.model import get_model

    for model in models:
        try:
            get_model(model, memoize=False)
        except MesocosmError:
            raise
        except Exception as error:  # each provider raises errors of its own, and all mean that the model cannot be used
            raise explain_model_error(model, error) from error


def check_model_name(model: str) -> None:
    """Refuse a name without a provider."""
    if not model.partition("/")[2]:
        agent = f"; {model} is a reference agent: --agent {model}" if model in registry.names("agents") else ""
        raise InvalidRecord(f"model must be PROVIDER/NAME such as openai/gpt-5, got {model!r}{agent}")


def _providers() -> list[str]:
    """Return the providers that Inspect knows, by the names before the slash."""
    from inspect_ai._util.registry import registry_find, registry_unqualified_name

    return sorted({registry_unqualified_name(found) for found in registry_find(lambda info: info.type == "modelapi")})


def explain_model_error(model: str, error: Exception) -> UserError:
    """Return an error that says why a model cannot be built, and what to do."""
    cause = plain_message(error)
    if "not recognized" in cause:
        return UnknownName("provider", model.partition("/")[0], _providers())
    if (library := INSTALL.search(cause)) is not None:
        return _missing_library(model, library[1].rstrip("."), cause)
    names = VARIABLE.findall(cause)
    mend = f"\nset it: export {names[0]}=..., or put that line into a file .env here" if names else ""
    return UserError(f"{model} cannot be asked: {cause}{mend}")


def _missing_library(model: str, library: str, cause: str) -> UserError:
    """Recommend the extra of ours that installs a library, or for any other library its own install line."""
    names = library.split()
    module = names[0].replace("google-genai", "google.genai")
    if (extra := extra_of(module)) is not None and len(names) == 1:
        return MissingExtra(module, extra, asked=f"the model {model}")
    return UserError(
        f"{model} cannot be asked: {cause.partition(' Install with')[0]}\ninstall it: pip install {library}"
    )


def plain_message(error: BaseException) -> str:
    """Return the message of an error of Inspect on one line, without its markup."""
    from rich.errors import MarkupError
    from rich.text import Text

    text = str(getattr(error, "message", "") or error) or type(error).__name__
    with suppress(MarkupError):  # a message of another library may have brackets of its own
        text = Text.from_markup(text).plain
    return " ".join(text.split()).removeprefix("ERROR: ")
