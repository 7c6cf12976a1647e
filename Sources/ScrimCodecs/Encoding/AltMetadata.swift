/// The text for readers who cannot see an image, as files have it: IPTC's accessibility properties in XMP, and besides
/// a `Description` in PNG, `title` and `desc` in SVG.
package struct AltMetadata: Sendable, Hashable {
  /// A file that can have it.
  package enum Container {
    case png, jpeg, svg
    /// With the image's size in pixels.
    case webP(width: Int, height: Int)
  }

  /// What the image shows.
  package let text: String
  /// What its parts show, besides.
  package let details: String?

  package init(text: String, details: String? = nil) {
    self.text = text
    self.details = details
  }

  /// A file with the text.
  ///
  /// - Parameters:
  ///   - file: One that an encoder of ours has written.
  ///   - container: Its format.
  /// - Returns: The file; as it is if it is not of the format.
  package func added(to file: [UInt8], _ container: Container) -> [UInt8] {
    switch container {
    case .png: png(file)
    case .jpeg: jpeg(file)
    case .webP(let width, let height): webP(file, width, height)
    case .svg: svg(file)
    }
  }

  // MARK: XMP

  /// The XMP packet: IPTC Photo Metadata Standard 2021.1, AltTextAccessibility and ExtDescrAccessibility.
  package var xmp: [UInt8] {
    let properties = [
      ("AltTextAccessibility", text as String?), ("ExtDescrAccessibility", details),
    ]
    .map { name, text in text.map { Self.property(name, $0) } ?? "" }.joined()
    return Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">\
      \(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
      <?xpacket end="r"?>
      """.utf8)
  }

  private static func property(_ name: String, _ text: String) -> String {
    "<Iptc4xmpCore:\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(text))</rdf:li></rdf:Alt>"
      + "</Iptc4xmpCore:\(name)>"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  // MARK: Files

  /// Two iTXt chunks after the header (PNG 3, 11.3.3.4): `Description`, and XMP under its registered keyword.
  private func png(_ file: [UInt8]) -> [UInt8] {
    let header = 33
    guard file.count > header, file[12..<16].elementsEqual("IHDR".utf8) else { return file }
    let chunks =
      Self.textChunk("Description", Array(text.utf8))
      + Self.textChunk("XML:com.adobe.xmp", xmp)
    return file[..<header] + chunks + file[header...]
  }

  private static func textChunk(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
    // Not compressed, without a language and a translated keyword.
    let data = Array("iTXt\(keyword)".utf8) + [0, 0, 0, 0, 0] + text
    return bigEndian(UInt32(data.count - 4)) + data + bigEndian(checksum(data))
  }

  /// CRC-32 of a chunk's type and data (PNG 3, 5.5).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
    }
    return ~register
  }

  /// An APP1 segment after JFIF's APP0 (XMP part 3, 1.1.3).
  private func jpeg(_ file: [UInt8]) -> [UInt8] {
    guard file.starts(with: [0xFF, 0xD8]), file.count > 6 else { return file }
    let hasHeader = file[2] == 0xFF && file[3] == 0xE0
    let place = hasHeader ? 4 + Int(file[4]) << 8 + Int(file[5]) : 2
    let data = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + xmp
    let length = data.count + 2
    guard file.count >= place, length <= 0xFFFF else { return file }
    return file[..<place] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + data
      + file[place...]
  }

  /// The extended file format, with a chunk `XMP ` after the image (RFC 9649, 2.7).
  private func webP(_ file: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    guard file.count > 25, file.starts(with: Array("RIFF".utf8)) else { return file }
    let kind = file[12..<16]
    let hasXMP: UInt8 = 0x04
    var chunks: [UInt8]
    if kind.elementsEqual("VP8X".utf8) {
      chunks = Array(file[12...])
      chunks[8] |= hasXMP
    } else {
      // A lossless image says in its header whether it has alpha.
      let hasAlpha: UInt8 = kind.elementsEqual("VP8L".utf8) && file[24] & 0x10 != 0 ? 0x10 : 0
      let sides = [width - 1, height - 1].flatMap { side in
        (0..<3).map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }
      }
      chunks = Self.riffChunk("VP8X", [hasXMP | hasAlpha, 0, 0, 0] + sides) + file[12...]
    }
    chunks += Self.riffChunk("XMP ", xmp)
    return Self.riffChunk("RIFF", Array("WEBP".utf8) + chunks)
  }

  private static func riffChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bigEndian(UInt32(data.count)).reversed() + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  /// Children of the root element, which browsers and screen readers take for its name and description.
  private func svg(_ file: [UInt8]) -> [UInt8] {
    guard let root = file.firstRange(of: Array("<svg".utf8))?.lowerBound,
      let end = file[root...].firstIndex(of: UInt8(ascii: ">"))
    else { return file }
    let description = details.map { "\n<desc>\(Self.escaped($0))</desc>" } ?? ""
    let words = "\n<title>\(Self.escaped(text))</title>\(description)"
    return file[...end] + Array(words.utf8) + file[(end + 1)...]
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
