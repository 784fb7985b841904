# Needs git, make and Python 3.11 or newer with venv and pip; everything else goes into .venv. Tests that look at a page
# are skipped without a Chromium (Debian: apt-get install chromium).

PYTHON ?= python3
# Processes for pytest: a number, or auto for one per core. 0 runs the tests in one process, as a debugger needs.
WORKERS ?= auto
# The last line of releases that reads python-constraint's .tar.bz2; uv 0.12 and later refuse it.
LOCK_UV := uv==0.11.33

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
INSTALLED := .venv/installed
DEMO := solver/lost_code/examples/midway.game

.DEFAULT_GOAL := help
.PHONY: help install demo test test-long bench format lock clean

help:
	@echo 'make demo       show, solve and rank a game that is under way'
	@echo 'make test       formatting, lint, types, layers, tests and coverage'
	@echo 'make test-long  the tests that take minutes'
	@echo 'make bench      time the engines'
	@echo 'make format     put the code into the form that make test asks for'
	@echo 'make lock       write requirements.txt anew from pyproject.toml (UPGRADE=1: to the newest releases)'
	@echo 'make clean      remove .venv and everything made'

install: $(INSTALLED)

# python-constraint is built from source, and pip asks for its build tools before it installs anything of the same
# file. So they come first, cut out of requirements.txt; then nothing has to be fetched for a build.
$(INSTALLED): requirements.txt pyproject.toml
	$(PYTHON) -m venv --clear .venv
	sed -n -e '/^setuptools==/,/[^\\]$$/p' -e '/^wheel==/,/[^\\]$$/p' requirements.txt > .venv/build-tools.txt
	$(PIP) install --quiet --require-hashes --no-deps -r .venv/build-tools.txt
	$(PIP) install --quiet --require-hashes --no-build-isolation -r requirements.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	touch $@

demo: $(INSTALLED)
	$(BIN)/lostcode show $(DEMO)
	$(BIN)/lostcode solve $(DEMO)
	$(BIN)/lostcode rank --top 5 $(DEMO)

test: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal -m 'not long and not bare'
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'bare and not long'
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

test-long: $(INSTALLED)
	LOSTCODE_LONG=1 $(BIN)/python -m pytest -m long -n $(WORKERS) --dist worksteal

bench: $(INSTALLED)
	$(BIN)/python -m benchmarks

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# One file for Python 3.11 to 3.14 on Linux, macOS and Windows: the same release of a package for all of them.
lock:
	set -e; tool=$$(mktemp -d); trap 'rm -rf "$$tool"' EXIT; \
	$(PYTHON) -m venv "$$tool"; \
	"$$tool/bin/python" -m pip --disable-pip-version-check --no-input install --quiet '$(LOCK_UV)'; \
	"$$tool/bin/uv" pip compile --quiet --python "$$tool/bin/python" $(if $(UPGRADE),--upgrade) \
	    --universal --python-version 3.11 --fork-strategy fewest --extra dev --group build --generate-hashes \
	    --custom-compile-command 'make lock' \
	    --output-file requirements.txt pyproject.toml

clean:
	rm -rf .venv .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
