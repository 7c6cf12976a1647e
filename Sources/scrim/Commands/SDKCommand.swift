import ArgumentParser
import ScrimCommand
import ScrimWorkerClient

/// Says where the SDK is.
struct SDKCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdk",
    abstract: "Prints the path of the effect SDK.",
    discussion: """
      The SDK is the Swift package ScrimKit: the one installed with this program or, in a build \
      folder, the one in the surrounding source tree. A plugin must be built with it and with the \
      same Swift version; other plugins are refused.

      Example:
        SCRIM_SDK=$(scrim sdk) swift build
      """)

  func run() throws {
    let console = Console()
    try console.run { console.result(try SDK.find()) }
  }
}
