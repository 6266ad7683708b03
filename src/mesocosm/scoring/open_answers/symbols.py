"""The characters and commands of mathematical writing, and what they become in the plain notation."""

from __future__ import annotations

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "varrho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ",
    "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

FUNCTIONS = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth ln log exp".split()  # noqa: SIM905
)

WORDS = {
    **GREEK,
    **dict.fromkeys(("quad", "qquad", "thinspace", "displaystyle", "textstyle", "limits", "nonumber", "hfill"), " "),
    **dict.fromkeys(("big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "middle"), ""),
    **dict.fromkeys(("rm", "bf", "it", "sf", "tt", "cal", "boldmath", "left", "right"), ""),
    **dict.fromkeys(("approx", "simeq", "sim", "cong", "doteq", "approxeq", "thickapprox", "thicksim"), "≈"),
    **dict.fromkeys(("rightarrow", "to", "Rightarrow", "implies", "longrightarrow", "therefore"), "→"),
    **dict.fromkeys(("le", "leq", "leqslant", "lesssim"), "≤"),
    **dict.fromkeys(("ge", "geq", "geqslant", "gtrsim"), "≥"),
    **dict.fromkeys(("lbrace", "lbrack"), "("),
    **dict.fromkeys(("rbrace", "rbrack"), ")"),
    **dict.fromkeys(("lvert", "rvert", "vert", "mid"), "|"),
    **dict.fromkeys(("ldots", "dots", "cdots"), "…"),
    **dict.fromkeys(("circ", "degree", "textdegree"), "°"),
    "times": "×", "cdot": "·", "div": "/", "pm": "±", "mp": "±", "propto": "∝", "lt": "<", "gt": ">", "ll": "<",
    "gg": ">",
    "infty": "∞", "partial": "∂", "nabla": "∇", "neq": "≠", "ne": "≠", "equiv": "=", "prime": "'", "ell": "l",
    "hbar": "ħ",
    "micro": "μ", "celsius": "°C", "percent": "%", "newline": "\n", "colon": ":", "slash": "/", "land": " and ",
    "lor": " or ",
}  # fmt: skip

UPRIGHT = frozenset(
    {"text", "mathrm", "textrm", "operatorname", "mbox", "textit", "textnormal", "textsf", "hbox", "unit"}
)
"""Commands whose argument is upright text: words, units, names of functions."""

BARE = frozenset(
    {"mathbf", "textbf", "boldsymbol", "bm", "mathit", "mathcal", "mathsf", "mathbb", "emph", "vec", "hat", "widehat"}
    | {"boxed", "fbox", "underline", "ensuremath", "underbrace", "overrightarrow", "mathop", "mathtt", "pmb", "cancel"}
)
"""Commands that change the look of their argument only."""

ACCENTS = frozenset({"bar", "overline", "tilde", "widetilde", "dot", "ddot", "check", "breve"})
"""Commands that make another symbol of their argument."""

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))

UNICODE = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑‒﹣－", "-"),
        **dict.fromkeys("≃≅∼≒", "≈"),
        **dict.fromkeys("⋅∙•∗*", "·"),
        **dict.fromkeys("ϕ", "φ"),
        **dict.fromkeys("⇒⟶⟹", "→"),
        **dict.fromkeys("‘’′", "'"),
        **dict.fromkeys("º˚", "°"),
        "µ": "μ", "÷": "/", "∕": "/", "⁄": "/", "≲": "≤", "≳": "≥", "ϵ": "ε", "ϑ": "θ", "″": "''", "“": '"', "”": '"',
        "℃": "°C", "℉": "°F", "…": "…", "½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)",
        "‹": " ", "›": " ", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2002": " ", "\u2003": " ", "\u200a": " ",
        "\t": " ",
    }
)  # fmt: skip
"""Look-alikes to one character each; the marks of upright text can come from nowhere but the writer."""
