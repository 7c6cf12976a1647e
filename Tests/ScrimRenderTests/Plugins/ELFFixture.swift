/// Writes the smallest library with the headers of a plugin: one segment, a note segment, a dynamic section. It
/// cannot be loaded, which is irrelevant to the checks before loading.
struct ELFFixture {
  var machine: UInt16 = 62
  var type: UInt16 = 3
  var interface: UInt32
  var compiler: String
  var kitHash: UInt64
  var needed = "libScrimKit.so"
  var hasNotes = true
  var hasHash = true
  /// Whether the dynamic section ends before the required libraries.
  var endsEarly = false
  var dynamicSections = 1
  /// Number of PT_NOTE segments that refer to the same notes.
  var noteSegments = 1
  /// Number of further notes without name and content.
  var emptyNotes = 0

  private static func little<N: FixedWidthInteger>(_ number: N) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func note(_ type: UInt32, _ description: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - description.count % 4) % 4)
    return little(UInt32(6)) + little(UInt32(description.count)) + little(type)
      + Array("scrim".utf8) + [0, 0, 0] + description + padding
  }

  var bytes: [UInt8] {
    let little32 = { (number: UInt32) in Self.little(number) }
    let little64 = { (number: Int) in Self.little(UInt64(number)) }
    var notes: [UInt8] = []
    if hasNotes {
      notes += Self.note(0x5343_524d, little32(interface) + Array(compiler.utf8) + [0])
      if hasHash { notes += Self.note(0x5343_5248, Self.little(kitHash)) }
    }
    notes += Array(repeating: 0, count: 12 * emptyNotes)
    let segments = 1 + noteSegments + dynamicSections
    let notesAt = 64 + segments * 56
    let stringsAt = notesAt + notes.count
    let strings = [0] + Array(needed.utf8) + [0]
    let dynamicAt = stringsAt + strings.count
    let dynamic =
      (endsEarly ? little64(0) + little64(0) : []) + little64(1) + little64(1) + little64(5)
      + little64(stringsAt) + little64(0) + little64(0)
    let sectionsAt = dynamicAt + dynamic.count
    let end = sectionsAt + 64

    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
    file += Self.little(type) + Self.little(machine) + little32(1) + little64(0)
    file += little64(64) + little64(sectionsAt) + little32(0)
    for number: UInt16 in [64, 56, UInt16(segments), 64, 1, 0] { file += Self.little(number) }
    var table = [(UInt32(1), 0, end)]
    table += Array(repeating: (4, notesAt, notes.count), count: noteSegments)
    table += Array(repeating: (2, dynamicAt, dynamic.count), count: dynamicSections)
    for (kind, start, count) in table {
      file += little32(kind) + little32(4) + little64(start) + little64(start) + little64(start)
      file += little64(count) + little64(count) + little64(8)
    }
    return file + notes + strings + dynamic + Array(repeating: 0, count: 64)
  }
}
