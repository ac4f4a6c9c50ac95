// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as an app is. From elsewhere the dependency is
// `.package(url: "https://…/IndoorKit", branch: "main")`.
let package = Package(
  name: "BlueDot",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "IndoorKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "BlueDot",
      dependencies: [
        .product(name: "IndoorKit", package: "IndoorKit"),
        // Only to replay a recording where an app has sensors.
        .product(name: "IndoorRecordings", package: "IndoorKit"),
      ])
  ]
)
