"""Runs a trained network inside the sandbox: this module's text is run there and imports nothing of ours."""

from typing import Any

MODEL = "model.onnx"


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Run the network step after step, each with the output of the last one; `refused` says why it cannot be run."""
    import numpy as np

    try:
        session = open_model()
    except Exception as error:  # the library has its own classes, not all of them public
        return {"refused": f"the model cannot be read as ONNX: {describe_model(error)}"}
    names = request["inputs"]
    state = [np.load(f"input-{place}.npy", allow_pickle=False) for place in range(len(names))]
    wanted = {given.name: list(given.shape) for given in session.get_inputs()}
    refused = unfit(wanted, len(session.get_outputs()), names, [values.shape for values in state])
    if refused:
        return {"refused": refused}
    return append_outcomes(session, names, wanted, state, request["steps"])


def open_model() -> Any:
    """Open the network on one core, so that one input gives one output on every machine."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    with open(MODEL, "rb") as file:
        return onnxruntime.InferenceSession(file.read(), options, providers=["CPUExecutionProvider"])


def unfit(wanted: dict[str, list[Any]], outputs: int, names: list[str], shapes: list[tuple[int, ...]]) -> str:
    """Return why the network does not accept these inputs; empty if it does."""
    if sorted(wanted) != sorted(names):
        return f"the network's inputs are {', '.join(wanted)}; got {names}"
    if outputs != len(names):
        return f"the network has {outputs} outputs for {len(names)} inputs"
    for name, shape in zip(names, shapes, strict=True):
        if not fits(wanted[name], shape):
            return f"`{name}` wants the shape {wanted[name]}, the fields make {list(shape)}"
    return ""


def fits(wanted: list[Any], given: tuple[int, ...]) -> bool:
    """Return whether sizes match: those that the network leaves open are names or None; a leading 1 is a batch."""
    sizes = wanted[1:] if len(wanted) == len(given) + 1 else wanted
    return len(sizes) == len(given) and all(
        not isinstance(size, int) or size == there for size, there in zip(sizes, given, strict=True)
    )


def append_outcomes(
    session: Any, names: list[str], wanted: dict[str, list[Any]], state: list[Any], steps: int
) -> dict[str, str]:
    """Append outputs to one file for each input, as plain numbers of 32 bits."""
    import numpy as np

    for _ in range(steps):
        given = {
            name: values[None] if len(wanted[name]) == values.ndim + 1 else values
            for name, values in zip(names, state, strict=True)
        }
        try:
            outcome = session.run(None, given)
        except Exception as error:  # as above
            return {"refused": f"the network fails on these fields: {describe_model(error)}"}
        for place, values in enumerate(outcome):
            shape = state[place].shape
            if np.size(values) != state[place].size or np.asarray(values).dtype.kind not in "fiu":
                had = f"has the shape {np.shape(values)}, not {shape}"
                return {"refused": f"the network's outcome for `{names[place]}` {had}"}
            state[place] = np.asarray(values, dtype=np.float32).reshape(shape)
            with open(f"made-{place}", "ab") as file:
                file.write(state[place].astype("<f4").tobytes())
    return {}


def describe_model(error: Exception) -> str:
    import os

    return str(error).replace(os.getcwd(), ".")[:200]
