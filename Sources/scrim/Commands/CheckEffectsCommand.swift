import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimSupervisor

/// Checks the effects of a plugin against their declarations.
struct CheckEffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks the effects of a plugin against their declarations.",
    discussion: """
      Renders each effect with its defaults, both ends of each range, every choice and every kind of \
      paint, on text, images, fills and empty layers, in tiles and at once, at two scales, \
      repeatedly and in a second worker, and lists the results. Exit status: 0 if all checks passed, \
      65 if some failed, 70 if an effect crashed.

      Example:
        scrim effects check .build/release/libGlow.so
      """)

  @Argument(help: "Plugin: a lib<Name>.so or a folder of plugins.", completion: .file())
  var plugin: String

  @Flag(help: "Prints JSON: every check with all findings.")
  var json = false

  func run() throws {
    let console = Console()
    try console.run {
      guard access(plugin, F_OK) == 0 else {
        throw Failure(.missing, "\(plugin): no such file.")
      }
      let worker = try LocalWorker(plugins: [plugin], isAlone: true)
      console.noteRefused(worker)
      let listing = try worker.effects()
      let names = (listing["effects"]?.array ?? []).compactMap { $0["name"]?.string }
      guard !names.isEmpty else {
        throw Failure(.dataError, "\(plugin): no usable effect.")
      }
      let verdicts = try names.map { try verdict(on: $0, console) }
      if json {
        console.result(JSON.array(verdicts.map(\.json)).text(pretty: true))
      } else {
        for verdict in verdicts { for line in verdict.lines { console.result(line) } }
      }
      if verdicts.contains(where: \.hasCrashed) { throw ExitStatus.crash.code }
      if !verdicts.allSatisfy(\.passes) || listing["refused"]?.array?.isEmpty == false {
        throw ExitStatus.dataError.code
      }
    }
  }

  /// Has an effect checked by one worker, and drawn once more by another in another order.
  private func verdict(on effect: String, _ console: Console) throws -> EffectVerdict {
    let first = try LocalWorker(plugins: [plugin], isAlone: true).check(
      effect, .everything
    ) {
      console.progress("\(effect): \($0.stage) …")
    }
    guard case .checked(let report) = first else { return try verdict(on: effect, first) }
    let second = try LocalWorker(plugins: [plugin], isAlone: true).check(
      effect, .images
    ) {
      console.progress("\(effect): \($0.stage) …")
    }
    guard case .checked(let again) = second else { return try verdict(on: effect, second) }
    return EffectVerdict(effect, report, again: again)
  }

  private func verdict(
    on effect: String, _ answer: WorkerAnswer
  ) throws -> EffectVerdict {
    guard case .crashed(let crash) = answer else {
      throw Failure(answer, of: "scrim effects check")
    }
    return EffectVerdict(effect, crash)
  }
}
