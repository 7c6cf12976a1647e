import Foundation
import PackagePlugin

/// Stamps a hash of the tokens of ScrimKit's and ScrimJSON's sources into every plugin. Stored properties change the
/// layout of values as much as public declarations do, so the hash takes in whole files.
@main struct ABIStamp: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let kit = context.package.directoryURL
    let json = kit.deletingLastPathComponent().appending(path: "ScrimJSON")
    let files = [
      json.appending(path: "Sources/ScrimJSON"), kit.appending(path: "Sources/ScrimKit"),
    ]
    .flatMap { sources in
      let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
      return (all?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "swift" }
        .sorted { $0.path < $1.path }
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "ScrimKitHash.swift")
    return [
      .buildCommand(
        displayName: "Stamping the plugin interface",
        executable: try context.tool(named: "abistamp").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
