"""Models that cannot be asked are refused before anything runs, with the cause and the line that mends it."""

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
    """Build every model; none of them is asked anything."""
    registry.require("inspect_ai")
    from inspect_ai.model import get_model

    for model in models:
        try:
            get_model(model, memoize=False)
        except MesocosmError:
            raise
        except Exception as error:  # each provider raises what it likes, and all mean that it cannot be asked
            raise explain_model_error(model, error) from error


def check_model_name(model: str) -> None:
    """Refuse a name that does not say whose model it is."""
    if not model.partition("/")[2]:
        agent = f"; {model} is a reference agent: --agent {model}" if model in registry.names("agents") else ""
        raise InvalidRecord(f"model must be PROVIDER/NAME such as openai/gpt-5, got {model!r}{agent}")


def _providers() -> list[str]:
    """The providers that Inspect knows, by the names before the slash."""
    from inspect_ai._util.registry import registry_find, registry_unqualified_name

    return sorted({registry_unqualified_name(found) for found in registry_find(lambda info: info.type == "modelapi")})


def explain_model_error(model: str, error: Exception) -> UserError:
    """Why a model cannot be built, and what mends it."""
    cause = plain_message(error)
    if "not recognized" in cause:
        return UnknownName("provider", model.partition("/")[0], _providers())
    if (library := INSTALL.search(cause)) is not None:
        return _missing_library(model, library[1].rstrip("."), cause)
    names = VARIABLE.findall(cause)
    mend = f"\nset it: export {names[0]}=..., or put that line into a file .env here" if names else ""
    return UserError(f"{model} cannot be asked: {cause}{mend}")


def _missing_library(model: str, library: str, cause: str) -> UserError:
    """A library that one of our extras brings is answered with that extra, any other with its own line."""
    names = library.split()
    module = names[0].replace("google-genai", "google.genai")
    if (extra := extra_of(module)) is not None and len(names) == 1:
        return MissingExtra(module, extra, asked=f"the model {model}")
    return UserError(
        f"{model} cannot be asked: {cause.partition(' Install with')[0]}\ninstall it: pip install {library}"
    )


def plain_message(error: BaseException) -> str:
    """What an error of Inspect says, on one line and without the markup it is written in."""
    from rich.errors import MarkupError
    from rich.text import Text

    text = str(getattr(error, "message", "") or error) or type(error).__name__
    with suppress(MarkupError):  # a message of somebody else's may have brackets of its own
        text = Text.from_markup(text).plain
    return " ".join(text.split()).removeprefix("ERROR: ")
