import BlurEffect
import Codes
import ColorAdjust
import DropShadow
import FrostedPanel
import Outline
import ParameterGauge
import PaywallBlur
import ScrimJSON
import ScrimJob
import ScrimKit
import SVG
import Shapes
import Spotlight
import StoryHighlight

/// The validation of jobs, with effects whose parameters are of every kind.
enum ValidationTarget {
  static let effects = {
    let effects = PluginRegistry()
    let types: [any Parameterized.Type] = [
      Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, FrostedPanel.self,
      BlurEffect.self, Spotlight.self, ColorAdjust.self, Gauge.self,
      Ellipse.self, Arc.self, Polygon.self, Star.self, PathShape.self, Line.self, QRCode.self,
      Barcode.self, SVG.self,
    ]
    for type in types { effects.register(type) }
    return effects
  }()

  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    do throws(JobDiagnostics) {
      check(
        try Job.read(
          Array(bytes), name: "fuzz", effects: effects))
    } catch {
      check(error.diagnostics, bytes)
    }
    return .interesting
  }

  private static func check(_ job: Job) {
    require(!job.layers.isEmpty, "a job has layers")
    require(!job.outputs.isEmpty, "a job has outputs")
    require(
      Set(job.outputs.map(\.file)).count == job.outputs.count, "outputs have names of their own")
    let ids = job.allLayers.compactMap(\.id)
    require(Set(ids).count == ids.count, "layers have ids of their own")
  }

  private static func check(_ diagnostics: [Diagnostic], _ bytes: UnsafeRawBufferPointer) {
    require(!diagnostics.isEmpty, "a job that is refused has a mistake")
    let end = end(of: bytes)
    for diagnostic in diagnostics { diagnostic.check(end: end) }
    let positions = diagnostics.compactMap(\.position)
    require(
      zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 },
      "mistakes stand in document order: \(diagnostics.map { $0.text(file: "job.json") })")
    var duplicates: [Diagnostic] = []
    guard let document = try? Node.parse(Array(bytes), duplicates: &duplicates) else {
      return require(diagnostics.count == 1, "a mistake of syntax stands alone")
    }
    for diagnostic in diagnostics {
      require(
        document[diagnostic.path] != nil || document[diagnostic.path.dropLast()] != nil,
        "\(diagnostic.displayPath) leads to a value, or to where one is missing")
    }
  }

}
