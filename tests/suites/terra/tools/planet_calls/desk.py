"""Calls on documents, files, calculations, programs, and the answer."""

from tests.suites.terra.tools.planet_calls.call import Call, Step

CALLS: list[Step] = [
    Call("calculator.calculate", lambda walk: {"expression": "2.5*m - 50*cm", "unit": "m"}),
    Call("files.write_file", lambda walk: {"path": "notes.txt", "content": "2.0 m"}),
    Call("files.read_file", lambda walk: {"path": "notes.txt"}),
    Call("execution.python", lambda walk: {"code": "print(open('notes.txt').read())"}),
    Call("files.list_files"),
]
LAST: list[Step] = [Call("submit.submit", lambda walk: {"answer": "done"})]
"""The last call; none is answered after it."""
PAPERS: list[Step] = [
    Call("documents.search", lambda walk: {"words": "rain"}),
    Call(
        "documents.read",
        lambda walk: {"document": walk.made["documents.search"]["documents"][0]["id"]},
    ),
]
"""Calls on a bulletin of the planet's weather."""
