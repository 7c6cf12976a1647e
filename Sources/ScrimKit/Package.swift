// swift-tools-version:6.2
import PackageDescription

/// As in the package around this one: everything is built for its `make fuzz`.
let isFuzzed = Context.environment["SCRIM_FUZZ"] != nil

/// For what runs while others are built.
let tool: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let strict = tool + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : [])

let json: Target.Dependency = .product(name: "ScrimJSON", package: "ScrimJSON")

// ScrimKit is a package of its own with a *dynamic* product, so that the worker and every plugin
// share one copy of its types. It depends on no package that is linked statically, of which there would be
// two copies in a process (see docs/decisions).
let package = Package(
  name: "ScrimKit",
  products: [
    // (One executable that loads nothing has one copy anyhow.)
    .library(name: "ScrimKit", type: isFuzzed ? .static : .dynamic, targets: ["ScrimKit"]),
    // The ELF notes by which the worker knows what a plugin was built for; one copy a plugin.
    .library(
      name: "ScrimPluginABI", type: .static, targets: ["ScrimPluginABI", "ScrimPluginStamp"]),
    // For the tests of a plugin's package only.
    .library(name: "PluginTesting", targets: ["PluginTesting"]),
  ],
  dependencies: [.package(path: "../ScrimJSON")],
  targets: [
    .target(
      name: "ScrimKit",
      dependencies: [
        "CCairo", "CPango", "CStreaming", "ScrimPluginABI", "ScrimPluginStamp", json,
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo-ft", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    // (Not a system's library, but likewise nothing that is compiled by itself.)
    .systemLibrary(name: "CStreaming"),
    .target(name: "ScrimPluginABI"),
    .target(name: "PluginTesting", swiftSettings: tool),
    .target(name: "ScrimPluginStamp", swiftSettings: strict, plugins: ["ABIStamp"]),
    .executableTarget(name: "abistamp", swiftSettings: tool),
    .plugin(name: "ABIStamp", capability: .buildTool(), dependencies: ["abistamp"]),
  ],
  swiftLanguageModes: [.v6]
)
