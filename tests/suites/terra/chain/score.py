from mesocosm.types import Score


def score(item, reference, trace, profile):
    return Score(value=float(trace.answer.value == reference.answer), profile=profile)
