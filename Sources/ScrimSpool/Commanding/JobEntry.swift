import ScrimLinux
import ScrimRecords

/// A job as the listing of a state's folder shows it.
struct JobEntry: Sendable, Hashable {
  let id: JobID
  let state: State
  /// The folder's name.
  let child: String
  /// The folder's name in `queue/` and `active/`.
  let name: AttemptName?

  /// - Returns: `nil` if the name is not that of a job in this state.
  init?(_ bytes: Slice<UnsafeRawBufferPointer>, in state: State) {
    var rest = bytes
    guard let id = JobID(head: &rest) else { return nil }
    var name: AttemptName?
    switch state {
    case .drop: return nil
    case .queue, .active:
      name = AttemptName(bytes: bytes)
      if name == nil { return nil }
    case .hold:
      guard rest.isEmpty || rest.elementsEqual(Self.heldByUser.utf8) else { return nil }
    case .corrupt: break
    case .ingest, .ready, .batches, .done, .failed:
      guard rest.isEmpty else { return nil }
    }
    self.id = id
    self.state = state
    self.name = name
    child = String(decoding: bytes, as: UTF8.self)
  }

  /// Follows the ID in `hold/` if a user held the job, and not the daemon for a plugin.
  private static let heldByUser = ".user"

  /// The folder's name in `hold/` of a job that a user holds.
  static func heldName(_ id: JobID) -> String { "\(id)\(heldByUser)" }

  var isHeldByUser: Bool { state == .hold && child == Self.heldName(id) }
}

extension Spool {
  /// Finds a job.
  ///
  /// - Throws: ``SystemError``.
  func find(_ id: JobID) throws(SystemError) -> JobEntry? {
    // In the order in which jobs pass through the states; twice, since one may go back meanwhile.
    for _ in 0..<2 {
      for state in [
        State.ingest, .queue, .active, .batches, .ready, .done, .failed, .hold, .corrupt,
      ] {
        if let entry = try find(id, in: state) { return entry }
      }
    }
    return nil
  }

  private func find(_ id: JobID, in state: State) throws(SystemError) -> JobEntry? {
    let folder = folder(of: state)
    let text = id.description
    switch state {
    case .drop: return nil
    case .ingest, .ready, .batches, .done, .failed, .hold:
      for child in [text, JobEntry.heldName(id)] where try folder.has(child) {
        let entry = Array(child.utf8).withUnsafeBytes { JobEntry($0[...], in: state) }
        if let entry { return entry }
      }
      return nil
    case .queue, .active, .corrupt:
      var found: JobEntry?
      try folder.eachName { bytes in
        guard found == nil, bytes.starts(with: text.utf8) else { return }
        // Chunks begin with the ID of their batch.
        if let entry = JobEntry(bytes[...], in: state), entry.id == id { found = entry }
      }
      return found
    }
  }

  /// The jobs of some states, in no order.
  ///
  /// - Throws: ``SystemError``.
  func entries(
    in states: [State], where isWanted: (JobID) -> Bool
  ) throws(SystemError) -> [JobEntry] {
    var found: [JobEntry] = []
    for state in states where state != .drop {
      try folder(of: state).eachName { bytes in
        var rest = bytes[...]
        guard let id = JobID(head: &rest), isWanted(id) else { return }
        if let entry = JobEntry(bytes[...], in: state) { found.append(entry) }
      }
    }
    return found
  }
}
