"""Pages from templates: every value that a template shows is escaped, and a missing value is an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

HOME = "mesocosm.report"
"""Package whose `templates` folder contains `base.html`, the layout that every page extends."""


def render(template: str, *, package: str = HOME, **values: object) -> str:
    """Render a template of the package's `templates` folder, which may extend our `base.html`, as a page."""
    return _environment(package).get_template(template).render(**values)


def _environment(package: str) -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    places = [PackageLoader(name) for name in dict.fromkeys((package, HOME))]
    return Environment(
        loader=ChoiceLoader(places),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
