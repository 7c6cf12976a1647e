package import ScrimKit

/// A line along the inside of a layer's frame, drawn over its content.
package struct BorderSpec: ParameterRecord, Hashable {
  @Parameter("Line width, inside the frame", unit: .pixels, in: 0...10000)
  package var width = 1.0
  @Parameter("Line colour, or a gradient over the frame") package var color = Paint.black

  package init() {}
}
