import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Copies dropped files once, so that later changes by the submitter have no effect. The copies are not flushed.
struct TreeCopy {
  let limits: SpoolLimits
  private var files = 0
  /// Bytes of all files.
  private(set) var bytes = 0
  private var names = 0
  /// Whether a bundle has data, each row of which gives images.
  private(set) var isBatch = false
  private var maxFiles: Int { isBatch ? limits.batches.files : limits.files }
  /// Files, and folders for them.
  private var maxNames: Int { max(Tree.maxNames, 2 * (isBatch ? limits.batches.files : 0)) }

  init(limits: SpoolLimits) {
    self.limits = limits
  }

  /// Copies a dropped document, unless no other account can change it: then it is only checked.
  ///
  /// - Returns: Whether there is a copy.
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  mutating func document(_ name: String, of source: Folder, to target: Folder) throws -> Bool {
    let (called, limit) = ("the job", limits.jobBytes)
    // With an access control list, the group's bits limit what the list allows.
    let about = try source.status(of: name)
    if let about, about.st_uid == geteuid(), about.st_mode & 0o022 == 0 {
      try check(about, called)
      guard about.st_size <= limit else { throw Self.tooLarge(called, limit) }
      try add(Int(about.st_size))
      // As a copy would have. No other account can exchange the name.
      try ScrimLinux.check(
        fchmodat(source.descriptor.raw, name, 0o600, 0), "set the mode of \(source.name)/\(name)")
      return false
    }
    try file(name, of: source, to: target, as: JobFile.document, called: called, limit: limit)
    return true
  }

  /// Copies a bundle, which must hold `job.json`.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  mutating func bundle(_ source: Folder, to target: Folder) throws {
    guard let about = try source.status(of: "job.json") else {
      throw SpoolError(.refused, "the bundle has no job.json.")
    }
    if FileKind(about) == .folder {
      throw SpoolError(.refused, "\"job.json\" is a folder, not a file.")
    }
    isBatch = try BundleFile.data.contains { try source.has($0.name) }
    if try isBatch && BundleFile.data.allSatisfy({ try source.has($0.name) }) {
      throw SpoolError(
        .refused, "the bundle has data.csv and data.jsonl: a batch has one file of data.")
    }
    try folder(source, to: target, path: [])
  }

  private mutating func folder(_ source: Folder, to target: Folder, path: [String]) throws {
    guard path.count < Tree.deepest else {
      throw SpoolError(.refused, "the bundle has folders nested more than \(Tree.deepest) deep.")
    }
    let (inside, garbled) = try source.namesAndGarbled()
    if let garbled = garbled.first {
      throw SpoolError(
        .refused, "\(called(path + [garbled])) has a name that is not UTF-8: rename it.")
    }
    for name in inside.sorted() {
      names += 1
      guard names <= maxNames else {
        throw SpoolError(.refused, "the bundle has more than \(maxNames) names.")
      }
      guard let about = try source.status(of: name) else { continue }
      let place = path + [name]
      if FileKind(about) == .folder {
        let inner = try whileStill(called(place)) { try source.folder(name) }
        try folder(inner, to: target.makeFolder(name), path: place)
      } else if place == ["job.json"] {
        try file(
          name, of: source, to: target, as: name, called: called(place), limit: limits.jobBytes)
      } else if path.isEmpty, BundleFile.data.contains(where: { $0.name == name }) {
        try file(
          name, of: source, to: target, as: name, called: called(place),
          limit: limits.batches.dataBytes)
      } else if place == [PinnedSources.file] {
        try file(
          name, of: source, to: target, as: name, called: called(place),
          limit: PinnedSources.limits.bytes)
      } else {
        files += 1
        guard files <= maxFiles else {
          throw SpoolError(.refused, "the bundle has more than \(maxFiles) files.")
        }
        try file(
          name, of: source, to: target, as: name, called: called(place), limit: limits.fileBytes)
      }
    }
  }

  /// A file of the bundle, as named in messages.
  private func called(_ path: [String]) -> String {
    quoted(path.joined(separator: "/"))
  }

  private mutating func file(
    _ name: String, of source: Folder, to target: Folder, as copy: String, called: String,
    limit: Int
  ) throws {
    let (input, about) = try whileStill(called) {
      // Checked before opening: a socket cannot be opened, and opening a device may have side effects.
      if let about = try source.status(of: name) { try check(about, called) }
      let input = try source.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      return (input, try input.status(of: name))
    }
    try check(about, called)
    let output = try target.open(copy, O_WRONLY | O_CREAT | O_EXCL)
    guard let count = try input.copy(to: output, limit: limit, of: name, as: copy) else {
      throw Self.tooLarge(called, limit)
    }
    try add(count)
  }

  private static func tooLarge(_ called: String, _ limit: Int) -> SpoolError {
    SpoolError(.refused, "\(called) has more than \(limit) bytes.")
  }

  private mutating func add(_ count: Int) throws(SpoolError) {
    bytes += count
    guard bytes <= limits.waitingBytesPerUser else {
      throw SpoolError(
        .refused,
        "the job has more than \(limits.waitingBytesPerUser) bytes, the limit of all waiting jobs of a user."
      )
    }
  }

  /// A process with an open descriptor of a bundle's folder can still replace entries, remove read permission or hold
  /// a lease. Such errors refuse the job; they are not system errors.
  private func whileStill<Result>(_ called: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError where error.isChangedMeanwhile {
      throw SpoolError(.refused, "\(called) was changed during intake: drop the job again.")
    }
  }

  private func check(_ about: stat, _ called: String) throws(SpoolError) {
    let kind = FileKind(about)
    guard kind == .file else {
      throw SpoolError(.refused, "\(called) is \(kind.rawValue), not a file.")
    }
    // A second link could be another user's file, or let the owner change the content afterwards.
    guard about.st_nlink == 1 else {
      throw SpoolError(.refused, "\(called) has more than one hard link: copy it.")
    }
  }
}
