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
      if let job = DeliveredJob(at: FilePath(name), out: folder) {
        jobs.append(job)
      }
    }
    return jobs
  }

  /// The paths of all reports that this account may see: in `out/`, or in folders of owners.
  private func entries() -> [(name: String, modified: Double)] {
    let names = names(in: folder)
    let owners = names.filter { $0.first?.isNumber == true && !ReportName.isReserved($0) }
    let places =
      [(folder, names)]
      + owners.map { name in
        let place = folder.appending(name)
        return (place, self.names(in: place))
      }
    return places.flatMap { place, names in
      names.filter { ReportName.isReserved($0) && !$0.hasPrefix(".") }.compactMap { name in
        let path = place.appending(name)
        return FileStatus(of: path).map { (path.string, $0.modified) }
      }
    }
  }

  private func names(in place: FilePath) -> [String] {
    (try? Folder.names(at: place.string)) ?? []
  }
}
