import Glibc
import ScrimJSON
import ScrimLinux
import ScrimSpool
import SystemPackage

/// Takes the daemon's events from the spool: stores the report for each hook that wants it, then deletes the event.
struct EventIntake: Sendable {
  /// `events` in the spool.
  let path: String
  let store: DeliveryStore
  let senders: [HookSender]

  /// Events that are taken together, with one flush.
  private static let batch = 256
  /// Longest event.
  private static let mostBytes = 64 << 20

  /// Takes all events that are there.
  ///
  /// - Returns: Their number.
  /// - Throws: `SystemError`.
  func take() throws(SystemError) -> Int {
    let folder = try Folder.open(path: path)
    let ids = try folder.names().filter { $0.hasSuffix(".json") }
      .compactMap { JobID(String($0.dropLast(5))) }.sorted { $0.description < $1.description }
    var taken = 0
    while taken < ids.count {
      let part = Array(ids[taken...].prefix(Self.batch))
      try take(part, from: folder)
      taken += part.count
    }
    return taken
  }

  private func take(_ ids: [JobID], from folder: Folder) throws(SystemError) {
    var reports: [(id: JobID, bytes: [UInt8], hooks: [String])] = []
    var present: [JobID] = []
    for id in ids {
      let bytes: [UInt8]
      do {
        bytes = try folder.read("\(id).json", limit: Self.mostBytes)
      } catch {
        // The daemon deletes old events.
        if error.code == .noSuchFileOrDirectory { continue }
        throw error
      }
      present.append(id)
      // An event that is not understood goes to all.
      let status = (try? JSON(parsing: bytes))?["status"]?.string
      let hooks = senders.filter { sender in
        !sender.has(id) && (status.map(sender.hook.events.contains) ?? true)
      }.map(\.hook.name)
      reports.append((id, bytes, hooks))
    }
    try store.add(reports)
    for report in reports {
      for sender in senders where report.hooks.contains(sender.hook.name) {
        sender.add(Delivery(id: report.id))
      }
    }
    for id in present {
      do {
        try folder.removeFile("\(id).json")
      } catch {
        guard error.code == .noSuchFileOrDirectory else { throw error }
      }
    }
  }
}
