# What a person types. Each target does its own set-up, says what it does, and is quick the second
# time. `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help tools toolchain build demo test format lint deny tests bench install clean
.PHONY: rehearsal clients hosts-tools bindings page node-tests python-tests web-tests conformance fuzz mcp-tests
.PHONY: packages crates pi-tests

# Where `make install` puts bin/planmark.
PREFIX ?= $(if $(CARGO_HOME),$(CARGO_HOME),$(HOME)/.cargo)

target := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)
# One selection of crates for every command, or cargo would compile dependencies twice.
cargo := cargo --locked
all := --release --workspace

comma := ,
say = @printf '\n== %s\n' "$(1)"

help:
	@echo "make demo         build, then show on a real plan what Planmark does"
	@echo "make rehearsal    build, then show how a session that drifted is brought back"
	@echo "make test         everything that decides whether a change can be merged"
	@echo "make conformance  the vectors in every host: the same bytes from each, a row for each"
	@echo "make mcp-tests    the MCP server: conformance suites, client libraries, inspector"
	@echo "make clients      drive the published clients with a scripted model (downloads 350 MB the first time)"
	@echo "make packages     the npm packages, the wheel and the crates: packed, installed, used"
	@echo "make crates       compile the crates from their archives, and use them (some minutes)"
	@echo "make pi-tests     the example extension in the real Pi (a minute or two to install it)"
	@echo "make bindings     set up the hosts in Node, Python and Chromium, for their tests"
	@echo "make page         build the preview page; \`make page install\` puts it into the program"
	@echo "make bench        measure what docs/performance.md promises"
	@echo "make fuzz         look for inputs that break a rule (FUZZ_SECONDS=N for each target, 60 if not set)"
	@echo "make install      put planmark into $(PREFIX)/bin (PREFIX=DIR for another place)"
	@echo "make build        build only"
	@echo "make clean        remove what was built"

# Says what is missing, and how to get it.
tools:
	@missing=0; \
	need() { command -v "$$1" >/dev/null || { echo "missing: $$1 ($$2)" >&2; missing=1; }; }; \
	need cargo "install Rust 1.95 or newer: https://rustup.rs"; \
	need rustc "install Rust 1.95 or newer: https://rustup.rs"; \
	need cc "install a C compiler: apt-get install gcc, or xcode-select --install"; \
	exit $$missing

# The same of the hosts in Node, Python and Chromium. Their set-up scripts check the versions.
hosts-tools:
	@missing=0; \
	need() { command -v "$$1" >/dev/null || { echo "missing: $$1 ($$2)" >&2; missing=1; }; }; \
	need node "install Node 20.19 or newer: https://nodejs.org"; \
	need npm "it comes with Node; on Debian: apt-get install npm"; \
	need python3 "install Python 3.10 or newer; on Debian: apt-get install python3-venv"; \
	python3 -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "missing: Python's venv (on Debian: apt-get install python3-venv)" >&2; missing=1; }; \
	[ -x "$${CHROMIUM:-}" ] || command -v chromium >/dev/null || \
	{ echo "missing: chromium (on Debian: apt-get install chromium; elsewhere name a Chromium or Chrome in CHROMIUM)" >&2; missing=1; }; \
	need c++ "better-sqlite3 is compiled where it can't be downloaded: apt-get install g++"; \
	exit $$missing

toolchain: tools
ifndef PLANMARK_COMPONENT
	$(call say,a compiler for WebAssembly)
	@guest/toolchain "$(target)/toolchain" | sed -n 's/^route /using /p'
endif

build: toolchain
	$(call say,building (some minutes the first time))
	$(cargo) build $(all)

demo: build
	$(call say,the demo)
	@tests/demo "$(target)/release/planmark"

rehearsal: build
	$(call say,the rehearsal)
	@"$(target)/release/rehearsal"

test: toolchain hosts-tools format lint deny tests node-tests python-tests web-tests conformance packages mcp-tests

format: tools
	$(call say,formatting)
	@cargo fmt --version >/dev/null 2>&1 || { echo "missing: rustfmt (rustup component add rustfmt)" >&2; exit 1; }
	cargo fmt --all --check

lint: toolchain
	$(call say,lints)
	@cargo clippy --version >/dev/null 2>&1 || { echo "missing: clippy (rustup component add clippy)" >&2; exit 1; }
	$(cargo) clippy $(all) --all-targets -- -D warnings

# deny.toml is for cargo-deny. Where that is not installed, the licences and sources are still held
# to its lists.
deny: tools
	$(call say,licences and sources of the dependencies)
	@if command -v cargo-deny >/dev/null; then cargo deny --locked check licenses bans sources; else tests/licences; fi

tests: bindings
	$(call say,tests)
	$(cargo) test $(all) --no-fail-fast

# Each set-up does nothing that is done already.
bindings: hosts-tools build
	$(call say,the hosts in Node$(comma) Python and Chromium (some minutes the first time))
	@"$(target)/release/planmark" component --out target/component >/dev/null
	bindings/web/setup
	bindings/python/setup

# The page needs Node and no browser.
page: build
	$(call say,the preview page)
	@"$(target)/release/planmark" component --out target/component >/dev/null
	bindings/web/setup
	@echo "made bindings/web/dist: planmark preview --assets bindings/web/dist"

node-tests: bindings
	$(call say,tests of the Node host)
	cd bindings/node && node_modules/.bin/tsc && node --test --test-reporter=dot

python-tests: bindings
	$(call say,tests of the Python host)
	cd bindings/python && ../../target/python/bin/python -m mypy && ../../target/python/bin/python -m pytest

web-tests: bindings
	$(call say,tests of the preview page and of the engine in Chromium)
	cd bindings/web && node --test --test-reporter=dot

conformance: bindings
	$(call say,the vectors in every host)
	@"$(target)/release/conformance" "$(target)/conformance"

mcp-tests: hosts-tools build
	$(call say,the MCP server and clients of others (a minute the first time))
	@node=$$(tests/mcp/setup) && cd tests/mcp && "$$node" --test --test-reporter=dot

clients: hosts-tools build
	$(call say,the published clients and a scripted model (some minutes the first time))
	@tests/clients/drive

packages: bindings
	$(call say,packages as they are published)
	@tests/packages/node
	@tests/packages/web
	@tests/packages/python
	@tests/packages/rust

crates: bindings
	$(call say,the crates built from their archives (some minutes the first time))
	@tests/packages/rust --build

pi-tests: bindings
	$(call say,the example extension in Pi (a minute or two the first time))
	@node=$$(tests/pi/setup) && cd tests/pi && "$$node" --test --test-reporter=dot

bench: bindings
	$(call say,measuring (some minutes; best on an idle machine))
	@"$(target)/release/bench"

fuzz: tools
	$(call say,fuzzing each target in tests/fuzz (some minutes to build the first time))
	@command -v c++ >/dev/null || { echo "missing: c++ (libFuzzer is compiled: apt-get install g++)" >&2; exit 1; }
	@tests/fuzz/run

# With the preview page in the program, where `make page` has made it.
install: build
	$(call say,installing)
	$(if $(wildcard bindings/web/dist/index.html),PLANMARK_PAGE=$(CURDIR)/bindings/web/dist $(cargo) build $(all))
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -s -m 755 "$(target)/release/planmark" "$(DESTDIR)$(PREFIX)/bin/planmark"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/planmark"

clean: tools
	cargo clean
