import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
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
  /// - Throws: `SystemError`. An event that cannot be deleted was taken nevertheless, and is not taken again.
  func take() throws(SystemError) -> Int {
    let folder = try Folder.open(path: path)
    let ids = try folder.names().filter { $0.hasSuffix(".json") }
      .compactMap { JobID(String($0.dropLast(5))) }.sorted { $0.description < $1.description }
    var taken = 0
    var failure: SystemError?
    while taken < ids.count {
      let part = Array(ids[taken...].prefix(Self.batch))
      do {
        try take(part, from: folder)
      } catch let error as CannotDelete {
        // It keeps no other event waiting.
        failure = failure ?? error.reason
      } catch let error as SystemError {
        throw error
      } catch {}
      taken += part.count
    }
    try store.forget(except: Set(ids))
    if let failure { throw failure }
    return taken
  }

  /// The first of the events that could not be deleted.
  private struct CannotDelete: Error {
    let reason: SystemError
  }

  /// - Throws: ``CannotDelete``; `SystemError`.
  private func take(_ ids: [JobID], from folder: Folder) throws {
    var reports: [(id: JobID, bytes: [UInt8], hooks: [String])] = []
    var present: [TakenEvent] = []
    for id in ids {
      let bytes: [UInt8]
      do {
        let about = try folder.status(of: "\(id).json")
        guard let version = about.map(FileVersion.init) else { continue }
        let event = TakenEvent(id: id, modified: version.modified)
        if store.has(event) {
          present.append(event)
          continue
        }
        bytes = try folder.read("\(id).json", limit: Self.mostBytes)
        present.append(event)
      } catch {
        // The daemon deletes old events.
        if error.code == .noSuchFileOrDirectory { continue }
        throw error
      }
      // An event that is not understood goes to all.
      let status = (try? JSON(parsing: bytes))?["status"]?.string
      let hooks = senders.filter { sender in
        !sender.has(id) && (status.map(sender.hook.events.contains) ?? true)
      }.map(\.hook.name)
      reports.append((id, bytes, hooks))
    }
    try store.add(reports)
    // Deleted or remembered before it is delivered: no crash in between delivers it again and again.
    defer {
      for report in reports {
        for sender in senders where report.hooks.contains(sender.hook.name) {
          sender.add(Delivery(id: report.id))
        }
      }
    }
    var kept: [TakenEvent] = []
    var failure: SystemError?
    for event in present {
      do {
        try folder.removeFile("\(event.id).json")
      } catch {
        guard error.code != .noSuchFileOrDirectory else { continue }
        kept.append(event)
        failure = failure ?? error
      }
    }
    try store.remember(kept.filter { !store.has($0) })
    if let failure { throw CannotDelete(reason: failure) }
  }
}
