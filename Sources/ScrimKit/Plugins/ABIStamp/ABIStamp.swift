import Foundation
import PackagePlugin

/// Stamps a hash of the tokens of ScrimKit's sources into every plugin. Stored properties change the layout of
/// values as much as public declarations do, so the hash takes in whole files.
@main struct ABIStamp: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let sources = context.package.directoryURL.appending(path: "Sources/ScrimKit")
    let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let files = (all?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "ScrimKitHash.swift")
    return [
      .buildCommand(
        displayName: "Stamping the plugin interface",
        executable: try context.tool(named: "abistamp").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
