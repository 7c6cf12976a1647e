import Foundation
import ScrimHTTP
import ScrimJSON
import ScrimLinux
import Testing

@Suite struct ImageCacheTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func image(_ number: Int, bytes: Int = 1000) throws -> RenderedImage {
    let link = try #require(ImageLink(path: "/t/card@1/eyJ9.png"))
    let identity = try ImageIdentity(
      template: "d", link, inputs: ["n": .integer(number)], environment: "e")
    return RenderedImage(
      identity: identity, type: "image/png",
      bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes))
  }

  private func file(_ image: RenderedImage) -> URL {
    folder.url.appending(
      path: "\(image.identity.digest.prefix(2))/\(image.identity.digest)")
  }

  @Test func readsWhatWasStored() throws {
    let one = try image(1)
    do {
      let cache = try ImageCache(in: folder.open(), limit: 1 << 20)
      #expect(cache.read(one.identity) == nil)
      try cache.store(one)
      #expect(cache.read(one.identity) == one.bytes)
    }
    #expect(try ImageCache(in: folder.open(), limit: 1 << 20).read(one.identity) == one.bytes)
  }

  /// What a power cut, a full disk or a foreign hand left.
  @Test func neverReadsOtherBytes() throws {
    let one = try image(1)
    let cache = try ImageCache(in: folder.open(), limit: 1 << 20)
    try cache.store(one)
    let whole = try Data(contentsOf: file(one))
    var changed = whole
    changed[500] ^= 1
    var head = whole
    head[3] ^= 1
    for bytes in [
      Data(), whole.prefix(10), whole.prefix(65), whole.dropLast(), whole + Data([0]), changed,
      head,
      Data(count: whole.count),
    ] {
      try bytes.write(to: file(one))
      #expect(cache.read(one.identity) == nil, "\(bytes.count) bytes")
      #expect(!FileManager.default.fileExists(atPath: file(one).path), "deleted")
    }
    try FileManager.default.createSymbolicLink(
      atPath: file(one).path, withDestinationPath: "/etc/passwd")
    #expect(cache.read(one.identity) == nil)
  }

  @Test func removesPartsOfAKilledProcess() throws {
    _ = try ImageCache(in: folder.open(), limit: 1 << 20)
    try folder.write("part", to: "00/.00ff.new")
    _ = try ImageCache(in: folder.open(), limit: 1 << 20)
    #expect(folder.names("00").isEmpty)
  }

  @Test func boundsItself() throws {
    let limit = 20_000
    let cache = try ImageCache(in: folder.open(), limit: limit)
    let images = try (0..<40).map { try image($0) }
    for image in images {
      try cache.store(image)
      // One that is used stays.
      #expect(cache.read(images[0].identity) != nil)
    }
    let left = images.filter { cache.read($0.identity) != nil }
    #expect((10..<20).contains(left.count), "\(left.count)")
    #expect(cache.read(images[39].identity) != nil)
    let large = try image(50, bytes: limit)
    try cache.store(large)
    #expect(cache.read(large.identity) == nil, "larger than all")
    let none = try TestFolder()
    let off = try ImageCache(in: none.open(), limit: 0)
    try off.store(images[0])
    #expect(off.read(images[0].identity) == nil)
  }

  @Test func takesAnotherLimit() throws {
    let cache = try ImageCache(in: folder.open(), limit: 1 << 20)
    let images = try (0..<10).map { try image($0) }
    for image in images { try cache.store(image) }
    try cache.limit(to: 5000)
    #expect((1...4).contains(images.count { cache.read($0.identity) != nil }))
  }

  // MARK: Keys

  private func caches(_ keys: [String], bytes: Int = 20_000) throws -> KeyCaches {
    try KeyCaches(at: folder.path, bytes: bytes, memoryBytes: 16 * bytes, keys: keys)
  }

  private func store(_ image: RenderedImage, _ caches: KeyCaches, _ key: String) throws {
    let share = try #require(caches[key])
    share.memory.insert(image, for: image.identity, bytes: image.bytes.count)
    try share.disk.store(image)
  }

  /// Whether a key has an image in memory and on disk.
  private func has(_ image: RenderedImage, _ caches: KeyCaches, _ key: String) -> [Bool] {
    [
      caches[key]?.memory[image.identity] != nil, caches[key]?.disk.read(image.identity) != nil,
    ]
  }

  @Test func keysNeitherSeeNorEvictImagesOfOthers() throws {
    let caches = try caches(["blog", "shop"])
    let one = try image(1)
    try store(one, caches, "shop")
    #expect(has(one, caches, "shop") == [true, true])
    #expect(has(one, caches, "blog") == [false, false])
    for number in 2..<400 { try store(image(number), caches, "blog") }
    #expect(has(one, caches, "shop") == [true, true])
    #expect(try has(image(2), caches, "blog") == [false, false], "of its own share")
    #expect(caches["other"] == nil)
  }

  @Test func dividesTheSpaceAnew() throws {
    let caches = try caches(["shop"])
    let images = try (0..<15).map { try image($0) }
    for image in images { try store(image, caches, "shop") }
    func left() -> Int { images.count { has($0, caches, "shop")[1] } }
    #expect(left() == 15)
    try folder.write("mine", to: "note.txt")
    try folder.write("mine", to: "notes/note.txt")
    try caches.renew(["blog", "shop"])
    #expect((5...9).contains(left()), "half of the limit")
    try store(images[0], caches, "blog")
    try caches.renew(["shop"])
    #expect(
      folder.names("") == ["note.txt", "notes", "shop.images"], "nothing of others is deleted")
  }

  @Test func belongsToOneProcess() throws {
    let first = try caches(["shop"])
    withExtendedLifetime(first) {
      _ = #expect(throws: KeyCaches.InUse.self) { try caches(["shop"]) }
    }
  }
}
