// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "IndoorKitBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "IndoorKit", path: "../.."),
    // Without its default traits it needs no jemalloc; it wants its targets in a folder called
    // Benchmarks.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Rooms",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorPositioning", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
      ],
      path: "Benchmarks/Rooms",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    // What `make figures` prints of positions.
    .executableTarget(
      name: "PositionFigures",
      dependencies: [
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorPositioning", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
      ],
      path: "PositionFigures"),
    // What `make benchmark` measures of an app's positions; it links what an app links, as its
    // memory counts.
    .executableTarget(
      name: "PositionSpeed",
      dependencies: [
        .product(name: "IndoorPositioning", package: "IndoorKit"),
        .product(name: "IndoorRecordings", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
      ],
      path: "PositionSpeed"),
    // What `make benchmark-guide` times of an app's questions; it links what an app links.
    .executableTarget(
      name: "GuideSpeed",
      dependencies: [.product(name: "IndoorKit", package: "IndoorKit")],
      path: "GuideSpeed"),
    // What `make figures-simulated` prints of positions in simulated buildings.
    .executableTarget(
      name: "SimulatedFigures",
      dependencies: [
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorPositioning", package: "IndoorKit"),
        .product(name: "IndoorSimulation", package: "IndoorKit"),
      ],
      path: "SimulatedFigures",
      // Files that are shared with the package's tests say so of their imports.
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    // What `make benchmark-peers` times beside other people's programs.
    .executableTarget(
      name: "AttitudeSpeed",
      dependencies: [.product(name: "IndoorPositioning", package: "IndoorKit")],
      path: "peers/AttitudeSpeed"),
    .executableTarget(
      name: "NeighbourSpeed",
      dependencies: [.product(name: "IndoorPositioning", package: "IndoorKit")],
      path: "peers/NeighbourSpeed"),
    // What `make benchmark-many` fills a venue file with.
    .executableTarget(
      name: "ManyWalks",
      dependencies: [.product(name: "IndoorStorage", package: "IndoorKit")],
      path: "trials/ManyWalks"),
    // What `make benchmark-fit` runs: plans laid on walls by themselves, whole and spoilt.
    .executableTarget(
      name: "SelfFit",
      dependencies: [
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorSimulation", package: "IndoorKit"),
      ],
      path: "trials/SelfFit",
      // Files that are shared with the package's tests say so of their imports.
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
  ]
)
