"""Options of `mesocosm simulate river_routing`: an input file by its name, and calibration on observed discharge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mesocosm.simulators.river_routing.calibration import Calibration, CalibrationPlan

CALIBRATED_FILE = "calibrated.json"
NOTHING = "{}"
"""Value of `--inputs` if the option is not given."""
NOT_BEGUN_FROM = "(the search does not start there)"
PERIODS = ("calibration", "validation")
PLAN: tuple[click.Option, ...] = (
    click.Option(["--seek"], multiple=True, metavar="NAME",
                 help="Parameter to calibrate; may be repeated; all by default. Others keep their values of INPUT."),
    click.Option(["--reach"], metavar="ID", help="Reach with observed discharge; by default the only outlet."),
    click.Option(["--objective"], type=click.Choice(["kge", "nse"]), default="kge", show_default=True,
                 help="Score to maximise: Kling-Gupta or Nash-Sutcliffe efficiency."),
    click.Option(["--warm-up-days"], type=click.IntRange(min=0), default=365, show_default=True,
                 help="Days at the start that are not scored."),
    click.Option(["--validation-share"], type=click.FloatRange(0, 0.9), default=round(1 / 3, 3), show_default=True,
                 help="Share of the days after warm-up, at their end, kept for validation."),
    click.Option(["--generations"], type=click.IntRange(1, 10_000), default=80, show_default=True,
                 help="Limit of generations of parameter sets."),
)  # fmt: skip


def extend_command(plain: click.Command) -> click.Command:
    """Return the engine's command with an input file as its argument, and with `--calibrate`."""
    run = plain.callback
    assert run is not None

    def run_or_calibrate(
        input_file: Path | None, calibrate: Path | None, reach: str | None, objective: str, warm_up_days: int,
        validation_share: float, generations: int, seek: tuple[str, ...], **plainly: Any,
    ) -> None:  # fmt: skip
        if input_file is not None:
            plainly["inputs"] = f"@{input_file}"
        if calibrate is None or plainly["show_inputs"]:
            run(**plainly)
            return
        _check_source(plainly)
        search_options = {
            "reach": reach, "objective": objective, "warm_up_days": warm_up_days, "generations": generations,
            "validation_share": validation_share, "seek": seek, "seed": plainly["seed"],
        }  # fmt: skip
        _calibrate(calibrate, search_options, plainly)

    argument = click.Argument(["input_file"], required=False, metavar="[INPUT]", type=click.Path(path_type=Path))
    option = click.Option(
        ["--calibrate"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Find the parameters that fit the discharge in FILE best: CSV with a date and m³/s on each line. "
        f"With --out, inputs with these parameters are written to OUT/{CALIBRATED_FILE}.",
    )
    text = f"{plain.help}\n\nINPUT is a file of inputs as JSON."
    return click.Command(
        plain.name,
        callback=run_or_calibrate,
        params=[argument, *plain.params, option, *PLAN],
        help=text,
        short_help=plain.short_help,
    )


def _check_source(plainly: dict[str, Any]) -> None:
    """Refuse options from which calibration cannot take its inputs, and say what it needs."""
    from mesocosm.errors import InvalidRecord

    if plainly["files"]:
        raise InvalidRecord("--calibrate does not take --file: give all inputs as INPUT, a JSON file, or by --inputs")
    lack = "those of --example have none" if plainly["example"] else "none are given"
    if plainly["example"] or plainly["inputs"] == NOTHING:
        raise InvalidRecord(f"--calibrate needs inputs with weather, and {lack}: give INPUT, a JSON file of them")


def _calibrate(file: Path, search_options: dict[str, Any], plainly: dict[str, Any]) -> None:
    from mesocosm.errors import InvalidRecord
    from mesocosm.files import read_text
    from mesocosm.simulators.river_routing.calibration import CalibrationPlan
    from mesocosm.simulators.river_routing.inputs import RiverInputs
    from mesocosm.simulators.river_routing.observations import read_observed
    from mesocosm.simulators.simulator.inputs import read_inputs

    text = plainly["inputs"]
    try:
        given = json.loads(read_text(Path(text[1:])) if text.startswith("@") else text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"inputs must be JSON: {error}") from error
    inputs = read_inputs(RiverInputs, given)
    observed = read_observed(read_text(file), inputs.first_day, inputs.days)
    found = _with_bar(
        lambda tell, plan: _run_calibration(inputs, observed, plan, tell),
        CalibrationPlan.model_validate(search_options),
    )
    _show(found, given, plainly["out"], plainly["as_json"])


def _run_calibration(
    inputs: Any, observed: Any, plan: CalibrationPlan, tell: Callable[[int, float], None]
) -> Calibration:
    from mesocosm.simulators.river_routing.calibration import calibrate

    return calibrate(inputs, observed, plan, after_generation=tell)


def _with_bar(
    search: Callable[[Callable[[int, float], None], CalibrationPlan], Calibration], plan: CalibrationPlan
) -> Calibration:
    from mesocosm.screen.progress import progress

    with progress("calibration", plan.generations) as shown:

        def tell(number: int, best: float) -> None:
            shown.update(number, plan.generations, f"{plan.objective} {best:.3f}")

        return search(tell, plan)


def _show(found: Calibration, given: dict[str, Any], out: Path | None, as_json: bool) -> None:
    from mesocosm.files import write_json
    from mesocosm.screen.tables import show_json, show_table
    from mesocosm.simulators.river_routing.calibration import calibrated_inputs

    written = []
    if out is not None:
        write_json(out / CALIBRATED_FILE, calibrated_inputs(given, found.parameters))
        written = [str(out / CALIBRATED_FILE)]
    if as_json:
        show_json({**found.model_dump(), "files": written})
        return
    show_table(("parameter", "value"), [(name, f"{value:g}") for name, value in found.parameters.items()])
    sets = ("before", found.before), ("after", found.after)
    rows = [(period, when, *_spell(scores[period])) for period in PERIODS for when, scores in sets]
    show_table(
        ("period", "parameters", "kge", "nse", "bias", "days"),
        rows,
        f"{found.reach}, {found.runs:,} sets of parameters tried",
    )
    click.echo(_ended(found))
    for warning in _worse(found):
        click.echo(warning)
    if found.replaced:
        click.echo(f"given in the inputs, but calibrated anyway: {_named(found.replaced)} {NOT_BEGUN_FROM}")
    for path in written:
        click.echo(path)
    if out is None:
        click.echo(f"no file is written: --out FOLDER writes inputs with these parameters, {CALIBRATED_FILE}")


def _named(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in values.items())


def _ended(found: Calibration) -> str:
    """Return a sentence that says after how many generations the search ended, and why."""
    after = f"{found.generations:,} generation{'' if found.generations == 1 else 's'}"
    if found.converged:
        return f"the search ended after {after}: it converged, all its sets fit alike"
    return f"the search ended after {after}, the most allowed: it had not converged"


def _worse(found: Calibration) -> Iterator[str]:
    """Yield warnings of periods in which the calibrated parameters fit worse than those of the inputs."""
    for period in PERIODS:
        before, after = (scores[period][found.objective] for scores in (found.before, found.after))
        if after < before:
            yield (
                f"WARNING: in the {period} period {found.objective} fell from {before:.3f} to {after:.3f}: the inputs "
                "as they were fit better. More --generations, a longer record or fewer parameters (--seek) may help."
            )


def _spell(scores: dict[str, float]) -> list[str]:
    return [*(f"{scores[name]:.3f}" for name in ("kge", "nse", "bias")), f"{scores['days']:g}"]
