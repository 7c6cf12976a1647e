import Foundation
import Glibc
import ScrimKit
import ScrimPlugins
import Testing

/// Files that are refused for their content, before the loader is called.
@Suite struct PluginCheckTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "scrim-\(UUID().uuidString)")

  /// A library with the identity of this process.
  private var fixture: ELFFixture {
    ELFFixture(
      interface: PluginInterface.version, compiler: PluginInterface.compiler,
      kitHash: PluginInterface.kitHash)
  }

  /// The host's refusal of these bytes.
  private func refusal(of bytes: [UInt8], called name: String = "libTest.so") throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    let registry = PluginRegistry()
    let host = PluginHost(registry: registry)
    #expect(host.load(file.path).isEmpty)
    #expect(registry.names.isEmpty)
    try #require(host.refused.count == 1)
    #expect(host.refused[0].path == file.path)
    return host.refused[0].reason
  }

  /// The host's refusal of the library with something changed.
  private func refusal(_ change: (inout ELFFixture) -> Void) throws -> String {
    var changed = fixture
    change(&changed)
    return try refusal(of: changed.bytes)
  }

  @Test func refusesAnotherInterface() throws {
    #expect(
      try refusal { $0.interface += 1 }
        == "Built for Scrim plugin interface \(PluginInterface.version + 1); "
        + "this daemon uses \(PluginInterface.version): rebuild it with this daemon's ScrimKit.")
  }

  @Test func refusesAnotherCompiler() throws {
    #expect(
      try refusal { $0.compiler = "17.0.0" }
        == "Built with compiler 17.0.0; this daemon with \(PluginInterface.compiler): "
        + "rebuild it with the same Swift toolchain.")
  }

  /// The name appears in the reason, and so in logs and on terminals.
  @Test(arguments: [
    "\u{1b}[2J", "6.3\nscrimd: all is well", "6.3é", String(repeating: "6", count: 201),
  ])
  func refusesACompilersNameThatCannotBePrinted(name: String) throws {
    #expect(
      try refusal { $0.compiler = name }
        == "It has a damaged ELF note of the plugin interface: the compiler's name is longer than "
        + "200 bytes or not printable ASCII.")
  }

  @Test func refusesSeveralDynamicSections() throws {
    #expect(
      try refusal { $0.dynamicSections = 2 } == "It is damaged: it has several dynamic sections.")
  }

  /// Like the loader: entries after the section's end are not linked.
  @Test func readsNoNeededLibraryBehindTheEnd() throws {
    #expect(try refusal { $0.endsEarly = true }.hasPrefix("It does not link libScrimKit.so"))
  }

  /// Each of the segments would have the same notes read again, taking minutes and more memory than available.
  @Test(.timeLimit(.minutes(1))) func readsFewOfManyNotes() throws {
    #expect(
      try refusal {
        $0.noteSegments = 60_000; $0.emptyNotes = 30_000; $0.interface += 1
      }.hasPrefix("Built for Scrim plugin interface"))
  }

  @Test func refusesAnotherKit() throws {
    let reason = try refusal { $0.kitHash = 0x1234 }
    #expect(
      reason.hasPrefix("Built with a different ScrimKit (0000000000001234; this daemon's is "))
    #expect(reason.hasSuffix("): rebuild it with this daemon's ScrimKit."))
  }

  @Test func refusesWhatIsNoPlugin() throws {
    let reason =
      "It is not a Scrim plugin: it has no ELF note of the plugin interface. "
      + "A plugin depends on the products ScrimKit and ScrimPluginABI."
    #expect(try refusal { $0.hasNotes = false } == reason)
    let host = PluginHost(registry: PluginRegistry())
    host.load("/usr/lib/x86_64-linux-gnu/libcairo.so.2")
    #expect(host.refused.map(\.reason) == [reason])
  }

  @Test func refusesAPluginWithoutItsHash() throws {
    #expect(
      try refusal { $0.hasHash = false }
        == "It has no ELF note of its ScrimKit build: "
        + "rebuild it with this ScrimKit.")
  }

  @Test func refusesAKitOfItsOwn() throws {
    #expect(
      try refusal { $0.needed = "libSomething.so" }
        == "It does not link libScrimKit.so, so its effects cannot be registered: "
        + "make it depend on the product ScrimKit.")
  }

  @Test func refusesOtherMachinesAndTypes() throws {
    var fixture = fixture
    fixture.machine = 183
    #expect(
      try refusal(of: fixture.bytes)
        == "It was built for another architecture: only x86-64 is supported.")
    fixture.machine = 62
    fixture.type = 1
    #expect(
      try refusal(of: fixture.bytes) == "It is not a shared library: its ELF type is not ET_DYN.")
    #expect(
      try refusal(of: Array("#!/bin/sh\n".utf8))
        == "It is not a shared library: it is not in ELF format.")
    #expect(try refusal(of: []) == "It is not a shared library: it is not in ELF format.")
  }

  @Test func refusesAnotherFileName() throws {
    for name in ["Glow.so", "lib.so", "libGlow-2.so", "libGlow.so.1"] {
      #expect(
        try refusal(of: fixture.bytes, called: name)
          == "It is not a Scrim plugin: plugins are named lib<Name>.so, such as libGlow.so.")
    }
  }

  @Test func refusesEveryCutLibrary() throws {
    var fixture = fixture
    fixture.kitHash ^= 1
    let whole = fixture.bytes
    // When complete, it is read to its last note.
    #expect(try refusal(of: whole).hasPrefix("Built with a different ScrimKit "))
    for count in 0..<whole.count {
      let reason = try refusal(of: Array(whole.prefix(count)))
      #expect(!reason.hasPrefix("Built"), "\(count) of \(whole.count) bytes")
    }
  }

  @Test func refusesTablesOutsideTheFile() throws {
    // The offset of the program headers, of the sections, and of each segment.
    for place in [32, 40, 64 + 8, 64 + 56 + 8, 64 + 112 + 8, 64 + 32] {
      for value in [UInt64.max, UInt64.max - 16, 1 << 63, 100_000] {
        var broken = fixture.bytes
        broken.replaceSubrange(place..<place + 8, with: big(value).reversed())
        #expect(try refusal(of: broken).hasPrefix("It is truncated or damaged: "))
      }
    }
  }

  @Test func survivesMutations() throws {
    var noise = Noise(7)
    var fixture = fixture
    // Two errors, so that the loader is never called.
    fixture.interface += 1
    fixture.kitHash = 0
    for _ in 0..<1000 {
      var broken = fixture.bytes
      for _ in 0...noise.next(below: 4) {
        broken[noise.next(below: broken.count)] = UInt8(noise.next(below: 256))
      }
      let reason = try refusal(of: broken)
      #expect(!reason.isEmpty)
    }
  }

  @Test func namesFilesThatCannotBeRead() throws {
    let host = PluginHost(registry: PluginRegistry())
    host.load("/nowhere/libNone.so")
    host.load("/dev/null")
    #expect(
      host.refused.map(\.reason) == [
        "It cannot be read: No such file or directory.", "It is not a regular file.",
      ])
  }
}
