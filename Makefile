# `make demo` and `make test` do all the set-up themselves, on a fresh Debian, Ubuntu or macOS with Swift.

SWIFT ?= swift
# One release build serves the demo, the tests and the command: it is compiled once. Three packages share its folder, and
# each plans its build anew: what is kept may be another one's plan.
BUILD = $(SWIFT) build -c release --disable-build-manifest-caching

.PHONY: help demo test test-kit build same bands parameters api setup setup-test setup-web setup-browser museum picture benchmark figures figures-simulated figures-radius figures-walking benchmark-fit benchmark-guide benchmark-many benchmark-peers format lint clean

help:            ## this list
	@grep -E '^[a-z-]+: .*##|^[a-z-]+:  *##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 14

demo: setup      ## the whole way on the sample museum, and a report page of it
	$(BUILD) --product indoor
	.build/release/indoor demo --output demo

test: test-kit test-server ## every test; those on public recordings need INDOORKIT_DATA

test-kit: setup-test ## all but the server's tests
	$(BUILD) --build-tests --disable-xctest
	scripts/run-tests $(SWIFT) test -c release --disable-xctest --skip-build

build: setup     ## the command, as .build/release/indoor
	$(BUILD) --product indoor

# The server is a package of its own, so that nobody else fetches or compiles what it needs; in the same folder, where
# every module that both have is compiled once.
BUILD_SERVER = $(BUILD) --package-path Server --scratch-path .build
# So are the benchmarks, for the same reasons.
BUILD_BENCHMARK = $(BUILD) --package-path Tests/Benchmarks --scratch-path .build
PORT ?= 8080
SECONDS ?= 90

.PHONY: server serve test-server benchmark-server benchmark-pages check-api check-pages setup-server setup-team
server: setup-server ## the server, whose path is the last line
	@$(BUILD_SERVER) --product indoor-server
	@echo "$(CURDIR)/.build/release/indoor-server"

serve: build setup-server ## the sample museum and the pages on 127.0.0.1:8080 (PORT=8080), with a visitor who walks through it
	@scripts/setup --web || echo "serve: MapLibre GL JS can't be fetched; the pages come without maps" >&2
	@$(BUILD_SERVER) --product indoor-server
	@scripts/serve .build/release/indoor .build/release/indoor-server .build-serve $(PORT)

test-server: setup-test ## the server's tests
	$(BUILD_SERVER) --build-tests --disable-xctest
	scripts/run-tests $(SWIFT) test -c release --package-path Server --scratch-path .build --disable-xctest --skip-build

benchmark-server: build setup-server ## how fast the server is and what it holds, as docs/server.md has it; takes h2load (nghttp2-client)
	@$(BUILD_SERVER) --product indoor-server
	python3 Server/Benchmarks/server.py .build/release/indoor .build/release/indoor-server

benchmark-pages: build setup-server ## how fast the server's pages are, as docs/workbench.md has it
	@$(BUILD_SERVER) --product indoor-server
	scripts/setup --pages
	python3 Server/Benchmarks/pages.py .build/release/indoor .build/release/indoor-server

check-pages: build setup-server ## uses the server's pages as people do, in Chromium
	@$(BUILD_SERVER) --product indoor-server
	@scripts/setup --pages || true
	scripts/check-pages .build/release/indoor .build/release/indoor-server

.PHONY: try-cluster benchmark-team
try-cluster: build setup-server ## a store of two nodes on loopback that loses its leader again and again; takes etcd, Patroni, HAProxy
	@$(BUILD_SERVER) --product indoor-server
	python3 deploy/cluster/try.py .build/release/indoor .build/release/indoor-server

benchmark-team: build setup-server ## how fast a team's store is, as docs/team.md and docs/scale.md have it; takes PostgreSQL
	@$(BUILD_SERVER) --product indoor-server
	python3 Server/Benchmarks/team.py .build/release/indoor .build/release/indoor-server

check-api: build setup-server ## asks the server what its description promises, for 90 seconds (SECONDS=90)
	@$(BUILD_SERVER) --product indoor-server
	scripts/check-api .build/release/indoor .build/release/indoor-server $(SECONDS)

same: build      ## whether positions are the same to the byte as another commit's: make same [AS=COMMIT or a built command]
	scripts/same $(AS)

# What is installed carries Swift's libraries in itself, and so runs where no Swift is; macOS has them in the system.
INSTALLED = .build-deb/indoor
INSTALLED_SERVER = .build-deb/indoor-server
PREFIX ?= /usr/local

.PHONY: install uninstall deb check-deb
install:         ## the command, its completions and man page under PREFIX (/usr/local)
	@scripts/setup --install
	$(BUILD) --product indoor
	scripts/link-static indoor $(INSTALLED)
	DESTDIR="$(DESTDIR)" scripts/install $(INSTALLED) "$(PREFIX)"

uninstall:       ## removes what "make install" with the same PREFIX installed
	DESTDIR="$(DESTDIR)" scripts/install --remove "$(PREFIX)"

deb:             ## the Debian packages indoorkit and indoorkit-server, in .build-deb
	@scripts/setup --package
# The server first: resolving the command's package throws away what the server's fetched, to be compiled anew.
	$(BUILD_SERVER) --product indoor-server
	scripts/link-static indoor-server $(INSTALLED_SERVER)
	$(BUILD) --product indoor
	scripts/link-static indoor $(INSTALLED)
	scripts/deb $(INSTALLED) $(INSTALLED_SERVER) .build-deb

check-deb:       ## looks at the packages, and tries them in a bare system of the same release (root)
	@scripts/setup --check-package
	scripts/check-deb .build-deb/indoorkit_*.deb .build-deb/indoorkit-server_*.deb

museum: build    ## makes FloorPlans/museum and Surveys/museum anew from their description
	.build/release/indoor make-museum --floor-plans FloorPlans/museum --surveys Surveys/museum

pictures: demo   ## makes the pictures in docs/ anew, of pages on the sample museum; needs chromium
	scripts/picture "demo/report.html#visit-galleries" docs/demo.png
	.build/release/indoor align --plan FloorPlans/museum/level-G.pdf --level 0 --venue demo/museum.gpkg \
	  --anchors FloorPlans/museum/level-G.anchors.geojson --report demo/alignment.html >demo/alignment.txt
	scripts/picture demo/alignment.html docs/alignment.png 1250
	.build/release/indoor survey coverage demo/museum.gpkg --report demo/coverage.html >demo/coverage.txt
	scripts/picture demo/coverage.html docs/coverage.png 1500
	@$(BUILD_SERVER) --product indoor-server
	scripts/setup --pages
	scripts/page-pictures .build/release/indoor .build/release/indoor-server docs

docs: build      ## a site of the pages in docs/ and of every module, as .build-docs/site
	scripts/docs .build-docs/site

codes:           ## writes docs/codes.md anew, the list of all codes
	scripts/codes

parameters:      ## writes docs/parameters.md anew, the list of what can be tuned
	scripts/parameters

api: build       ## writes docs/api-size.txt anew, how many declarations each module makes public
	scripts/api

benchmark: build ## figures of placing and speeds, as tables; those on public recordings need INDOORKIT_DATA
	python3 Tests/Benchmarks/commands.py .build/release/indoor
	$(BUILD_BENCHMARK) --product PositionSpeed
	python3 Tests/Benchmarks/positions.py .build/release/indoor .build/release/PositionSpeed
	python3 Tests/Benchmarks/alignment.py .build/release/indoor
	$(SWIFT) package -c release --package-path Tests/Benchmarks --scratch-path .build --disable-sandbox benchmark --target Rooms --no-progress

# The programs of others that figures are compared with, in a folder of their own.
.build-peers/ready: Tests/Benchmarks/peers/requirements.txt
	python3 -m venv .build-peers
	.build-peers/bin/pip --quiet install -r $<
	touch $@

benchmark-peers: build .build-peers/ready ## accuracy and speed beside other programs, needs INDOORKIT_DATA
	$(BUILD_BENCHMARK) --product NeighbourSpeed
	.build-peers/bin/python Tests/Benchmarks/peers/neighbours.py .build/release/NeighbourSpeed
	$(BUILD_BENCHMARK) --product AttitudeSpeed
	.build-peers/bin/python Tests/Benchmarks/peers/attitude.py .build/release/indoor \
	  .build/release/AttitudeSpeed

figures: build   ## how good positions are, as docs/positioning.md has it; needs INDOORKIT_DATA
	$(BUILD_BENCHMARK) --product PositionFigures
	scripts/figures .build/release/indoor .build/release/PositionFigures

figures-simulated: setup ## positions and changes of level in simulated buildings, over 20 seeds
	$(BUILD_BENCHMARK) --product SimulatedFigures
	.build/release/SimulatedFigures

bands: setup-test ## the bands that tests hold positions in simulated buildings to, and what spoilt positions come to
	$(BUILD) --build-tests --disable-xctest
	INDOORKIT_BANDS=1 $(SWIFT) test -c release --disable-xctest --skip-build --filter AccuracyBandTests

figures-radius: build ## fits the radius anew over the malls' survey walks, and shows how often it holds; needs INDOORKIT_DATA
	$(BUILD_BENCHMARK) --product PositionFigures
	scripts/figures .build/release/indoor .build/release/PositionFigures --radius

figures-walking: build ## how well headings follow walkers, as docs/motion.md has it; needs INDOORKIT_DATA
	python3 Tests/Benchmarks/walking.py .build/release/indoor reported

benchmark-many: build ## a million fingerprints in one venue file: time and memory, as docs/surveys.md has it
	$(BUILD_BENCHMARK) --product ManyWalks
	python3 Tests/Benchmarks/many.py .build/release/indoor .build/release/ManyWalks

benchmark-guide: build ## a guide's search and lists of 10,000 and 100,000 works, beside SQLite's FTS5
	$(BUILD_BENCHMARK) --product GuideSpeed
	python3 Tests/Benchmarks/guide.py .build/release/indoor .build/release/GuideSpeed

benchmark-fit: build ## how plans lay themselves on walls, whole and spoilt; on the malls too with INDOORKIT_DATA
	$(BUILD_BENCHMARK) --product SelfFit
	.build/release/SelfFit FloorPlans/museum
	.build/release/SelfFit --symmetric others

setup:           ## installs the libraries and programs that are missing
	@scripts/setup

setup-test:
	@scripts/setup --test

setup-web:       ## fetches MapLibre GL JS, with which the server's pages show maps
	@scripts/setup --web

setup-server:
	@scripts/setup --server

setup-team:      ## installs PostgreSQL and PostGIS, for a store that a team shares
	@scripts/setup --team

setup-browser:   ## fetches Chromium and MapLibre GL JS, with which the tests look at exported plans
	@scripts/setup --browser

format:          ## formats all sources
	scripts/wrap-comments Sources Tests Examples Server/Sources Server/Tests
	$(SWIFT) format -i -r Sources Tests Examples Server/Sources Server/Tests Package.swift Server/Package.swift

lint:            ## what .ci/run asks of the sources beside the tests
	$(SWIFT) format lint --strict -r Sources Tests Examples Server/Sources Server/Tests Package.swift Server/Package.swift
	scripts/wrap-comments --check Sources Tests Examples Server/Sources Server/Tests
	scripts/codes --check
	scripts/parameters --check
	scripts/check-links
	scripts/check-command
	scripts/check-shape
	scripts/check-imports
	scripts/api --check

clean:           ## removes what was built
	rm -rf .build .build-deb demo
