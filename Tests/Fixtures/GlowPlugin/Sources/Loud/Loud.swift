import Glibc
import ScrimKit

/// Writes what controls a terminal, and under which account it runs.
struct Loud: Effect {
  static let manifest = Manifest("loud", version: "1.0.0", summary: "Shouts.")

  private static let shout: Void = {
    let line =
      "\u{1B}]0;owned\u{07}\u{1B}[2Jscrim: all checks passed uid=\(geteuid()),\(getgid())\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
  }()

  func apply(to picture: inout Picture, in context: EffectContext) { Self.shout }
}

@c(scrim_plugin_Loud) public func scrimPlugin() -> ScrimPluginHandle { export(Loud.self) }
