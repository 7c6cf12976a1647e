import ScrimWorkerClient
import Testing

/// Seeds of the rows of a batch.
@Suite struct RowSeedTests {
  /// The first numbers of SplitMix64, as its reference implementation gives them for the seed 0.
  @Test func theSeedOfARowDependsOnTheBatchAndItsNumber() {
    #expect(RowSeed.seed(0, row: 1) == Int(UInt64(0xE220_A839_7B1D_CDAF) >> 11))
    #expect(RowSeed.seed(0, row: 2) == Int(UInt64(0x6E78_9E6A_A1B9_65F4) >> 11))
    #expect(RowSeed.seed(0, row: 3) == Int(UInt64(0x06C4_5D18_8009_454F) >> 11))
    #expect(RowSeed.seed(1, row: 1) != RowSeed.seed(0, row: 1))
    #expect(Set((1...1000).map { RowSeed.seed(7, row: $0) }).count == 1000)
  }
}
