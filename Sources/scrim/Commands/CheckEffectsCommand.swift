import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

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
      let names = listing.effects.map(\.name)
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
      if !verdicts.allSatisfy(\.passes) || !listing.refused.isEmpty {
        throw ExitStatus.dataError.code
      }
    }
  }

  /// Has an effect checked by one worker, and rendered once more by another in another order.
  private func verdict(on effect: String, _ console: Console) throws -> EffectVerdict {
    do {
      let first = try check(effect, .everything, console)
      let second = try check(effect, .images, console)
      return EffectVerdict(first, again: second)
    } catch WorkerFailure.crashed(let crash) {
      return EffectVerdict(effect, crash)
    } catch let failure as WorkerFailure {
      throw Failure(failure, of: "scrim effects check")
    }
  }

  private func check(
    _ effect: String, _ scope: CheckRequest.Scope, _ console: Console
  ) throws -> EffectCheck {
    let worker = try LocalWorker(plugins: [plugin], isAlone: true)
    let reply = try worker.check(effect, scope) { console.progress("\(effect): \($0.stage) …") }
    switch reply {
    case .checked(let report): return report
    case .failed(let diagnostics):
      let messages = diagnostics.map(\.message).joined(separator: " ")
      throw Failure(.dataError, "scrim effects check: \(messages)")
    }
  }
}
