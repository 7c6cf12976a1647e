import ScrimJSON

/// Where everything in one image is, as a worker reports it.
struct Measure {
  struct Frame {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(_ json: JSON?) {
      let numbers = json?.array?.compactMap(\.number) ?? []
      (x, y, width, height) =
        numbers.count == 4 ? (numbers[0], numbers[1], numbers[2], numbers[3]) : (0, 0, 0, 0)
    }

    var right: Double { x + width }
    var bottom: Double { y + height }
    /// As in "90, 40, 300 × 72".
    var words: String {
      "\(x.short), \(y.short), \(width.short) × \(height.short)"
    }
  }

  struct Layer {
    let name: String
    /// What a layer is called in another version of the job: its id, or its place.
    let key: String
    let frame: Frame
    let ink: Frame
    let extent: Frame
    let text: Text?

    init(_ json: JSON) {
      name = json["name"]?.string ?? ""
      key = json["id"]?.string ?? json["path"]?.string ?? ""
      frame = Frame(json["frame"])
      ink = Frame(json["ink"])
      extent = Frame(json["extent"])
      text = json["text"].map(Text.init)
    }
  }

  struct Text {
    let size: Double
    let lines: [Frame]
    let words: [(word: String, frame: Frame)]
    let reasons: [String]

    init(_ json: JSON) {
      size = json["size"]?.number ?? 0
      lines = json["lines"]?.array?.map { Frame($0["frame"]) } ?? []
      words =
        json["words"]?.array?.map { ($0["word"]?.string ?? "", Frame($0["frame"])) } ?? []
      reasons = json["reasons"]?.array?.compactMap(\.string) ?? []
    }
  }

  let json: JSON
  /// Of a row of data: its number and variant.
  let title: String?
  let layers: [Layer]

  init(json: JSON, row: Int? = nil, variant: String? = nil) {
    var members: [JSON.Member] = []
    if let row { members.append(JSON.Member("row", .integer(row))) }
    if let variant { members.append(JSON.Member("variant", .string(variant))) }
    self.json = .object(members + (json.object ?? []))
    let row = row ?? json["row"]?.number.map { Int($0) }
    let names = [row.map { "row \($0)" }, variant ?? json["variant"]?.string].compactMap(\.self)
    title = names.isEmpty ? nil : names.joined(separator: ", ")
    layers = json["layers"]?.array?.map(Layer.init) ?? []
  }

  var canvas: (width: Double, height: Double) {
    let sides = json["canvas"]?.array?.compactMap(\.number) ?? []
    return sides.count == 2 ? (sides[0], sides[1]) : (0, 0)
  }

  var scale: Double { json["scale"]?.number ?? 1 }
  var output: String { json["output"]?.string ?? "" }
}

extension Double {
  /// With one decimal, and without one if it is 0.
  var short: String {
    let tenths = (self * 10).rounded()
    guard tenths.magnitude < 0x1p53 else { return description }
    let whole = Int(tenths)
    if whole % 10 == 0 { return String(whole / 10) }
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
  }
}

extension Measure {
  /// As text.
  var listing: [String] {
    var lines: [String] = []
    if let title { lines.append(title) }
    lines.append("canvas  \(canvas.width.short) × \(canvas.height.short) px")
    for layer in layers {
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
