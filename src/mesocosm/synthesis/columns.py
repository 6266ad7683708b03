"""The content of every file's lines, column by column, for the description that programs read."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["Text", "Integer", "Float", "Boolean"]
"""Types of schema.org."""


class Column(NamedTuple):
    """A column of a file, or a part of a column that holds records."""

    name: str
    about: str
    kind: Kind = "Text"
    repeated: bool = False
    path: str = ""
    """JSON path of a part in its record."""
    parts: tuple[Column, ...] = ()
    """Parts of a column that holds records."""


ITEM = Column("item", "Which task of the suite.")
IMAGES = Column("images", "Pictures in the order of their <image> marks, as paths from this folder.", repeated=True)
HEAD = (
    ITEM,
    Column("suite", "Which suite the task is of."),
    Column("split", "Train, validation or test: no two share a seed, nor what the suite says is kept apart."),
    Column("category", "Task and question type."),
    IMAGES,
)
WEIGHT = "1, or 0 of a call that was refused or mended and is not to be learnt."
CALL = (
    Column("tool", "Name of the tool that is called.", path="tool_calls[0].function.name"),
    Column("arguments", "Its arguments as JSON.", path="tool_calls[0].function.arguments"),
)
TURN = (
    Column("role", "System, user, assistant or tool.", path="role"),
    Column("content", "What is said or came back, with <image> marks.", path="content"),
    Column("weight", f"Of an assistant's turn: {WEIGHT}", "Integer", path="weight"),
)
TOOLS = Column(
    "tools",
    "The tools that the agent saw, as OpenAI-style schemas.",
    repeated=True,
    parts=(
        Column("name", "Name of the tool.", path="function.name"),
        Column("description", "What it does.", path="function.description"),
    ),
)


def _messages(name: str, about: str, *, parts: tuple[Column, ...] = (*TURN, *CALL)) -> Column:
    return Column(name, about, repeated=True, parts=parts)


COLUMNS: dict[str, tuple[Column, ...]] = {
    "react": (
        *HEAD,
        Column("tools", "Names of the tools that the system text describes.", repeated=True),
        Column("system", "What the work is, how a turn is written, and the tools."),
        Column("text", "Question, then Thought, Action, Action Input and Observation in turn, then Final Answer."),
        Column("weights", f"One for each Thought: {WEIGHT}", "Integer", repeated=True),
    ),
    "chatml": (*HEAD, TOOLS, _messages("messages", "The conversation, calls as `tool_calls`.")),
    "hermes": (*HEAD, _messages("messages", "The conversation, calls between <tool_call> tags.", parts=TURN)),
    "preferences": (
        *HEAD,
        TOOLS,
        _messages("chosen", "The way that was kept."),
        _messages("rejected", "A way through the same task that a review sent back."),
        Column("broken", "The rules that the rejected way broke.", repeated=True),
        Column("images_rejected", "Pictures of the rejected way, in the order of their marks.", repeated=True),
    ),
    "rollouts": (
        ITEM,
        Column("attempt", "How often a review had sent the task back by then.", "Integer"),
        Column("kept", "Whether the way passed every review.", "Boolean"),
        Column("score", "What the suite's scorer gives the way's answer, however it was come by.", "Float"),
        Column("step", "Number of the step, from 0.", "Integer"),
        Column("observation", "What was seen before the step."),
        IMAGES,
        Column(
            "action",
            "The call.",
            parts=(
                Column("tool", "Name of the tool.", path="tool"),
                Column("arguments", "Its arguments as JSON.", path="arguments"),
            ),
        ),
        Column("weight", WEIGHT, "Integer"),
        Column("reward", "The score at the last step of a kept way, 0 at all others.", "Float"),
        Column("done", "Whether the step hands the answer in.", "Boolean"),
    ),
}
"""Columns by the name of a file without its ending."""
