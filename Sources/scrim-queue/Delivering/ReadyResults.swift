import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The complete results of one job in a ``DeliveryFolder``, on their way to their places.
struct ReadyResults {
  let job: Int
  let folder: Folder
  let target: Folder

  /// Names the queue's job in an extended attribute of each file, so that an earlier job's image never replaces a later
  /// one's, and a file without the attribute is never replaced.
  private static let attribute = "user.scrim.queue-job"
  private static let folderMode: UInt32 = 0o755

  static func mark(_ file: OwnedDescriptor, job: Int) throws(SystemError) {
    try file.setAttribute(attribute, Array(String(job).utf8), for: "mark an output")
  }

  /// Moves every file to its place, the report last, and flushes the folders.
  ///
  /// - Returns: The names that were delivered.
  /// - Throws: `SystemError`.
  func deliver() throws -> [String] {
    var files = try folder.names().compactMap(ResultName.output(of:))
    // The report is moved last: without it, everything has been delivered.
    guard let name = Self.jobName(in: files) else { return [] }
    let failure = name + ReportName.failedSuffix
    if files.contains(failure) {
      // Of a job that failed, or of a conflict: then its images stay away.
      for file in files where file != failure { try folder.removeFile(ResultName.name(of: file)) }
      files = [failure]
    } else if let conflict = try conflict(of: files) {
      try writeConflict(conflict, of: name, as: failure)
      for file in files { try folder.removeFile(ResultName.name(of: file)) }
      files = [failure]
    }
    let report = files.filter(ReportName.isReserved)
    var delivered: [String] = []
    var folders = [target]
    for file in files.filter({ !ReportName.isReserved($0) }).sorted() + report {
      let place = try OutputPlace(of: file, in: target, mode: Self.folderMode)
      switch try ownership(of: place) {
      case .free, .own:
        try folder.replace(ResultName.name(of: file), to: place.folder, as: place.name)
        delivered.append(file)
        if place.folder !== target { folders.append(place.folder) }
      case .overtaken, .foreign: try folder.removeFile(ResultName.name(of: file))
      }
    }
    if report.first == name + ReportName.doneSuffix { try removeEarlierFailure(failure) }
    for folder in folders { try folder.sync() }
    return delivered
  }

  private static func jobName(in files: [String]) -> String? {
    for suffix in [ReportName.doneSuffix, ReportName.failedSuffix] {
      if let report = files.first(where: { $0.hasSuffix(suffix) }) {
        return String(report.dropLast(suffix.count))
      }
    }
    return nil
  }

  private enum Ownership { case free, own, overtaken, foreign }

  private func ownership(of place: OutputPlace) throws -> Ownership {
    guard let about = try place.folder.status(of: place.name) else { return .free }
    guard FileKind(about) == .file, about.st_uid == geteuid(),
      let file = try? place.folder.open(place.name, O_RDONLY | O_NONBLOCK),
      let mark = file.attribute(Self.attribute, limit: 32).flatMap({
        Int(String(decoding: $0, as: UTF8.self))
      })
    else { return .foreign }
    return mark > job ? .overtaken : .own
  }

  /// Why an output cannot be delivered; `nil` if all can.
  private func conflict(of files: [String]) throws -> Diagnostic? {
    for file in files {
      do {
        let place = try OutputPlace(of: file, in: target, mode: Self.folderMode)
        // A foreign file in the report's place does not prevent the delivery of the images.
        guard try ownership(of: place) == .foreign, !ReportName.isReserved(file) else { continue }
        return Diagnostic(
          code: "output-taken",
          message: "\(quoted(file)) exists in the folder, and no job of the queue has made it.")
      } catch let error as SystemError {
        guard error.isDeniedByName || error.code == .notDirectory else { throw error }
        return Diagnostic(
          code: "output-denied",
          message: "\(quoted(file)) cannot be delivered: a folder on its path is a file or a link "
            + "(\(error.code)).")
      }
    }
    return nil
  }

  private func writeConflict(
    _ conflict: Diagnostic, of name: String, as failure: String
  ) throws {
    let report: JSON = [
      "status": "failed", "job": .string(name), "id": .string(String(job)),
      "errors": .array([conflict.json]),
    ]
    let file = try folder.writeNew(report.bytes(pretty: true), as: "conflict", mode: 0o644)
    try Self.mark(file, job: job)
    try file.sync("conflict")
    // From here on the images are given up, also after a crash.
    try folder.move("conflict", to: folder, as: ResultName.name(of: failure))
    try folder.sync()
  }

  /// Removes the report of an earlier job of this name that failed.
  private func removeEarlierFailure(_ failure: String) throws {
    let place = try OutputPlace(of: failure, in: target, mode: Self.folderMode)
    if try ownership(of: place) == .own { try target.removeFile(failure) }
  }
}
