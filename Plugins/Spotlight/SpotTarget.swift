import ScrimKit

/// The lit targets.
public struct SpotTargets: ParameterValue {
  /// The targets, at least one.
  let list: [SpotTarget]

  public static var shape: ParameterShape { .list(of: SpotTarget.shape, count: 1...Int.max) }
  public var json: JSON { list.json }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let elements) = json else {
      decoding.reportType(json, expected: "a list of targets such as [\"#title\"]")
      return nil
    }
    guard !elements.isEmpty else {
      decoding.report(.outOfRange, "expected at least one target, found a list of 0.")
      return nil
    }
    guard let list = [SpotTarget](from: json, &decoding) else { return nil }
    self.list = list
  }
}

/// A lit target: a reference or a rectangle, optionally with overrides of the effect's parameters.
public struct SpotTarget: ParameterValue {
  /// The position and the overrides.
  let options: SpotOptions
  /// Whether the job gives only a position.
  let isPlaceAlone: Bool

  public static var shape: ParameterShape {
    .union([.reference, SpotRectangle.shape, SpotOptions.shape])
  }

  public var json: JSON { isPlaceAlone ? options.at.json : options.json }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let keys = Set(SpotPlace.keys(of: json))
    let isOptions = !keys.isDisjoint(with: SpotOptions.keys)
    guard isOptions else {
      guard let place = SpotPlace(from: json, &decoding) else { return nil }
      var options = SpotOptions()
      options.at = place
      self.options = options
      isPlaceAlone = true
      return
    }
    guard keys.contains("at") || keys.isDisjoint(with: SpotRectangle.keys) else {
      decoding.report(
        .missingKey,
        "\"at\" is missing: a rectangle with options is written as {\"at\": {\"x\": 0, \"y\": 0, "
          + "\"width\": 100, \"height\": 50}, \"shape\": \"pill\"}.")
      return nil
    }
    guard let options = SpotOptions(from: json, &decoding) else { return nil }
    self.options = options
    isPlaceAlone = false
  }
}

/// A target with overrides of the effect's parameters.
public struct SpotOptions: ParameterRecord {
  @Parameter("Lit target: a reference or a rectangle") public var at: SpotPlace
  @Parameter("Shape of the lit area") public var shape: SpotShape? = nil
  @Parameter("Grows the target", unit: .pixels, in: 0...10_000) public var padding: Double? = nil
  @Parameter("Corner radius of a rounded lit area") public var cornerRadius: CornerRadii? = nil
  @Parameter("Shape of the corners of a rounded lit area") public var cornerShape: CornerShape? =
    nil
  @Parameter("Standard deviation of the soft edge", unit: .pixels, in: 0...250)
  public var feather: Double? = nil
  @Parameter("Ring around the lit area") public var ring: SpotRing? = nil
  @Parameter("Callout for the target") public var callout: SpotCallout? = nil

  /// Creates a target without a position.
  public init() {}

  static let keys = shape.keys
}

/// A reference or a rectangle.
public enum SpotPlace: ParameterValue {
  /// The rectangles that a reference names.
  case reference(Reference)
  /// A rectangle on the canvas.
  case rectangle(SpotRectangle)

  public static var shape: ParameterShape { .union([.reference, SpotRectangle.shape]) }

  public var json: JSON {
    switch self {
    case .reference(let reference): reference.json
    case .rectangle(let rectangle): rectangle.json
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string:
      guard let reference = Reference(from: json, &decoding) else { return nil }
      self = .reference(reference)
    case .object:
      guard let rectangle = SpotRectangle(from: json, &decoding) else { return nil }
      self = .rectangle(rectangle)
    default:
      decoding.reportType(
        json,
        expected: "a reference such as \"#title\", or a rectangle such as {\"x\": 0, \"y\": 0, "
          + "\"width\": 100, \"height\": 50}")
      return nil
    }
  }

  /// The reference; `nil` for a rectangle.
  var reference: Reference? {
    guard case .reference(let reference) = self else { return nil }
    return reference
  }

  static func keys(of json: JSON) -> [String] {
    guard case .object(let members) = json else { return [] }
    return members.map(\.key)
  }
}

/// A rectangle on the canvas.
public struct SpotRectangle: ParameterRecord {
  @Parameter("From the canvas's left edge", unit: .pixels, in: -1_000_000...1_000_000)
  public var x = SpotLength(.pixels(0))
  @Parameter("From the canvas's top edge", unit: .pixels, in: -1_000_000...1_000_000)
  public var y = SpotLength(.pixels(0))
  @Parameter("Width", unit: .pixels, in: 0...1_000_000) public var width: SpotLength
  @Parameter("Height", unit: .pixels, in: 0...1_000_000) public var height: SpotLength

  /// Creates a rectangle without a size.
  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    [("width", width), ("height", height)].filter { $1.length.resolved(of: 1) == 0 }.map {
      name, _ in
      ParameterDiagnostic(.outOfRange, "a target must be more than 0 px large.", at: name)
    }
  }

  static let keys = shape.keys

  /// The rectangle, px; percentages relate to the canvas.
  func rect(on canvas: Rect) -> Rect {
    Rect(
      x: canvas.x + x.length.resolved(of: canvas.width),
      y: canvas.y + y.length.resolved(of: canvas.height),
      width: width.length.resolved(of: canvas.width),
      height: height.length.resolved(of: canvas.height))
  }
}

/// A length with a range check.
public struct SpotLength: Hashable, MeasuredValue {
  /// px, or a percentage of the canvas's width or height.
  public let length: Length

  /// Creates a length.
  public init(_ length: Length) { self.length = length }

  public static var shape: ParameterShape { .length }
  public var json: JSON { length.json }

  public var measures: [(path: [PathElement], value: Double)] {
    switch length {
    case .pixels(let value), .percent(let value): [([], value)]
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let length = Length(from: json, &decoding) else { return nil }
    self.length = length
  }
}

extension ParameterShape {
  /// The keys of a record.
  fileprivate var keys: [String] {
    guard case .record(let declarations) = self else { return [] }
    return declarations.map(\.name)
  }
}
