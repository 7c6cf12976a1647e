import ScrimKit

/// Writes WebP containers (RFC 9649) around images that our encoder made.
struct WebPFixture {
  /// The chunks of a file in order; those of an image come from `chunks(of:)`.
  var chunks: [(name: String, data: [UInt8])]

  var bytes: [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap { Self.chunk($0.name, $0.data) }
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(data.count)) + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  /// The chunks of a file.
  static func chunks(of file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var chunks: [(name: String, data: [UInt8])] = []
    var offset = 12
    while offset + 8 <= file.count {
      let count = (0..<4).reduce(0) { $0 | Int(file[offset + 4 + $1]) << (8 * $1) }
      let name = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      chunks.append((name, Array(file[offset + 8..<offset + 8 + count])))
      offset += 8 + count + count % 2
    }
    return chunks
  }

  /// The chunks of a file that contain the image.
  static func image(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    chunks(of: file).filter { $0.name != "VP8X" }
  }

  /// The header of an extended file. Flags: animation 2, Exif 8, alpha 16, profile 32.
  static func canvas(
    _ width: Int, _ height: Int, flags: UInt8 = 0
  ) -> (name: String, data: [UInt8]) {
    ("VP8X", [flags, 0, 0, 0] + three(width - 1) + three(height - 1))
  }

  /// The chunk before the frames of an animation.
  static let animation = (name: "ANIM", data: [UInt8](repeating: 0, count: 6))

  /// A frame of an animation at twice these coordinates.
  static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ image: [(name: String, data: [UInt8])]
  ) -> (name: String, data: [UInt8]) {
    let place = three(x) + three(y) + three(width - 1) + three(height - 1) + [100, 0, 0, 0]
    return ("ANMF", place + image.flatMap { chunk($0.name, $0.data) })
  }

  private static func three(_ number: Int) -> [UInt8] { Array(little(UInt32(number)).prefix(3)) }
}

/// A number's bytes, little-endian.
func little<N: FixedWidthInteger>(_ number: N) -> [UInt8] { big(number).reversed() }
