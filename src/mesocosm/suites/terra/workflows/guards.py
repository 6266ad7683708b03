"""Guards: what must hold of a workflow's answers whatever is drawn, because nature or arithmetic sets it.

A guard is written in the TOML beside the workflow, as a rule over the keys of the answer:

    [[guards]]
    rule = "0 < runoff_coefficient <= 1"
    because = "no more water leaves a catchment than fell on it"

A rule compares keys and numbers with < <= > >= == != in, after + - * / and the functions of `FUNCTIONS`; `and`, `or`
and `not` join comparisons, and text stands in quotes. Besides the keys it may name what the workflow derives for its
guards (`Workflow.derive`), such as the rain on the catchment. A rule that names an answer which is null says nothing of
that draw. A draw that violates a guard is left, and another one is made.

The same holds of conventions between which experts choose in good faith (`Workflow.alternatives`): where the answers of
two of them lie further apart than the tolerance, the draw is left.
"""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic import JsonValue, model_validator

from mesocosm.errors import InvalidRecord
from mesocosm.modules import syntax_tree
from mesocosm.types import Record

COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda member, group: member in group,
    ast.NotIn: lambda member, group: member not in group,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {"abs": abs, "len": len, "max": max, "min": min}


class Guard(Record):
    """What must hold of the answers of every draw."""

    rule: str
    """Comparison over keys of the answer and derived quantities."""
    because: str
    """Sentence that says why it must hold."""

    @model_validator(mode="after")
    def _rule_is_comparison(self) -> Guard:
        whole = _parse(self.rule)
        if not isinstance(whole.body, ast.Compare | ast.BoolOp | ast.UnaryOp):
            raise ValueError(f"rule {self.rule!r} compares nothing")
        for node in ast.walk(whole):
            if not isinstance(node, (*_ALLOWED, *COMPARISONS, *ARITHMETIC)) or _calls_a_stranger(node):
                raise ValueError(f"rule {self.rule!r}: {ast.unparse(node)!r} cannot stand in a rule")
        return self

    @property
    def names(self) -> frozenset[str]:
        """Return the keys and quantities that the rule names."""
        return frozenset(
            node.id for node in ast.walk(_parse(self.rule)) if isinstance(node, ast.Name) and node.id not in FUNCTIONS
        )

    def holds(self, values: Mapping[str, JsonValue]) -> bool:
        """Return whether the rule holds of these values, or says nothing of them since one is null."""
        if missing := sorted(self.names - values.keys()):
            raise InvalidRecord(f"rule {self.rule!r} names {missing[0]!r}; known: {', '.join(sorted(values))}")
        if any(values[name] is None for name in self.names):
            return True
        return bool(_value(_parse(self.rule).body, values))


def violated(guards: Collection[Guard], values: Mapping[str, JsonValue]) -> list[Guard]:
    """Return the guards that do not hold of these values."""
    return [guard for guard in guards if not guard.holds(values)]


_ALLOWED = (
    ast.Expression, ast.Compare, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Call,
    ast.Name, ast.Load, ast.Constant, ast.List, ast.Tuple,
)  # fmt: skip


def _parse(rule: str) -> ast.Expression:
    try:
        tree: ast.Expression = syntax_tree(rule, mode="eval")
        return tree
    except SyntaxError as error:
        raise ValueError(f"rule {rule!r} is no comparison: {error.msg}") from None


def _calls_a_stranger(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS)


def _value(node: ast.expr, values: Mapping[str, JsonValue]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.List(elts=members) | ast.Tuple(elts=members):
            return [_value(member, values) for member in members]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, values)
        case ast.UnaryOp(operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return ARITHMETIC[type(op)](_value(left, values), _value(right, values))
        case ast.BoolOp(op=op, values=parts):
            return (all if isinstance(op, ast.And) else any)(_value(part, values) for part in parts)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return FUNCTIONS[name](*(_value(argument, values) for argument in arguments))
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_value(side, values) for side in (left, *others)]
            pairs = zip(ops, itertools.pairwise(sides), strict=True)
            return all(COMPARISONS[type(op)](left, right) for op, (left, right) in pairs)
    raise AssertionError(f"{ast.unparse(node)} was let through")
