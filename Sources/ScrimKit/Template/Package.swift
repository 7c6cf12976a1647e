// swift-tools-version:6.2
import PackageDescription

/// The path to the SDK of the Scrim that will load the effect, as printed by `scrim sdk`.
let sdk = Context.environment["SCRIM_SDK"] ?? "/usr/share/scrim/ScrimKit"

let package = Package(
  name: "my-effect",
  products: [.library(name: "MyEffect", type: .dynamic, targets: ["MyEffect"])],
  dependencies: [.package(path: sdk)],
  targets: [
    .target(
      name: "MyEffect",
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ]),
    .testTarget(
      name: "MyEffectTests",
      dependencies: [
        "MyEffect", .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "PluginTesting", package: "ScrimKit"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
