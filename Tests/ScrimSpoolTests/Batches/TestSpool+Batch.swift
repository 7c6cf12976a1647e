import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool

extension TestSpool {
  /// Drops a batch whose data has so many rows.
  func dropBatch(_ name: String, rows: Int, submission: String? = nil, token: String? = nil) throws
  {
    let part = URL(filePath: "\(path)/drop/.\(name).part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)
    try Data(#"{"scrim": 1, "inputs": {}}"#.utf8).write(to: part.appending(path: "job.json"))
    try Data((1...rows).map { "\($0)\n" }.joined().utf8)
      .write(to: part.appending(path: "data.jsonl"))
    if let submission {
      try Data(submission.utf8).write(to: part.appending(path: "submission.json"))
    }
    let suffix = token.map { "@\($0)" } ?? ""
    try FileManager.default.moveItem(
      at: part, to: URL(filePath: "\(path)/drop/\(name)\(suffix).scrim"))
  }

  /// The lines of a batch's rows file.
  func rowLines(_ name: String) throws -> [JSON] {
    try (text("out/\(name).rows.jsonl") ?? "").split(separator: "\n").map {
      try JSON(parsing: Array($0.utf8))
    }
  }
}

extension Spool {
  /// Does the work of a daemon for batches, with a worker that renders each row as `NAME-ROW.png`.
  ///
  /// - Parameters:
  ///   - most: Rows of a chunk that are rendered at once; the others are left to a later one.
  ///   - act: What happens to a chunk instead; returns whether something did.
  /// - Throws: What a step throws.
  func workRows(most: Int = .max, _ act: (SpoolJob, Batch) throws -> Bool = { _, _ in false })
    throws
  {
    try recover { _ in }
    let intake = Intake(patiently: self)
    _ = try intake.poll { _ in }
    while true {
      try issueChunks(2)
      guard case .job(let job) = try claim() else { return }
      let ticket = try job.ticket()
      guard let rows = job.id.rows else {
        try indexRows(of: job)
        continue
      }
      let batch = try batch(job.id)
      try returnRows(of: job, to: batch)
      if try act(job, batch) { continue }
      let last = most == .max ? rows.last : min(rows.last, rows.first + most - 1)
      var reports: [RowReport] = []
      for wanted in batch.record.wanted(in: RowRange(rows.first, last)) {
        for row in wanted.rows {
          let content = ImmutableBytes.own(Array("row \(row)".utf8))
          let image = OutputRecord(file: "\(ticket.name)-\(row).png")
          let stored = try store(content, as: image, limit: 1 << 20, of: job)
          reports.append(RowReport(row, outputs: [stored], warnings: []))
        }
      }
      let committed = try commit(job, of: batch, rows: RowRange(rows.first, last), reports)
      try deliverChunk(committed, of: batch)
      _ = try advance(job.id.batch)
    }
  }

  /// Indexes rows that are a line each.
  func indexRows(of job: SpoolJob, names: (Int) -> [String] = { _ in [] }) throws {
    let indexer = try BatchIndexer(self, job)
    let data = try indexer.source().file.readAll(limit: 1 << 20, of: "data")
    var offset = 0
    let lines = data.split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      try indexer.add(
        [(offset, index + 1, names(index + 1).map { Array($0.utf8) })], unused: [])
      offset += line.count + 1
    }
    try indexer.finish()
    try openBatch(job)
  }
}
