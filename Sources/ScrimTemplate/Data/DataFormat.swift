/// The format of a data file.
package enum DataFormat: String, Sendable, CaseIterable {
  /// RFC 4180 with a header, in UTF-8.
  case csv
  /// One JSON object per line.
  case jsonLines = "jsonl"

  /// The format by the extension of a file's name: `.csv`, `.jsonl` or `.ndjson`.
  package init?(fileName: String) {
    let name = fileName.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    func hasExtension(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      return name.count > count
        && text.withUTF8Buffer { name.suffix(count).elementsEqual($0) }
    }
    if hasExtension(".csv") {
      self = .csv
    } else if hasExtension(".jsonl") || hasExtension(".ndjson") {
      self = .jsonLines
    } else {
      return nil
    }
  }
}
