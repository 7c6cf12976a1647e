/// Writes PNG files of any kind, sample by sample, without a library: the reader has to restore the samples of the
/// test.
struct PNGFixture {
  enum ColorType: UInt8, CaseIterable {
    case grey = 0, rgb = 2, palette = 3, greyAlpha = 4, rgba = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  var width: Int
  var height: Int
  var type: ColorType
  var depth: Int
  var interlaced = false
  /// Chunks between IHDR and IDAT.
  var chunks: [(type: String, data: [UInt8])] = []
  /// The samples of a pixel, as many as the type has channels.
  var samples: (_ x: Int, _ y: Int) -> [Int]

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let kind: [UInt8] = [UInt8(depth), type.rawValue, 0, 0, interlaced ? 1 : 0]
    let header = big(UInt32(width)) + big(UInt32(height)) + kind
    file += Self.chunk("IHDR", header)
    for chunk in chunks { file += Self.chunk(chunk.type, chunk.data) }
    return file + Self.chunk("IDAT", Self.zlib(rows)) + Self.chunk("IEND", [])
  }

  /// All rows with filter 0; of every pass of Adam7 if interlaced.
  private var rows: [UInt8] {
    let passes =
      interlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var data: [UInt8] = []
    for (left, top, across, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        data.append(0)
        var bits = 0
        var count = 0
        for x in stride(from: left, to: width, by: across) {
          for sample in samples(x, y) {
            bits = bits << depth | sample
            count += depth
            while count >= 8 {
              data.append(UInt8(truncatingIfNeeded: bits >> (count - 8)))
              count -= 8
            }
          }
        }
        if count > 0 { data.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
      }
    }
    return data
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  /// A zlib stream of a few bytes and many zeros, compressed to 1/200 of their number.
  static func zlib(_ head: [UInt8], zeros: Int) -> [UInt8] {
    let count = UInt16(head.count)
    var stream: [UInt8] = [0x78, 0x01, 0]
    for number in [count, ~count] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
    stream += head
    // The last block, of fixed codes: a zero, then matches of 258 bytes at distance 1.
    var bits: [UInt8] = [1, 1, 0]
    let zero: [UInt8] = [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0...(zeros - 1) % 258 { bits += zero }
    for _ in 0..<(zeros - 1) / 258 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    bits += Array(repeating: 0, count: 7)
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
      stream.append(byte)
    }
    let (a, b) = sums(head)
    return stream + big((b + a * UInt32(zeros % 65_521)) % 65_521 << 16 | a)
  }

  /// Adler-32's two sums.
  private static func sums(_ data: [UInt8]) -> (a: UInt32, b: UInt32) {
    data.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream += [rest.isEmpty ? 1 : 0]
      for number in [count, ~count] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
      stream += block
    } while !rest.isEmpty
    return stream + adler(data)
  }

  /// Adler-32, the end of a zlib stream.
  static func adler(_ data: [UInt8]) -> [UInt8] {
    let (a, b) = sums(data)
    return big(b << 16 | a)
  }

  /// CRC-32 as defined by PNG.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xedb8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }
}

/// A number's bytes, big-endian.
func big<N: FixedWidthInteger>(_ number: N) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
