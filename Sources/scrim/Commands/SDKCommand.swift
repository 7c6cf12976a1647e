import ArgumentParser
import ScrimSupervisor

/// Says where the SDK is.
struct SDKCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdk",
    abstract: "Prints where the SDK for effects is.",
    discussion: """
      The SDK is the Swift package ScrimKit: the one that was installed with this program or, in a \
      build folder, that of the sources around it. A plugin must be built with it, and by the same \
      Swift: others are refused.

      Example:
        SCRIM_SDK=$(scrim sdk) swift build
      """)

  func run() throws {
    let console = Console()
    try console.run { console.result(try SDK.find()) }
  }
}
