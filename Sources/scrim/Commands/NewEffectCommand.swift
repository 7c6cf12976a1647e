import ArgumentParser
import ScrimCommand
import ScrimProtocol

/// Creates a package with an example effect.
struct NewEffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-effect",
    abstract: "Creates a package with an example effect.",
    discussion: """
      The package is ready to build: an effect of about thirty lines, a test, a job that uses it, \
      and a README with the commands. Continue with docs/writing-an-effect.md.

      Example:
        scrim new-effect film-grain
      """)

  @Argument(help: "Name of the effect in jobs: lower case, words joined by \"-\".")
  var name: String

  @Argument(
    help: "Folder of the package; named after the effect if not given.",
    completion: .directory)
  var folder: String?

  func run() throws {
    let console = Console()
    try console.run {
      let package = try EffectPackage(name: name, sdk: SDK.find())
      try refuse(taken: name)
      let folder = self.folder ?? name
      try package.write(to: folder)
      for line in [
        "\(folder)/ has an effect called \(name). Next:", "",
        "  cd \(quoted(forShell: folder))",
        "  swift build",
        "  \(ownCommand()) render example.json --plugins .build/debug",
        "", "The effect is in \(package.source).",
      ] {
        console.result(line)
      }
    }
  }

  /// Of two effects of one name the first that is loaded stays: better not to make a second.
  private func refuse(taken name: String) throws {
    let effects = try LocalWorker(plugins: []).effects().effects
    guard let other = effects.first(where: { $0.name == name }) else { return }
    let place = other.plugin.map { " in \($0)" } ?? ""
    throw Failure(.dataError, "The effect \"\(name)\" already exists\(place); choose another name.")
  }
}
