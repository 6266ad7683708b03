"""Pages from templates."""

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from mesocosm.report.templating import render


def test_what_is_shown_is_escaped():
    page = render("base.html", title="a <b>", notes=['\'tis & "quoted"'])
    assert "<h1>a &lt;b&gt;</h1>" in page
    assert "&#39;tis &amp; &#34;quoted&#34;" in page


def test_a_missing_value_is_an_error():
    with pytest.raises(UndefinedError, match="'notes' is undefined"):
        render("base.html", title="a")


def test_a_package_may_extend_our_layout(tmp_path, monkeypatch):
    package = tmp_path / "guest_report"
    (package / "templates").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "templates" / "guest.html").write_text(
        '{% extends "base.html" %}{% block content %}<p>{{ word }}</p>{% endblock %}'
    )
    monkeypatch.syspath_prepend(tmp_path)
    page = render("guest.html", package="guest_report", title="Guest", notes=[], word="<hello>")
    assert "<title>Guest</title>" in page
    assert "<p>&lt;hello&gt;</p>" in page


def test_an_unknown_template_is_an_error():
    with pytest.raises(TemplateNotFound):
        render("nowhere.html")
