// swift-tools-version: 6.2
import PackageDescription

/// What every room is compiled with; the language mode is Swift 6.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// The same for tests that ask the rooms and the programs and compute little themselves: they are
/// compiled in less than half the time.
let askingSettings = settings + [SwiftSetting.unsafeFlags(["-Onone"])]

/// A room under `Sources/`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies + ["IndoorLibc"], swiftSettings: settings)
}

/// A room's tests, in the folder of its name with `Tests` behind it. Those that compute, as to have
/// answers to compare with, are optimised.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], compute: Bool = false
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "IndoorLibc"] + dependencies,
    swiftSettings: compute ? settings : askingSettings)
}

/// A C library that pkg-config finds; `make setup` installs what is missing.
func library(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

// simdjson's pkg-config file carries a -D that the package manager warns of at every build; on Linux its header and
// library are where the compiler looks anyway.
#if os(Linux)
  let simdjsonPkgConfig: String? = nil
#else
  let simdjsonPkgConfig: String? = "simdjson"
#endif

let package = Package(
  name: "IndoorKit",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "IndoorKit", targets: ["IndoorKit"]),
    .library(name: "IndoorPositioning", targets: ["IndoorPositioning"]),
    .library(name: "IndoorGuide", targets: ["IndoorGuide"]),
    .library(name: "IndoorStorage", targets: ["IndoorStorage"]),
    .library(name: "IndoorRecordings", targets: ["IndoorRecordings"]),
    .library(
      name: "IndoorAuthoring",
      targets: [
        "IndoorAuthoring", "IndoorVenues", "IndoorAlignment", "IndoorSurveying", "IndoorRecordings",
        "IndoorReport", "IndoorModel", "IndoorJSON", "IndoorFiles",
      ]),
    .library(name: "IndoorSimulation", targets: ["IndoorSimulation"]),
    .executable(name: "indoor", targets: ["indoor"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The C library's names, for files that import them.
    .target(name: "IndoorLibc", swiftSettings: settings),

    // Run-time rooms: Swift and libc alone. `.ci/check-imports` fails where one takes more.
    room("IndoorGeometry"),
    room("IndoorModel", ["IndoorGeometry"]),
    room("IndoorPositioning", ["IndoorModel", "IndoorGeometry"]),
    room("IndoorGuide", ["IndoorPositioning", "IndoorModel", "IndoorGeometry"]),

    // One import for apps: the run-time rooms and the venue file.
    .target(
      name: "IndoorKit",
      dependencies: [
        "IndoorGuide", "IndoorPositioning", "IndoorStorage", "IndoorModel", "IndoorGeometry",
      ],
      swiftSettings: settings),

    // Outputs, by libc alone.
    room("IndoorFiles", ["IndoorModel"]),

    // Authoring.
    room("IndoorJSON", ["IndoorModel", "IndoorGeometry", "CSIMDJSON"]),
    room("IndoorXML", ["IndoorModel", "CXML2"]),
    room("IndoorArchive", ["IndoorModel", "IndoorFiles", "CZIP"]),
    room(
      "IndoorVenues",
      [
        "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorXML", "IndoorArchive", "IndoorFiles",
        "CGEOS",
      ]),
    room(
      "IndoorAlignment",
      [
        "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorFiles", "CPROJ", "CQPDF", "CPNG",
        "CJPEG", "CZLIB",
      ]),
    room(
      "IndoorRecordings",
      [
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorArchive",
        "IndoorFiles",
      ]),
    room("IndoorSurveying", ["IndoorPositioning", "IndoorModel", "IndoorGeometry"]),
    room(
      "IndoorStorage",
      [
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorFiles",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    room(
      "IndoorContent",
      ["IndoorGuide", "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorXML"]),
    room("IndoorReport", ["IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorFiles"]),
    room("IndoorSimulation", ["IndoorPositioning", "IndoorModel", "IndoorGeometry"]),

    // Every use case, for the command, servers and editors.
    room(
      "IndoorAuthoring",
      [
        "IndoorVenues", "IndoorAlignment", "IndoorRecordings", "IndoorSurveying", "IndoorStorage",
        "IndoorContent", "IndoorGuide", "IndoorReport", "IndoorSimulation", "IndoorPositioning",
        "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorArchive", "IndoorFiles",
      ]),

    // C libraries, one room each.
    library("CPROJ", pkgConfig: "proj", apt: "libproj-dev", brew: "proj"),
    library("CGEOS", pkgConfig: "geos", apt: "libgeos-dev", brew: "geos"),
    library("CZIP", pkgConfig: "libzip", apt: "libzip-dev", brew: "libzip"),
    library("CXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    library("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev", brew: "qpdf"),
    library("CZLIB", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    library("CSystemJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    .target(name: "CJPEG", dependencies: ["CSystemJPEG"]),
    library(
      "CSystemSIMDJSON", pkgConfig: simdjsonPkgConfig, apt: "libsimdjson-dev", brew: "simdjson"),
    // No Swift file imports the C++ library's module, so nothing but this names it to the linker.
    .target(
      name: "CSIMDJSON", dependencies: ["CSystemSIMDJSON"],
      linkerSettings: [.linkedLibrary("simdjson")]),

    // People at a terminal.
    .executableTarget(
      name: "indoor",
      dependencies: [
        "IndoorAuthoring", "IndoorReport", "IndoorModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // For app developers to copy: a package of its own, built here with what is built anyway.
    .executableTarget(
      name: "BlueDot", dependencies: ["IndoorKit", "IndoorRecordings"],
      path: "Examples/BlueDot/Sources/BlueDot", swiftSettings: settings),

    tests("IndoorGeometry"),
    tests(
      "IndoorVenues",
      ["IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorArchive", "TestWorlds"]),
    tests(
      "IndoorAlignment",
      [
        "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorRecordings", "IndoorSimulation",
        "IndoorVenues", "CZLIB", "TestWorlds",
      ], compute: true),
    tests(
      "IndoorSimulation",
      [
        "IndoorVenues", "IndoorAlignment", "IndoorRecordings", "IndoorSurveying", "IndoorReport",
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "CountedAllocations", "TestWorlds",
      ], compute: true),
    tests("IndoorModel"),
    tests("IndoorFiles"),
    tests("IndoorArchive", ["IndoorGeometry"]),
    tests(
      "IndoorReport",
      ["IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorFiles", "TestWorlds"]),
    tests(
      "IndoorGuide",
      ["IndoorPositioning", "IndoorModel", "IndoorGeometry", "CountedAllocations"], compute: true),
    tests("IndoorContent", ["IndoorGuide", "IndoorModel", "IndoorGeometry"]),
    // Buildings, surveys and walks that several rooms' tests stand on.
    .target(
      name: "TestWorlds",
      dependencies: [
        "IndoorVenues", "IndoorRecordings", "IndoorSurveying", "IndoorSimulation",
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorLibc",
      ],
      path: "Tests/TestWorlds", swiftSettings: settings),
    // Counts what the tests' threads allocate.
    .target(name: "CountedAllocations", path: "Tests/CountedAllocations"),
    tests(
      "IndoorPositioning",
      ["IndoorModel", "IndoorGeometry", "CountedAllocations", "TestWorlds"], compute: true),
    tests(
      "IndoorSurveying",
      [
        "IndoorVenues", "IndoorRecordings", "IndoorPositioning", "IndoorModel", "IndoorGeometry",
        "TestWorlds",
      ], compute: true),
    tests(
      "IndoorRecordings",
      [
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "IndoorJSON", "IndoorArchive",
        "TestWorlds",
      ]),
    tests("IndoorJSON", ["IndoorGeometry"]),
    tests(
      "IndoorStorage",
      [
        "IndoorGuide", "IndoorFiles", "IndoorModel", "IndoorGeometry",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    tests("IndoorKit"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "indoor", "BlueDot", "IndoorKit", "IndoorAuthoring", "IndoorAlignment", "IndoorArchive",
        "IndoorStorage", "IndoorRecordings", "IndoorSurveying", "IndoorSimulation",
        "IndoorPositioning", "IndoorModel", "IndoorGeometry", "TestWorlds",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Browser/look.py"], swiftSettings: askingSettings),
  ],
  cxxLanguageStandard: .cxx17
)
