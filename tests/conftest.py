"""How the laws are searched: the same examples every time, or new ones on request.

HYPOTHESIS_PROFILE=search looks at more and new examples; what it finds belongs into a test.
"""

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.filter_too_much)

settings.register_profile("same", derandomize=True, database=None, deadline=None, max_examples=40)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
