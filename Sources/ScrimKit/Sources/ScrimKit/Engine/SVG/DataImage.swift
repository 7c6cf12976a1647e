/// An image in a `data:` URL, checked before librsvg decodes it: it would draw nothing in place of one that it cannot
/// read.
struct DataImage {
  let width: Int
  let height: Int

  /// The type as it is written, and what the bytes are.
  let declaredType: String
  let type: String

  /// Reads the header of an image.
  ///
  /// - Parameter url: From "data:" on.
  /// - Throws: `SVGError` if it is not a PNG or JPEG in base64.
  init(_ url: String) throws(SVGError) {
    guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw SVGError("the data: URL has no data.")
    }
    let words = url[..<comma].dropFirst(5).lowercased().split(
      separator: ";", omittingEmptySubsequences: false)
    declaredType = String(words[0])
    guard ["image/png", "image/jpeg", "image/jpg"].contains(declaredType) else {
      throw SVGError(
        "the data: URL has the type \(quoted(String(declaredType.prefix(40)))); allowed are image/png and image/jpeg."
      )
    }
    guard words.last == "base64" else {
      throw SVGError("the data: URL is not in base64.")
    }
    guard let bytes = Self.decoded(url[comma...].dropFirst()) else {
      throw SVGError("the data: URL has invalid base64.")
    }
    let isPNG = bytes.starts(with: Self.png)
    type = isPNG ? "image/png" : "image/jpeg"
    let size = isPNG ? Self.sizeOfPNG(bytes) : Self.sizeOfJPEG(bytes)
    guard let size else {
      throw SVGError("the data: URL is not a complete PNG or JPEG.")
    }
    (width, height) = size
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Base64, some of which may be percent-encoded.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var (plain, rest) = ([UInt8](), text.utf8)
    plain.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        plain.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      plain.append(code)
      rest = rest.dropFirst(2)
    }
    return [UInt8](base64: plain)
  }

  private static func sizeOfPNG(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 45, bytes[12..<16].elementsEqual("IHDR".utf8),
      bytes.suffix(12).dropFirst(4).starts(with: "IEND".utf8)
    else { return nil }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    return width > 0 && height > 0 ? (width, height) : nil
  }

  private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8,
      bytes.suffix(64).firstRange(of: [0xFF, 0xD9]) != nil
    else { return nil }
    var at = 2
    while at + 9 < bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        let height = Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
        let width = Int(bytes[at + 7]) << 8 | Int(bytes[at + 8])
        return width > 0 && height > 0 ? (width, height) : nil
      }
      at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    return nil
  }
}
