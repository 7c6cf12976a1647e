import ScrimKit
import Testing

@Suite struct SeededGeneratorTests {
  /// The first numbers of the authors' own splitmix64.c.
  static let known: [(seed: UInt64, numbers: [UInt64])] = [
    (
      0,
      [
        0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f, 0xf88b_b8a8_724c_81ec,
        0x1b39_896a_51a8_749b,
      ]
    ),
    (
      1_234_567,
      [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    ),
  ]

  @Test(arguments: known)
  func knownNumbers(seed: UInt64, expected: [UInt64]) {
    var generator = SeededGenerator(seed: seed)
    #expect(expected.map { _ in generator.next() } == expected)
  }

  @Test func copiesGoOnAlike() {
    var first = SeededGenerator(seed: 5)
    _ = first.next()
    var second = first
    #expect(first.next() == second.next())
  }
}
