import ScrimCommand
import ScrimDocument
import ScrimLinux
import SystemPackage

/// The folder in which a spool's reports appear.
struct Outbox {
  private let folder: FilePath
  private var seen: [String: Double] = [:]

  /// - Parameters:
  ///   - spool: The spool.
  ///   - since: Reports older than this, in seconds since 1970, count as seen.
  init(of spool: FilePath, since: Double) {
    folder = spool.appending("out")
    for (name, modified) in entries() where modified < since { seen[name] = modified }
  }

  /// The jobs whose reports came since the last call, the oldest first.
  mutating func newJobs() -> [DeliveredJob] {
    let entries = entries()
      .filter { seen[$0.name] != $0.modified }
      .sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }
    var jobs: [DeliveredJob] = []
    for (name, modified) in entries {
      seen[name] = modified
      if let job = DeliveredJob(at: folder.appending(name), imageFolder: folder) {
        jobs.append(job)
      }
    }
    return jobs
  }

  private func entries() -> [(name: String, modified: Double)] {
    ((try? Folder.names(at: folder.string)) ?? [])
      .filter { ReportName.isReserved($0) && !$0.hasPrefix(".") }
      .compactMap { name in
        FileStatus(of: folder.appending(name)).map { (name, $0.modified) }
      }
  }
}
