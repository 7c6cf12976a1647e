import ScrimJSON

/// Changes of a job at one place: a key taken away, a value replaced, a key added.
enum Mutation {
  /// Values and keys that mean something somewhere, and some that mean nothing anywhere.
  static let values: [JSON] = [
    0, 1, -1, 0.5, 50, 1e6, -1e6, 1e-300, 5.0, true, false, nil, "", "auto", "none", "50%", "-0%",
    "-0.000%", "+50%", ".5%", "5.%", "-50%", "1e2%", "0x1p3%", "red", "RED", "dArKred",
    "bl\u{212A}", "#FFF",
    "#abcd", "#12345", "rgb(1 2 3)", "RGBA(1,2,3,.5)", "rgb( 1  2 3 / 5% )", "hsl(0.5turn 1% 2%)",
    "hsl(1rad,2%,3%,0)", "rgb(1 2)", "#a", "#a/ink", "#canvas", "#canvas/ink", "#a/line/0",
    "#a/match/x/y", "#a/match/\n", "a.png", "a.JPG", "a.b.webp", "a\u{600}.png", "x/y.svg",
    "a\u{600}.result.json", "/\u{301}x.png", "a/", ".a", "a..b", "scale-down", "multiply", "png",
    "jpeg", "webp", "small", "fast", "<b>x</b>", "ltr", "ja", [], [0, 0, 0, 0], [1, 2, 3, 4],
    [-1, 2, 3, 4], ["50%", 0], ["50%", 0, 0, 0], [["#f00", 0], ["#00f", 1]], [:],
    ["//": "a note"], ["linear": ["stops": [["#f00", 0], ["blue", 1]]]],
    ["radial": ["radius": "+5%", "stops": [["#f00", 0], ["blue", 0.5]]]],
    ["source": "a.png"], ["of": "#canvas"], ["of": "#canvas", "inset": [1, 2, 3, -4]],
    ["fill": "red", "mode": "luminance"], ["below": "#canvas", "gap": 3],
    ["x": 1, "right": 2, "bottom": "3%", "height": 4], ["string": "x"], ["markup": "x"],
    ["effect": "outline"], [["effect": "drop-shadow", "shadows": []]],
    ["file": "a.png", "compression": "small"], ["file": "a.jpg", "quality": 1.0],
    ["format": "webp", "lossless": true], ["width": 9, "height": "auto", "padding": 3],
    ["width": 9, "height": 9], ["fill": "red"], ["layers": [["image": ["source": "a.png"]]]],
  ]

  private static let keys = [
    "canvas", "layers", "output", "assets", "seed", "width", "height", "padding", "scale",
    "background", "id", "frame", "text", "image", "fill", "cornerRadius", "effects", "opacity",
    "blend", "mask", "rotate", "skew", "visible", "x", "right", "y", "bottom", "minHeight",
    "below",
    "above", "gap", "of", "inset", "string", "markup", "font", "size", "weight", "minSize",
    "maxLines", "color", "source", "fit", "position", "mode", "invert", "file", "format",
    "quality", "lossless", "compression", "strokes", "shadows", "dash", "sigma", "spread",
    "linear", "radial", "angle", "stops", "center", "radius", "//", "// note", "$schema", "other",
  ]

  /// A copy with one change.
  static func mutated(_ json: JSON, by random: inout some RandomNumberGenerator) -> JSON {
    let value = values.randomElement(using: &random) ?? .null
    switch json {
    case .object(let members) where !members.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
      var members = members
      let index = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        members.remove(at: index)
      case 1...3:
        let key = keys.randomElement(using: &random) ?? ""
        members.removeAll { $0.key == key }
        members.append(JSON.Member(key, value))
      default:
        let member = members[index]
        members[index] = JSON.Member(member.key, mutated(member.value, by: &random))
      }
      return .object(members)
    case .array(let items) where !items.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
      var items = items
      let index = Int.random(in: 0..<items.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: items.remove(at: index)
      case 1: items.append(value)
      default: items[index] = mutated(items[index], by: &random)
      }
      return .array(items)
    default:
      return value
    }
  }
}

/// The same numbers at every run. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators" (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
