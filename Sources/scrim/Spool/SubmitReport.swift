import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import SystemPackage

/// The file of `scrim submit --report`: a line of JSON per job.
struct SubmitReport {
  private let path: String
  private let file: OwnedDescriptor

  /// - Parameters:
  ///   - path: The file, which is emptied, or `-`.
  ///   - deadline: How long a pipe may wait for its reader; `nil` for no limit.
  /// - Throws: A ``Failure`` if it cannot be written.
  init(at path: String, until deadline: ContinuousClock.Instant? = nil) throws {
    self.path = path == "-" ? "standard output" : path
    file = try OutputFile(option: path).openLines(until: deadline)
  }

  /// Appends the line of a job.
  ///
  /// - Parameters:
  ///   - job: The job's path, as the user named it.
  ///   - status: How it ended.
  ///   - outputs: The paths of its images.
  ///   - report: The daemon's report.
  ///   - errors: The errors of a job that has no report.
  /// - Throws: A ``Failure`` if the file cannot be written.
  func add(
    _ job: String, _ status: SubmissionRecord.State, outputs: [FilePath] = [], report: JSON? = nil,
    errors: [Diagnostic] = []
  ) throws {
    let line: JSON = [
      "job": .string(job), "status": .string(status.rawValue),
      "outputs": .array(outputs.map { .string($0.string) }),
      "warnings": report?["warnings"] ?? [],
      "errors": report?["errors"] ?? .array(errors.map(\.json)),
    ]
    do {
      let bytes = Array((line.text() + "\n").utf8)
      try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
        try file.writeStream(UnsafeRawBufferPointer(bytes), until: nil, to: path)
      }
    } catch {
      throw Failure(.io, "\(path) cannot be written: \(error.code).")
    }
  }

  /// The jobs of a report that are not done, in its order.
  ///
  /// - Throws: A ``Failure`` if it cannot be read, or a line is not one of a report.
  static func jobsToRetry(in path: String) throws -> [String] {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw Failure(.missing, "\(path) cannot be read: \(Errno(rawValue: errno)).")
    }
    let bytes: [UInt8]
    do {
      bytes = try OwnedDescriptor(owning: number).readAll(limit: 1 << 30, of: path)
    } catch {
      throw Failure(.io, "\(path) cannot be read: \(error).")
    }
    var jobs: [String] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let line = try? JSON(parsing: Array(line)), let job = line["job"]?.string,
        let status = line["status"]?.string.flatMap(SubmissionRecord.State.init(rawValue:))
      else {
        throw Failure(
          .dataError,
          "\(path):\(index + 1): not a line of a report: expected an object with \"job\" and \"status\"."
        )
      }
      if status != .done { jobs.append(job) }
    }
    return jobs
  }
}
