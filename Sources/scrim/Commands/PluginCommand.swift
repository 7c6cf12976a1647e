import ArgumentParser

/// Third-party plugins: installed, listed, removed.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Installs, lists and removes third-party plugins.",
    subcommands: [
      InstallPluginCommand.self, ListPluginsCommand.self, RemovePluginCommand.self,
    ])
}

/// The folder of plugins that a command changes.
struct PluginFolderOptions: ParsableArguments {
  @Option(
    name: .customLong("to"),
    help: "Folder of plugins. (default: that of the installation)", completion: .directory)
  var folder: String?

  /// - Throws: A `Failure` if there is none.
  func find() throws -> PluginFolder { try PluginFolder(folder) }
}
