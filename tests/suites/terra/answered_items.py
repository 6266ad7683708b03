"""A small item with its truth, and traces on it, made without a planet."""

from datetime import UTC, datetime

from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.trace.schema import Answered, Called, EpisodeEnded, EpisodeStarted, Observed, Trace
from mesocosm.types import Answer, Fault, Item, Reference

FIELDS = (
    RequestedField(key="rain_mm", about="rain of the month", unit="mm", decimals=1),
    RequestedField(key="wet_days", about="days with 1 mm or more", decimals=0, certainty="count"),
    RequestedField(key="wettest", about="the wettest town", kind="text"),
)
ANSWERS = {"rain_mm": 81.43, "wet_days": 11, "wettest": "Mutando"}
STEPS = (
    ("gis.resolve_place", {"name": "Mutando"}, {"place": {"point": [1.5, 2.5]}}),
    ("archive.reanalysis", {"variables": ["precipitation"], "start": "2031-07-01", "end": "2031-08-01"}, {}),
    ("region.reduce", {"path": "rain.nc"}, {"mean": 81.43, "days": 11}),
)


def item(**truth):
    fields = tuple(field.truth(ANSWERS[field.key]) for field in FIELDS)
    steps = tuple(
        Step(id=f"s{number}", tool=tool, arguments=arguments, after=(f"s{number - 1}",) if number > 1 else ())
        for number, (tool, arguments, _) in enumerate(STEPS, start=1)
    )
    hidden = {
        "workflow": "hot_days", "domain": "weather", "track": "fundamentals", "level": 0, "trait": "plain",
        "planet": 1, "region": "r000", "given": {}, "fields": fields, "second": ANSWERS,
        "path": ReferencePath(steps=steps), "families": ("gis", "reanalysis"),
    } | truth  # fmt: skip
    moment = datetime(2032, 1, 1, tzinfo=UTC)
    data = Data(context="A wet month.", question="How wet?", fields=FIELDS, now=moment)
    return (
        Item[Data](id="terra-s1-0001", suite="terra", prompt="How wet?", seed=1, data=data),
        Reference[Truth](item="terra-s1-0001", answer=ANSWERS, hidden=Truth(**hidden)),
    )


def trace(answer, steps=STEPS, *, accepted=True, failing=(), reason="submitted"):
    """Return a run that makes these calls and submits this answer."""
    events = [EpisodeStarted(item="terra-s1-0001", suite="terra", seed=1, agent="x")]
    for number, (tool, arguments, data) in enumerate(steps, start=1):
        name = f"c{number}"
        error = Fault(kind="tool", message="no") if tool in failing else None
        events.append(Called(call=name, tool=tool.replace(".", "_"), arguments=arguments))
        events.append(Observed(call=name, text=str(data), data=None if error else data, error=error))
    status = "valid" if accepted else "rejected"
    given = Answer(value=answer, status=status, attempts=1) if answer is not None else Answer()
    if answer is not None:
        events.append(Answered(answer=given))
    events.append(EpisodeEnded(reason=reason))
    return Trace(events=tuple(events))
