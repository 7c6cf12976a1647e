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
    try EffectPackage.create(.effect, name, in: folder)
  }
}

/// Creates a package with an example content.
struct NewContentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-content",
    abstract: "Creates a package with an example content of layers.",
    discussion: """
      The package is ready to build: a content of about thirty lines, a test, a job that shows it, \
      and a README with the commands. Continue with docs/writing-an-effect.md.

      Example:
        scrim new-content gauge
      """)

  @Argument(help: "Name of the content in jobs: lower case, words joined by \"-\".")
  var name: String

  @Argument(
    help: "Folder of the package; named after the content if not given.",
    completion: .directory)
  var folder: String?

  func run() throws {
    try EffectPackage.create(.content, name, in: folder)
  }
}

extension EffectPackage {
  /// Writes a package and says what comes next.
  ///
  /// - Parameters:
  ///   - kind: What it is to be.
  ///   - name: What jobs call it.
  ///   - folder: Named after it if not given.
  /// - Throws: The exit code of a ``Failure``.
  fileprivate static func create(_ kind: Kind, _ name: String, in folder: String?) throws {
    let console = Console()
    try console.run {
      let package = try EffectPackage(kind, name: name, sdk: SDK.find())
      try refuse(kind, taken: name)
      let folder = folder ?? name
      try package.write(to: folder)
      for line in [
        "\(folder)/ has \(kind == .effect ? "an effect" : "a content") called \(name). Next:", "",
        "  cd \(quoted(forShell: folder))",
        "  swift build",
        "  \(ownCommand()) render example.json --plugins .build/debug",
        "", "The \(kind.rawValue) is in \(package.source).",
      ] {
        console.result(line)
      }
    }
  }

  /// Of two of one name the first that is loaded stays: better not to make a second.
  private static func refuse(_ kind: Kind, taken name: String) throws {
    let listing = try LocalWorker(plugins: []).effects()
    let all = kind == .effect ? listing.effects : listing.contents
    guard let other = all.first(where: { $0.name == name }) else { return }
    let place = other.plugin.map { " in \($0)" } ?? ""
    throw Failure(
      .dataError, "The \(kind.rawValue) \"\(name)\" already exists\(place); choose another name.")
  }
}
