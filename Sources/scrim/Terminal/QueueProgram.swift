import Glibc
import ScrimCommand
import ScrimWorkerClient

/// `scrim … --queue URL`: the command of `scrim-queue` takes over. That links libpq, which this program does not.
struct QueueProgram {
  /// The arguments for `scrim-queue`, without its name; `nil` if there is no `--queue`.
  let arguments: [String]?

  /// - Parameter given: The arguments of this program, without its name.
  init(_ given: [String]) {
    let end = given.firstIndex(of: "--") ?? given.endIndex
    var (rest, queue) = ([String](), [String]())
    var index = given.startIndex
    while index < given.endIndex {
      let argument = given[index]
      if index < end, argument == Self.option {
        // Without a value, scrim-queue reports it.
        queue = Array(given[index..<min(index + 2, given.endIndex)])
        index += 2
        continue
      }
      if index < end, argument.hasPrefix("\(Self.option)=") {
        queue = [argument]
      } else {
        rest.append(argument)
      }
      index += 1
    }
    // Behind the name of the command, whose option it is.
    arguments = queue.isEmpty ? nil : Array(rest.prefix(1)) + queue + rest.dropFirst()
  }

  private static let option = "--queue"

  /// Becomes `scrim-queue`, if the arguments have `--queue`. Returns otherwise.
  func run() {
    guard let arguments else { return }
    let path = "\(WorkerProgram.ownFolder())/scrim-queue"
    let reason = become(path, arguments)
    Console().note(
      Failure(
        .missing, "--queue needs the program scrim-queue beside this one: \(path): \(reason)."))
    exit(ExitStatus.missing.rawValue)
  }
}
