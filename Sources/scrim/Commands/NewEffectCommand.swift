import ArgumentParser
import ScrimCommand
import ScrimDocument

/// Makes a package with an effect to start from.
struct NewEffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-effect",
    abstract: "Makes a package with an effect to start from.",
    discussion: """
      The package builds and draws as it is: an effect of some thirty lines, a test, a job that \
      shows it, and a README with the commands. docs/writing-an-effect.md goes on from there.

      Example:
        scrim new-effect film-grain
      """)

  @Argument(help: "The effect's name in jobs: lower case, words joined by \"-\".")
  var name: String

  @Argument(
    help: "The package's folder; if not given, one of the effect's name.",
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
    let effects = try LocalWorker(plugins: []).effects()["effects"]?.array ?? []
    guard let other = effects.first(where: { $0["name"]?.string == name }) else { return }
    let place = other["plugin"]?.string.map { " in \($0)" } ?? ""
    throw Failure(.dataError, "There is an effect \"\(name)\" already\(place); take another name.")
  }
}
