package import ScrimKit

/// How a group lays out the boxes in it (CSS Flexible Box Layout level 1).
package struct FlexSpec: Sendable, Hashable {
  package enum Direction: String, ParameterChoice {
    case row, column
    case rowReverse = "row-reverse"
    case columnReverse = "column-reverse"

    var isRow: Bool { self == .row || self == .rowReverse }
    var isReverse: Bool { self == .rowReverse || self == .columnReverse }
  }

  package enum Wrap: String, ParameterChoice {
    case nowrap, wrap
    case wrapReverse = "wrap-reverse"
  }

  /// Distribution of free space along an axis (CSS Box Alignment §5).
  package enum Distribution: String, ParameterChoice {
    case stretch, start, center, end
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"
  }

  package enum Justification: String, ParameterChoice {
    case start, center, end
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"

    var distribution: Distribution { Distribution(rawValue: rawValue) ?? .start }
  }

  package enum Alignment: String, ParameterChoice {
    case stretch, start, center, end, baseline
  }

  package enum TextDirection: String, ParameterChoice {
    case ltr, rtl
  }

  package var direction = Direction.row
  package var wrap = Wrap.nowrap
  /// Between lines of a row, or between the boxes of a column. A percentage of an unknown height is 0.
  package var rowGap = Length.pixels(0)
  package var columnGap = Length.pixels(0)
  /// `nil` is CSS's `normal`: from the main start, also where the direction is reversed.
  package var justifyContent: Justification?
  package var alignItems = Alignment.stretch
  package var alignContent = Distribution.stretch
  /// `nil` is that of the enclosing flex group, or else from left to right.
  package var textDirection: TextDirection?

  package init() {}
}

/// What a box asks of the flex group that it is in.
package struct FlexItem: Sendable, Hashable {
  package enum Basis: Sendable, Hashable {
    /// The box's width or height.
    case automatic
    case length(Length)
  }

  /// At least 0.
  package var grow = 0.0
  /// At least 0.
  package var shrink = 1.0
  package var basis = Basis.automatic
  /// `nil` is the group's `alignItems`.
  package var alignSelf: FlexSpec.Alignment?
  package var margin = Margins()

  package init() {}
}

/// Distances around a box; `nil` is `auto`. Percentages are of the width of the containing box.
package struct Margins: Sendable, Hashable {
  package var top: Length? = .pixels(0)
  package var right: Length? = .pixels(0)
  package var bottom: Length? = .pixels(0)
  package var left: Length? = .pixels(0)

  package init() {}

  package init(top: Length?, right: Length?, bottom: Length?, left: Length?) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }
}

/// Four distances at least 0; percentages are of the width of the containing box.
package struct Edges: Sendable, Hashable {
  package var top: Length
  package var right: Length
  package var bottom: Length
  package var left: Length

  package init(top: Length, right: Length, bottom: Length, left: Length) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  package init(_ all: Length) { self.init(top: all, right: all, bottom: all, left: all) }

  package init(_ insets: Insets) {
    self.init(
      top: .pixels(insets.top), right: .pixels(insets.right), bottom: .pixels(insets.bottom),
      left: .pixels(insets.left))
  }

  /// The distances in px.
  ///
  /// - Parameter width: The width of the containing box, px; percentages of an unknown one are 0.
  /// - Returns: px.
  package func resolved(of width: Double?) -> Insets {
    Insets(
      top: top.pixels(of: width) ?? 0, right: right.pixels(of: width) ?? 0,
      bottom: bottom.pixels(of: width) ?? 0, left: left.pixels(of: width) ?? 0)
  }
}

extension Length {
  /// The distance in px; `nil` for a percentage of an unknown length.
  func pixels(of whole: Double?) -> Double? {
    switch self {
    case .pixels(let pixels): pixels
    case .percent: whole.map { resolved(of: $0) }
    }
  }
}

extension Insets {
  var horizontal: Double { left + right }
  var vertical: Double { top + bottom }
}
