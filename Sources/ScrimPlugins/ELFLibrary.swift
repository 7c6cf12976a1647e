/// The headers of a shared library, read from its bytes without loading it (System V ABI, generic and x86-64 parts).
/// Every offset is checked against the file's size, and the length of every table is limited.
package struct ELFLibrary {
  /// An entry of a PT_NOTE segment.
  struct Note {
    let name: [UInt8]
    let type: UInt32
    let description: ByteReader
  }

  private enum SegmentType {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let note: UInt32 = 4
  }

  private struct Segment {
    let type: UInt32
    let file: Range<Int>
    let address: UInt64
    let bytes: ByteReader
  }

  /// Maximum number of notes and library names that are read; real libraries have fewer than a hundred.
  private static let maxEntries = 1024
  /// Maximum length of a library's name in bytes (PATH_MAX).
  private static let maxNameBytes = 4096

  private let bytes: ByteReader
  private let segments: [Segment]

  /// Checks that the file is a complete shared library for x86-64.
  ///
  /// - Parameter file: The complete file, which must outlive the value.
  /// - Throws: `PluginRefusal`.
  package init(_ file: UnsafeRawBufferPointer) throws(PluginRefusal) {
    let bytes = ByteReader(file)
    guard bytes.has([0x7f, 0x45, 0x4c, 0x46], at: 0) else {
      throw PluginRefusal(.foreign, "It is not a shared library: it is not in ELF format.")
    }
    // 64 bits, little-endian, version 1; then x86-64.
    guard bytes.has([2, 1, 1], at: 4), bytes.number(UInt16.self, at: 18) == 62 else {
      throw PluginRefusal(
        .foreign, "It was built for another architecture: only x86-64 is supported.")
    }
    guard bytes.number(UInt16.self, at: 16) == 3 else {
      throw PluginRefusal(.foreign, "It is not a shared library: its ELF type is not ET_DYN.")
    }
    guard bytes.count >= 64 else { throw Self.truncated(bytes, 64) }
    self.bytes = bytes
    segments = try Self.segments(bytes)
    guard segments.count(where: { $0.type == SegmentType.dynamic }) <= 1 else {
      throw PluginRefusal(.foreign, "It is damaged: it has several dynamic sections.")
    }
    try Self.checkSections(bytes)
  }

  private static func truncated(_ bytes: ByteReader, _ end: UInt64) -> PluginRefusal {
    PluginRefusal(
      .truncated,
      "It is truncated or damaged: its tables extend to byte \(end), but the file has \(bytes.count) bytes."
    )
  }

  /// The range of a table or segment; `nil` if it is outside the file.
  private static func range(
    at offset: UInt64?, count: UInt64?, in bytes: ByteReader
  ) throws(PluginRefusal) -> Range<Int> {
    guard let offset, let count else { throw truncated(bytes, 64) }
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= UInt64(bytes.count) else {
      throw truncated(bytes, overflow ? .max : end)
    }
    return Int(offset)..<Int(end)
  }

  private static func segments(_ bytes: ByteReader) throws(PluginRefusal) -> [Segment] {
    let count = bytes.number(UInt16.self, at: 56) ?? 0
    guard bytes.number(UInt16.self, at: 54) == 56, count > 0, count < 0xffff else {
      throw PluginRefusal(.foreign, "It is not a shared library: it has no segments.")
    }
    let table = try range(
      at: bytes.number(UInt64.self, at: 32), count: UInt64(count) * 56, in: bytes)
    var segments: [Segment] = []
    for entry in stride(from: table.lowerBound, to: table.upperBound, by: 56) {
      let type = bytes.number(UInt32.self, at: entry) ?? 0
      guard [SegmentType.load, SegmentType.dynamic, SegmentType.note].contains(type) else {
        continue
      }
      let file = try range(
        at: bytes.number(UInt64.self, at: entry + 8),
        count: bytes.number(UInt64.self, at: entry + 32),
        in: bytes)
      guard let part = bytes.part(file), let address = bytes.number(UInt64.self, at: entry + 16)
      else { throw truncated(bytes, UInt64(file.upperBound)) }
      segments.append(Segment(type: type, file: file, address: address, bytes: part))
    }
    return segments
  }

  /// Loading does not need the section table, but it is at the end of the file, and so reveals whether the file is
  /// complete.
  private static func checkSections(_ bytes: ByteReader) throws(PluginRefusal) {
    guard let offset = bytes.number(UInt64.self, at: 40), offset != 0 else { return }
    let size = UInt64(bytes.number(UInt16.self, at: 58) ?? 0)
    let count = UInt64(bytes.number(UInt16.self, at: 60) ?? 0)
    _ = try range(at: offset, count: size * max(count, 1), in: bytes)
  }

  /// The notes of all PT_NOTE segments, up to 1,024; an invalid note ends its segment.
  var notes: [Note] {
    var notes: [Note] = []
    for segment in segments where segment.type == SegmentType.note {
      let reader = segment.bytes
      var offset = 0
      while notes.count < Self.maxEntries,
        let nameSize = reader.number(UInt32.self, at: offset),
        let size = reader.number(UInt32.self, at: offset + 4),
        let type = reader.number(UInt32.self, at: offset + 8)
      {
        let name = offset + 12
        let description = name + (Int(nameSize) + 3) & ~3
        guard let nameBytes = reader.part(name..<name + Int(nameSize)),
          let part = reader.part(description..<description + Int(size))
        else { break }
        notes.append(Note(name: nameBytes.array, type: type, description: part))
        offset = description + (Int(size) + 3) & ~3
      }
    }
    return notes
  }

  /// The libraries that it requires (DT_NEEDED), up to 1,024.
  package var needed: [String] {
    guard let dynamic = segments.first(where: { $0.type == SegmentType.dynamic }) else { return [] }
    var names: [UInt64] = []
    var strings: UInt64?
    // DT_NULL ends the section, as in the loader.
    for entry in stride(from: 0, to: dynamic.bytes.count - 15, by: 16) {
      guard let tag = dynamic.bytes.number(UInt64.self, at: entry), tag != 0,
        let value = dynamic.bytes.number(UInt64.self, at: entry + 8)
      else { break }
      if tag == 1, names.count < Self.maxEntries { names.append(value) }
      if tag == 5 { strings = value }
    }
    guard let strings, let table = reader(at: strings) else { return [] }
    return names.compactMap { offset in
      guard offset < UInt64(table.count) else { return nil }
      let end = min(table.count, Int(offset) + Self.maxNameBytes)
      return table.part(Int(offset)..<end)?.string
    }
  }

  /// The file's bytes from an address of the loaded library to the end of its segment.
  private func reader(at address: UInt64) -> ByteReader? {
    for segment in segments where segment.type == SegmentType.load {
      guard address >= segment.address, address - segment.address < UInt64(segment.file.count)
      else { continue }
      return segment.bytes.part(Int(address - segment.address)..<segment.file.count)
    }
    return nil
  }
}
