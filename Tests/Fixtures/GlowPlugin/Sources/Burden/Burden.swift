import Glibc
import ScrimKit

/// Uses the given time and memory.
struct Burden: Effect {
  static let manifest = Manifest("burden", version: "1.0.0", summary: "Takes time and memory.")

  @Parameter("How long it takes, seconds", in: 0...600) var seconds = 0.0
  @Parameter("How much memory it writes to, MiB", in: 0...1_000_000) var mebibytes = 0.0

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    usleep(UInt32(seconds * 1_000_000))
    let memory = [UInt8](repeating: 1, count: Int(mebibytes * 1_048_576))
    precondition(memory.allSatisfy { $0 == 1 })
  }
}

@c(scrim_plugin_Burden) public func scrimPlugin() -> ScrimPluginHandle { export(Burden.self) }
