import BlurEffect
import ColorAdjust
import DropShadow
import FrostedPanel
import Foundation
import DiagnosticCases
import Outline
import PaywallBlur
import ScrimJSON
import ScrimJob
import ScrimKit
import Spotlight
import StoryHighlight
import Testing

/// The declarations of the format beside what else speaks of it.
@Suite struct DeclarationTests {
  @Test(arguments: ObjectFormat.all)
  func everyKeyIsInTheGuide(format: ObjectFormat) throws {
    let folder = Verdict.root.appending(path: "docs/jobs")
    let guide = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    for key in format.keys {
      #expect(
        guide.contains("`\(key.name)`") || guide.contains("\"\(key.name)\""),
        "\(format.kind.rawValue).\(key.name) is not in docs/jobs")
    }
  }

  @Test func everyObjectIsDeclaredOnce() {
    #expect(ObjectFormat.all.map(\.kind) == ObjectKind.allCases)
    for format in ObjectFormat.all {
      #expect(Set(format.keys.map(\.name)).count == format.keys.count)
    }
  }

  /// A job without a key is the job that says the key's default.
  @Test(arguments: DefaultCase.all)
  func theDefaultIsWhatTheReaderUses(case example: DefaultCase) throws {
    let without = try JobSample.read(example.job(nil))
    let with = try JobSample.read(example.job(example.key))
    #expect(summary(of: without) == summary(of: with))
    // The comparison sees the key at all.
    let other = try JobSample.read(example.job(example.key, value: example.other))
    #expect(summary(of: without) != summary(of: other))
  }

  @Test func everyDefaultHasACase() {
    let declared = ObjectFormat.all.filter {
      ![.text, .textDefaults, .style].contains($0.kind)
    }.flatMap { format in
      format.keys.filter { $0.defaultValue != nil }.map { "\(format.kind.rawValue).\($0.name)" }
    }
    let tried = DefaultCase.all.map { "\($0.kind.rawValue).\($0.key.name)" }
    #expect(Set(tried).isSuperset(of: declared))
  }

  /// What a text or an effect declares as a default must be something that a job may say.
  @Test(
    arguments: [
      Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, FrostedPanel.self,
      BlurEffect.self, Spotlight.self, ColorAdjust.self,
    ] as [any Effect.Type])
  func defaultsOfParametersAreAllowed(effect: any Effect.Type) {
    // What must be said anyway.
    let targets = JSON.Member("targets", .array([.string("#canvas")]))
    let required = [targets].filter { known in
      effect.parameters.contains { $0.name == known.key && $0.defaultValue == nil }
    }
    for parameter in effect.parameters {
      guard let value = parameter.defaultValue, value != .null else { continue }
      var decoding = ParameterDecoding()
      let read = effect.decode(
        .object(required + [.init(parameter.name, value)]), &decoding)
      #expect(read != nil, "\(parameter.name): \(decoding.diagnostics)")
    }
  }

  @Test func aTextOfDefaultsIsTheTextWithoutThem() throws {
    let text = try #require(ObjectFormat.all.first { $0.kind == .text })
    for key in text.keys {
      guard let value = key.defaultValue else { continue }
      let keys = #""text": {"string": "x""#
      let without = try JobSample.read(JobSample.layer("\(keys)}"))
      let with = try JobSample.read(
        JobSample.layer("\(keys), \"\(key.name)\": \(value.text())}"))
      #expect(summary(of: without) == summary(of: with), "\(key.name)")
    }
  }
}

/// All that a job says, but where it says it.
private func summary(of job: Job) -> [String] {
  var outputs = job.outputs
  for index in outputs.indices { outputs[index].path = [] }
  let layers = job.allLayers.map { layer in
    let content =
      switch layer.content {
      case .text(let text): "\(text.json)"
      case .none, .image, .fill: "\(layer.content)"
      case .group(let layers): "\(layers.count) layers"
      case .plugin(let use): use.name
      }
    return [
      "\(layer.id ?? "")", "\(layer.frame)", "\(layer.padding)", content,
      layer.cornerRadius.map { "\($0)" } ?? "", "\(layer.clips)", "\(layer.background)",
      "\(layer.opacity)", "\(layer.blend)",
      layer.border.map { $0.json.text() } ?? "", "\(layer.shadows.map { $0.json.text() })",
      layer.mask.map { "\($0)" } ?? "",
      "\(layer.rotate)", "\(layer.scale.json)", "\(layer.skew.json)", "\(layer.isVisible)",
      "\(layer.isSnapped)",
      "\(layer.item)", layer.flex.map { "\($0)" } ?? "",
    ].joined(separator: " ")
  }
  return ["\(job.canvas)", "\(outputs)"] + layers
}

/// A key with a default, in a job in which it may stand.
struct DefaultCase: Sendable, CustomStringConvertible {
  let kind: ObjectKind
  let key: KeyFormat
  /// The job, with `KEY` where the key goes with a comma after it.
  let frame: String
  /// Another value of the key.
  let other: String

  var description: String { "\(kind.rawValue).\(key.name)" }

  func job(_ key: KeyFormat?, value: String? = nil) -> String {
    let member = key.map { key in
      "\"\(key.name)\": \(value ?? key.defaultValue.map { $0.text() } ?? "null"), "
    }
    return frame.replacing("KEY", with: member ?? "")
  }

  static let all: [DefaultCase] = [
    (.canvas, "padding", canvas("KEY\"width\": 9, \"height\": \"auto\""), "3"),
    (.canvas, "scale", canvas("KEY\"width\": 9, \"height\": 9"), "3"),
    (.canvas, "bleed", canvas("KEY\"width\": 9, \"height\": 9"), "3"),
    (.canvas, "background", canvas("KEY\"width\": 9, \"height\": 9"), "\"red\""),
    (.layer, "opacity", JobSample.layer("KEY\"fill\": \"red\""), "0.5"),
    (.layer, "blend", JobSample.layer("KEY\"fill\": \"red\""), "\"screen\""),
    (.layer, "rotate", JobSample.layer("KEY\"fill\": \"red\""), "3"),
    (.layer, "scale", JobSample.layer("KEY\"fill\": \"red\""), "[-1, 1]"),
    (.layer, "skew", JobSample.layer("KEY\"fill\": \"red\""), "3"),
    (.layer, "clip", JobSample.layer("KEY\"fill\": \"red\", \"cornerRadius\": 9"), "false"),
    (
      .layer, "cornerShape", JobSample.layer("KEY\"fill\": \"red\", \"cornerRadius\": 9"),
      "\"bevel\""
    ),
    (.border, "width", JobSample.layer("\"border\": {KEY\"//\": 0}"), "3"),
    (.border, "color", JobSample.layer("\"border\": {KEY\"//\": 0}"), "\"red\""),
    (.border, "style", JobSample.layer("\"border\": {KEY\"//\": 0}"), "\"dotted\""),
    (.shadow, "dx", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "3"),
    (.shadow, "dy", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "3"),
    (.shadow, "sigma", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "3"),
    (.shadow, "spread", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "3"),
    (.shadow, "color", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "\"red\""),
    (.shadow, "inset", JobSample.layer("\"shadow\": {KEY\"//\": 0}"), "true"),
    (.layer, "snap", JobSample.layer("KEY\"fill\": \"red\""), "false"),
    (.layer, "visible", JobSample.layer("KEY\"fill\": \"red\""), "false"),
    (.layer, "flexGrow", item("KEY"), "3"),
    (.layer, "flexShrink", item("KEY"), "3"),
    (.layer, "display", item("KEY"), "\"none\""),
    (.flex, "direction", flex("KEY"), "\"column\""),
    (.flex, "wrap", flex("KEY"), "\"wrap\""),
    (.flex, "alignItems", flex("KEY"), "\"center\""),
    (.flex, "alignContent", flex("KEY"), "\"center\""),
    (.anchor, "x", anchor("KEY"), "\"start\""),
    (.anchor, "y", anchor("KEY"), "\"start\""),
    (.anchor, "dx", anchor("KEY"), "3"),
    (.anchor, "dy", anchor("KEY"), "3"),
    (.frame, "gap", JobSample.layer(##""frame": {KEY"below": "#canvas"}"##), "3"),
    (.frame, "inset", JobSample.layer(##""frame": {KEY"of": "#canvas"}"##), "3"),
    (.image, "fit", JobSample.layer(#""image": {KEY"source": "a.png"}"#), "\"contain\""),
    (.image, "position", JobSample.layer(#""image": {KEY"source": "a.png"}"#), "[0, 0]"),
    (.border, "width", JobSample.layer(#""border": {KEY"color": "red"}"#), "3"),
    (.border, "color", JobSample.layer(#""border": {KEY"width": 2}"#), "\"red\""),
    (.mask, "mode", JobSample.layer(#""mask": {KEY"fill": "red"}"#), "\"luminance\""),
    (.mask, "invert", JobSample.layer(#""mask": {KEY"fill": "red"}"#), "true"),
    (.output, "quality", JobSample.output(#"{KEY"file": "a.jpg"}"#), "3"),
    (.output, "lossless", JobSample.output(#"{KEY"file": "a.webp"}"#), "true"),
    (.output, "compression", JobSample.output(#"{KEY"file": "a.png"}"#), "\"small\""),
    (.output, "textLayer", JobSample.output(#"{KEY"file": "a.pdf"}"#), "true"),
  ].compactMap { kind, name, frame, other in
    ObjectFormat.all.first { $0.kind == kind }?[name].map {
      DefaultCase(kind: kind, key: $0, frame: frame, other: other)
    }
  }

  private static func item(_ keys: String) -> String {
    JobSample.layer("\"flex\": {}, \"layers\": [{\(keys)\"fill\": \"red\"}]")
  }

  private static func flex(_ keys: String) -> String {
    JobSample.layer("\"layers\": [{}], \"flex\": {\(keys)\"gap\": 1}")
  }

  private static func anchor(_ keys: String) -> String {
    JobSample.layer("\"frame\": {\"anchor\": {\(keys)\"to\": \"#canvas\"}}")
  }

  private static func canvas(_ keys: String) -> String {
    "{\"scrim\": 1, \"canvas\": {\(keys)}, \"layers\": [{}]}"
  }
}
