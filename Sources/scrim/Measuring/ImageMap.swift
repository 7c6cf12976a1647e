/// An HTML page with the image and an area for each word and each layer with a name.
struct ImageMap {
  let measure: Measure

  init(_ measure: Measure) { self.measure = measure }

  var html: String {
    let (width, height) = (measure.canvas.width * scale, measure.canvas.height * scale)
    var areas: [String] = []
    // The first area that contains a point counts: words before layers, the uppermost first.
    for layer in measure.layers.reversed() {
      for (word, frame) in layer.text?.words ?? [] { areas.append(area(frame, title: word)) }
    }
    for layer in measure.layers.reversed() where layer.name.hasPrefix("#") {
      areas.append(area(layer.frame, title: layer.name))
    }
    return """
      <!doctype html>
      <meta charset="utf-8">
      <title>\(escaped(measure.output))</title>
      <img src="\(escaped(measure.output))" width="\(width.short)" height="\(height.short)" alt="" usemap="#scrim">
      <map name="scrim">
      \(areas.joined(separator: "\n"))
      </map>

      """
  }

  private var scale: Double { measure.scale }

  private func area(_ frame: Measure.Frame, title: String) -> String {
    let corners = [frame.x, frame.y, frame.right, frame.bottom]
      .map { String(Int(($0 * scale).rounded())) }
    let name = escaped(title)
    return
      "<area shape=\"rect\" coords=\"\(corners.joined(separator: ","))\" alt=\"\(name)\" title=\"\(name)\">"
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
