// swift-tools-version:6.2
import PackageDescription

/// The SDK of these sources; elsewhere the one that `scrim sdk` prints.
let sdk = Context.environment["SCRIM_SDK"] ?? "../../../Sources/ScrimKit"

let package = Package(
  name: "sparkline",
  products: [.library(name: "Sparkline", type: .dynamic, targets: ["Sparkline"])],
  dependencies: [.package(path: sdk)],
  targets: [
    .target(
      name: "Sparkline",
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ]),
    .testTarget(
      name: "SparklineTests",
      dependencies: [
        "Sparkline", .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "PluginTesting", package: "ScrimKit"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
