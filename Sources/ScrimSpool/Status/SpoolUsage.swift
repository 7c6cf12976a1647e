import Glibc
import ScrimLinux
package import ScrimRecords
import Synchronization

/// Bytes of the files in the spool by folder and owner, measured at one time.
package struct SpoolUsage: Sendable, Equatable {
  package struct Share: Sendable, Equatable {
    /// The spool's folder: a state, or `out`.
    package let folder: String
    /// `nil` for all owners that are not listed by themselves.
    package let owner: Owner?
    package let bytes: Int

    package init(folder: String, owner: Owner?, bytes: Int) {
      self.folder = folder
      self.owner = owner
      self.bytes = bytes
    }
  }

  /// By folder, then by owner; without those of no bytes.
  package let shares: [Share]

  /// Lists the owners with the most bytes by themselves, and the others together.
  ///
  /// - Parameters:
  ///   - bytes: Bytes by folder and owner.
  ///   - most: The most owners that are listed by themselves.
  init(_ bytes: [(folder: String, byOwner: [Owner: Int])], most: Int) {
    var totals: [Owner: Int] = [:]
    for part in bytes { totals.merge(part.byOwner, uniquingKeysWith: +) }
    let listed = Set(
      totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map(\.key))
    shares = bytes.flatMap { folder, byOwner in
      let rest = byOwner.filter { !listed.contains($0.key) }.values.reduce(0, +)
      return byOwner.filter { listed.contains($0.key) }.sorted { $0.key < $1.key }
        .map { Share(folder: folder, owner: $0.key, bytes: $0.value) }
        .filter { $0.bytes > 0 }
        + (rest > 0 ? [Share(folder: folder, owner: nil, bytes: rest)] : [])
    }
  }
}

extension Spool {
  /// Measures the spool. Finished jobs are measured once each; of the others their tickets have the bytes; the files of
  /// `drop/` and `out/` are looked at each time.
  ///
  /// - Parameter most: The most owners that are listed by themselves.
  /// - Returns: The bytes by folder and owner. Jobs in `ingest/` and `ready/`, where none stays, are not counted.
  /// - Throws: ``SystemError``.
  package func usage(most: Int = 200) throws -> SpoolUsage {
    var parts = [(folder: State.drop.rawValue, byOwner: try dropBytes())]
    _ = try acceptedBytes()
    for state in [State.queue, .active, .hold, .batches] {
      var byOwner: [Owner: Int] = [:]
      for entry in try entries(in: [state], where: { $0.rows == nil }) {
        let bytes = accepted.withLock { $0.bytes(of: entry.id) }
        byOwner[entry.id.owner, default: 0] += bytes
      }
      parts.append((state.rawValue, byOwner))
    }
    for state in [State.done, .failed, .corrupt] {
      parts.append((state.rawValue, try finishedBytes(in: folder(of: state))))
    }
    parts.append((folder: "out", byOwner: try resultBytes()))
    return SpoolUsage(parts, most: most)
  }

  /// Bytes of the files in `drop/` that the daemon sees, by owner.
  func dropBytes() throws -> [Owner: Int] {
    var usage: [Owner: Int] = [:]
    for name in try drop.names() {
      guard let about = try drop.status(of: name),
        let snapshot = try? Tree.snapshot(at: name, in: drop)
      else { continue }
      usage[Owner(user: about.st_uid), default: 0] += Int(snapshot.bytes)
    }
    return usage
  }

  private func finishedBytes(in folder: Folder) throws -> [Owner: Int] {
    let known = sizes.withLock { $0[folder.name] ?? [:] }
    var present: [JobID: Int] = [:]
    try folder.eachName { bytes in
      var rest = bytes[...]
      guard let id = JobID(head: &rest), rest.isEmpty else { return }
      present[id] = known[id] ?? size(of: id, in: folder)
    }
    let measured = present
    sizes.withLock { $0[folder.name] = measured }
    var usage: [Owner: Int] = [:]
    for (id, bytes) in measured { usage[id.owner, default: 0] += bytes }
    return usage
  }
}
