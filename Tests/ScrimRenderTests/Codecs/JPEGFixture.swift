/// Writes JPEG files whose blocks of 8 × 8 pixels have one colour each, without a library. With only a DC coefficient
/// and a quantizer of 1, the reader has to restore the samples exactly.
struct JPEGFixture {
  /// In blocks.
  var columns: Int
  var rows: Int
  /// In pixels, if the image ends inside its last blocks.
  var size: (width: Int, height: Int)?
  var components: Int
  var progressive = false
  /// The scans behind the first one of a progressive file, all empty: component, first and last
  /// coefficient, approximation. By default one for each component.
  var detail: [(component: Int, first: Int, last: Int, bits: UInt8)]?
  /// Segments behind SOI: marker and data without the length.
  var segments: [(marker: UInt8, data: [UInt8])] = []
  /// The samples of a block, as stored: one for each component.
  var samples: (_ column: Int, _ row: Int) -> [Int]

  /// Adobe's marker; transform 0: the components are RGB or CMYK, 1: YCbCr, 2: YCCK.
  static func adobe(transform: UInt8) -> (marker: UInt8, data: [UInt8]) {
    (0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  /// Exif with an orientation only.
  static func exif(orientation: UInt16, bigEndian: Bool) -> (marker: UInt8, data: [UInt8]) {
    func number<N: FixedWidthInteger>(_ value: N) -> [UInt8] {
      bigEndian ? big(value) : big(value).reversed()
    }
    let tiff =
      Array((bigEndian ? "MM" : "II").utf8) + number(UInt16(42)) + number(UInt32(8))
      + number(UInt16(1)) + number(UInt16(0x0112)) + number(UInt16(3)) + number(UInt32(1))
      + number(orientation) + [0, 0] + number(UInt32(0))
    return (0xe1, Array("Exif".utf8) + [0, 0] + tiff)
  }

  var bytes: [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    for (marker, data) in segments { file += segment(marker, data) }
    file += segment(0xdb, [0] + Array(repeating: 1, count: 64))
    let width = UInt16(size?.width ?? columns * 8)
    let height = UInt16(size?.height ?? rows * 8)
    let parts = (1...components).flatMap { component -> [UInt8] in [UInt8(component), 0x11, 0] }
    let frame: [UInt8] = [8] + big(height) + big(width) + [UInt8(components)]
    file += segment(progressive ? 0xc2 : 0xc0, frame + parts)
    // Twelve DC categories of four bits each; the only AC symbol is the end of a block, one bit.
    file += segment(0xc4, [0x00, 0, 0, 0, 12] + Array(repeating: 0, count: 12) + Array(0..<12))
    file += segment(0xc4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
    let all = (1...components).flatMap { component -> [UInt8] in [UInt8(component), 0] }
    file += segment(0xda, [UInt8(components)] + all + [0, progressive ? 0 : 63, 0])
    file += blocks
    for (component, first, last, bits) in progressive ? detail ?? scans : [] {
      file += segment(0xda, [1, UInt8(component), 0, UInt8(first), UInt8(last), bits])
      var writer = BitWriter()
      for _ in 0..<columns * rows { writer.append(0, bits: 1) }
      file += writer.finish()
    }
    return file + [0xff, 0xd9]
  }

  private var scans: [(component: Int, first: Int, last: Int, bits: UInt8)] {
    (1...components).map { ($0, 1, 63, 0) }
  }

  private var blocks: [UInt8] {
    var writer = BitWriter()
    var last = Array(repeating: 0, count: components)
    for row in 0..<rows {
      for column in 0..<columns {
        for (component, sample) in samples(column, row).enumerated() {
          let value = (sample - 128) * 8
          let difference = value - last[component]
          last[component] = value
          let category = Int.bitWidth - abs(difference).leadingZeroBitCount
          writer.append(category, bits: 4)
          let bits = difference < 0 ? difference + (1 << category) - 1 : difference
          writer.append(bits, bits: category)
          if !progressive { writer.append(0, bits: 1) }
        }
      }
    }
    return writer.finish()
  }

  private func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xff, marker] + big(UInt16(data.count + 2)) + data
  }

  /// Entropy-coded data: bits, a zero after each 0xff, ones to the end.
  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var state = 0
    private var count = 0

    mutating func append(_ value: Int, bits: Int) {
      for bit in (0..<bits).reversed() {
        state = state << 1 | (value >> bit & 1)
        count += 1
        guard count == 8 else { continue }
        bytes.append(UInt8(state))
        if state == 0xff { bytes.append(0) }
        (state, count) = (0, 0)
      }
    }

    mutating func finish() -> [UInt8] {
      while count != 0 { append(1, bits: 1) }
      return bytes
    }
  }
}
