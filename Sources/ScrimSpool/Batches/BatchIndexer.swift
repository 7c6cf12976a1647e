import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Writes the index of a batch that is being rendered for the first time: where its rows are, and which of them have
/// outputs of one name. A worker reads the data; this takes only what it found.
///
/// The memory is the same for any number of rows.
package final class BatchIndexer {
  private let spool: Spool
  private let job: SpoolJob
  private let index: OwnedDescriptor
  private let names: OwnedDescriptor
  private var options: SubmissionOptions
  /// Rows whose outputs must have different names; all if empty.
  private let compared: [RowRange]
  private var nextCompared: ArraySlice<RowRange>
  package private(set) var rows = 0
  private var unusedColumns: [String] = []
  private var notes = DataNotes()
  private var offset = -1
  private let dataBytes: Int
  private let data: (name: String, format: String)
  private var nameBuffer: [UInt8] = []

  /// Bytes of the hash of an output's name.
  private static let hashBytes = 16
  private static let recordBytes = hashBytes + 8
  private static let mostColumns = 100
  private static let bufferBytes = 1 << 20

  /// - Parameters:
  ///   - spool: The spool.
  ///   - job: The batch, in `active/`.
  /// - Throws: ``SpoolError`` corrupt without data; ``SystemError``.
  package init(_ spool: Spool, _ job: SpoolJob) throws {
    self.spool = spool
    self.job = job
    let bundle = try job.bundle()
    guard let data = try BundleFile.data.first(where: { try bundle.has($0.name) }) else {
      throw SpoolError(.corrupt, "\(bundle.name) has no data")
    }
    self.data = data
    dataBytes = Int(try bundle.status(of: data.name)?.st_size ?? 0)
    options = try spool.submission(of: job)
    compared = options.partOf.isEmpty ? options.rows : options.partOf
    nextCompared = compared[...]
    try job.deleteResults()
    index = try job.folder.open(BatchFile.index, O_WRONLY | O_CREAT | O_EXCL)
    names = try job.folder.open(BatchFile.names, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// The name of the data in the bundle.
  package var file: String { data.name }

  /// The data, and its format.
  ///
  /// - Throws: ``SystemError``.
  package func source() throws(SystemError) -> (file: OwnedDescriptor, format: String) {
    (try job.bundle().open(data.name, O_RDONLY | O_NONBLOCK), data.format)
  }

  /// Adds the next rows.
  ///
  /// - Parameters:
  ///   - rows: Where each begins, and the names of its outputs that are known.
  ///   - unused: Columns that no input takes.
  ///   - notes: What the reader skipped and chose.
  /// - Throws: ``Diagnostic`` if there are too many rows; ``SpoolError`` corrupt for places that cannot be;
  ///   ``SystemError``.
  package func add(
    _ rows: [(offset: Int, line: Int, names: [[UInt8]])], unused: [String],
    notes: DataNotes = DataNotes()
  ) throws {
    let most = spool.limits.batches.rows
    guard self.rows + rows.count <= most else {
      throw Diagnostic(
        code: "too-many-rows",
        message: "the data has more than \(most) rows, the limit of batches.rows.")
    }
    var entries: [UInt8] = []
    entries.reserveCapacity(rows.count * RowIndex.entryBytes)
    for row in rows {
      self.rows += 1
      guard row.offset > offset, row.offset < dataBytes else {
        throw SpoolError(.corrupt, "the worker gave row \(self.rows) a place outside of the data")
      }
      offset = row.offset
      entries += RowIndex.bytes(row.offset, row.line)
      while let first = nextCompared.first, first.last < self.rows { nextCompared.removeFirst() }
      guard compared.isEmpty || nextCompared.first?.contains(self.rows) ?? false else { continue }
      for name in row.names {
        nameBuffer += try Digest.prefix(of: name, bytes: Self.hashBytes)
        nameBuffer += RowIndex.bytes(self.rows)
      }
      if nameBuffer.count >= Self.bufferBytes { try writeNames() }
    }
    try index.write(entries, to: BatchFile.index)
    self.notes.add(notes)
    for column in unused.prefix(Self.mostColumns) where !unusedColumns.contains(column) {
      if unusedColumns.count < Self.mostColumns { unusedColumns.append(column) }
    }
  }

  private func writeNames() throws(SystemError) {
    try names.write(nameBuffer, to: BatchFile.names)
    nameBuffer.removeAll(keepingCapacity: true)
  }

  /// Completes the index: finds the rows whose outputs have the name of another row's.
  ///
  /// - Throws: ``Diagnostic`` if no row is to be rendered; ``SystemError``.
  package func finish() throws {
    try writeNames()
    if options.isStrict, !unusedColumns.isEmpty {
      let names = unusedColumns.map { quoted($0) }.joined(separator: ", ")
      throw Diagnostic(
        code: "unused-column",
        message: unusedColumns.count == 1
          ? "no input takes the column \(names) of the data."
          : "no input takes the columns \(names) of the data.")
    }
    guard rows > 0 else {
      throw Diagnostic(code: "no-rows", message: "the data has no rows.")
    }
    guard options.rows.allSatisfy({ $0.last <= rows }) else {
      throw Diagnostic(
        code: "no-such-row",
        message: "row \(options.rows.last?.last ?? 0) is wanted, but the data has \(rows) rows.")
    }
    try findCollisions()
    let digest = try Digest()
    try source().file.eachChunk(of: data.name) { (chunk) throws(SystemError) in
      try digest.add(chunk)
      return true
    }
    var record = BatchRecord(
      format: data.format, file: data.name, rows: rows, bytes: dataBytes,
      sha256: try digest.finish())
    record.unusedColumns = unusedColumns
    record.notes = notes
    record.selection = options.rows
    record.stopsOnError = options.stopsOnError
    try job.folder.writeNew(record.json.bytes(pretty: true), as: BatchFile.record)
    _ = try job.folder.makeFolder(BatchFile.ended)
    _ = try job.folder.makeFolder(BatchFile.todo).makeFolder(record.span.description)
  }

  /// Of equal names all but the first row's are collisions.
  private func findCollisions() throws {
    let output = try job.folder.open(BatchFile.collisions, O_WRONLY | O_CREAT | O_EXCL)
    var buffer: [UInt8] = []
    var first: (hash: [UInt8], row: Int)?
    try RecordSorter(recordBytes: Self.recordBytes, folder: job.folder).sorted(BatchFile.names) {
      record in
      let hash = record.prefix(Self.hashBytes)
      let row = RowIndex.number(record.dropFirst(Self.hashBytes))
      guard let known = first, known.hash.elementsEqual(hash) else {
        first = (Array(hash), row)
        return
      }
      // Two outputs of one row are an error of that row.
      guard known.row != row else { return }
      buffer += RowIndex.bytes(row, known.row)
      if buffer.count >= Self.bufferBytes {
        try output.write(buffer, to: BatchFile.collisions)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try output.write(buffer, to: BatchFile.collisions)
    try job.folder.removeFile(BatchFile.names)
    let unsorted = "\(BatchFile.collisions).\(BatchFile.names)\(BatchFile.sortSuffix)"
    try job.folder.move(BatchFile.collisions, to: job.folder, as: unsorted)
    let sorted = try job.folder.open(BatchFile.collisions, O_WRONLY | O_CREAT | O_EXCL)
    buffer = []
    try RecordSorter(recordBytes: RowIndex.entryBytes, folder: job.folder).sorted(unsorted) {
      record in
      buffer += record
      if buffer.count >= Self.bufferBytes {
        try sorted.write(buffer, to: BatchFile.collisions)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try sorted.write(buffer, to: BatchFile.collisions)
    try job.folder.removeFile(unsorted)
  }
}

extension Spool {
  /// Moves an indexed batch from `active/` to `batches/`: from now on its chunks are given out.
  ///
  /// - Throws: ``SystemError``.
  package func openBatch(_ job: SpoolJob) throws {
    try flusher.flush([.tree(job.folder)], since: job.start)
    try steps.reached(.batchIndexed)
    try active.move(job.name.description, to: batches, as: job.id.description)
    // Before a chunk leaves it, or another index would give the same rows out again.
    try flusher.flush([.names(batches), .names(active)], since: job.start)
    knownBatches.withLock { $0.add(job.id) }
    try steps.reached(.batchOpened)
  }
}
