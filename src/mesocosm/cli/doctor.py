"""What works on this machine."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from typing import Any

import click

from mesocosm.screen.tables import json_option, show_json, show_table


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Say what is installed, what runs and what is missing.

    What is missing comes with the line that installs it.
    """
    checks = [_python(), *_suites(), *_extras(), *_isolators(), *_engines(), *_plugins()]
    if as_json:
        show_json(checks)
        return
    show_table(
        ("what", "works", "details"),
        [(check["what"], "yes" if check["works"] else "no", check["details"]) for check in checks],
    )


def _check(what: str, works: bool, details: str) -> dict[str, Any]:
    return {"what": what, "works": works, "details": details}


def _python() -> dict[str, Any]:
    version = platform.python_version()
    return _check("python", sys.version_info >= (3, 11), f"{version} on {platform.system()} {platform.machine()}")


def _suites() -> list[dict[str, Any]]:
    """Each suite, by one item of it that is made, played by its oracle and scored."""
    from mesocosm import registry

    checks = []
    for name in registry.names("suites"):
        try:
            trouble = _trouble_with(name)
        except Exception as error:  # a doctor reports every failure; it must not stop at the first
            trouble = told(error)
        checks.append(_check(f"suite {name}", not trouble, trouble or "its oracle solved an item"))
    return checks


def _trouble_with(name: str) -> str:
    from mesocosm.api.running import run

    [played] = run(name, "oracle", n=1).episodes
    score = played.score
    return "" if score.value == 1.0 else f"its oracle scores {score.value:g} on {played.item}: {score.explanation}"


def told(error: BaseException) -> str:
    """An error as one line; those raised on purpose need no class."""
    from mesocosm.errors import MesocosmError

    line = " ".join(str(error).split())
    return line if isinstance(error, MesocosmError) else f"{type(error).__name__}: {line}"


def _extras() -> list[dict[str, Any]]:
    from mesocosm.registry import EXTRAS, missing_of

    checks = []
    for extra, modules in EXTRAS.items():
        missing = missing_of(extra)
        details = f"missing {', '.join(missing)}: pip install 'mesocosm[{extra}]'" if missing else _versions(modules)
        checks.append(_check(f"extra {extra}", not missing, details))
    return checks


def _versions(modules: tuple[str, ...]) -> str:
    owners = importlib.metadata.packages_distributions()
    names = [owners[name][0] for name in modules if name in owners]
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


def _isolators() -> list[dict[str, Any]]:
    from mesocosm.isolation.available import ISOLATORS

    reasons = {isolator.name: isolator.why_unavailable() for isolator in ISOLATORS}
    return [
        _check(f"isolator {name}", not reason, reason or "a probe ran shut away") for name, reason in reasons.items()
    ]


def _engines() -> list[dict[str, Any]]:
    from mesocosm import registry
    from mesocosm.simulators.simulator import RunLimits

    checks = []
    for name in registry.names("simulators"):
        engine = ""
        try:
            simulator = registry.load("simulators", name)
            engine = f"{simulator.engine.name} {simulator.engine.version} ({simulator.engine.kind})"
            trouble = "; ".join(simulator.run(simulator.example, seed=0, limits=RunLimits()).errors)
        except Exception as error:
            trouble = told(error)
        checks.append(_check(f"simulator {name}", not trouble, ": ".join(filter(None, (engine, trouble)))))
    return checks


def _plugins() -> list[dict[str, Any]]:
    from mesocosm import registry

    return [_check("plug-in", False, problem) for problem in registry.problems()]
