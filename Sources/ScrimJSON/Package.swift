// swift-tools-version:6.2
import PackageDescription

/// Builds everything for fuzzing, as in the surrounding packages; set by `make fuzz`.
let isFuzzed = Context.environment["SCRIM_FUZZ"] != nil

let strict: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : [])

// A package of its own with a *dynamic* product, so that ScrimKit and the programs share one copy in a process.
// It has no dependencies: the daemon links it without Cairo, Pango or Foundation.
let package = Package(
  name: "ScrimJSON",
  products: [
    .library(name: "ScrimJSON", type: isFuzzed ? .static : .dynamic, targets: ["ScrimJSON"])
  ],
  targets: [.target(name: "ScrimJSON", swiftSettings: strict)],
  swiftLanguageModes: [.v6]
)
