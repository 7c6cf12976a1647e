// swift-tools-version:6.2
import PackageDescription

/// The SDK of these sources; elsewhere the one that `scrim sdk` prints.
let sdk = Context.environment["SCRIM_SDK"] ?? "../../../Sources/ScrimKit"

let package = Package(
  name: "duotone",
  products: [.library(name: "DuotoneEffect", type: .dynamic, targets: ["DuotoneEffect"])],
  dependencies: [.package(path: sdk)],
  targets: [
    .target(
      name: "DuotoneEffect",
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ]),
    .testTarget(
      name: "DuotoneEffectTests",
      dependencies: ["DuotoneEffect", .product(name: "PluginTesting", package: "ScrimKit")]),
  ],
  swiftLanguageModes: [.v6]
)
