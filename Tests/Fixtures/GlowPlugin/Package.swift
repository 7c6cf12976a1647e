// swift-tools-version:6.2
import PackageDescription

let kit: [Target.Dependency] = [
  .product(name: "ScrimKit", package: "ScrimKit"),
  .product(name: "ScrimPluginABI", package: "ScrimKit"),
]

/// The SDK that the plugins are for.
let sdk = Context.environment["SCRIM_SDK"] ?? "/usr/share/scrim/ScrimKit"

/// A third-party package: two plugins that bring an effect of the same name, one whose effect does
/// not keep what it declares, one that crashes, one that uses the given resources, one that writes to a terminal, and
/// one with a content and an effect of the same name.
let package = Package(
  name: "glow-plugin",
  products: ["Glow", "Halo", "Spill", "Snap", "Burden", "Loud", "Dial"].map {
    .library(name: $0, type: .dynamic, targets: [$0])
  },
  dependencies: [.package(path: sdk)],
  targets: [
    .target(name: "Glow", dependencies: kit + ["Witness"]),
    .target(name: "Halo", dependencies: kit),
    .target(name: "Spill", dependencies: kit),
    .target(name: "Snap", dependencies: kit),
    .target(name: "Burden", dependencies: kit),
    .target(name: "Loud", dependencies: kit),
    .target(name: "Dial", dependencies: kit),
    .target(name: "Witness"),
  ],
  swiftLanguageModes: [.v6]
)
