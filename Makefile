# Each target sets up what it needs in .venv, so that a fresh clone needs only Python, make and a C++ compiler.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
NATIVE := CMakeLists.txt $(wildcard native/*)

.PHONY: help demo test lint page page-check bench coverage proc docs clean

help:  ## List the targets.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

demo: $(VENV)/ready-demo  ## Evaluate real models on real data; ends with a report to open.
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/ready-test $(VENV)/browser  ## Run all tests.
	$(BIN)/python -m pytest --numprocesses 2 --doctest-modules tests src

lint: $(VENV)/ready-lint  ## Check style, types and import layers.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory page-check; \
	else echo "npm is not there: the sources of the HTML report were not checked"; fi

page: report/node_modules  ## Build script and style of the HTML report from report/src.
	cd report && npm run --silent build

page-check: report/node_modules
	cd report && npm run --silent check

bench: $(VENV)/ready-bench  ## Time truecut beside other libraries, in one run, as ratios.
	$(BIN)/python benchmarks/tally.py

coverage: $(VENV)/ready-bench  ## Simulate how often the intervals hold the truth, and write the page; takes an hour or more.
	$(BIN)/python -m benchmarks.coverage --json benchmarks/coverage/results.json --write docs/explanation/coverage.md

proc:  ## Ask R's pROC (Debian: r-cran-proc, r-cran-jsonlite) again what it finds on the example rows.
	Rscript tests/reference/pROC.R

docs: $(VENV)/ready-docs  ## Check the generated pages and build the documentation into build/site.
	$(BIN)/python docs/make_reference.py --check
	$(BIN)/mkdocs build --strict --quiet --site-dir build/site
	@echo "Open build/site/index.html"

clean:  ## Remove what was built.
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

report/node_modules: report/package.json report/package-lock.json
	cd report && npm ci --silent --no-audit --no-fund
	touch $@

# The tests of the HTML report open it in a Chromium: the one on the PATH, Debian's, or Playwright's own.
$(VENV)/browser: $(VENV)/ready-test
	command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| { test "$$(id -u)" = 0 && command -v apt-get && apt-get update -qq && apt-get install -qq -y chromium; } \
	|| $(BIN)/playwright install chromium
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
