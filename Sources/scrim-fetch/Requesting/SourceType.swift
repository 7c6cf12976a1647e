/// What a source may be, by its first bytes: what the server calls it doesn't matter.
enum SourceType: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webp = "image/webp"
  case svg = "image/svg+xml"
  case ttf = "font/ttf"
  case otf = "font/otf"
  case collection = "font/collection"
  case woff = "font/woff"
  case woff2 = "font/woff2"

  /// How many bytes decide.
  static let head = 4096

  /// The extension of its file.
  var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .svg: "svg"
    case .collection: "ttc"
    default:
      String(
        rawValue[rawValue.index(after: rawValue.firstIndex(of: "/") ?? rawValue.startIndex)...])
    }
  }

  /// - Parameter bytes: The first ``head`` bytes, or all.
  /// - Throws: ``FetchError`` that says what else it is.
  init(_ bytes: [UInt8]) throws(FetchError) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins("RIFF"), begins("WEBP", at: 8) {
      self = .webp
    } else if bytes.starts(with: [0, 1, 0, 0]) || begins("true") {
      self = .ttf
    } else if begins("OTTO") {
      self = .otf
    } else if begins("ttcf") {
      self = .collection
    } else if begins("wOFF") {
      self = .woff
    } else if begins("wOF2") {
      self = .woff2
    } else if Self.isMarkup(bytes, "svg"), !Self.isMarkup(bytes, "html") {
      self = .svg
    } else {
      let others: KeyValuePairs = [
        "GIF8": "a GIF", "%PDF": "a PDF", "\u{1F}": "compressed", "{": "JSON",
      ]
      var found = others.first { begins($0.key) }?.value
      if begins("ftypavif", at: 4) { found = "an AVIF" }
      if begins("ftyp", at: 4) { found = found ?? "HEIC or a video" }
      if Self.isMarkup(bytes, "html") { found = "an HTML page" }
      if bytes.isEmpty { found = "empty" }
      throw FetchError(
        "the response is \(found ?? "something else"), not a PNG, JPEG, WebP, SVG or font")
    }
  }

  /// Whether a text has an element, or a document type, of a name.
  private static func isMarkup(_ bytes: [UInt8], _ name: String) -> Bool {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = (bytes.starts(with: marks) ? bytes.dropFirst(3) : bytes[...])
      .drop { $0 <= UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "<") else { return false }
    let lower = String(decoding: text, as: UTF8.self).lowercased()
    return lower.contains("<\(name)") || lower.contains("<!doctype \(name)")
  }
}
