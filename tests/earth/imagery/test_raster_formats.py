"""Each raster is read by one driver: others follow references to files and servers."""

import pytest

from mesocosm.earth.imagery.raster import read_raster
from mesocosm.errors import InvalidRecord


@pytest.mark.parametrize(
    "text", ["<VRTDataset rasterXSize='1' rasterYSize='1'/>", "<GDAL_WMS/>", "<MRF_META/>", "P5 1"]
)
def test_formats_that_lead_to_other_files_are_not_opened(text):
    with pytest.raises(InvalidRecord, match="not a TIFF, PNG or JPEG file"):
        read_raster(text.encode(), "'a.tif'")
