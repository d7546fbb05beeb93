"""Files that a cluster reads say their types themselves; text is refused before any cluster is asked."""

import pytest

from truecut.engines.clusters import files_on
from truecut.errors import BadCall


@pytest.mark.parametrize("address", ["local", "spark://master:7077", "tcp://scheduler:8786"])
@pytest.mark.parametrize("files", [["rows.csv"], ["rows.parquet", "more.csv.gz"], ["rows"], []])
def test_text_on_a_cluster_is_refused(address, files):
    with pytest.raises(BadCall, match="A cluster reads Parquet files"):
        files_on(address, files)


def test_the_file_that_is_no_parquet_is_named():
    with pytest.raises(BadCall, match=r"and more\.csv is none"):
        files_on("local", ["data/rows.parquet", "data/more.csv"])


def test_an_address_that_is_none_is_refused():
    with pytest.raises(BadCall, match="no address of a cluster"):
        files_on("http://cluster", ["rows.parquet/"])
