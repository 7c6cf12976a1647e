/// Reads the PNGs that our encoder writes (8 bits, RGB or RGBA), following the specification, without a library: the
/// straight values in the file, which our decoder does not return.
struct PNGOracle {
  var width: Int
  var height: Int
  var channels: Int
  var chunks: [String]
  /// Straight samples, row after row.
  var samples: [UInt8] = []
  /// The filters that the rows use.
  var filters: Set<UInt8> = []

  init?(_ file: [UInt8]) {
    func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var data: [UInt8] = []
    chunks = []
    var offset = 8
    while offset + 12 <= file.count {
      let count = number(offset)
      let type = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      let body = Array(file[offset + 4..<offset + 8 + count])
      guard number(offset + 8 + count) == Int(PNGFixture.checksum(body)) else { return nil }
      chunks.append(type)
      if type == "IDAT" { data += body.dropFirst(4) }
      offset += 12 + count
    }
    guard offset == file.count, file.count > 33 else { return nil }
    (width, height) = (number(16), number(20))
    channels = file[25] == 2 ? 3 : 4
    guard let rows = Inflate.zlib(data), rows.count == height * (width * channels + 1) else {
      return nil
    }
    unfilter(rows)
  }

  private mutating func unfilter(_ rows: [UInt8]) {
    let count = width * channels
    var above = [UInt8](repeating: 0, count: count)
    for y in 0..<height {
      let filter = rows[y * (count + 1)]
      filters.insert(filter)
      var row = Array(rows[y * (count + 1) + 1..<(y + 1) * (count + 1)])
      for i in 0..<count {
        let left = i < channels ? 0 : Int(row[i - channels])
        let corner = i < channels ? 0 : Int(above[i - channels])
        let up = Int(above[i])
        let guess: Int
        switch filter {
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        case 4:
          let p = left + up - corner
          let (toLeft, toUp, toCorner) = (abs(p - left), abs(p - up), abs(p - corner))
          guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
        default: guess = 0
        }
        row[i] &+= UInt8(guess)
      }
      samples += row
      above = row
    }
  }
}

/// RFC 1951, unoptimised.
struct Inflate {
  private let bytes: ArraySlice<UInt8>
  private var at = 0
  private var output: [UInt8] = []

  /// Decompresses a zlib stream; `nil` if it is invalid or its checksum is wrong.
  static func zlib(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6, stream[0] & 15 == 8 else { return nil }
    var inflate = Inflate(bytes: stream.dropFirst(2))
    guard let bytes = inflate.run(), stream.suffix(4) == PNGFixture.adler(bytes)[...] else {
      return nil
    }
    return bytes
  }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let index = bytes.startIndex + at >> 3
      guard index < bytes.endIndex else { return 0 }
      value |= Int(bytes[index] >> (at & 7) & 1) << bit
      at += 1
    }
    return value
  }

  private mutating func run() -> [UInt8]? {
    var last = false
    while !last, at >> 3 < bytes.count {
      last = bits(1) == 1
      switch bits(2) {
      case 0:
        at = (at + 7) & ~7
        let count = bits(16)
        at += 16
        for _ in 0..<count { output.append(UInt8(bits(8))) }
      case 1:
        let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        block(Codes(literals), Codes(Array(repeating: 5, count: 30)))
      case 2:
        let (literals, distances) = tables()
        block(literals, distances)
      default: return nil
      }
    }
    return output
  }

  private mutating func tables() -> (Codes, Codes) {
    let (literals, distances, count) = (bits(5) + 257, bits(5) + 1, bits(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = Array(repeating: 0, count: 19)
    for index in order.prefix(count) { lengths[index] = bits(3) }
    let codes = Codes(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      let symbol = self.symbol(codes)
      switch symbol {
      case 16: all += Array(repeating: all.last ?? 0, count: 3 + bits(2))
      case 17: all += Array(repeating: 0, count: 3 + bits(3))
      case 18: all += Array(repeating: 0, count: 11 + bits(7))
      default: all.append(symbol)
      }
    }
    return (Codes(Array(all.prefix(literals))), Codes(Array(all.dropFirst(literals))))
  }

  private mutating func block(_ literals: Codes, _ distances: Codes) {
    while at >> 3 < bytes.count {
      let symbol = symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let code = symbol - 257
      let extra = code < 8 || code == 28 ? 0 : (code - 4) / 4
      let base =
        code == 28 ? 258 : code < 8 ? code + 3 : (4 + (code & 3)) << extra + 3
      let length = base + bits(extra)
      let place = self.symbol(distances)
      let more = place < 4 ? 0 : place / 2 - 1
      let distance = (place < 4 ? place : (2 + place & 1) << more) + 1 + bits(more)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(_ codes: Codes) -> Int {
    var code = 1
    for _ in 0..<15 {
      code = code << 1 | bits(1)
      if let symbol = codes.symbols[code] { return symbol }
    }
    return 256
  }

  /// Canonical Huffman codes, each with a leading one that marks its length.
  private struct Codes {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
      var code = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          symbols[1 << length | code] = symbol
          code += 1
        }
        code <<= 1
      }
    }
  }
}
