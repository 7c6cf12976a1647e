import Foundation

/// A run of one of the built programs, as from a shell.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// The folder of the programs: that of the tests.
  static var programs: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Runs `scrim` to its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - folder: The working directory.
  ///   - environment: Variables in addition to the tests' own.
  ///   - input: A file for its standard input.
  ///   - pipe: What it reads from a pipe instead, up to 64 KiB.
  ///   - programs: The folder of `scrim`, if not the built programs'.
  ///   - user: Who runs it, if not the tests' own user; only root may ask for that.
  /// - Throws: If it cannot be started.
  init(
    _ arguments: String..., in folder: URL? = nil, environment: [String: String] = [:],
    input: URL? = nil, pipe: [UInt8]? = nil, programs: URL = Self.programs, user: uid_t? = nil
  ) throws {
    let running = try RunningCommand(
      arguments, in: folder, environment: environment, input: input, pipe: pipe,
      programs: programs, user: user)
    self = running.finish()
  }

  init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A `scrim` process that continues to run.
final class RunningCommand {
  private let process = Process()
  private let output: URL
  private let errors: URL

  init(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    input: URL? = nil, pipe: [UInt8]? = nil, programs: URL = CommandRun.programs,
    user: uid_t? = nil
  ) throws {
    let scratch = FileManager.default.temporaryDirectory
    output = scratch.appendingPathComponent(UUID().uuidString)
    errors = scratch.appendingPathComponent(UUID().uuidString)
    let program = programs.appendingPathComponent("scrim")
    if let user {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["SCRIM_SPOOL"] = nil
    process.environment = variables.merging(environment) { $1 }
    // Files instead of pipes, which would fill up and block a program with much output.
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? .nullDevice
    if let pipe {
      let standardInput = Pipe()
      try standardInput.fileHandleForWriting.write(contentsOf: pipe)
      try standardInput.fileHandleForWriting.close()
      process.standardInput = standardInput
    }
    try process.run()
  }

  /// Its standard error so far.
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
