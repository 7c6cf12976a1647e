import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// Rows of a batch as the false worker sees them: lines of data without quotes after a header. The first cell of a row
/// is the beginning of its name, which says what the worker does.
struct FakeBatch {
  private let request: TemplateRequest
  private let lines: [(offset: Int, text: String)]

  init(_ request: TemplateRequest, _ descriptors: [OwnedDescriptor]) throws {
    self.request = request
    let data = try descriptors[1].readAll(limit: 1 << 30, of: "the data")
    var lines: [(offset: Int, text: String)] = []
    var offset = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !line.isEmpty { lines.append((offset, String(decoding: line, as: UTF8.self))) }
      offset += line.count + 1
    }
    self.lines = Array(lines.dropFirst())
  }

  /// Answers a request for an index.
  func index(_ channel: Channel) throws {
    let first = (request.data?.start?.row ?? 1) - 1
    let rows = lines[first...].prefix(request.data?.most ?? 0)
    var bytes: [UInt8] = []
    for (index, line) in zip(rows.indices, rows) {
      RowPlace(offset: line.offset, line: index + 2, names: []).append(to: &bytes)
    }
    var reply = IndexReply { $0.rows = rows.count }
    if rows.endIndex < lines.count { reply.next = place(rows.endIndex) }
    try channel.send(
      WorkerResponse.indexed(reply).json, descriptors: [MemoryFile.sealed("rows", bytes)])
  }

  /// Answers a request for documents.
  func prepare(_ channel: Channel) throws {
    let data = request.data
    let wanted = data?.selection.flatMap(Array.init) ?? []
    var reply = PrepareReply()
    var bytes: [UInt8] = []
    let document = Array(#"{"scrim": 1, "layers": [{"effect": "glow"}]}"#.utf8)
    for row in wanted.prefix(data?.most ?? 0) {
      let cell = lines[row - 1].text.prefix { $0 != "," }
      reply.documents.append(
        PrepareReply.Document(
          row: place(row - 1), variant: nil, name: "\(cell)-\(request.name)-\(row)",
          bytes: document.count, errors: []))
      bytes += document
    }
    try channel.send(
      WorkerResponse.prepared(reply).json,
      descriptors: bytes.isEmpty ? [] : [MemoryFile.sealed("jobs", bytes)])
  }

  private func place(_ index: Int) -> DataRows.Place {
    DataRows.Place(row: index + 1, line: index + 2, offset: lines[index].offset)
  }
}
