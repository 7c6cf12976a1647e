/// Writes the smallest profiles (ICC.1:2001) with a linear tone curve.
enum ProfileFixture {
  /// RGB with sRGB's primaries, adapted to D50.
  static let linear = profile(
    "RGB ",
    [
      ("rXYZ", xyz(0.43607, 0.22249, 0.01392)), ("gXYZ", xyz(0.38515, 0.71687, 0.09708)),
      ("bXYZ", xyz(0.14307, 0.06061, 0.71410)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ])

  /// Grey.
  static let linearGrey = profile("GRAY", [("kTRC", curve)])

  private static let curve = Array("curv".utf8) + [0, 0, 0, 0] + big(UInt32(0))

  private static func fixed(_ value: Double) -> [UInt8] { big(Int32((value * 65_536).rounded())) }

  private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(x) + fixed(y) + fixed(z)
  }

  private static func profile(_ space: String, _ own: [(String, [UInt8])]) -> [UInt8] {
    let text = Array("text".utf8) + [0, 0, 0, 0] + Array("test".utf8) + [0, 0, 0, 0]
    let name =
      Array("desc".utf8) + [0, 0, 0, 0] + big(UInt32(5)) + Array("test".utf8)
      + Array(repeating: 0, count: 79)
    let tags = [("desc", name), ("cprt", text), ("wtpt", xyz(0.9642, 1, 0.8249))] + own
    var table = big(UInt32(tags.count))
    var body: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, data) in tags {
      table += Array(name.utf8) + big(UInt32(start + body.count)) + big(UInt32(data.count))
      body += data + Array(repeating: 0, count: (4 - data.count % 4) % 4)
    }
    var header = big(UInt32(start + body.count)) + [0, 0, 0, 0] + big(UInt32(0x0240_0000))
    header += Array("mntr\(space)XYZ ".utf8) + Array(repeating: 0, count: 12) + Array("acsp".utf8)
    header += Array(repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    header += Array(repeating: 0, count: 128 - header.count)
    return header + table + body
  }
}
