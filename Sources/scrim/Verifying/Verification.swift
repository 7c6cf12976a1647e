import ScrimJSON
import ScrimProtocol

/// What verifying an image found.
struct Verification {
  enum Result: String {
    case sameBytes = "same-bytes"
    case samePixels = "same-pixels"
    case otherPixels = "other-pixels"
    case otherSize = "other-size"
    /// Of a document, or of a file that is not an image.
    case otherBytes = "other-bytes"

    var words: String {
      switch self {
      case .sameBytes: "same bytes"
      case .samePixels: "same pixels, other bytes"
      case .otherPixels: "other pixels"
      case .otherSize: "another size"
      case .otherBytes: "other bytes"
      }
    }
  }

  /// Something that is no longer as it was, in the order in which it is to be looked at.
  struct Difference {
    enum Kind: String {
      /// The image itself: it is not the one of its record.
      case image
      /// A program, effect or font, if it is not known which.
      case environment
      case program, effect, font, input, document, row, layer
    }

    enum Change: String {
      case changed, added, missing

      var words: String {
        switch self {
        case .changed: "has changed"
        case .added: "is new"
        case .missing: "is missing"
        }
      }
    }

    let kind: Kind
    let name: String
    let change: Change
  }

  let image: String
  /// The name of the job's output that it was compared with.
  let output: String
  /// The lock or report; `nil` without one.
  let record: String?
  let result: Result
  let differences: [Difference]
  /// `nil` unless pixels were compared.
  let comparison: ImageComparison?
  /// The layers whose extent meets pixels that differ.
  let layers: [String]

  /// Lines of a kind that are printed.
  private static let most = 8

  /// As people read it.
  var lines: [String] {
    var lines = ["\(image): \(result.words)"]
    var counts: [Difference.Kind: Int] = [:]
    for difference in differences {
      counts[difference.kind, default: 0] += 1
      guard counts[difference.kind, default: 0] <= Self.most else { continue }
      lines.append("  \(difference.kind.rawValue) \(difference.name) \(difference.change.words)")
    }
    for (kind, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where count > Self.most {
      lines.append("  \(kind.rawValue): \(count - Self.most) more")
    }
    guard let comparison else { return lines }
    if let error = comparison.error {
      lines.append("  the image cannot be compared by pixels: \(error)")
    }
    if result == .otherSize {
      let sizes = comparison.sizes.map { "\($0[0]) × \($0[1])" }
      lines.append("  \(sizes[0]) pixels; rendered again it has \(sizes[1])")
    }
    if comparison.pixels > 0 {
      let region = comparison.region
      lines.append(
        "  \(comparison.pixels) pixels differ by up to \(comparison.most) of 255, all within "
          + "\(region[0]), \(region[1]), \(region[2]) × \(region[3])")
      if !layers.isEmpty {
        let rest = layers.count > Self.most ? " and \(layers.count - Self.most) more" : ""
        lines.append("  layers there: \(layers.prefix(Self.most).joined(separator: ", "))\(rest)")
      }
    }
    return lines
  }

  /// As programs read it.
  var json: JSON {
    var members: [JSON.Member] = [
      .init("image", .string(image)), .init("output", .string(output)),
      .init("record", record.field), .init("result", .string(result.rawValue)),
      .init(
        "differences",
        .array(
          differences.map {
            [
              "kind": .string($0.kind.rawValue), "name": .string($0.name),
              "change": .string($0.change.rawValue),
            ]
          })),
    ]
    guard let comparison else { return .object(members) }
    if let error = comparison.error { members.append(.init("error", .string(error))) }
    members += [
      .init("sizes", .array(comparison.sizes.map { .array($0.map(JSON.integer)) })),
      .init("pixels", .integer(comparison.pixels)), .init("most", .integer(comparison.most)),
      .init("region", .array(comparison.region.map(JSON.integer))),
      .init("layers", .array(layers.map(JSON.string))),
    ]
    return .object(members)
  }
}
