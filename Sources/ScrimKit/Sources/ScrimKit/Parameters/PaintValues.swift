extension Color: ParameterValue {
  public static var shape: ParameterShape { .color }
  public var json: ParameterJSON { .string(css) }

  public init?(from json: ParameterJSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let text) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    guard let color = Color(css: text) else {
      let isWord = text.allSatisfy(\.isLetter)
      decoding.report(
        .invalidValue, "\(json.description) is not \(Self.syntax).", word: isWord ? text : nil,
        candidates: isWord ? namedColors.keys.sorted() + ["transparent"] : [])
      return nil
    }
    self = color
  }
}

extension Paint: ParameterValue {
  public static var shape: ParameterShape { .paint }

  public var json: ParameterJSON {
    func list(_ stops: [GradientStop]) -> ParameterJSON {
      .array(stops.map { .array([$0.color.json, .number($0.offset)]) })
    }
    switch self {
    case .color(let color):
      return color.json
    case .linear(let gradient):
      let body = ParameterJSON.object([
        .init("angle", .number(gradient.angle)), .init("stops", list(gradient.stops)),
      ])
      return .object([.init("linear", body)])
    case .radial(let gradient):
      let body = ParameterJSON.object([
        .init("center", .array([gradient.centerX.json, gradient.centerY.json])),
        .init("radius", gradient.radius.json), .init("stops", list(gradient.stops)),
      ])
      return .object([.init("radial", body)])
    }
  }

  public init?(from json: ParameterJSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string:
      guard let color = Color(from: json, &decoding) else { return nil }
      self = .color(color)
    case .object(let members):
      guard members.count == 1, let member = members.first else {
        decoding.report(.invalidValue, "a gradient has one key, \"linear\" or \"radial\".")
        return nil
      }
      let paint = decoding.at(.key(member.key)) { decoding -> Paint? in
        switch member.key {
        case "linear":
          return LinearKeys(from: member.value, &decoding)
            .map { .linear(LinearGradient(angle: $0.angle, stops: $0.stops.stops)) }
        case "radial":
          return RadialKeys(from: member.value, &decoding).map { $0.paint }
        default:
          decoding.report(
            .unknownKey, "unknown key \(quoted(member.key)).", word: member.key,
            candidates: ["linear", "radial"])
          return nil
        }
      }
      guard let paint else { return nil }
      self = paint
    default:
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
  }
}

private struct LinearKeys: ParameterRecord {
  @Parameter("CSS angle: 0 is up, 90 to the right", unit: .degrees, in: -360...360)
  var angle = 180.0
  @Parameter("At least two stops, each a colour and a place from 0 to 1") var stops: StopList
}

private struct RadialKeys: ParameterRecord {
  @Parameter("The centre in the box") var center = [Length.percent(50), .percent(50)]
  @Parameter("Where the last stop is, of the box's shorter side") var radius = Length.percent(50)
  @Parameter("At least two stops, each a colour and a place from 0 to 1") var stops: StopList

  func validate() throws(ParameterProblem) {
    if center.count != 2 {
      throw ParameterProblem(
        .outOfRange, "expected two lengths (x, y), found \(center.count).", at: "center")
    }
    if radius.resolved(of: 1) <= 0 {
      throw ParameterProblem(.outOfRange, "the radius must be more than 0.", at: "radius")
    }
  }

  var paint: Paint {
    .radial(
      RadialGradient(
        centerX: center[0], centerY: center[1], radius: radius, stops: stops.stops))
  }
}

/// The stops of a gradient: `[["#f00", 0], ["#00f", 1]]`.
private struct StopList: ParameterValue {
  var stops: [GradientStop]

  static var shape: ParameterShape {
    .list(of: .list(of: .union([.color, .number]), count: 2...2), count: 2...Int.max)
  }

  var json: ParameterJSON {
    .array(stops.map { .array([$0.color.json, .number($0.offset)]) })
  }

  init?(from json: ParameterJSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let elements) = json, elements.count >= 2 else {
      decoding.report(
        .wrongType, "expected at least two stops, such as [[\"#f00\", 0], [\"#00f\", 1]].")
      return nil
    }
    stops = []
    for (index, element) in elements.enumerated() {
      let least = stops.last?.offset ?? 0
      let stop = decoding.at(.index(index)) { Self.stop(element, from: least, &$0) }
      guard let stop else { continue }
      stops.append(stop)
    }
    guard stops.count == elements.count else { return nil }
  }

  private static func stop(
    _ json: ParameterJSON, from least: Double, _ decoding: inout ParameterDecoding
  ) -> GradientStop? {
    guard case .array(let parts) = json, parts.count == 2 else {
      decoding.reportType(json, expected: "a stop such as [\"#f00\", 0.5]")
      return nil
    }
    let color = decoding.at(.index(0)) { Color(from: parts[0], &$0) }
    let offset = decoding.at(.index(1)) { decoding -> Double? in
      guard let offset = Double(from: parts[1], &decoding) else { return nil }
      guard (0...1).contains(offset) else {
        decoding.report(.outOfRange, "\(offset.plain) is outside 0…1.")
        return nil
      }
      guard offset >= least else {
        decoding.report(
          .outOfRange, "\(offset.plain) is less than \(least.plain), the stop before it.")
        return nil
      }
      return offset
    }
    guard let color, let offset else { return nil }
    return GradientStop(color: color, offset: offset)
  }
}
