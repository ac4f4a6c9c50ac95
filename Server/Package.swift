// swift-tools-version: 6.2
import PackageDescription

/// What every module is compiled with; the language mode is Swift 6.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// The same for tests that ask a server and wait for it: they are compiled in less than half the
/// time.
let askingSettings = settings + [SwiftSetting.unsafeFlags(["-Onone"])]

let package = Package(
  name: "IndoorServer",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "IndoorServer", targets: ["IndoorServer"]),
    .library(name: "IndoorTeamStore", targets: ["IndoorTeamStore"]),
    .executable(name: "indoor-server", targets: ["indoor-server"]),
  ],
  dependencies: [
    .package(name: "IndoorKit", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Without its default traits it brings no configuration library.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    .target(
      name: "IndoorServer",
      dependencies: [
        "IndoorTeamStore",
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    // PostgreSQL's client library.
    .systemLibrary(
      name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Venues that a team shares; the only one that speaks to PostgreSQL.
    .target(
      name: "IndoorTeamStore",
      dependencies: [
        "CPQ", .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "indoor-server",
      dependencies: [
        "IndoorServer", "IndoorTeamStore",
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // The program is run as a person runs it.
    .testTarget(
      name: "IndoorServerTests",
      dependencies: [
        "indoor-server", "IndoorServer",
        .product(name: "IndoorAuthoring", package: "IndoorKit"),
        .product(name: "IndoorPositioning", package: "IndoorKit"),
        .product(name: "IndoorRecordings", package: "IndoorKit"),
        .product(name: "IndoorStorage", package: "IndoorKit"),
      ],
      swiftSettings: askingSettings),
  ]
)
