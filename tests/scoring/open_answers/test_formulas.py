"""Formulas by numeric substitution. Every pair is made up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.open_answers import grade
from mesocosm.scoring.open_answers.expressions import evaluate, parse
from mesocosm.scoring.open_answers.plain_text import plain
from mesocosm.scoring.open_answers.verdict import Unreadable

RIGHT = [
    (r"$F=\frac{1}{3} \rho b^{2} U$", r"\frac{\rho U b^2}{3}"),
    (r"$\sqrt{\frac{k}{m}}$", r"\left(\frac{k}{m}\right)^{1/2}"),
    (r"$p=p_{0} e^{-z / H}$", r"p(z) = p_0 \exp\left(-\frac{z}{H}\right)"),
    (r"$\tan ^{-1}(a / b)$", r"\arctan\frac{a}{b}"),
    (r"$\sin ^{2} \theta$", r"1 - \cos^2\theta"),
    (r"$\frac{\rho_{a} g h}{\mu}$", r"\frac{\rho g h}{\mu}"),  # subscript left out
    (r"$\nu^{3} / L$", r"v^3/L"),  # a look-alike
    (r"$x^{2} y=8$", r"y = \frac{8}{x^2}"),
    (r"$a x-b y=0$", r"2 b y = 2 a x"),
    (r"$u=3 t+1, w=t^{2}$", r"u = 1 + 3t, \quad w = t^2"),
    (r"$\frac{g}{f} s$", r"\frac{g s}{2\Omega\sin\phi}"),
    (r"$\boldsymbol{v}=2 y \boldsymbol{i}-2 x \boldsymbol{j}$", r"u = 2y, \quad v = -2x"),
    (r"$\boldsymbol{v}=2 y \boldsymbol{i}-2 x \boldsymbol{j}$", r"\left(2y, -2(x)\right)"),
    (r"$p=p_{0} e^{-z / H}$", r"\text{The pressure is } p = p_0 e^{-z/H}"),
    ("$2.41 (h-0.2)^{1.5}$", "2.45 (h - 0.2)^{1.5}"),
]


@pytest.mark.parametrize(("key", "answer"), RIGHT)
def test_right(key, answer):
    verdict = grade("", key, answer)
    assert (verdict.value, verdict.by) == (True, "expression")


WRONG = [
    (r"$F=\frac{1}{3} \rho b^{2} U$", r"\frac{\rho U b^2}{2}"),
    (r"$p=p_{0} e^{-z / H}$", r"p = p_0 e^{z/H}"),
    (r"$p=p_{0} e^{-z / H}$", r"p = p_0 + \frac{1}{2} z H"),
    (r"$R T / r$", r"\frac{R t}{r}" + "+ R T"),
    (r"$u=3 t+1, w=t^{2}$", r"u = 3t + 1, w = t^3"),
    (r"$a x-b y=0$", r"a x + b y = 0"),
    (r"$a^{2}+b$", "7"),
]


@pytest.mark.parametrize(("key", "answer"), WRONG)
def test_wrong(key, answer):
    assert grade("", key, answer).value is False


def test_capitals_are_other_symbols():
    assert grade("", "$g/R$", "g/r").value is None
    assert grade("", "$r R^{2}$", "R^3").value is False


def test_constant_factor_counts_only_in_dimensional_analysis():
    assert grade("", r"$c=\sqrt{k d}$", r"c = B\sqrt{kd}").reason == "constant_factor"
    assert grade("", r"$c=\sqrt{k d}$", r"c = B\sqrt{kd}").value is None
    assert grade("By dimensional analysis, find c.", r"$c=\sqrt{k d}$", r"c = B\sqrt{kd}").value is True


def test_numbered_symbols_are_not_confused():
    assert grade("", r"$R T_{1} \ln 2$", r"R T_2 \ln 2").value is None
    assert grade("", r"$R T_{w} \ln 2$", r"R T_{wall} \ln 2").value is True


def test_one_of_several_formulas():
    key = r"$H=a b^{2}$"
    assert grade("", key, r"a b^2, \quad a b^3").reason == "several_formulas"
    assert grade("", key, r"H = a b^2, \quad G = a b^3").value is True
    assert grade("", key, r"a b^2 \text{ where } b = c/2").value is True


def test_proportional_answer():
    assert grade("", r"$c=\sqrt{k d}$", r"c \propto \sqrt{2 k d}").reason == "equal_up_to_a_factor"


def test_differential_operators_are_never_called_wrong():
    key = r"$\frac{\partial u}{\partial x}+\frac{\partial v}{\partial y}=0$"
    assert grade("", key, r"\nabla_h \cdot \mathbf{u} = 0").value is None


def test_function_argument_without_brackets():
    assert evaluate(parse(plain(r"\sin 2x \cos y")), 1) == pytest.approx(evaluate(parse(plain(r"\sin(2x)\cos(y)")), 1))


def test_sentence_is_no_formula():
    with pytest.raises(Unreadable, match="sentence"):
        parse("v orthogonal to x")


TREES = st.recursive(
    st.sampled_from(["x", "y", "z_(1)", "α", "2", "3.5", "π"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        inner.map(lambda text: rf"\cos ({text})"),
        inner.map(lambda text: f"√(({text})^(2))"),
    ),
    max_leaves=12,
)


@given(TREES)
def test_every_formula_equals_itself_and_not_itself_plus_one(text):
    verdict = grade("", f"Q = q + {text}", f"Q = {text} + q")
    assert verdict.value is not False
    assert grade("", f"Q = q + {text}", f"Q = {text} + q + 1").value is not True
