"""Names of tools for comparison: aliases, groups, and tools that do no work of their own."""

from __future__ import annotations

import functools
from collections.abc import Collection

from pydantic import Field

from mesocosm.registry import submodules
from mesocosm.types import Record

META = frozenset(
    {
        "reset_equipped_tools",
        "generate_response",
        "finish",
        "submit",
        "answer",
        "think",
        "plan",
        "final_answer",
        "terra_submit",
        "list_tools",
        "activate_tools",
        "terra_activate",
    }
)
"""Tools that choose other tools, think or submit: they are counted apart."""

ALIASES = {
    "crawl_meteo_aq": "MeteoAQ",
    "crawl_era5": "ERA5",
    "crawl_cmip6": "CMIP6",
    "crawl_mswep": "MSWEP",
    "seasonal_region_mask": "region_mask",
    "math_agent": "run_math_agent",
}
"""Second names of published tools to their first."""

PUBLISHED_GROUPS = {
    "gis": """gis_resolve_region gis_feature_query gis_feature_stats gis_distance_matrix gis_overlay
        gis_source_metadata overpass_poi_search osm_travel_time_matrix""",
    "web": "web_search_serper summarize_web_page crawl_web_site",
    "execution": "stream_data_to_math_agent run_math_agent code_agent",
    "reanalysis": """describe_netcdf_variables inspect_netcdf read_netcdf_data fetch_era5 build_era5_climatology
        count_era5_events temporal_aggregate winds_basic humidity_basic moisture_integrals kinematics vertical_shear
        region_reduce MeteoAQ CMIP6 MSWEP preprocess_era5 ERA5 fetch_cmip6""",
    "forecast": """harmonize_grid anomaly_and_climo smooth_gaussian_field aggregate_ensemble ensemble_spread
        normalized_spread event_probability emos_calibration confidence_index lagged_ic_ensemble ehf_heatwave verify
        fetch_c3s_seasonal progressive_cds_constraints standardize_seasonal_files aggregate_to_season
        fit_bias_correction apply_bias_correction category_probabilities blend_multi_model
        forecast_anomaly_from_model_climo compute_enso_indices region_mask seasonal_region_table run_aurora_forecast
        run_pangu_forecast regrid_to_target_grid run_tc_tracks_from_era5 derive_event_mask bias_correct_cmip6
        scenario_exceedance""",
    "satellite": """gee_fetch_sentinel2_indices gee_index_area_stats gee_fetch_truecolor_thumbnail
        composite_satellite_environmental_image describe_image_vlm draw_geometries_on_image""",
    "visualization": """plot_region_map plot_ensemble_mean_map plot_spread_map plot_confidence_map plot_spaghetti_map
        plot_tercile_map plot_anomaly_map plot_skill_map plot_era5_map plot_world_map""",
    "simulation": """impact_aquacrop_run impact_dssat_run impact_climada_run impact_energyplus_run impact_sumo_run
        impact_health_utci impact_health_erf weather_monthly_to_daily weather_to_epw hazard_overlay_osm
        extract_exposure_layers mock_numeric_answer""",
}
"""The paper's eight families of published tools."""


class Toolbox(Record):
    """Rules for reading names. A name not listed here has the family of our own tools, or a group of its own."""

    aliases: dict[str, str] = Field(default_factory=dict)
    """Other names of tools to their canonical names."""
    groups: dict[str, str] = Field(default_factory=dict)
    meta: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    """Tools that only look: they are counted apart, and neither help nor hurt."""
    published: bool = False
    """Whether names are those of the published tools, some of which are spelled like ours."""

    def name(self, tool: str) -> str:
        """Return the canonical name of a tool; `gis.features` and `gis_features` are the same."""
        spelled = _plain(tool)
        return self._own.get(spelled, _plain(ALIASES.get(spelled, spelled)))

    def group(self, tool: str) -> str:
        """Return the family of a tool."""
        name = self.name(tool)
        known = [_family(name), _published().get(name, "")]
        return self._declared.get(name) or next(filter(None, reversed(known) if self.published else known), name)

    def is_meta(self, tool: str) -> bool:
        return self.name(tool) in META | self._meta

    def is_free(self, tool: str) -> bool:
        return self.name(tool) in self._free

    # Computed once: a long trace asks thousands of times.

    @functools.cached_property
    def _own(self) -> dict[str, str]:
        return {_plain(other): _plain(name) for other, name in self.aliases.items()}

    @functools.cached_property
    def _declared(self) -> dict[str, str]:
        return {self.name(other): group for other, group in self.groups.items()}

    @functools.cached_property
    def _meta(self) -> frozenset[str]:
        return frozenset(map(self.name, self.meta))

    @functools.cached_property
    def _free(self) -> frozenset[str]:
        return frozenset(map(self.name, self.free))


def are_published(tools: Collection[str]) -> bool:
    """Return whether a trace uses the published tools' names: most are such, and none has our dot."""
    names = [_plain(tool) for tool in tools if tool]
    return (
        bool(names)
        and not any("." in tool for tool in tools)
        and 2 * sum(ALIASES.get(name, name) in _published() for name in names) > len(names)
    )


def _plain(tool: str) -> str:
    return tool.strip().replace(".", "_")


@functools.cache
def _published() -> dict[str, str]:
    return {name: group for group, names in PUBLISHED_GROUPS.items() for name in names.split()}


@functools.cache
def _families() -> tuple[str, ...]:
    """Return the modules of our own tools, longest first; none is imported."""
    return tuple(sorted(submodules("mesocosm.suites.terra.tools"), key=lambda name: (-len(name), name)))


def _family(name: str) -> str:
    return next((family for family in _families() if name.startswith(f"{family}_")), "")
