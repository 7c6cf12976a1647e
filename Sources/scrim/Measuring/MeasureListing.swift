/// The places of everything in an image as text.
struct MeasureListing {
  let measure: Measure

  init(_ measure: Measure) { self.measure = measure }

  var lines: [String] {
    var lines: [String] = []
    if let title = measure.title { lines.append(title) }
    lines.append("canvas  \(measure.canvas.width.short) × \(measure.canvas.height.short) px")
    for layer in measure.layers {
      lines.append(layer.name)
      lines.append("  frame   \(layer.frame.words)")
      lines.append("  ink     \(layer.ink.words)")
      lines.append("  extent  \(layer.extent.words)")
      guard let text = layer.text else { continue }
      let count = text.lines.count
      lines.append("  text    \(text.size.short) px, \(count) \(count == 1 ? "line" : "lines")")
      for (index, line) in text.lines.enumerated() {
        lines.append("    line \(index)  \(line.words)")
      }
      for reason in text.reasons { lines.append("    \(reason)") }
    }
    return lines
  }
}
