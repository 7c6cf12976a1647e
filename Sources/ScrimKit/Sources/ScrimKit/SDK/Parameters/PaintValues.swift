extension Color: ParameterValue {
  public static var shape: ParameterShape { .color }
  public var json: JSON { .string(self == .transparent ? "transparent" : css) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let text) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    guard let color = Color(css: text) else {
      let isWord = text.allSatisfy(\.isLetter)
      let lacksHash = Color(css: "#\(text)") != nil
      decoding.report(
        .invalidValue,
        "\(json.description) is not \(Self.syntax)."
          + (lacksHash ? " Did you mean \"#\(text)\"?" : ""),
        word: isWord && !lacksHash ? text : nil,
        candidates: isWord ? namedColors.keys.sorted() + ["transparent"] : [])
      return nil
    }
    self = color
  }
}

extension Paint: ParameterValue {
  public static var shape: ParameterShape { .paint }

  /// The shape of a gradient: an object with exactly one of these keys.
  public static var gradientShape: ParameterShape {
    .record([
      ParameterDeclaration(
        "linear", "Linear gradient through the centre of the box", LinearKeys.shape,
        defaultValue: .null),
      ParameterDeclaration(
        "radial", "Radial gradient", RadialKeys.shape, defaultValue: .null),
      ParameterDeclaration(
        "conic", "Gradient that turns around a centre", ConicKeys.shape, defaultValue: .null),
    ])
  }

  public var json: JSON {
    switch self {
    case .color(let color): color.json
    case .linear(let gradient):
      .gradient(
        "linear", [.init("angle", .number(gradient.angle))], gradient.stops, gradient.style)
    case .radial(let gradient):
      .gradient(
        "radial",
        [
          .init("center", .array([gradient.centerX.json, gradient.centerY.json])),
          .init("radius", gradient.radius.json),
        ], gradient.stops, gradient.style)
    case .conic(let gradient):
      .gradient(
        "conic",
        [
          .init("angle", .number(gradient.angle)),
          .init("center", .array([gradient.centerX.json, gradient.centerY.json])),
        ], gradient.stops, gradient.style)
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string:
      guard let color = Color(from: json, &decoding) else { return nil }
      self = .color(color)
    case .object(let members):
      guard let paint = Self.gradient(members, &decoding) else { return nil }
      self = paint
    default:
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
  }
}

extension JSON {
  /// A gradient; what is as by default is left out.
  fileprivate static func gradient(
    _ kind: String, _ place: [Member], _ stops: [GradientStop], _ style: GradientStyle
  ) -> JSON {
    var body = place
    body.append(.init("stops", .array(stops.map { .array([$0.color.json, .number($0.offset)]) })))
    if style.isRepeating { body.append(.init("repeating", .boolean(true))) }
    if style.space != .srgb { body.append(.init("in", style.space.json)) }
    return .object([.init(kind, .object(body))])
  }
}

extension Paint {
  private static let gradients = ["linear", "radial", "conic"]

  /// Decodes the gradient of an object with one key, that of its kind.
  private static func gradient(
    _ members: [JSON.Member], _ decoding: inout ParameterDecoding
  ) -> Paint? {
    let known = members.filter { gradients.contains($0.key) }
    guard members.count == 1 || !known.isEmpty else {
      decoding.report(
        .missingKey,
        "\"linear\", \"radial\" or \"conic\" is missing: {\"linear\": {\"angle\": 90, \"stops\": "
          + "[[\"#f00\", 0], [\"#00f\", 1]]}}.", candidates: gradients)
      return nil
    }
    var paint: Paint?
    for member in members {
      paint =
        decoding.at(.key(member.key)) { decoding -> Paint? in
          switch member.key {
          case "linear", "radial", "conic":
            guard member.key == known[0].key else {
              decoding.report(
                .conflict, "\"\(member.key)\" cannot be combined with \"\(known[0].key)\".")
              return nil
            }
            return switch member.key {
            case "linear": LinearKeys(from: member.value, &decoding).map(\.paint)
            case "radial": RadialKeys(from: member.value, &decoding).map(\.paint)
            default: ConicKeys(from: member.value, &decoding).map(\.paint)
            }
          default:
            let stray =
              known.first.map { " Gradient keys belong inside \"\($0.key)\"." } ?? ""
            decoding.report(
              .unknownKey, "unknown key \(quoted(member.key)).\(stray)",
              word: known.isEmpty ? member.key : nil, candidates: gradients)
            return nil
          }
        } ?? paint
    }
    return paint
  }
}

private struct LinearKeys: ParameterRecord {
  @Parameter("CSS gradient angle: 0 points up, 90 right", unit: .degrees, in: -360...360)
  var angle = 180.0
  @Parameter("At least two stops, each a colour and an offset from 0 to 1") var stops: StopList
  @Parameter("Whether the stops repeat beyond the first and the last")
  var repeating = false
  @Parameter("Where colours between stops are interpolated") var `in` = ColorSpace.srgb

  var paint: Paint {
    var gradient = LinearGradient(angle: angle, stops: stops.stops)
    gradient.style = GradientStyle(repeating, `in`)
    return .linear(gradient)
  }
}

private struct RadialKeys: ParameterRecord {
  @Parameter("Centre, relative to the box") var center = LengthPoint.center
  @Parameter("Radius of the last stop; percentages are of the box's shorter side")
  var radius = GradientRadius(length: .percent(50))
  @Parameter("At least two stops, each a colour and an offset from 0 to 1") var stops: StopList
  @Parameter("Whether the stops repeat beyond the first and the last")
  var repeating = false
  @Parameter("Where colours between stops are interpolated") var `in` = ColorSpace.srgb

  var paint: Paint {
    var gradient = RadialGradient(
      centerX: center.x, centerY: center.y, radius: radius.length, stops: stops.stops)
    gradient.style = GradientStyle(repeating, `in`)
    return .radial(gradient)
  }
}

private struct ConicKeys: ParameterRecord {
  @Parameter("Angle of offset 0: 0 points up, 90 right", unit: .degrees, in: -360...360)
  var angle = 0.0
  @Parameter("Centre, relative to the box") var center = LengthPoint.center
  @Parameter("At least two stops, each a colour and an offset from 0 to 1") var stops: StopList
  @Parameter("Whether the stops repeat beyond the first and the last")
  var repeating = false
  @Parameter("Where colours between stops are interpolated") var `in` = ColorSpace.srgb

  var paint: Paint {
    var gradient = ConicGradient(
      angle: angle, centerX: center.x, centerY: center.y, stops: stops.stops)
    gradient.style = GradientStyle(repeating, `in`)
    return .conic(gradient)
  }
}

extension GradientStyle {
  fileprivate init(_ isRepeating: Bool, _ space: ColorSpace) {
    self.init()
    (self.isRepeating, self.space) = (isRepeating, space)
  }
}

private struct GradientRadius: ParameterValue {
  var length: Length

  static var shape: ParameterShape { .positive(.length) }
  var json: JSON { length.json }

  init(length: Length) { self.length = length }

  init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let length = Length(from: json, &decoding) else { return nil }
    guard length.resolved(of: 1) > 0 else {
      decoding.report(
        .outOfRange, "expected a radius of more than 0, found \(length.json.description).")
      return nil
    }
    self.length = length
  }
}

/// The stops of a gradient: `[["#f00", 0], ["#00f", 1]]`, or colours alone, as in `["#f00", "#00f"]`.
private struct StopList: ParameterValue {
  var stops: [GradientStop]

  static var shape: ParameterShape {
    .list(
      of: .union([
        .tuple([
          ParameterDeclaration("color", "Stop colour", .color),
          ParameterDeclaration(
            "offset", "Stop offset; not less than that of the previous stop", .number, in: 0...1),
        ]), .color,
      ]), count: 2...Int.max)
  }

  var json: JSON {
    .array(stops.map { .array([$0.color.json, .number($0.offset)]) })
  }

  init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let example = "such as [[\"#f00\", 0], [\"#00f\", 1]]"
    guard case .array(let elements) = json else {
      decoding.reportType(json, expected: "a list of stops \(example)")
      return nil
    }
    guard elements.count >= 2 else {
      decoding.report(
        .outOfRange, "expected at least two stops \(example), found a list of \(elements.count).")
      return nil
    }
    var least = 0.0
    let found = elements.enumerated().compactMap { index, element in
      decoding.at(.index(index)) { decoding -> (color: Color, offset: Double?)? in
        let stop = Self.stop(element, from: least, &decoding)
        least = stop?.offset ?? least
        return stop
      }
    }
    guard found.count == elements.count else { return nil }
    stops = Self.placed(found)
  }

  /// CSS Images 3, §3.4.3: the first and the last stop are at the ends, those between others at equal distances.
  private static func placed(_ found: [(color: Color, offset: Double?)]) -> [GradientStop] {
    var offsets = found.map(\.offset)
    offsets[0] = offsets[0] ?? 0
    offsets[offsets.count - 1] = offsets[offsets.count - 1] ?? 1
    var before = 0
    for (index, offset) in offsets.enumerated() {
      guard let offset, let start = offsets[before] else { continue }
      for between in before + 1..<max(index, before + 1) {
        offsets[between] =
          start + (offset - start) * Double(between - before) / Double(index - before)
      }
      before = index
    }
    return zip(found, offsets).map { GradientStop(color: $0.color, offset: $1 ?? 1) }
  }

  private static func stop(
    _ json: JSON, from least: Double, _ decoding: inout ParameterDecoding
  ) -> (color: Color, offset: Double?)? {
    let expected = "a stop such as [\"#f00\", 0.5]"
    if case .string = json { return Color(from: json, &decoding).map { ($0, nil) } }
    guard case .array(let parts) = json else {
      decoding.reportType(json, expected: expected)
      return nil
    }
    guard parts.count == 2 else {
      decoding.report(.outOfRange, "expected \(expected), found a list of \(parts.count).")
      return nil
    }
    if parts[0].number != nil, case .string = parts[1] {
      decoding.report(
        .wrongType,
        "the colour comes first: [\(parts[1].description), \(parts[0].description)].")
      return nil
    }
    let color = decoding.at(.index(0)) { Color(from: parts[0], &$0) }
    let offset = decoding.at(.index(1)) { decoding -> Double? in
      guard let offset = decoding.decode(Double.self, from: parts[1], numbers: "0…1") else {
        return nil
      }
      guard (0...1).contains(offset) else {
        decoding.report(.outOfRange, "\(offset.plain) is outside 0…1.")
        return nil
      }
      guard offset >= least else {
        decoding.report(
          .outOfRange,
          "\(offset.plain) is less than \(least.plain), the offset of the previous stop.")
        return nil
      }
      return offset
    }
    guard let color, let offset else { return nil }
    return (color, offset)
  }
}
