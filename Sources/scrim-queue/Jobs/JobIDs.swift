import ArgumentParser
import ScrimCommand

/// Reads job IDs of the command line.
///
/// - Throws: `ValidationError` for the first that is none.
func jobIDs(_ texts: [String]) throws -> [Int] {
  try texts.map { text in
    guard let id = Int(text), id > 0 else {
      throw ValidationError(
        "\"\(text)\" is not a job ID of the queue, which is a number such as 4711.")
    }
    return id
  }
}

/// Reports jobs that a command did not change.
///
/// - Parameters:
///   - ids: Those that were given.
///   - changed: Those that were changed.
///   - reason: What may be the matter with the others, as a clause.
///   - console: Where it is printed.
/// - Throws: The exit code 66 if there are any.
func report(_ ids: [Int], changed: [Int], reason: String, _ console: Console) throws {
  for id in changed { console.result("\(id)") }
  let others = ids.filter { !changed.contains($0) }
  guard !others.isEmpty else { return }
  for id in others { console.note("job \(id) was not changed: \(reason).") }
  throw ExitStatus.missing.code
}
