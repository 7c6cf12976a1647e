// swift-tools-version:6.2
import PackageDescription

/// The SDK of these sources; elsewhere the one that `scrim sdk` prints.
let sdk = Context.environment["SCRIM_SDK"] ?? "../../../Sources/ScrimKit"

let package = Package(
  name: "lens",
  products: [.library(name: "LensEffect", type: .dynamic, targets: ["LensEffect"])],
  dependencies: [.package(path: sdk)],
  targets: [
    .target(
      name: "LensEffect",
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ]),
    .testTarget(
      name: "LensEffectTests",
      dependencies: ["LensEffect", .product(name: "PluginTesting", package: "ScrimKit")]),
  ],
  swiftLanguageModes: [.v6]
)
