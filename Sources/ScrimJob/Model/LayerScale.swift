package import ScrimKit

/// The factors by which a layer is drawn larger; negative ones mirror it.
package struct LayerScale: NumberPair, Hashable {
  package let x: Double
  package let y: Double

  package static let syntax = "a number or two (across, down)"
  package static let smallest = 0.01

  package static var elements: (x: ParameterDeclaration, y: ParameterDeclaration) {
    (
      ParameterDeclaration(
        "across", "Factor of the width; negative mirrors left and right", .number),
      ParameterDeclaration("down", "Factor of the height; negative mirrors top and bottom", .number)
    )
  }

  package init(_ both: Double = 1) { self.init(x: both, y: both) }

  package init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }
}
