# Each target sets up what it needs in .venv, so that a fresh clone needs only Python, make and a C++ compiler.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
NATIVE := CMakeLists.txt $(wildcard native/*)

.PHONY: help demo test lint bench docs clean

help:  ## List the targets.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

demo: $(VENV)/ready-demo  ## Evaluate real models on real data; ends with a report to open.
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/ready-test  ## Run all tests.
	$(BIN)/python -m pytest --numprocesses 2 --doctest-modules tests src

lint: $(VENV)/ready-lint  ## Check style, types and import layers.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/ready-bench  ## Time truecut beside other libraries, in one run, as ratios.
	$(BIN)/python benchmarks/tally.py

docs: $(VENV)/ready-docs  ## Check the generated pages and build the documentation into build/site.
	$(BIN)/python docs/make_reference.py --check
	$(BIN)/mkdocs build --strict --quiet --site-dir build/site
	@echo "Open build/site/index.html"

clean:  ## Remove what was built.
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

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
