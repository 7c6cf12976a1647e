import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Checks the effects and contents of a plugin against their declarations.
struct CheckEffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks the effects and contents of a plugin against their declarations.",
    discussion: """
      Renders each of them with its defaults, both ends of each range, every choice and every kind of \
      paint, on text, images, fills and empty layers, in tiles and at once, at two scales, \
      repeatedly and in a second worker, and lists the results. Uses all CPUs. Exit status: 0 if all \
      checks passed, 65 if some failed, 70 if an effect crashed.

      Examples:
        scrim effects check .build/release/libGlow.so
        scrim effects check .build/release/libGlow.so --only tiles --keep findings
      """)

  @Argument(help: "Plugin: a lib<Name>.so or a folder of plugins.", completion: .file())
  var plugin: String

  @Option(
    help: ArgumentHelp(
      "Only this check; may be repeated: \(Self.parts.joined(separator: ", ")).", valueName: "check"
    ))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Writes what shows the findings, for the first five of each check: a job to render, its image, and the image that \
      differs. Each effect has a folder in this one.
      """, valueName: "folder"), completion: .directory)
  var keep: String?

  @Flag(help: "Prints JSON: every check with all findings.")
  var json = false

  private static let parts = CheckRequest.parts + [CheckRequest.workersPart]

  func validate() throws {
    for part in only where !Self.parts.contains(part) {
      let hint = nearest(to: part, in: Self.parts).map { " Did you mean \(quoted($0))?" } ?? ""
      throw ValidationError("--only: unknown check \(quoted(part)).\(hint)")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      guard access(plugin, F_OK) == 0 else {
        throw Failure(.missing, "\(plugin): no such file.")
      }
      guard geteuid() == 0, !PluginStage.isReadableByAll(plugin) else {
        return try check(plugin, console)
      }
      // A worker started by root runs as the account nobody, which may not read root's private files.
      let files = try PluginSource.read(plugin).map { (name: $0.file, bytes: $0.bytes) }
      try PluginStage().withFolder(files) { try check($0, console) }
    }
  }

  /// Checks what is at a path, which is named as the argument names it.
  ///
  /// - Parameters:
  ///   - path: Where the plugins are loaded from.
  ///   - console: Shows the progress and the results.
  /// - Throws: A `Failure`; the exit code of failed checks.
  private func check(_ path: String, _ console: Console) throws {
    let worker = try LocalWorker(plugins: [path], isAlone: true)
    console.noteRefused(worker)
    let listing = try worker.effects()
    let names = listing.provided.map(\.name)
    guard !names.isEmpty else {
      throw Failure(.dataError, "\(plugin): no usable effect or content.")
    }
    let verdicts = try EffectChecks(plugin: path, parts: only, evidence: keep).run(names, console)
    if json {
      console.result(JSON.array(verdicts.map(\.json)).text(pretty: true))
    } else {
      for verdict in verdicts { for line in verdict.lines { console.result(line) } }
    }
    if verdicts.contains(where: \.hasCrashed) { throw ExitStatus.crash.code }
    if !verdicts.allSatisfy(\.passes) || !listing.refused.isEmpty {
      throw ExitStatus.dataError.code
    }
  }
}
