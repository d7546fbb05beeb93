from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.kernel.tally import Tally

# Zero workers are as many as help; any number gives the same table.
def tally(
    labels: NDArray[np.bool_],
    scores: NDArray[Any],
    weights: NDArray[Any] | None = None,
    workers: int = 0,
) -> Tally: ...
