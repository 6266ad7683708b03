"""The view of this suite's tools: families, published names, groups."""

import json

import pytest
from tests.shared import SHARED

from mesocosm import registry
from mesocosm.errors import ClosedTool
from mesocosm.report.episodes import _simulators
from mesocosm.suites.terra.toolkit.families import FAMILIES
from mesocosm.suites.terra.toolkit.published_names import LEFT_OUT, modules, published_name, published_names
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.tools.export import tool_tokens
from mesocosm.tools.tool import load

INVENTORY = SHARED / "data" / "terrabench" / "published_tools.json"
"""Published names whose tools are not written yet; nothing else may be missing."""


def own_tools():
    return [load(name) for name in registry.names("tools") if name.partition(".")[0] in modules()]


@pytest.mark.parametrize("module", modules())
def test_every_module_names_one_of_the_families(module):
    """A new module of tools defines `FAMILY = "..."` beside its `PUBLISHED`."""
    assert registry.import_module(f"mesocosm.suites.terra.tools.{module}").FAMILY in FAMILIES


def test_the_tools_that_other_suites_share_have_a_family_here():
    ids = ("execution.python", "files.read_file", "files.write_file", "files.list_files", "calculator.calculate")
    assert {load(name).family for name in ids} == {"execution"}


def test_the_view_holds_every_tool_and_each_is_of_one_family():
    view = toolbox("all")
    assert len(own_tools()) >= 90
    assert {tool.id for tool in own_tools()} < {tool.id for tool in view.values()}
    assert {tool.family for tool in view.values()} - {"submit"} <= FAMILIES.keys()


def test_names_are_ours_or_published():
    assert "forecast_verify" in toolbox("all")
    view = toolbox("all", "published")
    assert view["verify"].id == "forecast.verify"
    assert view["run_math_agent"].id == "execution.python"
    assert view["terrain_watershed"].id == "terrain.watershed"  # published nowhere
    assert len(view) == len(toolbox("all"))


def test_every_published_name_leads_to_a_tool_of_ours():
    view = {tool.id for tool in toolbox("groups").whole.values()}
    assert set(published_names().values()) <= view
    assert all(published_name(tool) in published_names() for tool in published_names().values())


@pytest.mark.skipif(not INVENTORY.is_file(), reason="the inventory of published tools is not here")
def test_every_name_of_the_inventory_is_here_or_left_out_with_a_reason():
    names = {tool["name"] for tool in json.loads(INVENTORY.read_text())["tools"]}
    assert names - published_names().keys() == LEFT_OUT.keys()
    assert not published_names().keys() & LEFT_OUT.keys()
    assert published_names().keys() - names == {"reset_equipped_tools"}  # of the published framework, not of its tools


def test_an_agent_begins_with_the_bootstrap_tools():
    view = toolbox("groups")
    assert {"gis_resolve_place", "execution_python", "files_read_file", "calculator_calculate"} <= set(view)
    assert {"documents_search", "documents_read", "open_group", "submit"} <= set(view)
    assert not {tool.family for tool in view.values()} & {"reanalysis", "forecast", "satellite", "visualization"}
    with pytest.raises(ClosedTool, match="satellite_index is a tool of the group 'satellite'"):
        view.find("satellite_index")


def test_as_published_one_group_is_open_at_a_time():
    view = toolbox("one group", "published")
    view.open("gis")
    view.open("forecast")
    assert "verify" in view
    assert "gis_overlay" not in view
    assert "reset_equipped_tools" in view


def test_a_world_without_a_source_leaves_its_tools_out():
    assert not any(tool.id.startswith("web.") for tool in toolbox("all", without=["web"]).values())


def test_groups_cost_a_fraction_of_the_tokens_of_all():
    few, all_of_them = tool_tokens(toolbox("groups")), tool_tokens(toolbox("all"))
    assert few < 0.15 * all_of_them


def test_descriptions_are_short():
    """Schemas are read again in every request: about 300 tokens each; those of crops and buildings below 1000."""
    costs = {name: tool_tokens({name: tool}) for name, tool in toolbox("all").items()}
    assert max(costs.values()) < 1000, max(costs, key=costs.get)
    assert sum(costs.values()) / len(costs) < 300


def test_runs_of_engines_are_counted_though_the_card_names_no_engine():
    assert {"crop_aquacrop", "impact_heat_stress", "infrastructure_traffic"} <= _simulators("terra")
    assert not {"archive_reanalysis", "chart_series", "simulation_compare_runs"} & _simulators("terra")
