@_spi(Host) import ScrimKit
import Testing

@Suite struct ContentCacheTests {
  private func cached(_ keys: some Sequence<Int>, in cache: inout ContentCache<Int, Int>) -> [Int] {
    keys.filter { cache.value(for: $0) != nil }
  }

  @Test func removesTheLeastRecentlyUsed() {
    var cache = ContentCache<Int, Int>(limit: 4)
    for key in 1...4 { cache.insert(key, for: key, cost: 1) }
    _ = cache.value(for: 1)
    cache.insert(5, for: 5, cost: 1)
    #expect(cached(1...5, in: &cache) == [1, 3, 4, 5])
    // As many as its cost takes, and no more.
    cache.insert(6, for: 6, cost: 2)
    #expect(cached(1...6, in: &cache) == [4, 5, 6])
    #expect(cache.cost == 4)
  }

  /// With one at a time each insertion into a full cache would look at all values.
  @Test func removesAnEighthOfManyAtOnce() {
    var cache = ContentCache<Int, Int>(limit: 1000)
    for key in 0..<1000 { cache.insert(key, for: key, cost: 1) }
    #expect(cache.cost == 1000)
    cache.insert(1000, for: 1000, cost: 1)
    #expect(cached(0...1000, in: &cache) == Array(125...1000))
    #expect(cache.cost == 876)
    for key in 1001..<1125 { cache.insert(key, for: key, cost: 1) }
    #expect(cache.cost == 1000)
    #expect(cache.value(for: 125) != nil)
  }

  @Test func aValueIsReplacedAndATooLargeOneNotCached() {
    var cache = ContentCache<Int, Int>(limit: 4)
    for key in 1...4 { cache.insert(key, for: key, cost: 1) }
    cache.insert(7, for: 2, cost: 1)
    #expect(cache.value(for: 2) == 7)
    #expect(cache.cost == 4)
    cache.insert(8, for: 3, cost: 5)
    #expect(cached(1...4, in: &cache) == [1, 2, 4])
    #expect(cache.cost == 3)
  }
}
