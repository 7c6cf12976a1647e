package import ScrimDocument
import ScrimKit

/// What the format has and this version does not draw. A job that asks for it is refused by name:
/// nothing that a job says is passed over in silence.
package struct Availability: Sendable {
  /// One key of one object that is not drawn, unless it says what is drawn anyway.
  package struct Gap: Sendable {
    let object: ObjectKind
    let key: String
    let harmless: JSON?

    /// - Parameters:
    ///   - object: The object that has the key.
    ///   - key: The key.
    ///   - harmless: The value at which there is nothing to draw.
    package init(_ object: ObjectKind, _ key: String, unless harmless: JSON? = nil) {
      self.object = object
      self.key = key
      self.harmless = harmless
    }
  }

  let gaps: [Gap]
  let formats: Set<Output.Format>

  /// - Parameters:
  ///   - gaps: The keys that are not drawn.
  ///   - formats: The formats that are not written.
  package init(gaps: [Gap], formats: Set<Output.Format>) {
    self.gaps = gaps
    self.formats = formats
  }

  /// Everything that the format has.
  package static let everything = Availability(gaps: [], formats: [])

  /// What this version lacks: delete a line here when the renderer can draw it.
  package static let thisVersion = Availability(
    gaps: [],
    formats: [])

  /// The effects of the format. One that no plugin brings is refused as not available, not as
  /// unknown.
  static let specifiedEffects = [
    "paywall-blur", "story-highlight", "outline", "drop-shadow", "blur", "spotlight",
    "frosted-panel",
  ]

  /// Reports what a job asks for that is not drawn, where it is not wrong already.
  func check(_ job: Job, _ findings: Findings) {
    for (kind, node, path) in findings.objects {
      for gap in gaps where gap.object == kind {
        check(gap, Place(node: node, path: path, findings: findings), findings)
      }
    }
    for output in job.outputs where formats.contains(output.format) {
      let key: PathElement = job.document[output.path + ["format"]] == nil ? "file" : "format"
      findings.report(
        job.problem(
          ParameterProblem.Code.notAvailable.name,
          "\(output.format.displayName) output is not available in this version.",
          at: output.path + [key]))
    }
  }

  private func check(_ gap: Gap, _ object: Place, _ findings: Findings) {
    guard let value = object.node[gap.key] else { return }
    let path = object.path + [.key(gap.key)]
    let json = JSON(value)
    guard !findings.hasProblem(within: path), !isSame(json, gap.harmless) else { return }
    let place = Place(node: value, path: path, findings: findings)
    let isShort = value.array == nil && value.object == nil
    place.report(
      .notAvailable,
      isShort
        ? "\(quoted(gap.key)): \(place.found) is not available in this version."
        : "\(quoted(gap.key)) is not available in this version.")
  }

  /// Equal, where `0` is `0.0`.
  private func isSame(_ json: JSON, _ other: JSON?) -> Bool {
    json == other || (json.number != nil && json.number == other?.number)
  }
}
