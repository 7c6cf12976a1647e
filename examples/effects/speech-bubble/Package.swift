// swift-tools-version:6.2
import PackageDescription

/// The SDK of these sources; elsewhere the one that `scrim sdk` prints.
let sdk = Context.environment["SCRIM_SDK"] ?? "../../../Sources/ScrimKit"

let package = Package(
  name: "speech-bubble",
  products: [.library(name: "SpeechBubbleEffect", type: .dynamic, targets: ["SpeechBubbleEffect"])],
  dependencies: [.package(path: sdk)],
  targets: [
    .target(
      name: "SpeechBubbleEffect",
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ]),
    .testTarget(
      name: "SpeechBubbleEffectTests",
      dependencies: ["SpeechBubbleEffect", .product(name: "PluginTesting", package: "ScrimKit")]),
  ],
  swiftLanguageModes: [.v6]
)
