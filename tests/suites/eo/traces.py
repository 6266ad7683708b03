"""Hand-made items and traces of the eo suite."""

from mesocosm.suites.eo.records import CountAnswer, Data, Truth
from mesocosm.trace.schema import Answered, Blob, Called, EpisodeEnded, EpisodeStarted, Observed, Said, Trace
from mesocosm.types import Answer, Fault, Item, Reference, ToolCall

START, LATER = "a" * 32, "b" * 32
"""Names of two frames."""
DETECT, NEXT, CALCULATE = "get_object_bbox_by_optical_image", "get_next_optical_image", "basic_calculator"


def item(question="How many ships are there in the later picture? Give a whole number."):
    data = Data(task="temporal", question_type="temporal_counting", source="series", frames=(START,))
    return Item[Data](id="eo-s0-0000", suite="eo", prompt=question, seed=0, data=data)


def reference(answer=None, canonical=(NEXT, DETECT), sentence="There are 12 ships."):
    truth = Truth(
        site="r000-p00-works",
        split="test",
        answer=answer or CountAnswer(value=12, noun="ships"),
        sentence=sentence,
        evidence=(START, LATER),
        required_calls=len(canonical),
    )
    calls = tuple(ToolCall(tool=tool) for tool in canonical)
    return Reference[Truth](item="eo-s0-0000", answer=12, canonical=calls, hidden=truth)


def looked(frame=LATER, window=(0.0, 0.0, 1.0, 1.0), image="img-2", **more):
    """Return the data of an observation that shows a picture."""
    return {
        "image": image,
        "view": {"image": image, "frame": frame, "window": list(window), "size": [768, 768]},
        **more,
    }


def trace(*calls, answer="12", status="valid", said="", options=None, images=1):
    """Make a trace of calls, each a name, `(name, data)`, or `(name, Fault)`."""
    events = [EpisodeStarted(suite="eo", item="eo-s0-0000", options=options or {})]
    for place, call in enumerate(calls):
        tool, back = call if isinstance(call, tuple) else (call, looked())
        events.append(Called(call=str(place), tool=tool, arguments={}))
        if isinstance(back, Fault):
            events.append(Observed(call=str(place), text=back.message, error=back))
        elif back is not None:
            blobs = tuple(Blob(sha256=f"{place:064d}", media_type="image/png") for _ in range(images if back else 0))
            events.append(Observed(call=str(place), text="seen" if back else "", data=back or None, images=blobs))
    if said:
        events.append(Said(role="assistant", text=said))
    if answer is not None:
        events.append(Called(call="end", tool="submit", arguments={"answer": answer}))
        events.append(Answered(answer=Answer(value=answer, status=status, attempts=1)))
    events.append(EpisodeEnded(reason="submitted"))
    return Trace(events=tuple(events))
