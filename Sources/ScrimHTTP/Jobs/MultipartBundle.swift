import ScrimJSON
import ScrimLinux

/// Reads a bundle as `multipart/form-data` (RFC 7578), once it is complete: each part is a file, and its `name` the
/// place in the bundle.
struct MultipartBundle {
  private var bytes: [UInt8] = []
  /// What separates parts, with the line break before it.
  private let delimiter: [UInt8]

  private static let longestBoundary = 70
  private static let longestHead = 1024

  /// `nil` without a boundary.
  ///
  /// - Parameter type: The field `Content-Type`.
  init?(type: String) {
    guard let mark = type.firstRange(of: "boundary=") else { return nil }
    var boundary = type[mark.upperBound...].prefix { $0 != ";" }
    if boundary.hasPrefix("\""), boundary.hasSuffix("\""), boundary.utf8.count > 1 {
      boundary = boundary.dropFirst().dropLast()
    }
    let isValid = boundary.utf8.allSatisfy { byte in
      isLetterOrDigit(byte) || "'()+_,-./:=?".utf8.contains(byte)
    }
    guard isValid, (1...Self.longestBoundary).contains(boundary.utf8.count) else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  mutating func receive(_ part: [UInt8]) { bytes += part }

  /// - Returns: `job.json`, and the other files with their places.
  /// - Throws: A problem with the first part that is not allowed.
  func finish() throws(Problem) -> (
    document: [UInt8], files: [(place: String, file: OwnedDescriptor)]
  ) {
    var files = UploadedFiles(in: "multipart body")
    // The first delimiter has no line break before it unless there is a preamble, which none of its senders writes.
    guard bytes.starts(with: delimiter.dropFirst(2)) else {
      throw files.invalid("it does not begin with its boundary.")
    }
    var rest = bytes.dropFirst(delimiter.count - 2)
    while !rest.starts(with: "--".utf8) {
      guard rest.starts(with: "\r\n".utf8) else {
        throw files.invalid("a boundary is not followed by a line break.")
      }
      // The line break is a part of the head: an empty one ends at once. None has a boundary.
      guard let end = Self.index(of: Array("\r\n\r\n".utf8), in: rest.prefix(Self.longestHead)),
        Self.index(of: delimiter, in: rest[..<end]) == nil
      else { throw files.invalid("the head of part \(files.count + 1) is not complete.") }
      let name = try Self.name(in: rest[..<end], files)
      rest = rest[end...].dropFirst(4)
      guard let next = Self.index(of: delimiter, in: rest) else {
        throw files.invalid("it is not complete.")
      }
      let place = try files.begin(name, bytes: next - rest.startIndex)
      try files.add(Array(rest[..<next]), as: place)
      rest = rest[next...].dropFirst(delimiter.count)
    }
    guard rest.dropFirst(2).allSatisfy({ "\r\n \t".utf8.contains($0) }) else {
      throw files.invalid("bytes follow its end.")
    }
    return try files.finish()
  }

  /// The `name` of `Content-Disposition: form-data; name="a.png"`.
  private static func name(
    in head: ArraySlice<UInt8>, _ files: UploadedFiles
  ) throws(Problem) -> String {
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      guard line.lowercased().hasPrefix("content-disposition:"),
        let mark = line.firstRange(of: "; name=\""),
        let end = line[mark.upperBound...].firstIndex(of: "\"")
      else { continue }
      return String(line[mark.upperBound..<end])
    }
    throw files.invalid("part \(files.count + 1) has no name.")
  }

  private static func index(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let first = text.first, buffer.count >= text.count else { return nil }
      for start in 0...(buffer.count - text.count) where buffer[start] == first {
        if text.indices.allSatisfy({ buffer[start + $0] == text[$0] }) {
          return bytes.startIndex + start
        }
      }
      return nil
    }
  }
}
