"""Networks in ONNX, written as protocol buffers by hand, harmless and hostile."""


def varint(number):
    made = b""
    while True:
        number, low = number >> 7, number & 127
        made += bytes([low | (128 if number else 0)])
        if not number:
            return made


def entry(tag, content):
    """Return a field of a protocol buffer: a number, or bytes with their length."""
    if isinstance(content, int):
        return varint(tag << 3) + varint(content)
    data = content.encode() if isinstance(content, str) else content
    return varint(tag << 3 | 2) + varint(len(data)) + data


def tensor(name, shape):
    dims = b"".join(entry(1, entry(1, size) if isinstance(size, int) else entry(2, size)) for size in shape)
    return entry(1, name) + entry(2, entry(1, entry(1, 1) + entry(2, dims)))


def onnx(ports, operation="Identity"):
    """Return a network whose outputs are its inputs after one operation of ONNX's standard (opset 13)."""
    graph = b""
    for name, _ in ports:
        inputs = entry(1, name) * (2 if operation == "Add" else 1)
        graph += entry(1, inputs + entry(2, f"{name}_out") + entry(4, operation))
    graph += entry(2, "network")
    graph += b"".join(entry(11, tensor(name, shape)) for name, shape in ports)
    graph += b"".join(entry(12, tensor(f"{name}_out", shape)) for name, shape in ports)
    return entry(1, 8) + entry(7, graph) + entry(8, entry(1, "") + entry(2, 13))


def node(operation, inputs, outputs, *attributes):
    named = b"".join(entry(1, name) for name in inputs) + b"".join(entry(2, name) for name in outputs)
    return entry(1, named + entry(4, operation) + b"".join(entry(5, each) for each in attributes))


def whole_number(name, value, dims=()):
    """Return an initial value of 64 bits."""
    shape = b"".join(entry(1, size) for size in dims)
    return entry(5, shape + entry(2, 7) + entry(8, name) + entry(9, value.to_bytes(8, "little")))


def kept_elsewhere(name, dims, location):
    """Return an initial value whose numbers lie in a file beside the model."""
    shape = b"".join(entry(1, size) for size in dims)
    where = entry(13, entry(1, "location") + entry(2, location))
    return entry(5, shape + entry(2, 1) + entry(8, name) + where + entry(14, 1))


def value(name, kind, shape):
    dims = b"".join(entry(1, entry(1, size)) for size in shape)
    return entry(1, name) + entry(2, entry(1, entry(1, kind) + entry(2, dims)))


def model_of(*parts, shape):
    """Return a network from `x` to `y`, made of nodes and initial values."""
    ports = entry(11, value("x", 1, shape)) + entry(12, value("y", 1, shape))
    graph = b"".join(parts) + entry(2, "network") + ports
    return entry(1, 8) + entry(7, graph) + entry(8, entry(1, "") + entry(2, 13))


def endless(shape):
    """Return a network that adds its input to itself 2**62 times."""
    body = node("Add", ["state", "state"], ["grown"]) + node("Identity", ["go"], ["on"]) + entry(2, "body")
    body += entry(11, value("count", 7, ())) + entry(11, value("go", 9, ())) + entry(11, value("state", 1, shape))
    body += entry(12, value("on", 9, ())) + entry(12, value("grown", 1, shape))
    loop = node("Loop", ["often", "", "x"], ["y"], entry(1, "body") + entry(6, body) + entry(20, 5))
    return model_of(loop, whole_number("often", 2**62), shape=shape)


def greedy(shape, count):
    """Return a network that adds the sum of `count` zeros to its input."""
    parts = [node("ConstantOfShape", ["count"], ["zeros"]), node("ReduceSum", ["zeros"], ["sum"], KEEP_NO_AXES)]
    return model_of(*parts, node("Add", ["x", "sum"], ["y"]), whole_number("count", count, (1,)), shape=shape)


KEEP_NO_AXES = entry(1, "keepdims") + entry(3, 0) + entry(20, 2)
