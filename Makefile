# All that is needed is Python 3.11 or later and make. Everything is installed into .venv, nothing elsewhere;
# only where Python comes without its venv module, the system's package for it is installed if that is allowed.

PYTHON ?= python3
BENCH ?= ../shared/bench
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo -n)

# Half a .venv must not look like one.
.DELETE_ON_ERROR:

.PHONY: help run test bench clean

help:   ## Show this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile

run: $(VENV)/installed   ## Serve the demo site on this machine and show what stook finds on it, until Ctrl-C
	@echo "In another terminal, type this first: . '$(CURDIR)/$(BIN)/activate'"
	@echo
	@exec $(BIN)/stook demo

test: $(VENV)/tools   ## Check style, types and behaviour; all three, even if one fails
	@failed=; \
	for check in "ruff check" mypy "pytest -n auto"; do \
	    echo "$$ $$check"; $(BIN)/$$check || failed="$$failed '$$check'"; \
	done; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

bench: $(VENV)/tools   ## Measure what needs no pages of others, then on the benchmark beside the repository, if there is one
	$(BIN)/python scripts/grow_template.py
	$(BIN)/python scripts/grow_list.py
	$(BIN)/python scripts/fuzz_wrappers.py
	$(BIN)/python scripts/heal_bed.py
	@if [ -x $(BENCH)/run ]; then \
	    $(BENCH)/unpack; \
	    for task in feeds "labels -k 1" "labels -k 3" drift template cluster speed; do \
	        echo "$$ run $$task"; $(BIN)/python $(BENCH)/run $$task || exit 1; \
	    done \
	else \
	    echo "There is no benchmark in $(BENCH); make BENCH=folder bench measures with another one."; \
	fi

clean:   ## Remove what the other targets made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "stook needs Python 3.11 or later; name one, as in: make PYTHON=python3.12 run"; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	    $(AS_ROOT) apt-get install -y -q python3-venv && $(PYTHON) -m venv $(VENV); }

$(VENV)/installed: pyproject.toml | $(BIN)/python
	@echo "Installing stook into $(VENV)"
	@$(PIP) install -e .
	@touch $@

# --group came with pip 25.1, and a new .venv may hold an older one.
$(VENV)/tools: $(VENV)/installed
	@echo "Installing the tools that check it"
	@$(PIP) install --upgrade 'pip>=25.1'
	@$(PIP) install --group dev
	@touch $@
