# `make demo` and `make test` are all a newcomer needs: both build .venv first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
DEMO_READY := .venv/ready-for-demo
EXTRAS := base inspect openai anthropic google gym mcp science sandbox ray slurm sealed phreeqc figures weather imagery planet eo crops dssat energyplus risk thermal climada networks traffic terra s3

# uv fetches side by side what pip fetches one after the other; where it cannot be had, or cannot reach what only pip's settings name, pip does it.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# The project itself, whose libraries are there already.
own = $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation $(1) || $(PIP) --no-deps --no-build-isolation $(1)
install = trap 'exit 130' INT; $(PIP) --require-hashes -r requirements/installer.txt && $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) || $(PIP) --require-hashes -r $(1)

# Many tests start programs: each library is compiled once for all of them, even where a shell asks for none to be kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test style types pytest test-all coverage check bench fuzz docs lock clean

MAP := src/mesocosm/report/assets/map.js

setup: $(READY) $(MAP)

$(READY): requirements/dev.txt pyproject.toml tests/toy/pyproject.toml
	$(PYTHON) -m venv .venv
	$(call install,requirements/dev.txt)
	$(call own,-e . -e tests/toy)
	touch $(READY)

# The demo needs nothing of what tests need: less is to be fetched.
$(DEMO_READY): requirements/demo.txt pyproject.toml
	test -f $(READY) || $(PYTHON) -m venv .venv
	test -f $(READY) || { $(call install,requirements/demo.txt); }
	test -f $(READY) || { $(call own,-e .); }
	touch $(DEMO_READY)

# The map library of reports, where npm is there; without it their maps are drawn plainly.
$(MAP): web/package-lock.json web/build.mjs web/src/map.js web/src/map.css
	cd web && npm ci --silent --no-audit --no-fund && npm run --silent build || echo "maps of reports stay plain: npm is not there, or cannot reach its registry"

demo:
	$(MAKE) --no-print-directory --jobs=2 $(DEMO_READY) $(MAP)
	$(BIN)/mesocosm demo

# The types are checked by one process: the tests run meanwhile.
test: style
	$(MAKE) --no-print-directory --jobs=2 pytest types

check: style types

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

pytest: setup
	$(BIN)/python -m pytest -n auto --dist worksteal

# The exhaustive forms of tests, hours of them on a small machine, after the tests themselves.
test-all: test
	$(BIN)/python benchmarks/exhaustive.py

coverage: setup
	$(call install,requirements/coverage.txt)
	$(BIN)/python benchmarks/line_coverage.py

bench: setup
	$(BIN)/python benchmarks/run_scripts.py overhead.py resume.py report.py parallel.py soak.py sealed.py phreeqc.py phreeqc_items.py tornado.py tornado_days.py atmos.py

SECONDS ?= 60
fuzz: setup
	$(BIN)/python benchmarks/fuzzing.py --seconds $(SECONDS)

docs: setup
	$(BIN)/mkdocs build --strict

# Every extra is pinned to the versions of dev.txt, for all supported machines at once.
LOCK := $(BIN)/uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header --no-emit-index-url
lock:
	test -x $(BIN)/uv || { $(PYTHON) -m venv .venv && $(PIP) -r requirements/installer.in; }
	$(LOCK) requirements/installer.in -o requirements/installer.txt
	$(LOCK) requirements/dev.in -o requirements/dev.txt
	for extra in demo coverage cluster $(EXTRAS); do $(LOCK) -c requirements/dev.txt requirements/$$extra.in -o requirements/$$extra.txt || exit 1; done

clean:
	rm -rf .venv web/node_modules src/mesocosm/report/assets site demo logs build dist .mypy_cache .ruff_cache .pytest_cache
