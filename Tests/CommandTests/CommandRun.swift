import Foundation

/// A run of one of the built programs, as a shell would do it.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// The folder of the programs: that of the tests themselves.
  static var programs: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Runs `scrim` to its end.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - folder: Where it runs.
  ///   - environment: Variables on top of the tests' own.
  ///   - programs: Where `scrim` is, if not among the built programs.
  /// - Throws: If it can't be started.
  init(
    _ arguments: String..., in folder: URL? = nil, environment: [String: String] = [:],
    programs: URL = Self.programs
  ) throws {
    let running = try RunningCommand(
      arguments, in: folder, environment: environment, programs: programs)
    self = running.finish()
  }

  init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A run of `scrim` that goes on.
final class RunningCommand {
  private let process = Process()
  private let output: URL
  private let errors: URL

  init(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    programs: URL = CommandRun.programs
  ) throws {
    let scratch = FileManager.default.temporaryDirectory
    output = scratch.appendingPathComponent(UUID().uuidString)
    errors = scratch.appendingPathComponent(UUID().uuidString)
    process.executableURL = programs.appendingPathComponent("scrim")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["SCRIM_SPOOL"] = nil
    process.environment = variables.merging(environment) { $1 }
    // Files and not pipes, which would fill up and stop a program that says much.
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// What it has written to standard error up to now.
  var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// Waits for the end.
  func finish() -> CommandRun {
    process.waitUntilExit()
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    return CommandRun(
      status: process.terminationStatus,
      output: (try? String(contentsOf: output, encoding: .utf8)) ?? "",
      errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
  }
}
