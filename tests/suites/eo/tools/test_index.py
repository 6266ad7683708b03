import pytest
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import holdings, name_of

from mesocosm.errors import ToolError

# Of the paper place, water has G .06, R .04, N .02, S1 .01; plants have G .08, R .04, N .36, S1 .18; half is each.
CASES = [
    ("ndvi", {}, (-1 / 3, 0.8)),
    ("ndwi", {}, (0.5, -7 / 11)),
    ("ndwi", {"definition": "gao"}, (1 / 3, 1 / 3)),
    ("ndbi", {}, (-1 / 3, -1 / 3)),
    ("ndsi", {}, (5 / 7, -5 / 13)),
]


@pytest.mark.parametrize(("name", "options", "values"), CASES)
@pytest.mark.parametrize("sensor", ["sentinel-2", "landsat"])
def test_index_is_the_formula(name: str, options: dict[str, str], values: tuple[float, float], sensor: str) -> None:
    held = holdings(name_of(sensor, 0))
    index = data(held, f"index.compute_{name}_by_multispectral", image="img-1", **options)
    assert index["mean"] == pytest.approx(sum(values) / 2, abs=1e-6)
    assert (index["minimum"], index["maximum"]) == (
        pytest.approx(min(values), abs=1e-6),
        pytest.approx(max(values), abs=1e-6),
    )


def test_index_of_a_crop_is_of_its_pixels_alone() -> None:
    held = holdings(name_of("sentinel-2", 0))
    data(held, "gather.crop_multispectral_image", image="img-1", box=[0.5, 0, 1, 1])
    assert data(held, "index.compute_ndvi_by_multispectral", image="crop-1")["mean"] == pytest.approx(0.8, abs=1e-6)


def test_clouded_pixels_do_not_count() -> None:
    index = data(holdings(name_of("sentinel-2", 1)), "index.compute_ndvi_by_multispectral", image="img-1")
    assert index["cloudy_share"] == 0.5
    assert index["pixels"] == 800


def test_clouded_view_is_refused() -> None:
    held = holdings(name_of("sentinel-2", 1))
    data(held, "gather.crop_multispectral_image", image="img-1", box=[0, 0, 1, 0.5])
    with pytest.raises(ToolError, match="hide every pixel of crop-1; take another date"):
        call(held, "index.compute_ndvi_by_multispectral", image="crop-1")


def test_index_of_a_photograph_is_refused() -> None:
    with pytest.raises(ToolError, match="img-1 is an optical image; this tool needs a multispectral image"):
        call(holdings(), "index.compute_ndvi_by_multispectral", image="img-1")


def test_theme_leads_to_formula_and_bands() -> None:
    entry = data(holdings(), "index.theme_index_lookup", theme="Water")
    assert entry["index"] == "NDWI"
    assert entry["bands"]["landsat"] == {"G": "B3", "N": "B5"}


def test_formulas_are_those_of_the_catalogue() -> None:
    spyndex = pytest.importorskip("spyndex")
    from mesocosm.suites.eo.spectra import FORMULAS

    assert all(spyndex.indices[name].formula == formula.expression for name, formula in FORMULAS.items())


def test_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(ToolError, match="no index is listed for the theme 'love'; themes: .*vegetation"):
        call(holdings(), "index.theme_index_lookup", theme="love")
