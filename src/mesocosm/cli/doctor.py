"""Report what works on this machine."""

from __future__ import annotations

import functools
import importlib.metadata
import platform
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.option_hints import TAKES_LOOSE_WORDS, refuse_loose_words
from mesocosm.screen.options import price_options
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show, show_json, show_table
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.adapters.inspect.model_probe import Checkup
    from mesocosm.report.estimate import Estimate
    from mesocosm.sources.live import LiveSource

GROUP = "check"
PATIENCE_S = 20
"""Seconds that a model has for each reply by default."""
SERVICE_PATIENCE_S = 4.0
"""Seconds to connect to a service, and as many to answer; all services are tried at the same time."""
LATE = f"no answer within {2 * SERVICE_PATIENCE_S:g} s"
FIRST_SERVER_ERROR = 500
"""Lowest HTTP status by which a server says that it has failed itself; with a lower one it is running."""


@click.command(context_settings=TAKES_LOOSE_WORDS)
@click.option("--model", help="Try this model instead, such as openai-api/NAME/MODEL.")
@click.option("--base-url", help="Where the model's server is, such as http://localhost:8000/v1.")
@click.option(
    "--request-timeout", type=click.IntRange(min=1), default=PATIENCE_S, show_default=True,
    help="Seconds for each reply of the model.",
)  # fmt: skip
@click.option("--on", metavar="PLACE", help="Look at the nodes of a cluster instead: ray, ray://HOST:PORT, slurm:FILE.")
@price_options
@json_option
def command(
    model: str | None, base_url: str | None, request_timeout: int, on: str | None, price_in: float | None,
    price_out: float | None, as_json: bool,
) -> None:  # fmt: skip
    """Say what is installed, what runs and what is missing.

    Each missing part is shown with the line that installs it. With --model, say what a model can do: whether it
    replies, calls tools and sees pictures, how fast it is, what is wrong, how to repair that, and what each suite would
    cost. With --on, say what the nodes of a cluster have, and whether each would give the same results as this machine.
    """
    refuse_loose_words(lambda word: f"did you mean {'--model' if '/' in word else 'mesocosm check'} {word}?")
    if on is not None:
        return _show_nodes(on, as_json)
    if model is not None:
        found = _examine(model, base_url, request_timeout)
        return _show_examined(found, *_costs(price_in, price_out), as_json)
    if base_url is not None:
        raise click.UsageError("--base-url needs --model")
    checks = [
        check
        for part, looks in _parts().items()
        for look in track(looks, f"doctor: {part}", len(looks))
        for check in look()
    ]
    if as_json:
        show_json(checks)
        return
    show_table(
        ("what", "works", "details"),
        [(check["what"], "yes" if check["works"] else "no", check["details"]) for check in checks],
    )


def _show_nodes(on: str, as_json: bool) -> None:
    """Show the nodes of a cluster; exit with status 1 if one of them differs from this machine."""
    from mesocosm.execution.executor import read_executor
    from mesocosm.execution.nodes import describe_node, differences
    from mesocosm.execution.survey import survey

    here, nodes = describe_node(), survey(read_executor(None, on))
    differing = {node.host: differences(node, here) for node in nodes}
    if as_json:
        show_json([{**node.model_dump(mode="json"), "differences": differing[node.host]} for node in nodes])
    else:
        rows = [
            (node.host, str(node.cores), f"{node.memory_gb:g}", node.sandbox or "none",
             "; ".join(differing[node.host]) or "as here")
            for node in nodes
        ]  # fmt: skip
        show_table(("node", "cores", "memory, GB", "sandbox", "Python, code and libraries"), rows)
    if any(differing.values()):
        click.get_current_context().exit(1)


def _parts() -> dict[str, list[Callable[[], list[dict[str, Any]]]]]:
    """Return the checks by part, so that a person sees which part takes its time."""
    from mesocosm import registry

    return {
        "python and cache": [lambda: [_python()], lambda: [cache_check()]],
        "suites": [functools.partial(_suite, name) for name in registry.names("suites")],
        "extras": [_extras],
        "isolators": [_isolators, _agent_processes],
        "simulators": [functools.partial(_engine, name) for name in registry.names("simulators")],
        "services": [services],
        "plug-ins": [_plugins],
    }


def _examine(model: str, base_url: str | None, patience_s: int) -> Checkup:
    """Try a model."""
    from mesocosm import registry
    from mesocosm.extras import needs

    with needs("mesocosm doctor --model", "inspect"):
        registry.require("inspect_ai")
    from mesocosm.adapters.inspect.model_probe import check_up, longest_s

    longest = f"{longest_s(patience_s):.0f} s at most, {patience_s} s a request (--request-timeout)"
    tell(f"trying {model}: {longest}", err=True)
    return check_up(model, base_url=base_url, patience_s=patience_s)


def _show_examined(found: Checkup, costs: list[Estimate], problems: list[str], as_json: bool) -> None:
    """Show what was found; exit with status 1 if the model does not even reply."""
    if as_json:
        suites = [cost.model_dump(mode="json") for cost in costs]
        show_json(found.model_dump(mode="json") | {"suites": suites, "problems": problems})
    else:
        _show_checkup(found, costs, problems)
    if not found.replies:
        click.get_current_context().exit(1)


def _show_checkup(found: Checkup, costs: list[Estimate], problems: list[str]) -> None:
    from mesocosm.report.estimate import estimate_table

    words = {True: "yes", False: "no", None: "not known"}
    rows = [(finding.what, words[finding.works], finding.details, finding.mend) for finding in found.findings]
    show_table(("what", "works", "details", "how to repair it"), rows, title=found.model)
    if not found.replies:
        return
    show(estimate_table(costs, speed=found.speed))
    for cost in costs:
        if found.context is not None and cost.context.high > found.context:
            length = f"{cost.context.high:,.0f}"
            tell(f"{cost.suite}: a long episode has {length} tokens, the server takes {found.context:,}")
    for problem in problems:
        tell(problem)


def _costs(price_in: float | None, price_out: float | None) -> tuple[list[Estimate], list[str]]:
    """Estimate the cost of every suite; return the estimates, and for the other suites why there is none."""
    from mesocosm import registry
    from mesocosm.report.estimate import estimate

    costs, problems = [], []
    for name in registry.names("suites"):
        try:
            suite = registry.load("suites", name)
            costs.append(estimate(suite, price_in=price_in, price_out=price_out, looked_at=1))
        except Exception as error:  # a doctor reports every failure; a suite may be anyone's, and lack its extra
            problems.append(f"{name}: not known: {error}")
    return costs, problems


def _check(what: str, works: bool, details: str) -> dict[str, Any]:
    return {"what": what, "works": works, "details": details}


def _python() -> dict[str, Any]:
    version = platform.python_version()
    return _check("python", sys.version_info >= (3, 11), f"{version} on {platform.system()} {platform.machine()}")


def cache_check() -> dict[str, Any]:
    """Check whether the cache folder can be written, and how much it holds."""
    from mesocosm.cache.folder import check_writable, folder, limit_bytes
    from mesocosm.cache.inventory import summaries
    from mesocosm.cache.plain_files import check_folders
    from mesocosm.cli.cache import size_text

    try:
        check_writable()
        check_folders(folder(), folder())
        held = sum(kind.bytes for kind in summaries())
        return _check("cache", True, f"{folder()}: {size_text(held)} of at most {size_text(limit_bytes())}")
    except Exception as error:  # a doctor reports every failure; it must not stop at the first
        return _check("cache", False, error_line(error))


def _agent_processes() -> list[dict[str, Any]]:
    """Check whether agents in processes of their own are kept from the cache, the logs and this package."""
    from mesocosm.isolation.protected_folders import why_unshielded

    why = why_unshielded()
    kept = "they see no cache, and cannot write to logs and the environment of Python"
    return [_check("agents' processes", why is None, kept if why is None else f"they can write to our folders: {why}")]


def _suite(name: str) -> list[dict[str, Any]]:
    """Check a suite by making one item, which its oracle plays and which is scored."""
    try:
        trouble = _trouble_with(name)
    except Exception as error:  # a doctor reports every failure; it must not stop at the first
        trouble = error_line(error)
    return [_check(f"suite {name}", not trouble, trouble or "its oracle solved an item")]


def _trouble_with(name: str) -> str:
    from mesocosm.api.running import run

    [played] = run(name, "oracle", limit=1).episodes
    score = played.score
    return "" if score.value == 1.0 else f"its oracle scores {score.value:g} on {played.item}: {score.explanation}"


def error_line(error: BaseException) -> str:
    """Format an error as one line; a missing library gets its install line, and our own errors no class name."""
    from mesocosm.errors import MesocosmError
    from mesocosm.extras import missing_extra

    if isinstance(error, ModuleNotFoundError):
        error = missing_extra(error) or error
    line = " ".join(str(error).split())
    return line if isinstance(error, MesocosmError) else f"{type(error).__name__}: {line}"


def _extras() -> list[dict[str, Any]]:
    from mesocosm.extras import MODULES, missing_of, modules_of

    owners = importlib.metadata.packages_distributions()  # reads every installed package, so once for all extras
    checks = []
    for extra in MODULES:
        missing = missing_of(extra)
        install = f"missing {', '.join(missing)}: pip install 'mesocosm[{extra}]'"
        details = install if missing else _versions(modules_of(extra), owners)
        checks.append(_check(f"extra {extra}", not missing, details))
    return checks


def _versions(modules: list[str], owners: Mapping[str, list[str]]) -> str:
    names = [owners[name][0] for name in modules if name in owners]
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


def _isolators() -> list[dict[str, Any]]:
    from mesocosm.isolation.selection import ISOLATORS

    reasons = {isolator.name: isolator.why_unavailable() for isolator in ISOLATORS}
    return [
        _check(f"isolator {name}", not reason, reason or "a probe ran shut away") for name, reason in reasons.items()
    ]


def _engine(name: str) -> list[dict[str, Any]]:
    """Check a simulator by running its example."""
    from mesocosm import registry
    from mesocosm.simulators.simulator import RunLimits

    engine = ""
    try:
        simulator = registry.load("simulators", name)
        engine = f"{simulator.engine.name} {simulator.engine.version} ({simulator.engine.kind})"
        trouble = "; ".join(simulator.run(simulator.example, seed=0, limits=RunLimits()).errors)
    except Exception as error:  # a doctor reports every failure; it must not stop at the first
        trouble = error_line(error)
    return [_check(f"simulator {name}", not trouble, ": ".join(filter(None, (engine, trouble))))]


def services() -> list[dict[str, Any]]:
    """Check each live service by one request, or say why no request was made."""
    from mesocosm import registry
    from mesocosm.sources.live import LiveSource

    found: dict[str, LiveSource | str] = {}
    for name in registry.names("sources"):
        try:
            source = registry.load("sources", name)
        except Exception as error:  # a doctor reports every failure; it must not stop at the first
            found[name] = f"not tried: {error_line(error)}"
            continue
        if isinstance(source, LiveSource):
            found[name] = _why_not_tried(name, source) or source
    statuses = _statuses({name: source.address for name, source in found.items() if isinstance(source, LiveSource)})
    return [_service(name, source, statuses.get(name, "")) for name, source in found.items()]


def _why_not_tried(name: str, source: LiveSource) -> str:
    """Return what keeps a service from being tried: a missing key, a missing library, or an invalid address."""
    from mesocosm import registry
    from mesocosm.errors import MesocosmError
    from mesocosm.extras import needs

    suite = registry.suite_of("sources", name)
    try:
        for key in source.keys:
            key.needed()
        with needs(f"the service {name}", *(registry.load("suites", suite).card.extras if suite else ())):
            registry.require("httpx")
        return "" if source.address else "not tried: it has no address"
    except MesocosmError as error:
        return f"not tried: {error}"


def _service(name: str, source: LiveSource | str, status: int | str) -> dict[str, Any]:
    if isinstance(source, str):
        return _check(f"service {name}", False, source)
    if isinstance(status, str):
        return _check(f"service {name}", False, f"not reached: {source.address}: {status or LATE}")
    works = status < FIRST_SERVER_ERROR
    return _check(f"service {name}", works, f"reached: {source.address} answers {status}")


def _statuses(addresses: dict[str, str]) -> dict[str, int | str]:
    """Return the status with which each server answers, or why it does not; servers that answer late are left out."""
    import threading
    import time

    from mesocosm.sources.web import Patience, Web, WebError

    if not addresses:
        return {}
    statuses: dict[str, int | str] = {}
    web = Web(patience=Patience(connect_s=SERVICE_PATIENCE_S, read_s=SERVICE_PATIENCE_S))

    def ask(name: str) -> None:
        try:
            statuses[name] = web.status(addresses[name])
        except WebError as error:
            statuses[name] = str(error)

    # Daemons: a name server that does not reply holds a thread for longer than anyone wants to wait.
    threads = [threading.Thread(target=ask, args=(name,), daemon=True) for name in addresses]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 2 * SERVICE_PATIENCE_S
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return dict(statuses)


def _plugins() -> list[dict[str, Any]]:
    from mesocosm import registry

    return [_check("plug-in", False, problem) for problem in registry.problems()]
