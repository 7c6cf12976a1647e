import Foundation
import RenderTesting
import Glibc
import ScrimJob
import ScrimKit
import ScrimPlugins
import ScrimRender
import Testing

/// Plugins of a package outside the tree, loaded into this process. Serialized, since the loader never unloads.
@Suite(.serialized) final class OutsidePluginTests {
  private let folder: URL
  private let witness: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "scrim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    witness = folder.appending(path: "witness")
    setenv("SCRIM_WITNESS", witness.path, 1)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var codeRan: Bool { FileManager.default.fileExists(atPath: witness.path) }

  private func glow() throws -> [UInt8] {
    Array(try Data(contentsOf: try OutsidePlugin.built.get().folder.appending(path: "libGlow.so")))
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A new file each time: a loaded one is mapped, and must not change.
    try Data(bytes).write(to: file, options: .atomic)
    return file.path
  }

  /// The only offset of a pattern.
  private func place(of pattern: [UInt8], in bytes: [UInt8]) throws -> Int {
    let range = try #require(Data(bytes).range(of: Data(pattern)))
    return range.lowerBound
  }

  @Test func runsNothingOfAMismatch() throws {
    let glow = try glow()
    let hash = Array(big(PluginInterface.kitHash).reversed())
    // The note's type and name precede the hash.
    let name = Array("HRCSscrim".utf8) + [0, 0, 0]
    let at = try place(of: name + hash, in: glow) + name.count
    var patched = glow
    patched[at] ^= 1
    let host = PluginHost(registry: PluginRegistry())
    host.load(try write(patched, "libGlow.so"))
    #expect(try #require(host.refused.first).reason.hasPrefix("Built with a different ScrimKit ("))
    #expect(!codeRan)
    // The same file without the patch runs its constructor: the check is effective.
    let good = PluginHost(registry: PluginRegistry())
    #expect(good.load(try write(glow, "libGlow.so")).map(\.effects) == [["glow", "stumble"]])
    #expect(codeRan)
  }

  @Test func refusesEveryCutPlugin() throws {
    let glow = try glow()
    let lengths = Array(stride(from: 0, to: glow.count, by: 997)) + [glow.count - 1]
    for length in lengths {
      let host = PluginHost(registry: PluginRegistry())
      host.load(try write(Array(glow.prefix(length)), "libGlow.so"))
      let reason = try #require(host.refused.first).reason
      #expect(
        length < 4
          ? reason.hasPrefix("It is not a shared library")
          : reason.hasPrefix("It is truncated or damaged") || length < 64, "\(length) bytes")
    }
    #expect(!codeRan)
  }

  @Test func loadsAFolderAndSaysWhatCollides() throws {
    let built = try OutsidePlugin.built.get().folder
    let registry = PluginRegistry()
    let host = PluginHost(registry: registry)
    let loaded = host.load(built.path)
    let glow = built.appending(path: "libGlow.so").path
    // libScrimKit.so is there too, and is not reported.
    #expect(
      FileManager.default.fileExists(atPath: built.appending(path: "libScrimKit.so").path))
    #expect(loaded.map(\.name) == ["Burden", "Dial", "Glow", "Loud", "Snap", "Spill"])
    #expect(loaded.dropFirst(2).first?.path == glow)
    #expect(
      loaded.map(\.effects) == [
        ["burden"], ["content:dial", "dial"], ["glow", "stumble"], ["loud"], ["snap"], ["spill"],
      ])
    #expect(host.refused.map(\.path) == [built.appending(path: "libHalo.so").path])
    #expect(
      host.refused.map(\.reason) == [
        "Its effect \"glow\" is already provided by \(glow): remove one of the two plugins."
      ])
    #expect(registry.names == ["burden", "dial", "glow", "loud", "snap", "spill", "stumble"])
    #expect(registry.contentNames == ["dial"])
    #expect(registry["glow"]?.manifest.version == "1.0.0")
    #expect(host.plugin(bringing: "glow")?.path == glow)
    #expect(host.plugin(bringing: "blur") == nil)
    // When loaded again, the first one stays.
    host.load(glow)
    #expect(
      host.refused.last?.reason
        == "A plugin named Glow is already loaded from \(glow): remove one of the two.")
  }

  @Test func sharesOneKitWithThePlugin() throws {
    let registry = PluginRegistry()
    let host = PluginHost(registry: registry)
    host.load(try OutsidePlugin.built.get().folder.appending(path: "libGlow.so").path)
    let type = try #require(registry["glow"])
    #expect(type.parameters.map(\.name) == ["radius", "color"])
    // The plugin's types are this process's: its effect draws into a picture created here.
    var decoding = ParameterDecoding()
    let json = JSON.object([.init("radius", .number(12))])
    let effect = try #require(type.decode(json, &decoding))
    #expect(decoding.diagnostics.isEmpty)
    #expect(String(describing: effect).contains("Glow"))
    // An error in its parameters has this process's type.
    let wrong = JSON.object([.init("radius", .number(900))])
    #expect(type.decode(wrong, &decoding) == nil)
    #expect(decoding.diagnostics.count == 1)
  }

  @Test func drawsAJobWithAnEffectFromOutside() throws {
    let registry = PluginRegistry()
    let host = PluginHost(registry: registry)
    host.load(try OutsidePlugin.built.get().folder.appending(path: "libGlow.so").path)
    let document = """
      {"scrim": 1, "canvas": {"width": 100, "height": 60, "background": "#000"},
       "layers": [{"fill": "#f00", "frame": {"x": 40, "y": 20, "width": 20, "height": 20},
         "effects": [{"effect": "glow", "radius": 16}]}],
       "output": {"file": "glow.png"}}
      """
    let reading = JobReading(Array(document.utf8), name: "glow", effects: registry)
    var outputs: [EncodedOutput] = []
    _ = try Renderer(fonts: FontLibrary()).render(reading, sources: [:], seed: 1) {
      outputs.append($0)
    }
    let image = try decode(try #require(outputs.first).bytes)
    #expect(image[50, 30] == .straight(255, 0, 0, 255))
    #expect(image[5, 30] == .straight(0, 0, 0, 255))
    // Eight rings of a tenth each overlap below: all of them near the layer, one at the far edge.
    let (near, far) = (image[39, 30], image[25, 30])
    #expect(near.distance(to: .straight(145, 145, 145, 255)) <= 4)
    #expect(far.distance(to: .straight(26, 26, 26, 255)) <= 2)
  }

  @Test func saysThatAnEntryPointIsMissing() throws {
    let host = PluginHost(registry: PluginRegistry())
    host.load(try write(try glow(), "libOther.so"))
    #expect(
      host.refused.map(\.reason) == [
        "It has no entry point scrim_plugin_Other: "
          + "is it @c(scrim_plugin_Other), public, and named after the file?"
      ])
  }

  @Test func neverTakesOneFileForAnother() throws {
    // The loader identifies libraries by the name of a descriptor: a reused number must not refer to an earlier
    // library.
    let built = try OutsidePlugin.built.get().folder
    for _ in 0..<3 {
      for name in ["Glow", "Halo"] {
        let host = PluginHost(registry: PluginRegistry())
        let loaded = host.load(built.appending(path: "lib\(name).so").path)
        #expect(loaded.map(\.name) == [name])
        #expect(host.refused.isEmpty)
      }
    }
  }

  @Test func prefersTheVariantForThisMachine() throws {
    let flags = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let isFast = ["avx2", "bmi2", "fma", "movbe", "f16c"].allSatisfy { flags.contains(" \($0) ") }
    let glow = try glow()
    let baseline = try write(glow, "libGlow.so")
    let variant = try write(glow, "glibc-hwcaps/x86-64-v3/libGlow.so")
    let host = PluginHost(registry: PluginRegistry())
    #expect(host.load(baseline).map(\.path) == [isFast ? variant : baseline])
    #expect(host.refused.isEmpty)
    // An invalid variant is reported, and the baseline is loaded.
    let broken = try write(Array(glow.dropLast(9)), "glibc-hwcaps/x86-64-v3/libGlow.so")
    let second = PluginHost(registry: PluginRegistry())
    #expect(second.load(folder.path).map(\.path) == [baseline])
    #expect(second.refused.map(\.path) == (isFast ? [broken] : []))
  }
}
