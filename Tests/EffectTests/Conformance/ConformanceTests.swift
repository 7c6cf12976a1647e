import Foundation
import ProgramTesting
import RenderTesting
import ScrimKit
import ScrimPlugins
import ScrimConformance
import ScrimProtocol
import Testing

/// Checks every loaded effect against its declarations: those that a worker would load, and a third-party plugin.
@Suite struct ConformanceTests {
  @Test(arguments: LoadedEffects.names) func holds(_ name: String) throws {
    let effect = try #require(LoadedEffects.registry[name])
    let report = try Conformance(effects: LoadedEffects.registry, fonts: FontLibrary())
      .check(effect)
    #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    #expect(report.passes)
    // A check that compared nothing proves nothing.
    for check in ConformanceCheck.allCases where check != .memory {
      #expect(report.rows[check]?.passed ?? 0 > 0 || Self.isNothing(check, to: name), "\(check)")
    }
    #expect(report.digests.count > 10)
  }

  /// Checks that do not apply to an effect by its nature.
  private static func isNothing(_ check: ConformanceCheck, to name: String) -> Bool {
    ["story-highlight", "paywall-blur"].contains(name)
      && (check == .onePixel || check == .hugeFrame)
  }

  @Test func everyCheckCanBeRequestedByItsName() {
    #expect(CheckRequest.parts == ConformanceCheck.allCases.map(\.rawValue))
  }

  /// A parameterised test over no effect would pass.
  @Test func effectsAreFound() {
    #expect(LoadedEffects.names.contains("glow"))
    #expect(LoadedEffects.names.count >= 8)
    #expect(LoadedEffects.refused == [])
  }
}

/// The effects next to the programs, and those of the third-party plugin.
private enum LoadedEffects {
  static let registry = PluginRegistry()
  static let names = {
    _ = refused
    return registry.names
  }()
  static let refused = {
    let host = PluginHost(registry: registry)
    host.load(CommandRun.programs.path)
    if let outside = try? OutsidePlugin.built.get() {
      host.load(outside.folder.appending(path: "libGlow.so").path)
    }
    return host.refused
  }()
}

extension ConformanceReport {
  /// The violations, as a list.
  var violations: [String] {
    ConformanceCheck.allCases.flatMap { check in
      (rows[check]?.violations ?? []).map { "\(name), \(check.rawValue): \($0)" }
    }
  }
}
