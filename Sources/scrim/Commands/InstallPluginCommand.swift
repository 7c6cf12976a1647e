import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimLinux
import ScrimProtocol

/// Installs plugins after checks that its users would otherwise have to make.
struct InstallPluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Checks plugins and installs them.",
    discussion: """
      Loads each plugin in a sandboxed worker, which refuses one that was built for another version of Scrim, runs \
      "scrim effects check", and moves a flushed copy into place, so that a running daemon uses the old or the new \
      file. If a check fails, nothing is installed. Exit status: 0 if all were installed, 65 if a check failed, 70 if \
      an effect crashed.

      Example:
        sudo scrim plugin install .build/release/libFilmGrainEffect.so
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Plugin, lib<Name>.so, or a folder of plugins. Builds for newer processors are in glibc-hwcaps/x86-64-v3 next to \
      them.
      """, valueName: "file-or-folder"),
    completion: .file())
  var source: String

  @OptionGroup var options: PluginFolderOptions

  @Flag(help: "Skips \"scrim effects check\".")
  var skipCheck = false

  func run() throws {
    let console = Console()
    try console.run {
      let target = try options.find()
      let plugins = try PluginSource.read(source)
      for plugin in plugins where target.isFirstParty(plugin.file) {
        throw Failure(.dataError, "\(plugin.file) is the name of one of Scrim's own plugins.")
      }
      try target.requireWritable()
      let stage = try PluginStage()
      let effects = try stage.check(
        "baseline", plugins.map { ($0.file, $0.bytes) }, isChecked: !skipCheck, console)
      let fast = plugins.compactMap { plugin in plugin.fast.map { (plugin.file, $0) } }
      if !fast.isEmpty, Processor.runsX86_64_v3 {
        _ = try stage.check("x86-64-v3", fast, isChecked: !skipCheck, console)
      }
      try refuse(effects, of: plugins.map(\.file), alsoIn: target)
      try target.install(plugins)
      for plugin in plugins { console.result("\(target.path)/\(plugin.file)") }
    }
  }

  /// Refuses what another plugin of the folder has: of two with one name, the first that is loaded is used.
  private func refuse(
    _ effects: [String], of files: [String], alsoIn target: PluginFolder
  ) throws {
    for other in try LocalWorker(plugins: [target.path], isAlone: true).effects().provided {
      let file = fileName(other.info.plugin ?? "")
      guard effects.contains(other.name), !files.contains(file) else { continue }
      throw Failure(
        .dataError,
        "\(ContentName.words(other.name)) exists already, in \(file): remove that plugin first."
      )
    }
  }
}
