"""The eight criteria by two reviewers: a sound candidate passes both, and each reviewer sees every known fault."""

from dataclasses import replace

import pytest

from mesocosm.suites.terra.release.review import text_reviewer, trace_reviewer
from mesocosm.suites.terra.release.review.candidate import CRITERIA, Candidate, accepts, review
from mesocosm.suites.terra.release.review.planted_faults import SPOILERS
from mesocosm.suites.terra.release.review.review import Opinion, outcome
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.workflow import Standing

FIELDS = (
    RequestedField(key="stated_mm", about="rain that the bulletin states", unit="mm", decimals=1, certainty="reading"),
    RequestedField(key="rain_mm", about="rain by the reanalysis", unit="mm", decimals=2),
    RequestedField(key="wettest", about="the wettest town", kind="text"),
)
STANDING = Standing(key="stated_mm", document="bulletin", stated=90.0, measured="rain_mm", mode="exact", how="stale")
PROMPT = "How wet was July? `stated_mm` (mm), `rain_mm` (mm, 2 decimals), `wettest`. The bulletin of July is there."
TOOLS = {
    "documents_search": {"documents": [{"id": "bulletin"}]},
    "documents_read": {"text": "rain 90.0 mm"},
    "gis_resolve_place": {"place": {"point": [1.5, 2.5]}},
    "archive_reanalysis": {"path": "rain.nc"},
    "reanalysis_aggregate": {"path": "month.nc"},
    "region_reduce": {"path": "mean.nc", "mean": 81.4321},
    "reanalysis_read": {"mean": 81.4321, "wettest": "Mutando"},
    "calculator_calculate": {"value": 8.5679},
}


def candidate():
    files, calls = {"archive_reanalysis": "rain.nc", "reanalysis_aggregate": "month.nc", "region_reduce": "mean.nc"}, []
    previous = ""
    for number, (tool, data) in enumerate(TOOLS.items()):
        made = {files[tool]: "0" * 64} if tool in files else {}
        arguments = (
            {"path": previous}
            if tool in ("reanalysis_aggregate", "region_reduce", "reanalysis_read")
            else {"n": number}
        )
        calls.append(Call(tool=tool, arguments=arguments, status="ok", text=str(data), data=data, files=made))
        previous = files.get(tool, previous)
    answers = {"stated_mm": 90.0, "rain_mm": 81.4321, "wettest": "Mutando"}
    return Candidate(
        item="terra-s1-0001", track="document", level=0, trait="plain", prompt=PROMPT, files={}, fields=FIELDS,
        answers=answers, calls=tuple(calls), again=answers, again_tools=tuple(TOOLS),
        standings=(STANDING,),
    )  # fmt: skip


@pytest.mark.parametrize("rules", [trace_reviewer.RULES, text_reviewer.RULES], ids=["by trace", "by text"])
def test_a_sound_candidate_meets_every_criterion(rules):
    assert [verdict.why for verdict in review(candidate(), rules)] == [""] * 8


@pytest.mark.parametrize("rules", [trace_reviewer.RULES, text_reviewer.RULES], ids=["by trace", "by text"])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_fault_is_seen_and_named(rules, criterion):
    spoiled = SPOILERS[criterion](candidate())
    assert spoiled is not None
    verdicts = {verdict.criterion: verdict for verdict in review(spoiled, rules)}
    assert verdicts[criterion].why


def with_field(field, value, **more):
    """Return the sound candidate with one more number answered."""
    sound = candidate()
    changes = {"fields": (*sound.fields, field), "answers": {**sound.answers, field.key: value}, "again": None}
    return replace(sound, **{**changes, "prompt": f"{PROMPT} `{field.key}` ({field.unit})", **more})


def calls_with(**arguments):
    return (*candidate().calls, Call(tool="gis_features", arguments=arguments, status="ok", text="", data={}))


YEAR = RequestedField(key="worst_year", about="the worst year", decimals=0, certainty="count")
SEED = RequestedField(key="worst_seed", about="the seed of the worst season", decimals=0, certainty="count")


@pytest.mark.parametrize(
    ("field", "value", "more", "accepted"),
    [
        (YEAR, 2035, {}, True),
        (YEAR, 5312, {}, False),
        (YEAR, 47, {}, True),  # counted off a list
        (SEED, 75, {}, False),
        (SEED, 75, {"calls": calls_with(seed=75)}, True),
    ],
)
def test_numbers_that_were_chosen_or_counted_need_no_result(field, value, more, accepted):
    assert (trace_reviewer.provenance(with_field(field, value, **more)) == "") == accepted


@pytest.mark.parametrize(
    ("unit", "known"), [("million USD", True), ("EUR/year", True), ("km2", True), ("blinks", False)]
)
def test_money_is_a_unit(unit, known):
    field = RequestedField(key="loss", about="what is lost", unit=unit, decimals=1)
    assert (trace_reviewer.schema(with_field(field, 81.4)) == "") == known


def test_files_that_one_was_chosen_from_are_used():
    idle = [Call(tool="reanalysis_events", arguments={"path": f"{town}.nc"}, status="ok", data={"hours": 10.25 + place},
                 files={f"events-{town}.nc": "0"}) for place, town in enumerate("abcdef")]  # fmt: skip
    lost = replace(candidate(), calls=(*candidate().calls, *idle))
    assert trace_reviewer.branch_honesty(lost) == "6 of 14 calls are unused"
    summed = Call(
        tool="calculator_calculate", arguments={"expression": "10.25 + 1"}, status="ok", data={"value": 11.25}
    )
    assert trace_reviewer.branch_honesty(replace(lost, calls=(*lost.calls, summed))) == ""


def test_counts_agreement_and_queue():
    sound = candidate()
    opinions = [
        Opinion(item=f"i{number}", track=form.track, fault=fault, attempts=number + 1,
                by_trace=review(form, trace_reviewer.RULES), by_text=review(form, text_reviewer.RULES))
        for number, (fault, form) in enumerate([(None, sound), (None, sound), ("schema", SPOILERS["schema"](sound))])
    ]  # fmt: skip
    refused = opinions[2].model_copy(update={"fault": None, "item": "i9"})
    result = outcome([*opinions, refused])
    assert (result.reviewed, result.retained, result.revised, result.rejected) == (3, 1, 1, 1)
    assert result.found["by text"]["schema"] == (1, 1)
    assert [opinion.item for opinion in result.queue] == ["i9"]
    assert "schema" in result.queue[0].reasons()
    assert result.agreement.kappa == 1.0
    assert accepts(opinions[0].by_text)
