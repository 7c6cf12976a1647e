import Glibc
import ScrimJSON
package import ScrimLinux
package import ScrimRecords
import SystemPackage

/// An indexed batch: what the chunks of its rows have in common. It stays in `batches/` until all of them have ended.
package struct Batch: Sendable {
  package let id: JobID
  package let record: BatchRecord
  let folder: Folder

  /// The folder of the bundle.
  ///
  /// - Throws: ``SpoolError`` corrupt if it is missing; ``SystemError``.
  package func bundle() throws -> Folder {
    try present { () throws(SystemError) in try folder.folder(JobFile.bundle) }
  }

  /// The data.
  ///
  /// - Throws: ``SpoolError`` corrupt if it is missing; ``SystemError``.
  package func data() throws -> OwnedDescriptor {
    let bundle = try bundle()
    return try present { () throws(SystemError) in
      try bundle.open(record.file, O_RDONLY | O_NONBLOCK)
    }
  }

  /// The template, at most `limit` bytes.
  ///
  /// - Throws: ``SpoolError`` corrupt if it is missing; ``SystemError``.
  package func document(limit: Int) throws -> [UInt8] {
    let bundle = try bundle()
    return try present { () throws(SystemError) in
      try bundle.read(JobFile.document, limit: limit)
    }
  }

  /// A missing part is damage, not an error of the system that passes.
  private func present<Result>(_ read: () throws(SystemError) -> Result) throws -> Result {
    do throws(SystemError) {
      return try read()
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      throw SpoolError(.corrupt, error.description)
    }
  }

  /// Where a row begins in the data.
  ///
  /// - Parameter row: From 1.
  /// - Returns: Its offset in bytes, and its line from 1.
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  package func place(ofRow row: Int) throws -> (offset: Int, line: Int) {
    let file = try present { () throws(SystemError) in
      try folder.open(BatchFile.index, O_RDONLY)
    }
    let entry = try file.bytes(
      at: (row - 1) * RowIndex.entryBytes, count: RowIndex.entryBytes, of: BatchFile.index)
    guard entry.count == RowIndex.entryBytes else {
      throw SpoolError(.corrupt, "\(folder.name)/\(BatchFile.index) has no row \(row)")
    }
    return (RowIndex.number(entry[0..<8]), RowIndex.number(entry[8..<16]))
  }

  /// The rows of a range with an output that has the name of an earlier row's.
  ///
  /// - Returns: The earlier rows.
  /// - Throws: ``SystemError``.
  package func collisions(in range: RowRange) throws(SystemError) -> [Int: Int] {
    guard try folder.has(BatchFile.collisions) else { return [:] }
    let file = try folder.open(BatchFile.collisions, O_RDONLY)
    let size = RowIndex.entryBytes
    let count = try Int(file.status(of: BatchFile.collisions).st_size) / size
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let entry = try file.bytes(at: middle * size, count: size, of: BatchFile.collisions)
      if RowIndex.number(entry[0..<8]) < range.first { low = middle + 1 } else { high = middle }
    }
    var found: [Int: Int] = [:]
    while low < count {
      let entry = try file.bytes(at: low * size, count: size, of: BatchFile.collisions)
      let row = RowIndex.number(entry[0..<8])
      guard row <= range.last else { break }
      found[row] = RowIndex.number(entry[8..<16])
      low += 1
    }
    return found
  }

  /// Whether the rows that no worker has are not to be rendered.
  ///
  /// - Throws: ``SystemError``.
  package func isStopped() throws(SystemError) -> Bool { try folder.has(BatchFile.stop) }
}

extension Spool {
  /// The batch of a chunk, or of its own ID.
  ///
  /// - Throws: ``SpoolError`` corrupt; ``SystemError`` ENOENT if it is not in `batches/`.
  package func batch(_ id: JobID) throws -> Batch {
    let folder = try batches.folder(id.batch.description)
    return try Batch(id: id.batch, record: record(in: folder), folder: folder)
  }

  private func record(in folder: Folder) throws -> BatchRecord {
    guard try folder.has(BatchFile.record) else {
      throw SpoolError(.corrupt, "\(folder.name) has no \(BatchFile.record)")
    }
    let bytes = try folder.read(BatchFile.record, limit: RecordLimits.ticket)
    guard let record = try? BatchRecord(json: JSON(parsing: bytes)) else {
      throw SpoolError(.corrupt, "\(folder.name)/\(BatchFile.record) cannot be read")
    }
    return record
  }
}

/// The numbers in a batch's files: 8 bytes each, the highest first, so that they sort as bytes.
enum RowIndex {
  /// A row's offset and line, or a row and an earlier one.
  static let entryBytes = 16

  static func bytes(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { number in
      withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    }
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    Int(truncatingIfNeeded: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & UInt64(Int.max))
  }
}
