import CPostgres

/// The rows that a statement returned, in PostgreSQL's binary format.
final class QueueRows {
  private let result: OpaquePointer

  init(owning result: OpaquePointer) {
    self.result = result
  }

  deinit { PQclear(result) }

  var count: Int { Int(PQntuples(result)) }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(result, Int32(row), Int32(column)) != 0
  }

  func bytes(_ row: Int, _ column: Int) -> [UInt8] {
    guard let value = PQgetvalue(result, Int32(row), Int32(column)) else { return [] }
    let raw = UnsafeRawBufferPointer(
      start: value, count: Int(PQgetlength(result, Int32(row), Int32(column))))
    return Array(raw)
  }

  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  func optionalText(_ row: Int, _ column: Int) -> String? {
    isNull(row, column) ? nil : text(row, column)
  }

  /// A smallint, integer or bigint: big-endian, two's complement.
  func integer(_ row: Int, _ column: Int) -> Int {
    let bytes = bytes(row, column)
    guard let first = bytes.first else { return 0 }
    return bytes.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) }
  }

  func optionalInteger(_ row: Int, _ column: Int) -> Int? {
    isNull(row, column) ? nil : integer(row, column)
  }

  func boolean(_ row: Int, _ column: Int) -> Bool { bytes(row, column).first == 1 }
}
