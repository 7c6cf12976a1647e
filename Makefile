# What one does with Scrim. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# The one place for SwiftPM's flags. Manifest caching would miss files that are added to the nested
# package. `swift test` would build all modules again, for testable imports.
BUILD := -c release --disable-build-manifest-caching
BIN := .build/release
# For processors with AVX2, which all have had since 2015.
V3 := -Xcc -march=x86-64-v3

SPOOL ?= spool
DRAIN ?=
ONLY ?=
PART ?=
DESTDIR ?=
PREFIX ?= /usr
SECONDS ?= 30
FOR ?=
PAIRS ?= 100000
# Of the cases of same-bytes: part/parts.
SHARE ?= 1/1
# The digests of the images of another Debian, to compare with; if there is no such file, it is written.
DIGESTS ?=
SEED ?= 1
REPORT ?= docs/performance
# With FAST=1 kit and plugins are also built for such processors, and both builds are installed.
FAST ?=
# In which Debian the packages and the unit are tried: bookworm or trixie.
DEBIAN ?= bookworm
QUEUE ?=
# With HTTP=1 scrim-http is installed, too, and built with everything else.
HTTP ?=
ifneq ($(HTTP),)
export SCRIM_HTTP := 1
endif
FAST_BIN := .build/v3/release

# For what compares images: the fonts of packages.txt and no others.
WITH_FONTS = FONTCONFIG_FILE=$$(etc/packaging/fonts-conf .build/fonts fonts tests)

OURS = find Package.swift Sources Plugins Tests examples -name '*.swift' -not -path '*/.build/*'

.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' Makefile)

help: ## Lists the targets
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

# The values of ONLY, with the targets that they run. Most have a target of their own name, which remains for scripts of
# release 0.1.0.
CHECKS := install audit kernel docs clients http manual monitoring preview packages deb image systemd debian13 arm64 \
  bench
LONG_CHECKS := same-bytes oracle fuzz-templates leaks thread-sanitizer storm sweep power-cuts waiting soak \
  queue-storm queue-power-cuts
MEASURES := jobs kernels reader links queue-cost queue-load
PAGES := effects keys images
TARGET_jobs := bench-jobs
TARGET_kernels := bench
TARGET_reader := bench-reader
TARGET_links := bench-links
TARGET_effects := effect-pages
TARGET_keys := job-keys
TARGET_images := doc-images
$(foreach check,$(CHECKS),$(eval TARGET_$(check)_check := check-$(check)))

# Runs the target of each value of ONLY, which must be among the given ones; without ONLY lists them with what they do.
define choose
	@$(foreach one,$(ONLY),$(if $(filter $(one),$(1)),,echo "ONLY=$(one) is none of: $(1)." >&2; exit 64;)) \
	$(if $(ONLY),$(foreach one,$(ONLY),$(MAKE) --no-print-directory ONLY="$(PART)" $(call target,$(one),$(2)) &&) true,\
	  echo "make $@ ONLY=NAME, where NAME is one of:"; \
	  $(foreach one,$(1),sed -n 's/^$(call target,$(one),$(2)):.*#: \(.*\)/  $(one)\t\1/p' Makefile | expand -t 20;))
endef
target = $(or $(TARGET_$(1)_$(2)),$(TARGET_$(1)),$(1))

check: ## Runs a check, ONLY=NAME; without it lists the checks
	$(call choose,$(CHECKS) $(LONG_CHECKS),check)

measure: ## Measures speed, ONLY=NAME, PART=rows a part of the jobs; without it lists what is measured
	$(call choose,$(MEASURES),measure)

pages: ## Writes generated pages and images of docs/, ONLY=NAME; without it lists them
	$(call choose,$(PAGES),pages)

nightly: ## Runs what takes too long for each change: fuzzing and all long checks (as root; some hours)
	failed=; $(MAKE) fuzz SECONDS=300 || failed=" fuzz"; \
	  for check in $(LONG_CHECKS) kernel deb image systemd; do \
	    $(MAKE) check ONLY=$$check || failed="$$failed $$check"; done; \
	  [ -z "$$failed" ] || { echo "nightly: failed:$$failed" >&2; exit 1; }

setup: ## Installs the Debian packages that are missing (as root; otherwise prints the line)
	@etc/packaging/setup build fonts

build: setup ## Builds everything, optimised; FAST=1 kit and plugins for AVX2, too
	swift build $(BUILD)
	etc/packaging/sums $(BIN)
	$(if $(FAST),for plugin in Plugins/*/; do \
	  swift build $(BUILD) --scratch-path .build/v3 $(V3) --product "$$(basename "$$plugin")"; done)

# SwiftNIO takes minutes to build, and SwiftPM deletes it at the next build without it: so scrim-http has a folder of its
# own, unless all builds have it (HTTP=1). The program goes beside the others, whose libraries it uses.
http: build ## Builds everything and scrim-http, optimised
	$(if $(HTTP),,SCRIM_HTTP=1 swift build $(BUILD) --scratch-path .build/http --product scrim-http)
	$(if $(HTTP),,install -m 755 .build/http/release/scrim-http $(BIN)/scrim-http)

install: $(if $(HTTP),http,build) ## Installs below DESTDIR, with the Swift runtime; FAST=1 both builds, QUEUE=no without scrim-queue and scrim-node, HTTP=1 with scrim-http; see docs/operating.md
	@etc/packaging/setup install
	SCRIM_WITHOUT_QUEUE=$(if $(filter no,$(QUEUE)),1) SCRIM_WITH_HTTP=$(HTTP) etc/packaging/install $(BIN) "$(DESTDIR)" $(PREFIX) $(if $(FAST),$(FAST_BIN))

uninstall: ## Removes below DESTDIR what install installed; configuration, account and spool stay
	etc/packaging/uninstall "$(DESTDIR)" $(PREFIX)

run: build ## Starts scrimd on ./spool and renders examples/; DRAIN=1 exits when all jobs are done
	@examples/run $(BIN) $(SPOOL) $(if $(DRAIN),--drain)

run-queue: build ## Tries the queue of many machines on this one: PostgreSQL, two nodes, the examples; DRAIN=1 exits then
	@etc/packaging/setup queue fonts
	etc/queue/run $(BIN) .build/queue

run-http: http ## Starts scrim-http on the loopback interface with the templates of examples/, and a page with their forms and links
	@etc/packaging/setup tests fonts
	$(WITH_FONTS) etc/http/run $(BIN) .build/run-http

test: setup ## Builds and runs all tests but the longest, with HTTP=1 also those of scrim-http; ONLY=NAME runs those whose name matches
	@etc/packaging/setup tests $(if $(HTTP),fonts openapi proxies)
	swift build $(BUILD) --build-tests
	etc/packaging/sums $(BIN)
	$(if $(HTTP),$(OPENAPI))
	$(if $(HTTP),$(WITH_OPENAPI),env -u SCRIM_HTTP) Tests/run $(BIN) .build/tests "$(ONLY)"

faults: http ## Tests a full disk, clock changes, bad input, part of storm, sweep and waiting, and runs the longest tests
	@etc/packaging/setup tests
	$(MAKE) --no-print-directory --jobs=3 --output-sync=target \
	  faults-that-wait faults-of-queues faults-that-work
	swift build $(BUILD) --build-tests
	etc/packaging/sums $(BIN)
	Tests/run $(BIN) .build/tests-long "$$(grep -v '^#' Tests/long.txt | paste -sd'|')"

# Side by side, since the first two wait most of their time.
faults-that-wait:
	/usr/bin/python3 Tests/Faults/full_disk.py $(BIN)
	/usr/bin/python3 Tests/Faults/sweep.py $(BIN) --share 29
	/usr/bin/python3 Tests/Faults/sweep.py $(BIN) --share 59 --batches
	/usr/bin/python3 Tests/Faults/clock.py $(BIN)
	/usr/bin/python3 Tests/Faults/bad_plugins.py $(BIN)

faults-of-queues:
	/usr/bin/python3 Tests/Queue/storm.py $(BIN) --jobs 240 --nodes 2
	/usr/bin/python3 Tests/Queue/partition.py $(BIN)
	/usr/bin/python3 Tests/Queue/cost.py $(BIN) --stories 5 --turns 1
	/usr/bin/python3 Tests/Queue/load.py $(BIN) --finished 20000 --waiting 20000 --seconds 2 --snapshot 3
	/usr/bin/python3 Tests/Queue/power_cuts.py $(BIN) --cuts 4

faults-that-work:
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --seconds 30
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --seconds 10 --draw
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --batches 6 --rows 100 --kills 60
	/usr/bin/python3 Tests/Faults/burst.py $(BIN) --jobs 150
	/usr/bin/python3 Tests/Faults/waiting.py $(BIN) --jobs 3000 --seconds 5
	/usr/bin/python3 Tests/Faults/bad_input.py $(BIN)
	/usr/bin/python3 Tests/Faults/bad_batches.py $(BIN) --rows 400
	/usr/bin/python3 Tests/Faults/machines.py $(BIN)
	/usr/bin/python3 Tests/Faults/posts.py $(BIN)
	/usr/bin/python3 Tests/Faults/posts.py $(BIN) --queue --seconds 12
	/usr/bin/python3 Tests/Faults/escape.py $(BIN) --seconds 12
	/usr/bin/python3 Tests/Faults/escape.py $(BIN) --seconds 12 --slow-flushes

storm: build #: Kills four daemons and their workers 5,000 times over 20,000 jobs, 2,000 times over 20,000 rows (10 to 40 min)
	@etc/packaging/setup tests
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --jobs 20000
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --jobs 5000 --draw
	/usr/bin/python3 Tests/Faults/storm.py $(BIN) --batches 50
	/usr/bin/python3 Tests/Faults/bad_batches.py $(BIN)
	/usr/bin/python3 Tests/Faults/burst.py $(BIN)

queue-storm: build #: Kills nodes, daemons, workers and the server of a queue, cuts networks: 1,000 times over 20,000 jobs (as root; 20 min)
	@etc/packaging/setup queue tests
	/usr/bin/python3 Tests/Queue/partition.py $(BIN)
	/usr/bin/python3 Tests/Queue/storm.py $(BIN)

queue-cost: build #: Measures CPU time per story of queue, node and daemon beside the daemon alone (5 min)
	@etc/packaging/setup queue tests fonts
	/usr/bin/python3 Tests/Queue/cost.py $(BIN) --gates

queue-load: build #: Measures how many jobs a PostgreSQL of its own leases and takes back, with 1,000,000 finished rows (3 min)
	@etc/packaging/setup queue tests
	/usr/bin/python3 Tests/Queue/load.py $(BIN) --gates --more

queue-power-cuts: build #: Simulates 100 power cuts under a queue's server; no acknowledged job or result may be lost (as root; 5 min)
	@etc/packaging/setup queue tests
	/usr/bin/python3 Tests/Queue/power_cuts.py $(BIN)

sweep: build #: Fails every system call on a job's path in every way; no job may be lost or duplicated (10 to 30 min)
	@etc/packaging/setup tests
	/usr/bin/python3 Tests/Faults/sweep.py $(BIN)
	/usr/bin/python3 Tests/Faults/sweep.py $(BIN) --batches

power-cuts: build #: Simulates 200 power cuts under the daemon; no dropped job may be lost (as root; 5 to 20 min)
	@etc/packaging/setup tests
	/usr/bin/python3 Tests/Faults/power_cuts.py $(BIN) --cuts 200
	/usr/bin/python3 Tests/Faults/power_cuts.py $(BIN) --cuts 100 --slow-flushes
	/usr/bin/python3 Tests/Faults/power_cuts.py $(BIN) --cuts 100 --batches

same-bytes: build #: Renders golden cases and examples as other processors would, and compares bytes; FAST=1 also with the build for AVX2
	@etc/packaging/setup tests fonts
	$(WITH_FONTS) /usr/bin/python3 Tests/SameBytes/compare.py $(BIN) $(if $(FAST),--fast $(FAST_BIN)) --share $(SHARE) \
	  $(if $(DIGESTS),--digests $(DIGESTS))

waiting: build #: Starts a daemon with 100,000 queued jobs: first claim, fairness, memory (as root; 2 min)
	@etc/packaging/setup tests
	/usr/bin/python3 Tests/Faults/waiting.py $(BIN)

soak: build #: Renders 50,000 small jobs: memory and descriptors must not grow (5 to 20 min)
	@etc/packaging/setup tests
	/usr/bin/python3 Tests/Faults/soak.py $(BIN)
	/usr/bin/python3 Tests/Faults/soak.py $(BIN) --jobs 10000 --draw

thread-sanitizer: build #: Runs the daemon's tests with a scrimd under ThreadSanitizer (10 min)
	@etc/packaging/setup tests
	swift build $(BUILD) --build-tests
	Tests/Faults/thread_sanitizer $(BIN) $(ONLY)

check-install: http #: Installs into an empty root and renders jobs there as other users; writes to devices (as root)
	@etc/packaging/setup install tests fonts
	Tests/Install/check $(BIN) $(if $(FAST),$(FAST_BIN))
	Tests/Install/devices $(BIN)

check-audit: build #: Replays an audit's attacks by two users against the shipped unit in a container (as root; 1 min)
	@etc/packaging/setup install machine fonts
	Tests/Install/audit $(BIN)

check-kernel: build #: Boots a Debian of its own on its own kernel in an emulated machine, and cuts its power (as root; 15 min)
	@etc/packaging/setup install emulator
	mkdir -p .build/debian
	Tests/Install/kernel $(BIN) .build/debian/bookworm-kernel

check-docs: build #: Renders every job in the documents, builds the effects in them and in examples/, runs the commands
	@etc/packaging/setup tests fonts
	$(WITH_FONTS) Tests/Docs/check.py --scrim $(BIN)/scrim --scratch $(BIN)/../outside-plugin/build
	$(WITH_FONTS) Tests/Docs/verdicts.py --scrim $(BIN)/scrim

check-clients: http #: Uses the clients of examples/clients next to a daemon that is killed and to scrim-http, and the action (1 min)
	@etc/packaging/setup clients tests fonts languages
	/usr/bin/python3 Tests/Clients/check.py $(BIN)
	$(WITH_FONTS) /usr/bin/python3 Tests/Clients/check_http.py $(BIN)
	$(WITH_FONTS) Tests/Action/check.py $(BIN)/scrim

# What says whether a description is OpenAPI 3.1 is on PyPI.
OPENAPI = test -d .build/openapi/venv || /usr/bin/python3 -m venv .build/openapi/venv; \
	.build/openapi/venv/bin/pip install --quiet --disable-pip-version-check openapi-spec-validator==0.7.2
WITH_OPENAPI = SCRIM_HTTP=1 SCRIM_OPENAPI=$(CURDIR)/.build/openapi/venv/bin/python

check-http: http #: Runs the tests of scrim-http: signed links, hostile clients, killed workers and servers (4 min)
	@etc/packaging/setup tests fonts openapi proxies
	swift build $(BUILD) --build-tests
	$(OPENAPI)
	$(WITH_OPENAPI) Tests/run $(BIN) .build/tests-http '$(or $(ONLY),^HTTPTests\.)'

check-manual: http #: Checks the manual pages with mandoc and the completions with bash; warnings are errors
	@etc/packaging/setup manual
	docs/man/check $(BIN) .build/man

check-monitoring: build #: Checks alert rules and dashboard with promtool; a daemon in trouble must fire alerts
	etc/monitoring/check .build/monitoring
	etc/monitoring/fires $(BIN) "$$(command -v promtool || echo .build/monitoring/usr/bin/promtool)"

reference: build ## Builds the ScrimKit reference: .build/reference; warnings are errors
	docs/reference/build $(BIN) .build/reference

check-preview: http #: Tests the live preview and the page of run-http in Chromium (installs chromium)
	@etc/packaging/setup oracle tests fonts
	$(WITH_FONTS) Tests/Preview/check.py --scrim $(BIN)/scrim --out .build/preview
	$(WITH_FONTS) Tests/Links/check.py --programs $(BIN) --out .build/links

deb: http reference ## Makes Debian packages of what is built: .build/deb; FAST=1 with the kit and plugins for AVX2
	@etc/packaging/setup install deb
	etc/packaging/deb $(BIN) .build/reference .build/deb $(if $(FAST),$(FAST_BIN))

check-packages: deb #: Checks the Debian packages by lintian, and what they contain and depend on; warnings are errors
	@etc/packaging/setup install deb
	Tests/Install/packages .build/deb

check-deb: check-packages #: Installs, upgrades, removes and purges the packages in a container (as root; 5 min, once 20)
	@etc/packaging/setup install machine queue
	mkdir -p .build/debian
	Tests/Install/deb .build/deb .build/debian/$(DEBIAN)
	etc/packaging/earlier 0.1.0 .build/releases
	Tests/Install/upgrade .build/releases/0.1.0 .build/deb .build/debian/$(DEBIAN)

image: deb ## Makes a container image of the packages: .build/image (as root; SCRIM_FONTS=PACKAGE,… for other fonts)
	@etc/packaging/setup image
	etc/packaging/image .build/deb .build/image

check-image: image #: Runs the image's tree in namespaces: another account, read-only, without network (as root)
	Tests/Install/image .build/image

check-systemd: http #: Boots a Debian of its own in a container; systemd starts, watches and restarts scrimd (as root; 1 min)
	@etc/packaging/setup install machine queue
	mkdir -p .build/debian
	Tests/Install/systemd $(BIN) .build/debian/$(DEBIAN)

check-arm64: setup #: Checks that clang accepts the C sources for arm64
	@etc/packaging/setup arm64
	Tools/check-arm64

check-debian13: #: Builds, tests and packages a clean clone in a Debian 13 of its own, and compares images (as root; 60 min)
	@etc/packaging/setup machine
	Tests/Install/debian trixie .build/debian/trixie-build sh -euc 'make test; rm -f .build/digests; \
	  make same-bytes DIGESTS=.build/digests; make check ONLY="install packages"'
	$(MAKE) --no-print-directory same-bytes DIGESTS=.build/debian/trixie-build/scrim/.build/digests

# Everything under AddressSanitizer, so in a place of its own.
FUZZ := SCRIM_FUZZ=1 swift build $(BUILD) --scratch-path .build/fuzz --product fuzz

fuzz: setup ## Fuzzes reader, validation, decoders, plugin checks, fonts and daemon, SECONDS=30 each; FOR=reader only that one
	$(FUZZ)
	Tests/Fuzz/run .build/fuzz/release/fuzz $(SECONDS) $(FOR)

fuzz-templates: setup #: Compares templates with JSON-e's Python implementation (from PyPI): PAIRS=100000 random ones, SEED=1
	@etc/packaging/setup templates
	swift build $(BUILD) --product template-harness
	test -d .build/templates/venv || /usr/bin/python3 -m venv .build/templates/venv
	.build/templates/venv/bin/pip install --quiet --disable-pip-version-check json-e==4.8.4
	.build/templates/venv/bin/python Tests/Templates/compare.py $(BIN)/template-harness --pairs $(PAIRS) --seed $(SEED)

format: ## Formats our Swift sources
	$(OURS) -print0 | xargs -0 swift format -i

lint: ## Checks the format of Swift sources, what modules import, and the words of texts; a finding is an error
	$(OURS) -print0 | xargs -0 swift format lint --strict
	Tools/check-imports
	Tools/check-words
	@echo "lint: no findings"

messages: ## Prints the table of all messages, from the sources
	Tools/messages

# The others' wheels go into an environment of their own.
PEERS = test -d .build/bench/venv || /usr/bin/python3 -m venv .build/bench/venv; \
	.build/bench/venv/bin/pip install -q -r Tests/Benchmarks/requirements.txt

bench: setup #: Measures both builds of blur, resampling and text, and their accuracy, to docs/performance
	@etc/packaging/setup bench
	$(PEERS)
	swift build $(BUILD) --product scrim-bench
	swift build $(BUILD) --scratch-path .build/v3 $(V3) --product scrim-bench
	{ echo "# The kernels' last run"; echo; \
	  for kernel in builds blur resampling; do \
	    .build/bench/venv/bin/python "Tests/Benchmarks/$$kernel.py" \
	      --fast .build/v3/release/scrim-bench --baseline $(BIN)/scrim-bench; echo; done; \
	  $(BIN)/scrim-bench text; echo; $(BIN)/scrim-bench layout; } | tee $(REPORT)/kernels.md

# What is measured is what packages contain: both builds.
bench-jobs: FAST := 1
bench-jobs: build #: Compares the speed of complete jobs with other programs (installs them), to docs/performance, with plots; ONLY=rows a part (16 min)
	@etc/packaging/setup install bench fonts
	rm -rf .build/bench/installed
	etc/packaging/install $(BIN) .build/bench/installed /usr $(FAST_BIN)
	$(PEERS)
	.build/bench/venv/bin/python Tests/Benchmarks/jobs.py --scrim .build/bench/installed/usr --report $(REPORT) \
	  $(if $(ONLY),--only $(ONLY))

check-bench: build #: Checks that bench-jobs still works (5 s)
	@etc/packaging/setup tests fonts
	/usr/bin/python3 Tests/Benchmarks/check.py --scrim $(BIN)
	/usr/bin/python3 Tests/Benchmarks/submit.py --scrim $(BIN) --times 3

bench-links: http #: Compares scrim-http with nginx, warm workers without it and Chromium, and attacks and kills it under load (3 min)
	@etc/packaging/setup tests fonts proxies links
	$(WITH_FONTS) /usr/bin/python3 Tests/Benchmarks/links.py --scrim $(BIN)

bench-reader: setup #: Prints ms per MB of each kind of document for our JSON reader and Python's
	swift build $(BUILD) --product scrim-bench
	mkdir -p .build/bench
	$(BIN)/scrim-bench reader .build/bench
	/usr/bin/python3 Tests/Benchmarks/json_loads.py .build/bench

# Ratios of contrast by another program.
WCAG = test -d .build/oracle/venv || /usr/bin/python3 -m venv --system-site-packages .build/oracle/venv; \
	.build/oracle/venv/bin/pip install --quiet --disable-pip-version-check wcag-contrast-ratio==0.9

# Those of flex and spotlights take 80 s: they are in CI.
ORACLES := texts columns boxes gradients flex headlines compare blurs spotlights stacks shapes codes svg legibility
oracle: build #: Compares our images with Chromium's (installs chromium): PART=flex some of texts, columns, boxes, gradients, flex, headlines, compare, blurs, spotlights, stacks, shapes, codes, svg, legibility
	@etc/packaging/setup oracle tests fonts
	$(if $(filter legibility,$(or $(ONLY),$(ORACLES))),$(WCAG))
	$(foreach one,$(or $(ONLY),$(ORACLES)),$(WITH_FONTS) \
	  $(if $(filter legibility,$(one)),.build/oracle/venv/bin/python,/usr/bin/python3) Tests/Oracle/$(one).py \
	  --scrim $(BIN)$(if $(filter texts,$(one)),,/scrim) --out .build/oracle &&) true

gallery: build ## Renders all examples and golden cases on one page: .build/gallery/index.html
	@etc/packaging/setup gallery tests fonts
	$(WITH_FONTS) /usr/bin/python3 Tests/Gallery/gallery.py --scrim $(BIN)/scrim --out .build/gallery

effect-pages: build #: Writes docs/effects: page and image of each effect, from its declarations
	@etc/packaging/setup tests fonts
	$(WITH_FONTS) docs/effects/pages.py --scrim $(BIN)/scrim --out docs/effects
	$(WITH_FONTS) docs/effects/pages.py --scrim $(BIN)/scrim --contents --out docs/contents

job-keys: build #: Writes docs/keys, the tables of every key of a job, from the declared format
	docs/keys/keys.py --scrim $(BIN)/scrim --out docs/keys

doc-images: build #: Renders the images of README.md and docs/*.md to docs/images, each from the job next to it
	@etc/packaging/setup tests fonts
	$(WITH_FONTS) docs/images/draw.py --scrim $(BIN)/scrim --out docs/images

leaks: setup #: Renders 1,000 images under valgrind; leaks and memory growth are errors (2–4 min, not in `make test`)
	@etc/packaging/setup leaks
	swift build $(BUILD) --product leakcheck
	Tests/Leaks/check $(BIN)/leakcheck
