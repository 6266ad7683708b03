"""Arithmetic with units, evaluated from the syntax tree: no `eval`, no attribute, no name but those listed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from mesocosm import units
from mesocosm.errors import ToolError, did_you_mean
from mesocosm.modules import syntax_tree
from mesocosm.tools.tool import Output, tool

FAMILY = "execution"
LONGEST = 500
DEEPEST = 40
LARGEST_EXPONENT = 1000
LARGEST_NUMBER = 1e300

CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau}
UNIT_WORDS = (
    "meter", "kilometer", "centimeter", "millimeter", "second", "minute", "hour", "day", "year", "gram", "kilogram",
    "tonne", "newton", "pascal", "hectopascal", "kilopascal", "joule", "kilojoule", "watt", "kilowatt", "kelvin",
    "degree_Celsius", "degree_Fahrenheit", "liter", "mole", "hertz", "radian", "degree", "hectare", "knot", "foot",
)  # fmt: skip
"""Units that are compared with a misspelt one."""
ANGLES: dict[str, Callable[[float], float]] = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "exp": math.exp,
    "log": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "floor": math.floor,
    "ceil": math.ceil,
}
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


@tool(read_only=True)
def calculate(expression: str, unit: str = "") -> Output:
    """Evaluate an arithmetic expression, with units if you like.

    Numbers, + - * / // % **, parentheses, pi and e, the functions sqrt abs min max round exp log log10 log2 sin cos
    tan asin acos atan atan2 sinh cosh tanh floor ceil, and unit names such as m, km, hour, kg, degC, hPa.
    Angles are radians unless given in degrees, as in sin(30*degree).

    Args:
        expression: For example '0.5 * 1.2*kg/m**3 * (12*m/s)**2' or 'sqrt(2)*3'.
        unit: Unit to give the result in, such as 'km/hour'. Left out, the result keeps the unit it comes out with.
    """
    value = _check(_evaluate(_parse(expression), 0))
    if unit:
        value = _convert(value, unit)
    magnitude, label = _split(value)
    return Output(text=f"{magnitude!r} {label}".strip(), data={"value": magnitude, "unit": label})


def _parse(expression: str) -> ast.expr:
    if len(expression) > LONGEST:
        raise ToolError(f"`expression` holds {len(expression)} characters; at most {LONGEST} are evaluated")
    try:
        tree: ast.Expression = syntax_tree(expression.strip().replace("^", "**"), mode="eval")
        return tree.body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        written = f"`expression` is not arithmetic: {expression[:80]!r}"
        if isinstance(error, SyntaxError) and ("never closed" in error.msg or "unmatched" in error.msg):
            raise ToolError(f"{written}; {error.msg}") from None
        raise ToolError(f"{written}; numbers and units are joined by operators, as in 20*degC") from None


def _evaluate(node: ast.expr, depth: int) -> Any:
    if depth > DEEPEST:
        raise ToolError(f"`expression` is nested deeper than {DEEPEST}")
    try:
        return _check(_evaluate_node(node, depth + 1))
    except ToolError:
        raise
    except ZeroDivisionError:
        raise ToolError(f"division by zero in {_show(node)!r}") from None
    except (ArithmeticError, ValueError, TypeError) as error:
        raise ToolError(f"cannot evaluate {_show(node)!r}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    import pint

    return units.misfit(error) if isinstance(error, pint.errors.OffsetUnitCalculusError) else str(error)


def _evaluate_node(node: ast.expr, depth: int) -> Any:
    match node:
        case ast.Constant(value=bool() | str() | bytes() | complex() | None):
            raise ToolError(f"{_show(node)!r} is not a number")
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return _named(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, depth)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _evaluate(operand, depth)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_evaluate(left, depth), _evaluate(right, depth))
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return _multiply(node, _evaluate(left, depth), _evaluate(right, depth))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return _combine(OPERATORS[type(op)], _evaluate(left, depth), _evaluate(right, depth))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _apply(name, [_evaluate(argument, depth) for argument in arguments])
    raise ToolError(f"{_show(node)!r} is not allowed: only numbers, units, operators and listed functions")


def _show(node: ast.expr) -> str:
    try:
        return ast.unparse(node)[:80]
    except RecursionError:
        return "so deep an expression"


def _named(name: str) -> Any:
    if name in CONSTANTS:
        return CONSTANTS[name]
    try:
        return units.quantity(1.0, name)
    except ValueError:
        hint = did_you_mean(name[:40], [*CONSTANTS, *UNIT_WORDS])
        asked = f"; {hint}" if hint else ""
        raise ToolError(f"{name[:40]!r} is neither a constant, a function nor a unit{asked}") from None


def _apply(name: str, values: list[Any]) -> Any:
    match name, values:
        case "sqrt", [value]:
            return _power(value, 0.5)
        case "abs", [value]:
            return abs(value)
        case (("min" | "max"), [_, *_]):
            return _extreme(name, values)
        case "round", [value]:
            return round(_plain(value, name))
        case "round", [value, int(digits)] if abs(digits) <= 20:
            return round(_plain(value, name), digits)
    if name in ANGLES and len(values) == 1:
        return ANGLES[name](_radians(values[0]))
    if name in FUNCTIONS:
        return FUNCTIONS[name](*(_plain(value, name) for value in values))
    raise ToolError(f"there is no function {name[:40]!r} of {len(values)} arguments")


def _extreme(name: str, values: list[Any]) -> Any:
    try:
        return min(values) if name == "min" else max(values)
    except ValueError:  # pint's message names its classes; it compares only zero with anything
        raise ToolError(f"{name} compares values of one kind: give each of them a unit, or none") from None


def _multiply(node: ast.BinOp, left: Any, right: Any) -> Any:
    """Return a product or a quotient; a degree within a unit, as in J/(kg*degC), is a difference of temperature.

    A number of degrees beside another unit is refused unless that one is of temperature too: 6.5*degC/km may be meant
    as 6.5 K/km, and pint would make 279.65 K/km of it.
    """
    sides = [(node.left, left), (node.right, right)]
    divides = isinstance(node.op, ast.Div)
    for place, (written, value) in enumerate(sides):
        other = sides[1 - place][1]
        if not units.is_scale(value):
            continue
        if not units.has_dimension(other):
            within_unit, is_clear = divides and place == 1, True
        else:
            within_unit = divides or other.magnitude == 1.0
            is_clear = "[temperature]" in other.dimensionality and not isinstance(written, ast.Name)
        if isinstance(written, ast.Name) and within_unit:
            sides[place] = written, units.as_difference(value)
        elif not is_clear:
            raise ToolError(f"units do not fit: {_show(node)!r} may mean a temperature or a difference; {HOW_TO_SAY}")
    return _combine(OPERATORS[type(node.op)], sides[0][1], sides[1][1])


HOW_TO_SAY = "write a difference as delta_degC, as in 6.5*delta_degC/km, and a temperature in K, as in 293.15*K"


def _combine(operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    import pint

    try:
        return operation(left, right)
    except pint.errors.PintError as error:
        raise ToolError(f"units do not fit: {units.misfit(error)}") from None


def _power(base: Any, exponent: Any) -> Any:
    exponent = _plain(exponent, "**")
    magnitude = abs(float(getattr(base, "magnitude", base)))
    if abs(exponent) > LARGEST_EXPONENT or (magnitude > 1 and exponent * math.log10(magnitude) > 300):
        raise ToolError(f"the power {magnitude:g} ** {exponent:g} is too large")
    result = base**exponent
    if isinstance(result, complex):
        raise ToolError(f"{magnitude:g} ** {exponent:g} of a negative number is not real")
    return result


def _plain(value: Any, name: str) -> Any:
    if not hasattr(value, "magnitude"):
        return value
    if not value.dimensionless:
        raise ToolError(f"{name} needs a number without a unit, got one in {value.units}")
    return value.to("dimensionless").magnitude


def _radians(value: Any) -> float:
    if hasattr(value, "magnitude"):
        import pint

        try:
            return float(value.to("radian").magnitude)
        except pint.DimensionalityError:
            raise ToolError(f"an angle is needed, got a value in {value.units}") from None
    return float(value)


def _check(value: Any) -> Any:
    magnitude = getattr(value, "magnitude", value)
    if not isinstance(magnitude, int | float) or isinstance(magnitude, bool):
        raise ToolError("the result is not a real number")
    if isinstance(magnitude, int) and magnitude.bit_length() > 1000:
        raise ToolError("the result is too large")
    if math.isnan(magnitude) or abs(magnitude) > LARGEST_NUMBER:
        raise ToolError("the result is not a finite number")
    return value


def _convert(value: Any, unit: str) -> Any:
    import pint

    try:
        return units.registry().Quantity(value).to(units.quantity(1.0, unit).units)
    except (pint.errors.PintError, ValueError, ArithmeticError) as error:
        meant = units.usual_unit(unit) if isinstance(error, pint.errors.DimensionalityError) else ""
        raise ToolError(f"the result cannot be given in {unit[:40]!r}: {_reason(error)}{meant}") from None


def _split(value: Any) -> tuple[float | int, str]:
    if hasattr(value, "magnitude"):
        label = "" if value.unitless else f"{value.units:~C}"
        magnitude = value.magnitude
        return float(magnitude) if isinstance(magnitude, float) else magnitude, label  # some come as numpy's
    return value, ""
