package import Foundation

/// A run of a program to its end, as from a shell.
package struct CommandRun: Sendable {
  /// The exit status, or minus the signal that ended it.
  package let status: Int32
  /// Its standard output.
  package let bytes: [UInt8]
  package let errors: String

  package var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The folder of the built programs: that of the tests.
  package static var programs: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - program: One of the built programs, or a path.
  ///   - folder: The working directory.
  ///   - environment: Variables in addition to the tests' own.
  ///   - input: A file for its standard input.
  ///   - pipe: What it reads from a pipe instead, up to 64 KiB.
  ///   - programs: The folder of the program, if not the built programs'.
  ///   - user: Who runs it, if not the tests' own user; only root may ask for that.
  /// - Throws: If it cannot be started.
  package init(
    _ arguments: [String], program: String = "scrim", in folder: URL? = nil,
    environment: [String: String] = [:], input: URL? = nil, pipe: [UInt8]? = nil,
    programs: URL = Self.programs, user: uid_t? = nil
  ) throws {
    self = try RunningCommand(
      arguments, program: program, in: folder, environment: environment, input: input, pipe: pipe,
      programs: programs, user: user
    ).finish()
  }

  package init(
    _ arguments: String..., program: String = "scrim", in folder: URL? = nil,
    environment: [String: String] = [:], input: URL? = nil, pipe: [UInt8]? = nil,
    programs: URL = Self.programs, user: uid_t? = nil
  ) throws {
    try self.init(
      arguments, program: program, in: folder, environment: environment, input: input, pipe: pipe,
      programs: programs, user: user)
  }

  fileprivate init(status: Int32, bytes: [UInt8], errors: String) {
    self.status = status
    self.bytes = bytes
    self.errors = errors
  }
}

/// A program that continues to run.
package final class RunningCommand {
  private let process = Process()
  private let output: URL
  private let errors: URL

  package init(
    _ arguments: [String], program: String = "scrim", in folder: URL? = nil,
    environment: [String: String] = [:], input: URL? = nil, pipe: [UInt8]? = nil,
    programs: URL = CommandRun.programs, user: uid_t? = nil
  ) throws {
    let scratch = FileManager.default.temporaryDirectory
    output = scratch.appending(path: UUID().uuidString)
    errors = scratch.appending(path: UUID().uuidString)
    let program =
      program.hasPrefix("/") ? URL(filePath: program) : programs.appending(path: program)
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

  package var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
  package var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    _ = finish()
  }

  /// Waits for the end.
  package func finish() -> CommandRun {
    process.waitUntilExit()
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let status = process.terminationStatus
    return CommandRun(
      status: process.terminationReason == .exit ? status : -status,
      bytes: [UInt8]((try? Data(contentsOf: output)) ?? Data()), errors: errorsSoFar)
  }
}
