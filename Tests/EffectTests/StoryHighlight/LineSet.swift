import ScrimKit
import StoryHighlight

/// The lines of a made-up text, as a highlight sees them.
struct LineSet: CustomStringConvertible {
  let kind: Kind
  var rows: [LineRow]
  var cornerRadius: Double
  var emptyLine = EmptyLine.break

  /// What matters in it.
  enum Kind: String, CaseIterable, Sendable {
    case wrapped, justified, centred, rightAligned, mixedDirections, unequalHeights, lowLines
    case emptyLines, apart, tinySteps, spaced, overlapping
  }

  var description: String { "\(kind), radius \(cornerRadius), \(emptyLine): \(rows)" }

  /// The lines where the layout puts them.
  var boxes: [Rect] {
    rows.compactMap { row in
      guard case .words(let box) = row else { return nil }
      return box
    }
  }

  var blocks: [Block] { Block.blocks(of: rows, emptyLine: emptyLine) }
}

extension LineSet {
  /// Lines at random, all lengths multiples of ½ px and the radius of ⅛ px: then neither the middle
  /// of a gap nor half a line falls between the samples of an oracle that takes 8 of them a px.
  init(_ kind: Kind, by random: inout SeededGenerator) {
    func length(_ range: ClosedRange<Double>) -> Double {
      let steps = Int((range.upperBound - range.lowerBound) * 2)
      return range.lowerBound + Double(random.below(steps + 1)) / 2
    }
    self.kind = kind
    rows = []
    emptyLine = random.below(2) == 0 ? .break : .bridge
    cornerRadius = Double(8 + random.below(kind == .lowLines ? 120 : 40)) / 8
    let count = 1 + random.below(6)
    let frame = 56.0
    let pitch = length(12...20)
    var top = 0.0
    var width = length(16...frame)
    for index in 0..<count {
      if kind == .emptyLines, random.below(3) == 0 {
        rows.append(.empty)
        top += pitch
        continue
      }
      let height: Double =
        switch kind {
        case .unequalHeights: length(8...28)
        case .lowLines: length(4...9)
        default: pitch
        }
      var left = 0.0
      switch kind {
      case .wrapped: width = random.below(4) == 0 ? length(10...40) : length(44...frame)
      case .justified: width = index == count - 1 ? length(10...frame) : frame
      case .tinySteps: width = max(12, width + length(-4...4))
      default: width = length(10...frame)
      }
      switch kind {
      case .centred:
        width = width.rounded()
        left = (frame - width) / 2
      case .rightAligned: left = frame - width
      case .mixedDirections: left = random.below(2) == 0 ? 0 : frame - width
      case .apart: left = length(0...60)
      case .tinySteps: left = length(0...3)
      default: break
      }
      rows.append(.words(Rect(x: left, y: top, width: width, height: height)))
      switch kind {
      case .spaced: top += height + length(1...10)
      case .overlapping: top += height - length(1...5)
      default: top += height
      }
    }
  }

  /// The same seen in a mirror at the left.
  var mirrored: LineSet {
    changed { Rect(x: -$0.right, y: $0.y, width: $0.width, height: $0.height) }
  }

  /// The same upside down.
  var flipped: LineSet {
    var copy = changed { Rect(x: $0.x, y: -$0.bottom, width: $0.width, height: $0.height) }
    copy.rows.reverse()
    return copy
  }

  private func changed(_ change: (Rect) -> Rect) -> LineSet {
    var copy = self
    copy.rows = rows.map { row in
      if case .words(let box) = row { return .words(change(box)) }
      return row
    }
    return copy
  }
}

extension SeededGenerator {
  /// A whole number from 0 up to `bound`, which is never reached.
  mutating func below(_ bound: Int) -> Int { Int(unit() * Double(bound)) }
}
