internal import Glibc
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

/// The angles by which the edges of a layer lean, degrees: those down along x, those across along y.
package struct LayerSkew: NumberPair, Hashable {
  package let x: Double
  package let y: Double

  package static let syntax = "an angle or two (along x, along y)"

  package static var elements: (x: ParameterDeclaration, y: ParameterDeclaration) {
    (
      ParameterDeclaration(
        "alongX", "How far vertical edges lean to the right going down", .number),
      ParameterDeclaration("alongY", "How far horizontal edges lean down going right", .number)
    )
  }

  package init(_ alongX: Double = 0) { self.init(x: alongX, y: 0) }

  package init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  package var violation: String? {
    let area = 1 - tan(x * .pi / 180) * tan(y * .pi / 180)
    return abs(area) < 0.01 ? "the angles flatten the layer: together they are about 90°." : nil
  }
}
